import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  faceRegions,
  LANDMARK_GROUPS,
  largestFace,
} from '../../shared/benchmarks/observatory/faceRegions.ts';

import { faceArea, type FaceLandmarks } from '../../shared/domain/faces.ts';

const IMAGE = { width: 200, height: 100 };

/** A face drawn by hand: every landmark of a group at the group's place, the last two at its corners. */
function face(
  places: Partial<Record<keyof typeof LANDMARK_GROUPS, readonly [number, number, number, number]>>,
) {
  const landmarks = Array.from({ length: 478 }, () => ({ x: 0.5, y: 0.5 }));
  const drawn = {
    personsRightEye: [0.2, 0.3, 0.3, 0.4],
    personsLeftEye: [0.6, 0.3, 0.7, 0.4],
    nose: [0.4, 0.35, 0.5, 0.6],
    mouth: [0.3525, 0.7, 0.5475, 0.8],
    ...places,
  } as const;
  for (const [name, group] of Object.entries(LANDMARK_GROUPS)) {
    const [x1, y1, x2, y2] = drawn[groupName(name)];
    for (const index of group) landmarks[index] = { x: (x1 + x2) / 2, y: (y1 + y2) / 2 };
    const [first = 0, second = 0] = group;
    landmarks[first] = { x: x1, y: y2 };
    landmarks[second] = { x: x2, y: y1 };
  }
  return landmarks;
}

const groupName = (name: string) =>
  z.enum(['personsRightEye', 'personsLeftEye', 'nose', 'mouth']).parse(name);

const boxes = (landmarks: FaceLandmarks, side: 'image' | 'person') =>
  Object.fromEntries(faceRegions(landmarks, IMAGE, side).map(({ attribute, box }) => [attribute, box]));

test('each attribute gets the smallest box of whole pixels that holds its landmarks', () => {
  const landmarks = face({ nose: [0.4001, 0.351, 0.4999, 0.599] });
  expect(boxes(landmarks, 'person')).toEqual({
    right_eye: { x: 40, y: 30, width: 20, height: 10 },
    left_eye: { x: 120, y: 30, width: 20, height: 10 },
    nose: { x: 80, y: 35, width: 20, height: 25 },
    mouth: { x: 70, y: 70, width: 40, height: 10 },
  });
});

test('left is where the casebook says it is', () => {
  const facing = face({});
  // Who looks at us has their own left eye on the right of the image.
  expect(boxes(facing, 'image')).toMatchObject({ left_eye: { x: 40 }, right_eye: { x: 120 } });
  expect(boxes(facing, 'person')).toMatchObject({ left_eye: { x: 120 }, right_eye: { x: 40 } });
  const turnedOver = face({ personsRightEye: [0.6, 0.3, 0.7, 0.4], personsLeftEye: [0.2, 0.3, 0.3, 0.4] });
  expect(boxes(turnedOver, 'image')).toMatchObject({ left_eye: { x: 40 }, right_eye: { x: 120 } });
  expect(boxes(turnedOver, 'person')).toMatchObject({ left_eye: { x: 40 }, right_eye: { x: 120 } });
});

test('what is cut off by the edge is cut there, what lies beyond it is left out', () => {
  const cut = boxes(
    face({ mouth: [0.3525, 0.9, 0.5475, 1.2], personsRightEye: [-0.3, 0.3, -0.1, 0.4] }),
    'person',
  );
  expect(cut['mouth']).toEqual({ x: 70, y: 90, width: 40, height: 10 });
  expect(cut).not.toHaveProperty('right_eye');
  expect(Object.keys(cut)).toHaveLength(3);
});

test('of several faces the largest is taken, in pixels', () => {
  const spread = (width: number, height: number) => [
    { x: 0, y: 0 },
    { x: width, y: height },
  ];
  const [small, wide, tall] = [spread(0.1, 0.1), spread(0.5, 0.2), spread(0.2, 0.6)];
  expect(largestFace([small, wide, tall], IMAGE)).toBe(tall);
  expect(largestFace([], IMAGE)).toBeNull();
  expect(faceRegions([], IMAGE, 'image')).toEqual([]);
});

test('eyes and lips are those that the model’s own package names', () => {
  const script = readFileSync(
    createRequire(import.meta.url).resolve('@mediapipe/face_mesh/face_mesh.js'),
    'utf8',
  );
  const sandbox = createContext({ navigator: { platform: 'Linux', userAgent: '' } });
  runInContext(script, sandbox);
  const Lines = z.array(z.tuple([z.int(), z.int()]));
  const points = (name: string) =>
    [...new Set(Lines.parse(Reflect.get(sandbox, name)).flat())].toSorted((a, b) => a - b);
  const sorted = (group: readonly number[]) => [...group].toSorted((a, b) => a - b);
  expect(sorted(LANDMARK_GROUPS.personsRightEye)).toEqual(points('FACEMESH_RIGHT_EYE'));
  expect(sorted(LANDMARK_GROUPS.personsLeftEye)).toEqual(points('FACEMESH_LEFT_EYE'));
  expect(sorted(LANDMARK_GROUPS.mouth)).toEqual(points('FACEMESH_LIPS'));
});

test('the area that hides a face reaches beyond its landmarks, and no further than the image', () => {
  const landmarks = [
    { x: 0.25, y: 0.25 },
    { x: 0.75, y: 0.75 },
  ];
  // A fifth of 100 and of 50 pixels on each side.
  expect(faceArea(landmarks, IMAGE)).toEqual({ x: 30, y: 15, width: 140, height: 70 });
  const cut = [
    { x: -0.1, y: 0.5 },
    { x: 0.4, y: 1.2 },
  ];
  expect(faceArea(cut, IMAGE)).toEqual({ x: 0, y: 36, width: 100, height: 64 });
  expect(faceArea([{ x: 2, y: 2 }], IMAGE)).toBeNull();
});
