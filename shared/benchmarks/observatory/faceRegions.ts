import { boxAround, edges, type FaceLandmarks } from '../../domain/faces.ts';
import type { Box, Size } from '../../base/geometry.ts';
import type { SideConvention } from './schema.ts';

/**
 * Which landmarks outline an attribute, as the contours of MediaPipe Face Mesh name them: FACEMESH_RIGHT_EYE and
 * FACEMESH_LEFT_EYE (the person's own), FACEMESH_NOSE (bridge, tip and wings) and FACEMESH_LIPS.
 */
export const LANDMARK_GROUPS = {
  personsRightEye: [33, 7, 163, 144, 145, 153, 154, 155, 133, 246, 161, 160, 159, 158, 157, 173],
  personsLeftEye: [263, 249, 390, 373, 374, 380, 381, 382, 362, 466, 388, 387, 386, 385, 384, 398],
  nose: [
    168, 6, 197, 195, 5, 4, 1, 19, 94, 2, 98, 97, 326, 327, 294, 278, 344, 440, 275, 45, 220, 115, 48, 64,
  ],
  mouth: [
    61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291, 185, 40, 39, 37, 0, 267, 269, 270, 409, 78, 95, 88,
    178, 87, 14, 317, 402, 318, 324, 308, 191, 80, 81, 82, 13, 312, 311, 310, 415,
  ],
} as const satisfies Readonly<Record<string, readonly number[]>>;

/** A box of a face, by the attribute that the paper has for it. */
export interface FaceRegion {
  readonly attribute: 'left_eye' | 'right_eye' | 'nose' | 'mouth';
  readonly box: Box;
}

/**
 * The boxes of a face's attributes in an image of this size: the smallest with whole corners around an attribute's
 * landmarks, cut to the image. A box entirely outside is left out. Which eye is left depends on the casebook's meaning
 * of "left".
 */
export function faceRegions(face: FaceLandmarks, image: Size, side: SideConvention): readonly FaceRegion[] {
  const right = pointsOf(face, LANDMARK_GROUPS.personsRightEye, image);
  const left = pointsOf(face, LANDMARK_GROUPS.personsLeftEye, image);
  // A mirrored face, or one upside down, has its own left on the left of the image.
  const swapped = side === 'image' && centre(right) < centre(left);
  const parts = [
    ['left_eye', swapped ? right : left],
    ['right_eye', swapped ? left : right],
    ['nose', pointsOf(face, LANDMARK_GROUPS.nose, image)],
    ['mouth', pointsOf(face, LANDMARK_GROUPS.mouth, image)],
  ] as const;
  return parts.flatMap(([attribute, points]) => {
    const box = boxAround(points, image);
    return box === null ? [] : [{ attribute, box }];
  });
}

/** The face that takes up most of the image, null where there is none. */
export function largestFace(faces: readonly FaceLandmarks[], image: Size): FaceLandmarks | null {
  const [largest] = faces.toSorted((a, b) => areaOf(b, image) - areaOf(a, image));
  return largest ?? null;
}

function pointsOf(face: FaceLandmarks, group: readonly number[], { width, height }: Size): FaceLandmarks {
  return group.flatMap((index) => {
    const landmark = face[index];
    return landmark === undefined ? [] : [{ x: landmark.x * width, y: landmark.y * height }];
  });
}

function centre(points: FaceLandmarks): number {
  const { left, right } = edges(points);
  return (left + right) / 2;
}

function areaOf(face: FaceLandmarks, { width, height }: Size): number {
  const { left, top, right, bottom } = edges(face);
  return (right - left) * width * (bottom - top) * height;
}
