import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseTags, TAG_HEIGHT, tagTop } from '../../renderer/canvas/drawing/tags.ts';
import { strokeWidths } from '../../renderer/canvas/drawing/strokes.ts';
import { handleWithin, placeHandles } from '../../renderer/canvas/handles.ts';
import { sobelEdges } from '../../renderer/canvas/image/edges.ts';
import { chooseLevel, levelSizes } from '../../renderer/canvas/image/levels.ts';
import { CanvasModel } from '../../renderer/canvas/model.ts';
import {
  contrastRatio,
  haloFor,
  inkOn,
  luminance,
  PALETTE,
  paletteColor,
} from '../../renderer/canvas/palette.ts';
import type { CanvasRegion } from '../../renderer/canvas/types.ts';
import { area, clampToImage, contains, encloses, imagePoint } from '../../shared/base/geometry.ts';

const image = { id: 'image', url: null, width: 400, height: 300 };

function region(id: string, x: number, y: number, width: number, height: number, label = 'a'): CanvasRegion {
  return { id, imageId: image.id, label, x, y, width, height, note: null };
}

function modelWith(regions: readonly CanvasRegion[]): CanvasModel {
  const model = new CanvasModel();
  model.setImages([image]);
  model.setLabels([
    { id: 'a', name: 'A', color: paletteColor(0) },
    { id: 'b', name: 'B', color: paletteColor(1) },
  ]);
  model.setRegions(regions);
  return model;
}

const someRegions = fc
  .array(
    fc.tuple(
      fc.integer({ min: 0, max: 380 }),
      fc.integer({ min: 0, max: 280 }),
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 1, max: 200 }),
      fc.constantFrom('a', 'b', 'unknown'),
    ),
    { maxLength: 60 },
  )
  .map((boxes) =>
    boxes.map(([x, y, width, height, label], index) => ({
      ...region(`r${index}`, 0, 0, 1, 1, label),
      ...clampToImage({ x, y, width, height }, image),
    })),
  );

describe('looks of a box of its own', () => {
  const styled = (id: string, tagPlace: number, color = '#e69f00'): CanvasRegion => ({
    ...region(id, 20, 60, 100, 80),
    style: { color, dashed: false, tag: id, tagPlace },
  });
  const tags = (regions: readonly CanvasRegion[]): string[] => {
    const scene = modelWith(regions).scene(image);
    const shown = scene.tagsAt(
      1,
      scene.styles.map(() => [30, 42]),
    );
    return scene.regions.filter((_, index) => shown[index] === 1).map(({ id }) => id);
  };

  it('stand in place of its label’s, and are shared by boxes that look the same', () => {
    const model = modelWith([
      { ...styled('A', 0), id: 'one' },
      { ...styled('A', 0), id: 'two' },
      { ...region('three', 0, 0, 10, 10), style: { color: '#56b4e9', dashed: true, tag: 'B' } },
      region('four', 0, 0, 10, 10, 'unknown'),
    ]);
    const { styles } = model.scene(image);
    expect(styles.map(({ name, color, dashed }) => [name, color, dashed])).toEqual([
      ['A', '#e69f00', false],
      ['B', '#56b4e9', true],
      ['No label', '#bbbbbb', true],
    ]);
    expect(model.inOrder().map((each) => model.nameOf(each))).toEqual(['A, A', 'A, A', 'B, A', 'No label']);
  });

  it('keep both tags of boxes that lie on one another where each has a place of its own', () => {
    expect(tags([styled('A', 0), styled('B', 0, '#56b4e9')])).toEqual(['A']);
    expect(tags([styled('A', 0), styled('B', 1, '#56b4e9')])).toEqual(['A', 'B']);
  });
});

describe('finding boxes', () => {
  it('gives exactly the boxes under a point, smallest first', () => {
    fc.assert(
      fc.property(
        someRegions,
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 0, max: 300 }),
        (regions, x, y) => {
          const found = modelWith(regions).scene(image).stackAt(imagePoint(x, y), 0);
          const expected = regions.filter((box) => contains(box, imagePoint(x, y))).map((box) => box.id);
          expect(found.map((box) => box.id).sort()).toEqual(expected.sort());
          for (const [index, box] of found.entries()) {
            expect(area(box)).toBeLessThanOrEqual(area(found[index + 1] ?? { ...box, width: 1e9 }));
          }
        },
      ),
      // Stacks of several boxes are not in every sample.
      { numRuns: 1000 },
    );
  });

  it('gives exactly the boxes wholly inside a rubber band', () => {
    const band = { x: 50, y: 40, width: 200, height: 150 };
    fc.assert(
      fc.property(someRegions, (regions) => {
        const found = modelWith(regions).scene(image).within(band);
        const expected = regions.filter((box) => encloses(band, box)).map((box) => box.id);
        expect(found.map((box) => box.id).sort()).toEqual(expected.sort());
      }),
    );
  });

  it('draws what touches the view and nothing that is hidden or in hand', () => {
    const model = modelWith([
      region('near', 10, 10, 20, 20),
      region('far', 300, 200, 20, 20),
      region('gone', 15, 15, 4, 4),
    ]);
    model.toggleHidden(['gone']);
    const drawn = (view: { x: number; y: number; width: number; height: number }): string[] => {
      const scene = model.scene(image);
      const flags = scene.inView(view);
      return scene.regions.filter((_, index) => flags[index] === 1).map((box) => box.id);
    };
    expect(drawn({ x: 0, y: 0, width: 100, height: 100 })).toEqual(['near']);
    expect(drawn({ x: -10, y: -10, width: 900, height: 900 }).sort()).toEqual(['far', 'near']);
    model.setSelection(['near']);
    expect(drawn({ x: -10, y: -10, width: 900, height: 900 })).toEqual(['far']);
    expect(
      model
        .scene(image)
        .stackAt(imagePoint(16, 16), 0)
        .map((box) => box.id),
    ).toEqual(['near']);
  });
});

describe('hiding', () => {
  it('hides and shows a selection, and showing all shows the single ones too', () => {
    const model = modelWith([region('one', 0, 0, 5, 5), region('two', 9, 9, 5, 5)]);
    expect(model.toggleHidden(['one'])).toBe(true);
    expect(model.inOrder().map((box) => box.id)).toEqual(['two']);
    expect(model.toggleHidden(['one', 'two'])).toBe(true);
    expect(model.toggleHidden(['one', 'two'])).toBe(false);
    model.toggleHidden(['one']);
    expect(model.toggleAllHidden()).toBe(true);
    expect(model.inOrder()).toEqual([]);
    expect(model.toggleAllHidden()).toBe(false);
    expect(model.inOrder()).toHaveLength(2);
  });
});

describe('label tags', () => {
  const layout = (boxes: readonly CanvasRegion[], scale: number): number[] => {
    const shown = new Uint8Array(boxes.length);
    chooseTags(
      boxes.length,
      (index, into) => Object.assign(into, boxes[index], { tagWidth: 50 }),
      scale,
      image.width,
      image.height,
      shown,
    );
    return [...shown];
  };

  it('never overlap', () => {
    fc.assert(
      fc.property(someRegions, fc.double({ min: 0.05, max: 40, noNaN: true }), (regions, scale) => {
        const shown = layout(regions, scale);
        const tags = regions
          .filter((_, index) => shown[index] === 1)
          .map((box) => ({ x: box.x * scale, y: tagTop(box.y * scale, 0) }));
        for (const [index, tag] of tags.entries()) {
          for (const other of tags.slice(index + 1)) {
            expect(Math.abs(tag.x - other.x) >= 50 || Math.abs(tag.y - other.y) >= TAG_HEIGHT - 1).toBe(true);
          }
        }
      }),
    );
  });

  it('are all there where there is room, however small the boxes are', () => {
    expect(
      layout([region('a', 0, 50, 1, 1), region('b', 200, 50, 1, 1), region('c', 0, 200, 1, 1)], 0.5),
    ).toEqual([1, 1, 1]);
  });

  it('stand above their box, or in it at the top of the image', () => {
    expect(tagTop(100, 0)).toBe(100 - TAG_HEIGHT);
    expect(tagTop(5, 0)).toBe(5);
  });
});

describe('handles', () => {
  it('leave room to grasp even a tiny box, and are all found where they are drawn', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 500 }), (width, height) => {
        const rect = { x: 100, y: 100, width, height };
        const placed = placeHandles(rect);
        for (const { handle, x, y } of placed) expect(handleWithin(rect, x, y)).toBe(handle);
        expect(placed.filter(({ handle }) => handle.length === 2)).toHaveLength(4);
      }),
    );
    expect(handleWithin({ x: 100, y: 100, width: 18, height: 18 }, 109, 109)).toBeNull();
    expect(handleWithin({ x: 100, y: 100, width: 200, height: 200 }, 150, 150)).toBeNull();
  });
});

describe('strokes', () => {
  it('fall on whole device pixels at every density', () => {
    for (const ratio of [1, 1.25, 1.5, 2, 3]) {
      const { line, halo, offset } = strokeWidths(2, ratio);
      expect((line / 2 + offset) % 1).toBe(0);
      expect((halo / 2 + offset) % 1).toBe(0);
      expect(halo).toBeGreaterThanOrEqual(line + 2);
    }
  });
});

describe('colours', () => {
  it('carry readable text and are visible, by line or rim, on black and on white', () => {
    for (const color of [...PALETTE, '#000000', '#ffffff', '#101040']) {
      expect(contrastRatio(color, inkOn(color))).toBeGreaterThanOrEqual(4.5);
      const rim = haloFor(color).startsWith('rgba(0, 0, 0') ? '#404040' : '#d9d9d9';
      for (const ground of ['#000000', '#ffffff']) {
        expect(Math.max(contrastRatio(color, ground), contrastRatio(rim, ground))).toBeGreaterThanOrEqual(3);
      }
    }
  });

  it('differ from each other, and begin again past the end', () => {
    expect(new Set(PALETTE).size).toBe(PALETTE.length);
    expect(PALETTE.length).toBeGreaterThanOrEqual(24);
    expect(paletteColor(PALETTE.length)).toBe(paletteColor(0));
    expect(paletteColor(-1)).toBe(PALETTE.at(-1));
    expect(luminance('#ffffff')).toBeCloseTo(1, 9);
    expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 9);
  });
});

describe('pre-scaled copies', () => {
  it('halve down to about a thumbnail', () => {
    expect(levelSizes({ width: 4000, height: 3000 })).toEqual([
      { width: 4000, height: 3000 },
      { width: 2000, height: 1500 },
      { width: 1000, height: 750 },
      { width: 500, height: 375 },
    ]);
    expect(levelSizes({ width: 100, height: 50 })).toHaveLength(1);
  });

  it('are chosen so that none is enlarged that need not be', () => {
    const widths = [4000, 2000, 1000, 500];
    expect(chooseLevel(widths, 4000, 1)).toBe(0);
    expect(chooseLevel(widths, 4000, 0.5)).toBe(1);
    expect(chooseLevel(widths, 4000, 0.3)).toBe(1);
    expect(chooseLevel(widths, 4000, 0.2)).toBe(2);
    expect(chooseLevel(widths, 4000, 0.01)).toBe(3);
    expect(chooseLevel(widths, 4000, 12)).toBe(0);
  });
});

describe('the edge filter', () => {
  it('is black on a flat image and white along a step, its frame not counted', () => {
    const width = 6;
    const flat = new Uint8ClampedArray(width * width * 4).fill(90);
    expect(
      sobelEdges(flat, width, width).filter((value, index) => index % 4 !== 3 && value !== 0),
    ).toHaveLength(0);
    const step = new Uint8ClampedArray(width * width * 4);
    for (let y = 0; y < width; y += 1) {
      for (let x = 3; x < width; x += 1) step.fill(255, (y * width + x) * 4, (y * width + x) * 4 + 4);
    }
    const row = sobelEdges(step, width, width)
      .slice(2 * width * 4, 3 * width * 4)
      .filter((_, index) => index % 4 === 0);
    expect([...row]).toEqual([0, 0, 255, 255, 0, 0]);
  });
});
