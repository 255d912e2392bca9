import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  centred,
  clampScale,
  FIT_MARGIN,
  fitScale,
  fitted,
  following,
  isLost,
  keptInView,
  layoutPanes,
  MAXIMUM_SCALE,
  onDevicePixels,
  panned,
  revealing,
  toImage,
  toScreen,
  type Viewport,
  visibleBox,
  wheelFactor,
  zoomedAt,
} from '../../renderer/canvas/viewport.ts';
import { heldFactor, placingStep } from '../../renderer/canvas/steps.ts';
import { type Box, imagePoint, screenPoint } from '../../shared/base/geometry.ts';
import { firsts } from '../helpers/present.ts';

const number = (min: number, max: number): fc.Arbitrary<number> =>
  fc.double({ min, max, noNaN: true, noDefaultInfinity: true });
const viewport: fc.Arbitrary<Viewport> = fc.record({
  scale: number(0.01, MAXIMUM_SCALE),
  x: number(-5000, 5000),
  y: number(-5000, 5000),
});
const size = fc.record({
  width: fc.integer({ min: 1, max: 12_000 }),
  height: fc.integer({ min: 1, max: 12_000 }),
});
const pane = fc.record({
  x: number(0, 500),
  y: number(0, 500),
  width: number(60, 3000),
  height: number(60, 2000),
});
const spot = fc.tuple(number(0, 2000), number(0, 2000)).map(([x, y]) => screenPoint(x, y));

describe('the viewport', () => {
  it('takes a point from the image to the screen and back', () => {
    fc.assert(
      fc.property(viewport, number(0, 12_000), number(0, 12_000), (view, x, y) => {
        const back = toImage(view, toScreen(view, imagePoint(x, y)));
        expect(back.x).toBeCloseTo(x, 6);
        expect(back.y).toBeCloseTo(y, 6);
      }),
    );
  });

  it('keeps the image point under the pointer while zooming', () => {
    fc.assert(
      fc.property(viewport, spot, number(0.01, MAXIMUM_SCALE), (view, anchor, scale) => {
        const under = toImage(view, anchor);
        const after = toScreen(zoomedAt(view, anchor, scale), under);
        expect(after.x).toBeCloseTo(anchor.x, 5);
        expect(after.y).toBeCloseTo(anchor.y, 5);
      }),
    );
  });

  it('comes back to where it was when zoomed in and out, and when panned there and back', () => {
    fc.assert(
      fc.property(viewport, spot, number(0.1, 10), (view, anchor, factor) => {
        const back = zoomedAt(zoomedAt(view, anchor, view.scale * factor), anchor, view.scale);
        expect(back.x).toBeCloseTo(view.x, 5);
        expect(panned(panned(view, factor, 3), -factor, -3).x).toBeCloseTo(view.x, 9);
      }),
    );
  });

  it('fits the whole image into the pane, touching its margin on one side', () => {
    fc.assert(
      fc.property(size, pane, (image, rect) => {
        const view = fitted(image, rect);
        const [left, top] = [view.x - rect.x, view.y - rect.y];
        const right = rect.width - left - image.width * view.scale;
        expect(left).toBeCloseTo(right, 5);
        if (view.scale < MAXIMUM_SCALE) expect(Math.min(left, top)).toBeCloseTo(FIT_MARGIN, 5);
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(FIT_MARGIN - 1e-6);
      }),
    );
  });

  it('never lets the image be lost out of sight, and leaves it alone while it is seen', () => {
    fc.assert(
      fc.property(size, pane, viewport, (image, rect, view) => {
        const kept = keptInView(view, image, rect);
        const seen = visibleBox(kept, rect);
        expect(seen.x).toBeLessThan(image.width);
        expect(seen.y).toBeLessThan(image.height);
        expect(seen.x + seen.width).toBeGreaterThan(0);
        expect(seen.y + seen.height).toBeGreaterThan(0);
        const fit = fitted(image, rect);
        expect(keptInView(fit, image, rect)).toEqual(fit);
      }),
    );
  });

  it('keeps an image that fits within its pane, however far it is pushed', () => {
    fc.assert(
      fc.property(size, pane, number(-9000, 9000), number(-9000, 9000), (image, rect, dx, dy) => {
        const view = keptInView(panned(fitted(image, rect), dx, dy), image, rect);
        expect(view.x).toBeGreaterThanOrEqual(rect.x - 1e-6);
        expect(view.y).toBeGreaterThanOrEqual(rect.y - 1e-6);
        expect(view.x + image.width * view.scale).toBeLessThanOrEqual(rect.x + rect.width + 1e-6);
        expect(view.y + image.height * view.scale).toBeLessThanOrEqual(rect.y + rect.height + 1e-6);
      }),
    );
  });

  it('covers at least half of the pane, or half of the image, in each direction', () => {
    fc.assert(
      fc.property(size, pane, viewport, (image, rect, view) => {
        const kept = keptInView(view, image, rect);
        expect(isLost(kept, image, rect)).toBe(false);
        const left = Math.max(kept.x, rect.x);
        const right = Math.min(kept.x + image.width * kept.scale, rect.x + rect.width);
        const half = Math.min(image.width * kept.scale, rect.width) / 2;
        expect(right - left).toBeGreaterThanOrEqual(half - 1e-6);
      }),
    );
  });

  it('counts an image as lost below a fifth of what could be seen of it', () => {
    const image = { width: 1000, height: 1000 };
    const rect = { x: 0, y: 0, width: 1000, height: 1000 };
    expect(isLost({ scale: 1, x: 790, y: 0 }, image, rect)).toBe(false);
    expect(isLost({ scale: 1, x: 810, y: 0 }, image, rect)).toBe(true);
    expect(isLost({ scale: 1, x: 0, y: -1500 }, image, rect)).toBe(true);
    // Zoomed in, little of the image is in sight, and all that the pane can show is the image.
    expect(isLost({ scale: 20, x: -5000, y: -5000 }, image, rect)).toBe(false);
    expect(isLost({ scale: 20, x: 850, y: -5000 }, image, rect)).toBe(true);
  });

  it('bounds the scale, and always allows the fitted size and 100 %', () => {
    fc.assert(
      fc.property(size, pane, number(1e-6, 1e6), (image, rect, scale) => {
        expect(clampScale(scale, image, rect)).toBeLessThanOrEqual(MAXIMUM_SCALE);
        expect(clampScale(fitScale(image, rect), image, rect)).toBe(fitScale(image, rect));
        expect(clampScale(1, image, rect)).toBe(1);
      }),
    );
  });

  it('is moved by less than a device pixel to be crisp', () => {
    fc.assert(
      fc.property(viewport, fc.constantFrom(1, 1.25, 1.5, 2), (view, ratio) => {
        const crisp = onDevicePixels(view, ratio);
        expect(Math.abs(crisp.x - view.x)).toBeLessThanOrEqual(0.5 / ratio + 1e-9);
        expect(crisp.x * ratio).toBeCloseTo(Math.round(crisp.x * ratio), 6);
      }),
    );
  });

  it('zooms in when the wheel turns up, out by as much when it turns down, gently when pinched', () => {
    expect(wheelFactor(-100, 0, false)).toBeGreaterThan(1.1);
    expect(wheelFactor(-100, 0, false) * wheelFactor(100, 0, false)).toBeCloseTo(1, 12);
    expect(wheelFactor(-3, 1, false)).toBeGreaterThan(1.05);
    expect(wheelFactor(-4, 0, true)).toBeGreaterThan(wheelFactor(-4, 0, false));
    expect(wheelFactor(-1e9, 0, false)).toBeLessThan(2.1);
  });
});

describe('steps by keys', () => {
  it('stay exact at first, then double while the key is held, up to sixteen times', () => {
    expect([0, 3, 4, 8, 12, 16, 500].map(heldFactor)).toEqual([1, 1, 2, 4, 8, 16, 16]);
  });

  it('grow with the image where a box is placed with Shift, and never without', () => {
    const photograph = { width: 4000, height: 3000 };
    expect(placingStep(1, photograph)).toBe(1);
    expect(placingStep(-10, photograph)).toBe(-40);
    expect(placingStep(10, { width: 800, height: 600 })).toBe(10);
  });
});

describe('images side by side', () => {
  it('show the same spot at the same magnification over fitted', () => {
    fc.assert(
      fc.property(size, size, number(0.5, 8), number(0.2, 0.8), (first, second, zoom, part) => {
        const [left, right] = firsts(layoutPanes([first, second], 1200, 700), 2);
        const scale = fitScale(first, left) * zoom;
        const view = {
          scale,
          x: left.x + left.width / 2 - first.width * part * scale,
          y: left.y + left.height / 2 - first.height * part * scale,
        };
        const other = following({ viewport: view, image: first, rect: left }, second, right);
        expect(other.scale / fitScale(second, right)).toBeCloseTo(zoom, 6);
        const middle = toImage(other, screenPoint(right.x + right.width / 2, right.y + right.height / 2));
        expect(middle.x / second.width).toBeCloseTo(part, 6);
        expect(middle.y / second.height).toBeCloseTo(part, 6);
      }),
    );
  });

  it('have panes that lie apart within the canvas, in reading order', () => {
    fc.assert(
      fc.property(fc.array(size, { minLength: 1, maxLength: 7 }), (images) => {
        const rects = layoutPanes(images, 1200, 800);
        expect(rects).toHaveLength(images.length);
        for (const [index, rect] of rects.entries()) {
          expect(rect.x + rect.width).toBeLessThanOrEqual(1200 + 1e-6);
          expect(rect.y + rect.height).toBeLessThanOrEqual(800 + 1e-6);
          const next = rects[index + 1];
          if (next !== undefined)
            expect(next.x >= rect.x + rect.width || next.y >= rect.y + rect.height).toBe(true);
        }
      }),
    );
  });

  it('put two tall images beside each other and two wide ones below each other', () => {
    const [a, b] = layoutPanes(
      [
        { width: 300, height: 900 },
        { width: 300, height: 900 },
      ],
      1000,
      800,
    );
    expect(b?.x).toBeGreaterThan(a?.x ?? 0);
    const [c, d] = layoutPanes(
      [
        { width: 4000, height: 500 },
        { width: 4000, height: 500 },
      ],
      1000,
      800,
    );
    expect(d?.y).toBeGreaterThan(c?.y ?? 0);
  });

  it('leave a single image the whole canvas', () => {
    expect(layoutPanes([{ width: 10, height: 10 }], 640, 480)).toEqual([
      { x: 0, y: 0, width: 640, height: 480 },
    ]);
    expect(centred({ width: 10, height: 10 }, { x: 0, y: 0, width: 640, height: 480 }, 2)).toEqual({
      scale: 2,
      x: 310,
      y: 230,
    });
  });
});

describe('revealing a box', () => {
  const pane = { x: 10, y: 20, width: 400, height: 300 };
  // The image's (100, 50) to (300, 200) is in sight.
  const view: Viewport = { scale: 2, x: 10 - 200, y: 20 - 100 };
  const inSight = (box: Box, viewport: Viewport): readonly number[] => {
    const seen = visibleBox(viewport, pane);
    return [
      box.x - seen.x,
      box.y - seen.y,
      seen.x + seen.width - box.x - box.width,
      seen.y + seen.height - box.y - box.height,
    ].map((room) => room * viewport.scale);
  };
  const box = (x: number, y: number): Box => ({ x, y, width: 20, height: 10 });

  it('moves nothing where a part of the box is in sight', () => {
    for (const [x, y] of [
      [85, 100],
      [295, 100],
      [200, 45],
      [200, 195],
    ] as const)
      expect(revealing(view, pane, box(x, y))).toBe(view);
  });

  it.each([
    ['left', 20, 100, 0],
    ['above', 200, 5, 1],
    ['right', 400, 100, 2],
    ['below', 200, 300, 3],
  ] as const)('moves the view just so far that a box on the %s has room', (_, x, y, side) => {
    const revealed = revealing(view, pane, box(x, y));
    expect(revealed.scale).toBe(2);
    expect(inSight(box(x, y), revealed)[side]).toBeCloseTo(24);
    // The other direction stays as it is.
    expect(side % 2 === 0 ? revealed.y - view.y : revealed.x - view.x).toBe(0);
  });

  it('puts a box larger than the view in its middle and zooms out no more than it takes', () => {
    const wide: Box = { x: 0, y: 0, width: 250, height: 20 };
    const revealed = revealing(view, pane, wide);
    expect(revealed.scale).toBeCloseTo((400 * 0.8) / 250);
    const [left = 0, top = 0, right = 0, bottom = 0] = inSight(wide, revealed);
    expect(left).toBeCloseTo(40);
    expect([right, bottom]).toEqual([expect.closeTo(left), expect.closeTo(top)]);
  });
});
