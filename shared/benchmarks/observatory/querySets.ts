import type { QuerySets } from '../querySets.ts';
import { buildQuerySets } from './queries/build.ts';
import { scoreAnswers } from './queries/scoring.ts';

/** The query sets of image matching and grid pointing (section 3.2 of the paper), and what answers to them come to. */
export const querySets: QuerySets = {
  kinds: [
    { id: 'matching', title: 'Image matching' },
    { id: 'grid', title: 'Grid pointing' },
  ],
  build: (items, request) => buildQuerySets(items, request.kind === 'grid' ? 'grid' : 'matching', request),
  score: scoreAnswers,
};
