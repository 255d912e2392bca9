import { expect, it } from 'vitest';
import { undoWay } from '../../electron/core/features/history/undoWay.ts';

const place = (imageId: string | null) => ({ position: 0, role: 'image', name: 'a.png', imageId });
const attached = {
  added: {},
  updated: { 'image:0': [place(null), place('01890a5d-ac96-774b-bcce-b302099a8057')] },
  removed: {},
};

it.each([
  ['a deletion', { kind: 'delete' }, 'items'],
  ['a deletion that is undone', { kind: 'delete', isUndone: true }, null],
  ['an import that added items', { kind: 'import', detail: { adds: 'items' } }, 'items'],
  ['an import that only updated', { kind: 'import', detail: { format: 'x' } }, null],
  ['an import of answers', { kind: 'import', detail: { format: 'x' }, answers: true }, 'answers'],
  ['an import of answers that is undone', { kind: 'import', answers: true, isUndone: true }, null],
  ['an image in a place', { kind: 'attach', diff: attached }, 'images'],
  ['an image in a new place', { kind: 'attach', diff: { ...attached, updated: {} } }, null],
  ['statuses', { kind: 'status' }, 'statuses'],
  ['statuses that are undone', { kind: 'status', isUndone: true }, 'statuses'],
  ['tags', { kind: 'tags' }, 'values'],
  ['a split', { kind: 'split' }, 'values'],
  ['the vocabulary', { kind: 'vocabulary' }, 'values'],
  ['an update from a source', { kind: 'update' }, 'values'],
  ['a recomputing of gold', { kind: 'gold' }, 'values'],
  ['tags that are undone', { kind: 'tags', isUndone: true }, 'values'],
  ['an edit', { kind: 'edit' }, null],
] as const)('%s', (_name, entry, way) => {
  expect(undoWay({ detail: null, diff: null, answers: false, isUndone: false, ...entry })).toBe(way);
});
