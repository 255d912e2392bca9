import { describe, expect, it } from 'vitest';
import { LabelStudioConfig } from '../../electron/core/formats/labelStudio/labelStudioConfig.ts';
import type { WrittenBox } from '../../electron/core/formats/boxes/boxes.ts';
import { boxResults } from '../../electron/core/formats/labelStudio/labelStudioResults.ts';
import { Tally } from '../../electron/core/formats/reading/tally.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import type { ForeignKind } from '../../shared/foreign/foreignPart.ts';

const FIELD = { name: 'regions', title: 'Boxes', comparison: { level: 'boxes' } } as const;
const SIZE = { original_width: 200, original_height: 100, image_rotation: 0 };

const polygon: JsonObject = {
  id: 'p',
  type: 'polygonlabels',
  from_name: 'shape',
  to_name: 'img',
  ...SIZE,
  origin: 'manual',
  score: 0.5,
  value: {
    points: [
      [10, 20],
      [40, 20],
      [25, 60],
    ],
    closed: true,
    polygonlabels: ['cat'],
  },
  meta: { text: ['hidden'], more: 1 },
};
const state: JsonObject = {
  id: 'p',
  type: 'choices',
  from_name: 'state',
  to_name: 'img',
  ...SIZE,
  value: {
    points: [
      [10, 20],
      [40, 20],
      [25, 60],
    ],
    closed: true,
    choices: ['broken'],
  },
};
const relation: JsonObject = {
  type: 'relation',
  from_id: 'p',
  to_id: 'q',
  direction: 'right',
  labels: ['of'],
};

const written = (
  records: readonly JsonObject[],
  more: Partial<WrittenBox> & { readonly isCurrent?: boolean; readonly shapes?: readonly ForeignKind[] } = {},
): WrittenBox => ({
  category: 'cat',
  x: 20,
  y: 20,
  width: 60,
  height: 40,
  attributes: { state: 'broken' },
  note: 'hidden',
  foreign: {
    format: 'labelstudio',
    source: JSON.stringify(records),
    shapes: more.shapes ?? ['polygon'],
    box: [20, 20, 60, 40],
    isCurrent: more.isCurrent ?? true,
  },
  ...more,
});

function results(boxes: readonly WrittenBox[], index: number | null = null) {
  const left = new Tally();
  const config = new LabelStudioConfig([FIELD], index !== null);
  const made = boxResults([{ width: 200, height: 100, index, boxes }], {
    field: 'regions',
    config,
    prefix: '1-1',
    left: (what, count) => {
      left.add(what, count);
    },
  });
  return { made, left: left.lines() };
}

const named = (result: JsonObject, name: string): JsonObject => ({
  ...result,
  from_name: name,
  to_name: 'image',
});

describe('a region of Label Studio that is handed out', () => {
  it('is what it was where nothing changed, under the names of the setup', () => {
    expect(results([written([polygon, state])])).toEqual({
      made: [named(polygon, 'regions-polygonlabels'), named(state, 'state')],
      left: [],
    });
  });

  it('is a rectangle once it was moved, with all else that was said; the polygon is counted', () => {
    const { made, left } = results([written([polygon, state], { isCurrent: false, x: 100, note: '' })]);
    const place = { x: 50, y: 20, width: 30, height: 40, rotation: 0 };
    expect(made).toEqual([
      {
        ...named(polygon, 'regions'),
        type: 'rectanglelabels',
        value: { ...place, rectanglelabels: ['cat'] },
        meta: { more: 1 },
      },
      { ...named(state, 'state'), value: { ...place, choices: ['broken'] } },
    ]);
    expect(left).toEqual([{ what: 'polygon of a box that was moved', count: 1 }]);
  });

  it('has its new label and its new note; an answer about it that no longer holds is counted', () => {
    const { made, left } = results([
      written([polygon, state], { category: 'dog', note: 'seen', attributes: { state: 'whole' } }),
    ]);
    expect(made).toEqual([
      {
        ...named(polygon, 'regions-polygonlabels'),
        value: {
          points: [
            [10, 20],
            [40, 20],
            [25, 60],
          ],
          closed: true,
          polygonlabels: ['dog'],
        },
        meta: { more: 1, text: ['seen'] },
      },
    ]);
    expect(left).toEqual([{ what: 'answer about a box that was changed', count: 1 }]);
  });

  it('keeps its relation while both ends are there, once', () => {
    const other = { ...polygon, id: 'q' };
    const both = results([
      written([polygon, state, relation]),
      written([other, relation], { attributes: {} }),
    ]);
    expect(both.made.at(-1)).toEqual(relation);
    expect(both.made).toHaveLength(4);
    const alone = results([written([polygon, state, relation])]);
    expect(alone.made).toHaveLength(2);
    expect(alone.left).toEqual([{ what: 'relation to a box that is gone', count: 1 }]);
  });

  it('gets another id where two would have the same, and its relation with it', () => {
    const loop = { ...relation, to_id: 'p' };
    const { made } = results([
      written([polygon], { attributes: {} }),
      written([{ ...polygon, score: 0.1 }], { attributes: {} }),
      written(
        [
          { ...polygon, id: 'r' },
          { ...loop, from_id: 'r', to_id: 'r' },
        ],
        { attributes: {} },
      ),
    ]);
    const ids = made.map((each) =>
      typeof each === 'object' && each !== null && 'id' in each ? each.id : 'relation',
    );
    expect(ids).toEqual(['p', '1-1-box2', 'r', 'relation']);
  });

  it('is on its image of a task with several', () => {
    expect(results([written([polygon], { attributes: {} })], 2).made).toEqual([
      { ...named(polygon, 'regions-polygonlabels'), item_index: 2 },
    ]);
  });

  it('is a rectangle with its note where it was drawn here, or what it came with cannot be read', () => {
    const plain = {
      id: '1-1-box1',
      from_name: 'regions',
      to_name: 'image',
      type: 'rectanglelabels',
      ...SIZE,
      value: { x: 10, y: 20, width: 30, height: 40, rotation: 0, rectanglelabels: ['cat'] },
      meta: { text: ['hidden'] },
    };
    const { foreign, ...drawn } = written([]);
    if (foreign === undefined) return;
    expect(results([drawn]).made).toEqual([plain]);
    expect(results([{ ...drawn, foreign: { ...foreign, source: '{' } }]).made).toEqual([plain]);
  });
});
