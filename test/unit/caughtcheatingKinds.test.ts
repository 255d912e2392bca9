import { expect, it } from 'vitest';
import { KINDS_OF_CLUES } from '../../shared/benchmarks/caughtcheating/kinds.ts';
import { curate } from '../../shared/benchmarks/caughtcheating/task.ts';
import type { RegionRecord } from '../../shared/domain/document.ts';
import { ImageId, RegionId } from '../../shared/base/ids.ts';
import { regionRecord } from '../helpers/regions.ts';
import { regionLabels } from '../../shared/benchmarks/taskParts.ts';

const CLUED = {
  label: true,
  detm_cue: 'A second glass',
  non_detm_cue: ['A coat', 'A bag'],
  main_ins: 'Is he alone?',
};
const base = curate.initialAnswer(CLUED);
const clues = KINDS_OF_CLUES.map((clue) => ({ ...clue }));
const box = (label: string, at: number): RegionRecord =>
  regionRecord({
    id: RegionId.parse(`01890000-0000-7000-8000-00000000000${String(at)}`),
    imageId: ImageId.parse('01890000-0000-7000-8000-0000000000ff'),
    label,
    x: 0,
    y: 0,
    width: 9,
    height: 9,
    order: at,
  });

it('a box drawn by its kind goes to the one written clue of that kind, and keeps the kind where several are', () => {
  const drawn = [box('deterministic clue', 1), box('non-deterministic clue', 2)];
  const { answer, regions } = curate.boxes?.completeAnswer?.(base, { ...base, clues }, drawn) ?? {
    answer: {},
    regions: [],
  };
  expect(regions.map(({ label }) => label)).toEqual(['clue-1', 'non-deterministic clue']);
  expect(answer['clues']).toEqual([...(Array.isArray(base['clues']) ? base['clues'] : []), clues[1]]);
  const categories = new Map(regionLabels(curate, answer, {}).map(({ id, category }) => [id, category]));
  expect(regions.map(({ label }) => categories.get(label))).toEqual([
    'deterministic clue',
    'non-deterministic clue',
  ]);
});

it('clues that only stand for their kind write nothing into an item, and take nothing out of it', () => {
  for (const label of [true, false]) {
    const asked = ['label', 'clues'];
    expect(curate.applyAnswer(CLUED, { ...base, clues, label }, asked)).toEqual({ ...CLUED, label });
  }
});
