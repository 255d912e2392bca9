import type { QueryItem, QuerySets } from '../querySets.ts';
import { buildQuerySets } from './queries/build.ts';
import { kindOfId, KINDS } from './queries/kinds.ts';
import { isQuery, withQueryImageNames } from './queries/queryItem.ts';
import { scoreAnswers } from './queries/scoring.ts';

/**
 * The questions of image matching, grid pointing and attribute localisation (section 3 of the paper), and what answers to
 * them come to.
 */
export const querySets: QuerySets = {
  kinds: KINDS,
  build: (items, request) =>
    buildQuerySets(entitiesAmong(items), kindOfId(request.kind) ?? 'matching', request),
  withImageNames: withQueryImageNames,
  score: (items, sets, answers) => scoreAnswers(entitiesAmong(items), sets, answers),
};

/** Questions are built from entities, not from questions. */
const entitiesAmong = (items: readonly QueryItem[]): readonly QueryItem[] =>
  items.filter(({ payload }) => !isQuery(payload));
