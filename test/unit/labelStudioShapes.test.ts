import { describe, expect, it } from 'vitest';
import { outlinesOf, paintedPixels } from '../../shared/foreign/brushMask.ts';
import { viewForeignPart } from '../../shared/foreign/foreignView.ts';
import { LabelStudioResult, placeOf } from '../../shared/foreign/labelStudioResult.ts';
import type { JsonObject } from '../../shared/base/json.ts';

/** What label-studio-converter's `encode_rle` makes of this mask. */
const MASK = ['........', '..###...', '..#.#...', '..###...', '........', '......#.'];
const RLE = [
  0, 0, 0, 192, 57, 27, 254, 39, 0, 183, 255, 132, 192, 35, 255, 140, 2, 63, 252, 38, 1, 111, 255, 33, 128,
  71, 255, 24, 0,
];
const SIZE = { width: 8, height: 6 };

const result = (type: string, value: JsonObject, more: JsonObject = {}): LabelStudioResult =>
  LabelStudioResult.parse({
    id: 'r',
    type,
    from_name: 'label',
    to_name: 'image',
    original_width: 200,
    original_height: 100,
    value,
    ...more,
  });

describe('a brush mask of Label Studio', () => {
  it('is unpacked pixel by pixel', () => {
    const drawn = MASK.map(() => Array.from({ length: 8 }, () => '.'));
    for (const { row, start, end } of paintedPixels(RLE, SIZE) ?? [])
      for (let x = start; x < end; x += 1) drawn[row]?.splice(x, 1, '#');
    expect(drawn.map((row) => row.join(''))).toEqual(MASK);
  });

  it('is none where it is of another size, ends too early, or is empty', () => {
    expect(paintedPixels(RLE, { width: 6, height: 6 })).toBeNull();
    expect(paintedPixels(RLE.slice(0, 20), SIZE)).toBeNull();
    expect(paintedPixels([], SIZE)).toBeNull();
  });

  it('has outlines that turn only at corners, with its hole as a ring of its own', () => {
    const rings = outlinesOf(paintedPixels(RLE, SIZE) ?? []);
    const sets = rings.map((ring) => ring.map((corner) => corner.join()).sort());
    expect(sets).toEqual([
      ['2,1', '2,4', '5,1', '5,4'],
      ['3,2', '3,3', '4,2', '4,3'],
      ['6,5', '6,6', '7,5', '7,6'],
    ]);
    const area = (ring: readonly (readonly [number, number])[]): number =>
      ring.reduce((sum, [x, y], at) => {
        const [nextX, nextY] = ring[(at + 1) % ring.length] ?? [0, 0];
        return sum + (x * nextY - nextX * y) / 2;
      }, 0);
    // The hole goes the other way around, so that the sum is the painted area.
    expect(rings.reduce((sum, ring) => sum + area(ring), 0)).toBe(MASK.join('').replaceAll('.', '').length);
  });
});

describe('the place of a shape of Label Studio', () => {
  it.each([
    ['a rectangle', 'rectanglelabels', { x: 10, y: 20, width: 30, height: 40 }, [0.1, 0.2, 0.3, 0.4], []],
    [
      'a polygon',
      'polygonlabels',
      {
        points: [
          [10, 20],
          [40, 20],
          [25, 60],
        ],
      },
      [0.1, 0.2, 0.3, 0.4],
      ['polygon'],
    ],
    [
      'an ellipse',
      'ellipselabels',
      { x: 50, y: 50, radiusX: 10, radiusY: 20, rotation: 0 },
      [0.4, 0.3, 0.2, 0.4],
      ['polygon'],
    ],
    [
      // 20 by 40 pixels about (100, 50), turned a quarter: 40 by 20.
      'a turned ellipse',
      'ellipselabels',
      { x: 50, y: 50, radiusX: 5, radiusY: 20, rotation: 90 },
      [0.4, 0.4, 0.2, 0.2],
      ['polygon'],
    ],
    [
      // 40 by 20 pixels at (100, 50), turned a quarter about that corner: it ends at x = 100.
      'a turned rectangle',
      'rectanglelabels',
      { x: 50, y: 50, width: 20, height: 20, rotation: 90 },
      [0.4, 0.5, 0.1, 0.4],
      ['rotation'],
    ],
    ['a keypoint', 'keypointlabels', { x: 50, y: 50, width: 2 }, [0.49, 0.48, 0.02, 0.04], ['keypoints']],
  ] as const)('is the box around %s', (_name, type, value, [x, y, width, height], shapes) => {
    const place = placeOf(result(type, value));
    if (typeof place === 'string') throw new Error(place);
    expect(place.shapes).toEqual(shapes);
    expect(place.box.x).toBeCloseTo(x, 9);
    expect(place.box.y).toBeCloseTo(y, 9);
    expect(place.box.width).toBeCloseTo(width, 9);
    expect(place.box.height).toBeCloseTo(height, 9);
  });

  it('is what a brush painted', () => {
    const painted = { original_width: 8, original_height: 6 };
    expect(placeOf(result('brushlabels', { format: 'rle', rle: RLE }, painted))).toEqual({
      box: { x: 2 / 8, y: 1 / 6, width: 5 / 8, height: 5 / 6 },
      shapes: ['mask'],
    });
  });

  it.each([
    ['a mask of another image', 'brushlabels', { format: 'rle', rle: RLE }, {}, /mask cannot be read/u],
    ['what is no number', 'rectanglelabels', { x: '1', y: 0, width: 1, height: 1 }, {}, /cannot be read/u],
    [
      'a turned image',
      'rectanglelabels',
      { x: 1, y: 0, width: 1, height: 1 },
      { image_rotation: 90 },
      /turned/u,
    ],
  ])('is told not to be known for %s', (_name, type, value, more, reason) => {
    expect(placeOf(result(type, value, more))).toMatch(reason);
  });

  it('of what is turned is not known without the image’s size', () => {
    const { original_width: _width, ...rest } = result('rectangle', {
      x: 1,
      y: 1,
      width: 9,
      height: 9,
      rotation: 5,
    });
    expect(placeOf(rest)).toMatch(/original_width/u);
  });
});

describe('what a region of Label Studio shows', () => {
  it('is its shape in pixels, and its values in the source’s words', () => {
    const source = JSON.stringify([
      result(
        'polygonlabels',
        {
          points: [
            [10, 20],
            [40, 20],
            [25, 60],
          ],
          polygonlabels: ['cat'],
        },
        { score: 0.7 },
      ),
      { ...result('choices', { choices: ['broken', 'old'] }), from_name: 'state' },
      { type: 'relation', from_id: 'r', to_id: 's', direction: 'right', labels: ['same'] },
    ]);
    const part = { format: 'labelstudio', source, shapes: ['polygon'], box: [0, 0, 1, 1] } as const;
    expect(viewForeignPart(part, { width: 200, height: 100 }, null)).toEqual({
      shapes: [
        {
          kind: 'polygon',
          rings: [
            [
              [20, 20],
              [80, 20],
              [50, 60],
            ],
          ],
        },
      ],
      values: [
        { name: 'score', value: '0.7' },
        { name: 'state', value: 'broken, old' },
        { name: 'relation', value: 'r → s (same)' },
      ],
    });
  });

  it('is nothing where the text is no such list', () => {
    const part = { format: 'labelstudio', source: '{', shapes: [], box: [0, 0, 1, 1] } as const;
    expect(viewForeignPart(part, { width: 1, height: 1 }, null)).toEqual({ shapes: [], values: [] });
  });
});
