import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Mask,
  maskArea,
  maskBox,
  maskRings,
  readMask,
  type Ring,
  ringArea,
  ringsBox,
  runsOfText,
  textOfRuns,
} from '../../shared/foreign/masks.ts';
import { present } from '../helpers/present.ts';

/** A mask that is there; the test fails where it is none. */
function mask(size: readonly number[], counts: unknown): Mask {
  return present(readMask(size, counts));
}

/** The mask of a picture, row by row, and back: straight from the definition, pixel by pixel. */
function maskOf(rows: readonly (readonly boolean[])[]): Mask {
  const [height, width] = [rows.length, rows[0]?.length ?? 0];
  const runs: number[] = [0];
  let isObject = false;
  for (let x = 0; x < width; x += 1)
    for (let y = 0; y < height; y += 1) {
      if ((rows[y]?.[x] ?? false) !== isObject) {
        runs.push(0);
        isObject = !isObject;
      }
      runs.push((runs.pop() ?? 0) + 1);
    }
  return { height, width, runs };
}

const picture = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }))
  .chain(([height, width]) =>
    fc.array(fc.array(fc.boolean(), { minLength: width, maxLength: width }), {
      minLength: height,
      maxLength: height,
    }),
  );

/** Whether a point lies within rings, by the even-odd rule. */
function isWithin(rings: readonly Ring[], x: number, y: number): boolean {
  let isInside = false;
  for (const ring of rings) {
    let [fromX, fromY] = ring.at(-1) ?? [0, 0];
    for (const [toX, toY] of ring) {
      if (fromY > y !== toY > y && x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX))
        isInside = !isInside;
      [fromX, fromY] = [toX, toY];
    }
  }
  return isInside;
}

/*
 * Texts, areas and boxes as pycocotools 2.0.11 gives them (mask.encode, mask.area, mask.toBbox). "block" and "corner" are the
 * masks of its own tests (testToBboxNonFullImage, testToBboxFullImage); "zero" is that of testZeroLeadingRLE.
 */
const ZERO =
  '000lg0Zb01O00001O00001O001O00001O00001O001O00001O01O2N3M3M3M2N3M3N2M3M2N1O1O1O1O2N1O1O1O2N1O1O101N1O1O1O2N1O1O1O2N3M2N1O2N1O2O0O2N1O1O2N1O2N1O2N1O2N1O2N1O2O0O2N1O3M2N1O2N2N2N2N2N1O2N2N2N2N1O2N2N2N2N2N1N3N2N00O1O1O1O100000000000000O100000000000000001O0000001O00001O0O5L7I5K4L4L3M2N2N2N1O2m]OoXOm`0Sg0j^OVYOTa0lf0c^O]YO[a0ef0\\^OdYOba0bg0N2N2N2N2N2N2N2N2N2N2N2N2N2N2N2N2N3M2M4M2N3M2N3M2N3M2N3M2N3M2N3M2N3M2N3M2M4M2N2N3M2M4M2N2N3M2M3N3M2M3N3M2N2N3L3N2N3M2N3L3N2N3M5J4M3M4L3M3L5L3M3M4L3L4\\EXTOd6jo0K6J5K6I4M1O1O1O1N2O1O1O001N2O00001O0O101O000O2O00001N101N101N2N101N101N101N2O0O2O0O2O0O2O1N101N2N2O1N2O1N2O1N101N2O1N2O1N2O0O2O1N2N2O1N2O0O2O1N2O1N2N2N1N4M2N2M4M2N3L3N2N3L3N3L3N2N3L3N2N3L3M4L3M3M4L3M5K5K5K6J5K5K6J7I7I7Ibijn0';
const DISC =
  'lg41_3`0D8I6K4L4L4M2M4M2N2N2N2N2N2N2N2O0O2N2O0O2O0O2O0O2O000O2O00000O2O0000000000000O20N100000000000001N1000001N10001N101N101N101N2N101N2N2N2N2N2N2N2N3L3N3L4L4L5J7H<@d`4';
const RING =
  'lg41_3`0D8I6K4L4L4M2M4M2N2N2N2N2N2N2N2O0O2N2O0OhNkN0T1NPO0o0OUO0j0OXO0g0O]O0b0O@0`0OB0=1C0<OF0:OH080H070K040L04ON020N020N020N020N020N011O01OO020N020N020N020N020N021L040L050I080H081F0:1D0=OC0>1@0`01^O0c01YO0h01VO0k01QO0P12lN0U1X1101N2N101N2N2N2N2N2N2N2N3L3N3L4L4L5J7H<@d`4';

describe('a mask', () => {
  it.each([
    ['block', [10, 10], 'P128000V1', 6, [3, 2, 3, 2]],
    ['corner', [2, 2], '13', 3, [0, 0, 2, 2]],
    ['full', [25, 25], '0ac0', 625, [0, 0, 25, 25]],
    ['wide', [120, 160], 'Pg;Pf4P[2', 4800, [100, 0, 40, 120]],
    ['disc', [120, 160], DISC, 5025, [40, 20, 81, 81]],
    ['ring', [120, 160], RING, 3780, [40, 20, 81, 81]],
    ['zero', [1350, 1080], ZERO, 152_378, [0, 0, 329, 776]],
  ])(
    '%s has the area and box that pycocotools gives it',
    (_name, size, text, area, [x, y, width, height]) => {
      const read = mask(size, text);
      expect(maskArea(read)).toBe(area);
      expect(maskBox(read)).toEqual({ x, y, width, height });
      expect(textOfRuns(read.runs)).toBe(text);
      expect(mask(size, read.runs)).toEqual(read);
      const rings = maskRings(read) ?? [];
      expect(ringsBox(rings)).toEqual({ x, y, width, height });
    },
  );

  it('with a hole has a ring for it', () => {
    const rings = maskRings(mask([120, 160], RING)) ?? [];
    const [outer = 0, inner = 0] = rings.map(ringArea).sort((a, b) => b - a);
    expect([rings.length, outer, outer - inner]).toEqual([2, 5025, 3780]);
  });

  it('is what its rings enclose, pixel by pixel, and parts that touch at a corner are rings of their own', () => {
    fc.assert(
      fc.property(picture, (rows) => {
        const read = maskOf(rows);
        const rings = maskRings(read) ?? [];
        const found = rows.map((row, y) => row.map((_, x) => isWithin(rings, x + 0.5, y + 0.5)));
        expect(found).toEqual(rows);
        expect(maskArea(read)).toBe(rows.flat().filter(Boolean).length);
        expect(maskBox(read)).toEqual(ringsBox(rings));
      }),
    );
    expect(
      maskRings(
        maskOf([
          [true, false],
          [false, true],
        ]),
      ),
    ).toHaveLength(2);
  });

  it('is the same as text and back', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2 ** 40 }), { maxLength: 12 }), (runs) => {
        expect(runsOfText(textOfRuns(runs))).toEqual(runs);
      }),
    );
  });

  it.each([
    ['more pixels than its picture', [2, 2], [1, 4]],
    ['a run below zero', [2, 2], [1, -1]],
    ['half a pixel', [2, 2], [0.5]],
    ['a size of nothing', [0, 2], []],
    ['a size of one number', [4], [4]],
    ['signs of no mask', [2, 2], '1 3'],
    ['a text that ends within a number', [2, 2], '1o'],
    ['a number without end', [2, 2], 'o'.repeat(1000)],
    ['a text with a run below zero', [2, 2], 'O'],
    ['no runs', [2, 2], null],
  ])('with %s is none', (_name, size, counts) => {
    expect(readMask(size, counts)).toBeNull();
  });

  it('that claims a thousand million pixels takes no more time than its runs', () => {
    const huge = mask([1_000_000, 1_000_000], [5, 10 ** 12 - 5]);
    expect(maskArea(huge)).toBe(10 ** 12 - 5);
    expect(maskBox(huge)).toEqual({ x: 0, y: 0, width: 1_000_000, height: 1_000_000 });
    // A mask in this many pieces is too fine to see: it has no outline.
    expect(maskRings(huge)).toBeNull();
  });
});

describe('a polygon', () => {
  // Annotation 1768 of COCO's instances_val2017.json, a dog in image 289343: area and box as published there.
  const DOG = [
    [
      510.66, 423.01, 511.72, 420.03, 510.45, 416, 510.34, 413.02, 510.77, 410.26, 510.77, 407.5, 510.34,
      405.16,
    ],
    [
      511.51, 402.83, 511.41, 400.49, 510.24, 398.16, 509.39, 397.31, 504.61, 399.22, 502.17, 399.64, 500.89,
      401.66,
    ],
    [
      500.47, 402.08, 499.09, 401.87, 495.79, 401.98, 490.59, 401.77, 488.79, 401.77, 485.39, 398.58, 483.9,
      397.31,
    ],
    [
      481.56, 396.35, 478.48, 395.93, 476.68, 396.03, 475.4, 396.77, 473.92, 398.79, 473.28, 399.96, 473.49,
      401.87,
    ],
    [
      474.56, 403.47, 473.07, 405.59, 473.39, 407.71, 476.68, 409.41, 479.23, 409.73, 481.56, 410.69, 480.4,
      411.85,
    ],
    [
      481.35, 414.93, 479.86, 418.65, 477.32, 420.03, 476.04, 422.58, 479.02, 422.58, 480.29, 423.01, 483.79,
      419.93,
    ],
    [
      486.66, 416.21, 490.06, 415.57, 492.18, 416.85, 491.65, 420.24, 492.82, 422.9, 493.56, 424.39, 496.43,
      424.6,
    ],
    [
      498.02, 423.01, 498.13, 421.31, 497.07, 420.03, 497.07, 415.15, 496.33, 414.51, 501.1, 411.96, 502.06,
      411.32,
    ],
    [
      503.02, 415.04, 503.33, 418.12, 501.1, 420.24, 498.98, 421.63, 500.47, 424.39, 505.03, 423.32, 506.2,
      421.31,
    ],
    [507.69, 419.5, 506.31, 423.32, 510.03, 423.01, 510.45, 423.01],
  ].flat();

  it('has the area and box that COCO publishes', () => {
    const ring = Array.from({ length: DOG.length / 2 }, (_, at): [number, number] => [
      DOG[at * 2] ?? 0,
      DOG[at * 2 + 1] ?? 0,
    ]);
    expect(ringArea(ring)).toBeCloseTo(702.1057499999998, 9);
    const { x = 0, y = 0, width = 0, height = 0 } = ringsBox([ring]) ?? {};
    expect([x, y]).toEqual([473.07, 395.93]);
    expect(width).toBeCloseTo(38.65, 9);
    expect(height).toBeCloseTo(28.67, 9);
  });

  it('of no points has neither', () => {
    expect([ringArea([]), ringsBox([])]).toEqual([0, null]);
  });
});
