import type { JsonObject } from '../../base/json.ts';
import type { Benchmark, ItemSummary } from '../benchmark.ts';
import { acceptObject } from '../problems.ts';
import { baseline } from './baseline.ts';
import { parseItem } from './codec.ts';
import { health } from './health.ts';
import { judging } from './judging.ts';
import { metrics } from './metrics.ts';
import { CaughtCheatingPayload, CaughtCheatingVocabulary, initialVocabulary } from './schema.ts';
import { curate } from './task.ts';

/** CaughtCheating: is there a small clue in the photo that gives a partner's claim the lie? */
export const caughtCheating: Benchmark = {
  id: 'caughtcheating',
  title: 'CaughtCheating',
  description:
    'Photos, clued or unclued, with a claim question, one deterministic clue and decomposed questions.',
  sample: {
    title: 'Sample casebook',
    folder: 'Sample',
    about: 'Twelve drawn rooms: clues with their boxes, raters who differ, a study, models and judges.',
  },
  vocabulary: {
    initial: initialVocabulary,
    parse: (value) => acceptObject(CaughtCheatingVocabulary, value),
  },
  parseItem,
  candidate: () => ({}),
  // Every key of the data set is an answer, or (the path, the link) gives one away.
  stimulus: () => ({}),
  summarize,
  facets: [
    { name: 'scene', title: 'Scene' },
    { name: 'partner', title: 'Partner' },
  ],
  tasks: [curate],
  baseline,
  judging,
  metrics,
  health,
};

function summarize(payload: JsonObject): ItemSummary {
  const source = CaughtCheatingPayload.parse(payload);
  const facets: Record<string, string> = {};
  if (source.scene !== undefined) facets['scene'] = source.scene;
  if (source.target_partner !== undefined) facets['partner'] = source.target_partner;
  return {
    title: source.detm_cue ?? source.main_ins ?? '',
    label: source.label === undefined ? null : source.label ? 'clued' : 'unclued',
    facets,
  };
}
