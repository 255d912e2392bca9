import { describe, expect, it } from 'vitest';
import { drawCrowd, drawShapes } from '../../renderer/canvas/drawing/carriedShape.ts';
import { CanvasModel } from '../../renderer/canvas/model.ts';
import { UNKNOWN_COLOR } from '../../renderer/canvas/palette.ts';
import { marksOf } from '../../renderer/canvas/restScene.ts';
import type { CanvasRegion } from '../../renderer/canvas/types.ts';
import type { ForeignPart } from '../../shared/foreign/foreignPart.ts';
import type { ForeignShape } from '../../shared/foreign/foreignShape.ts';

const image = { id: 'image', url: null, width: 400, height: 300 };
const foreign: ForeignPart = {
  format: 'coco',
  source: '{}',
  shapes: ['polygon'],
  box: [100, 100, 50, 50],
};
const region = (id: string, x: number, part?: ForeignPart): CanvasRegion => ({
  id,
  imageId: 'image',
  label: 'a',
  x,
  y: 100,
  width: 50,
  height: 50,
  note: null,
  ...(part !== undefined && { foreign: part }),
});

function sceneWith(regions: readonly CanvasRegion[]) {
  const model = new CanvasModel();
  model.setImages([image]);
  model.setLabels([{ id: 'a', name: 'A', color: '#e69f00' }]);
  model.setRegions(regions);
  return { model, scene: model.scene(image) };
}

const everywhere = { x: 0, y: 0, width: 400, height: 300 };

describe('what boxes came with', () => {
  it('is found where its file put it, by boxes that are not hidden, whether or not they are in hand', () => {
    const { model, scene } = sceneWith([
      region('there', 100, foreign),
      region('moved', 300, foreign),
      region('plain', 100),
      region('bare', 100, { ...foreign, shapes: [] }),
    ]);
    const found = (view = everywhere) =>
      scene.carriedIn(view).map(({ index, fits }) => [scene.regions[index]?.id, fits]);
    expect(found()).toEqual(
      expect.arrayContaining([
        ['there', true],
        ['moved', false],
      ]),
    );
    expect(found()).toHaveLength(2);
    // Shapes stay where they were when their box is moved away.
    expect(found({ x: 90, y: 90, width: 40, height: 40 })).toHaveLength(2);
    for (const [x, y] of [
      [290, 90],
      [20, 90],
      [90, 20],
      [90, 200],
    ] as const)
      expect(found({ x, y, width: 60, height: 60 })).toEqual([]);
    model.setSelection(['there']);
    expect(found()).toHaveLength(2);
    model.toggleHidden(['there']);
    expect(found()).toEqual([['moved', false]]);
  });

  it('marks tags: a note, shapes that fit, shapes that no longer do', () => {
    expect(marksOf(region('plain', 100))).toBe(0);
    expect(marksOf({ ...region('plain', 100), note: 'A note' })).toBe(1);
    expect(marksOf(region('there', 100, foreign))).toBe(2);
    expect(marksOf({ ...region('moved', 101, foreign), note: 'A note' })).toBe(5);
    expect(marksOf(region('bare', 100, { ...foreign, shapes: [] }))).toBe(0);
  });
});

/** A context that remembers what was asked of it. */
function recorder() {
  const calls: (readonly [string, ...number[]])[] = [];
  const strokes: { color: unknown; dash: readonly number[]; alpha: number }[] = [];
  const fills: unknown[] = [];
  let dash: readonly number[] = [];
  const context = {
    globalAlpha: 1,
    lineWidth: 1,
    strokeStyle: '',
    fillStyle: '',
    beginPath: () => undefined,
    moveTo: (x: number, y: number) => calls.push(['move', x, y]),
    lineTo: (x: number, y: number) => calls.push(['line', x, y]),
    rect: (x: number, y: number, width: number, height: number) => calls.push(['rect', x, y, width, height]),
    arc: (x: number, y: number) => calls.push(['dot', x, y]),
    closePath: () => calls.push(['close']),
    setLineDash: (lengths: readonly number[]) => {
      dash = lengths;
    },
    fill: () => fills.push(context.fillStyle),
    stroke: () => strokes.push({ color: context.strokeStyle, dash, alpha: context.globalAlpha }),
  };
  return { context, calls, strokes, fills };
}

const place = { scale: 2, x: 10, y: 20 };
const style = { color: '#e69f00', halo: '#000000' };
const square: ForeignShape = {
  kind: 'polygon',
  rings: [
    [
      [0, 0],
      [0.2, 0.1],
      [50, 0],
      [50, 50],
    ],
  ],
};

describe('the drawing of carried shapes', () => {
  it('traces outlines in place, without the points that fall on one pixel, dashed in the colour of the box', () => {
    const { context, calls, strokes, fills } = recorder();
    drawShapes(context, [square], { style, fits: true }, place, 1);
    expect(calls).toEqual([['move', 10, 20], ['line', 110, 20], ['line', 110, 120], ['close']]);
    expect(fills).toEqual(['#e69f00']);
    expect(strokes.at(-1)).toEqual({ color: '#e69f00', dash: [4, 2], alpha: 1 });
  });

  it('fades what no longer fits: grey, and not filled', () => {
    const { context, strokes, fills } = recorder();
    drawShapes(context, [square], { style, fits: false }, place, 1);
    expect(fills).toEqual([]);
    expect(strokes.at(-1)).toMatchObject({ color: UNKNOWN_COLOR });
    expect(strokes.at(-1)?.alpha).toBeLessThan(1);
  });

  it('draws a crowd with one line a colour', () => {
    const { context, calls, strokes, fills } = recorder();
    const other = { color: '#56b4e9', halo: '#000000' };
    const seen = [
      { shapes: [square], style, fits: true },
      { shapes: [square], style: other, fits: true },
      { shapes: [square], style, fits: true },
      { shapes: [square], style: other, fits: false },
    ];
    drawCrowd(context, seen, place, 1);
    expect(strokes.map(({ color, dash }) => [color, dash])).toEqual([
      [style.color, []],
      [other.color, []],
      [UNKNOWN_COLOR, []],
    ]);
    expect(calls.filter(([what]) => what === 'close')).toHaveLength(4);
    expect(fills).toEqual([]);
  });

  it('connects keypoints, and draws parts as boxes', () => {
    const { context, calls, fills } = recorder();
    const points = [
      { at: [1, 1], name: 'nose', isVisible: true },
      { at: [5, 1], name: 'eye', isVisible: false },
    ] as const;
    drawShapes(
      context,
      [
        {
          kind: 'keypoints',
          points,
          lines: [
            [0, 1],
            [1, 7],
          ],
        },
        { kind: 'parts', boxes: [{ name: 'head', x: 1, y: 2, width: 3, height: 4 }] },
      ],
      { style, fits: true },
      place,
      1,
    );
    expect(calls).toEqual([
      ['move', 12, 22],
      ['line', 20, 22],
      ['dot', 12, 22],
      ['dot', 20, 22],
      ['rect', 12, 24, 6, 8],
    ]);
    // Only the visible one is filled.
    expect(fills).toHaveLength(1);
  });
});
