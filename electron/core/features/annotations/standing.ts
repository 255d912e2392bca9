import { z } from 'zod';
import type { Task } from '../../../../shared/benchmarks/benchmark.ts';
import { fieldDifferences, overallDifference } from '../../../../shared/benchmarks/difference.ts';
import { AnnotationId, type ItemId } from '../../../../shared/domain/ids.ts';
import { JsonObject } from '../../../../shared/domain/json.ts';
import type { RatingState } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../casebook.ts';
import type { ProjectService } from '../projects/service.ts';
import type { Rating } from './ratings.ts';
import { createRatingsReader } from './ratings.ts';

/** What counts as right for an item; `base`: what it came with, `none`: nothing does, the raters differ. */
export type Standing =
  | { readonly source: 'single' | 'unanimous' | 'adjudicated'; readonly annotationId: AnnotationId }
  | { readonly source: 'base' | 'none'; readonly annotationId: null };

/** How the raters of an item stand to each other in the latest round in which anybody has something to say. */
export interface RatersStanding {
  readonly round: number;
  readonly state: RatingState;
  readonly ratings: number;
  /** 0 to 1, the mean of `fields`. */
  readonly disagreement: number;
  /** Per field in which they differ, how much: 0 to 1. */
  readonly fields: Readonly<Record<string, number>>;
  /** When the last rating was submitted; before the first, when it was asked for. UTC milliseconds. */
  readonly since: number;
}

export interface ItemStanding {
  /** Null where nobody has rated it. */
  readonly raters: RatersStanding | null;
  readonly gold: Standing;
}

const Open = z.object({ count: z.int(), first: z.int().nullable() });
const Answer = z.object({ annotationId: AnnotationId, submittedAt: z.int() });

const BASE: Standing = { source: 'base', annotationId: null };
const NONE: Standing = { source: 'none', annotationId: null };

/**
 * Says what follows from the answers, assignments and decisions on an item. A function of these rows and of the
 * project's settings alone: neither the order in which they came nor what held before plays a part.
 */
export function createStandings(
  casebook: Casebook,
  project: ProjectService,
): (itemId: ItemId, task: Task) => ItemStanding {
  const { database } = casebook;
  const ratings = createRatingsReader(database);
  // The plus keeps SQLite from the index by task, which would walk through all ratings there are.
  const rounds = database
    .prepare<[string, string, string, string, string, string], number>(
      `SELECT round FROM annotation WHERE item_id = ? AND +task = ? AND independent = 1 AND state = 'submitted'
       UNION SELECT round FROM assignment WHERE item_id = ? AND task = ? AND state = 'open'
       UNION SELECT round FROM adjudication a WHERE item_id = ? AND task = ? AND kind = 'decision'
         AND NOT EXISTS (SELECT 1 FROM adjudication b WHERE b.replaces = a.id) ORDER BY 1 DESC`,
    )
    .pluck();
  const isRated = database.prepare<[string, string]>(
    "SELECT 1 FROM annotation WHERE item_id = ? AND +task = ? AND independent = 1 AND state = 'submitted' LIMIT 1",
  );
  const decisionsOf = database
    .prepare<[string, string, number], string>(
      `SELECT annotation_id FROM adjudication a WHERE item_id = ? AND task = ? AND round = ? AND kind = 'decision'
         AND NOT EXISTS (SELECT 1 FROM adjudication b WHERE b.replaces = a.id)`,
    )
    .pluck();
  const open = database.prepare<[string, string, number]>(
    `SELECT count(*) AS count, min(created_at) AS first FROM assignment
     WHERE item_id = ? AND task = ? AND round = ? AND state = 'open'`,
  );
  // An adjudicator's answer counts through the decision on it, also when that was taken back.
  const dependent = database.prepare<[string, string, string]>(
    `SELECT id AS annotationId, submitted_at AS submittedAt FROM annotation
     WHERE item_id = ? AND task = ? AND independent = 0 AND state = 'submitted'
       AND id NOT IN (SELECT annotation_id FROM adjudication WHERE item_id = ? AND kind = 'decision')
     ORDER BY submitted_at DESC, id DESC LIMIT 1`,
  );

  const readVocabulary = database
    .prepare<[], string>("SELECT value FROM meta WHERE key = 'vocabulary'")
    .pluck();
  let known: { readonly text: string; readonly words: JsonObject } = { text: '{}', words: {} };
  /** Parsed once for as long as it stays the same: a merge settles every item. */
  const words = (): JsonObject => {
    const text = readVocabulary.get() ?? '{}';
    if (text !== known.text) known = { text, words: JsonObject.parse(JSON.parse(text)) };
    return known.words;
  };

  return (itemId, task) => {
    const vocabulary = words();
    const compare = (of: readonly Rating[]) =>
      fieldDifferences(
        task,
        of.map(({ answer, annotationId }) => ({ answer, regions: ratings.regions(annotationId) })),
        vocabulary,
      );
    const latestDependent = (): z.infer<typeof Answer> | null => {
      const row = dependent.get(itemId, task.id, itemId);
      return row === undefined ? null : Answer.parse(row);
    };
    const decisions = (round: number): AnnotationId[] =>
      decisionsOf.all(itemId, task.id, round).map((id) => AnnotationId.parse(id));
    const decided = ([only, ...others]: readonly AnnotationId[]): Standing | null => {
      if (only === undefined) return null;
      return others.length === 0 ? { source: 'adjudicated', annotationId: only } : NONE;
    };

    /** What counts by these ratings of a round; without any, what counts by the rounds before it. */
    const goldBy = (
      given: readonly Rating[],
      earlier: readonly number[],
      differences = given.length > 1 ? compare(given) : [],
    ): Standing => {
      const [first] = given;
      if (first === undefined) {
        const [round, ...rest] = earlier;
        if (round !== undefined) {
          return decided(decisions(round)) ?? goldBy(ratings.ofItem(itemId, task.id, round), rest);
        }
        const answer = latestDependent();
        return answer === null ? BASE : { source: 'single', annotationId: answer.annotationId };
      }
      if (given.length > 1) {
        return differences.every(({ disagreement }) => (disagreement ?? 0) === 0)
          ? { source: 'unanimous', annotationId: first.annotationId }
          : NONE;
      }
      if (!project.settings().singleRater) return BASE;
      const correction = latestDependent();
      const corrected = correction !== null && isLater(correction, first);
      return { source: 'single', annotationId: (corrected ? correction : first).annotationId };
    };

    const [round, ...earlier] = rounds.all(itemId, task.id, itemId, task.id, itemId, task.id);
    if (round === undefined) return { raters: null, gold: goldBy([], []) };
    const given = ratings.ofItem(itemId, task.id, round);
    const { count: waitedFor, first: asked } = Open.parse(open.get(itemId, task.id, round));
    const chosen = decisions(round);
    const decision = decided(chosen);
    if (decision === null && isRated.get(itemId, task.id) === undefined) {
      return { raters: null, gold: goldBy([], earlier) };
    }
    const waiting = decision === null && waitedFor > 0;
    const differences = given.length > 1 && !waiting ? compare(given) : [];
    const fields = Object.fromEntries(
      differences.flatMap(({ field, disagreement }) =>
        disagreement !== null && disagreement > 0 ? [[field, disagreement]] : [],
      ),
    );
    const state = ((): RatingState => {
      if (decision !== null) return chosen.length > 1 ? 'conflict' : 'decided';
      if (waiting) return 'waiting';
      if (given.length === 1) return 'single';
      return Object.keys(fields).length === 0 ? 'unanimous' : 'disputed';
    })();
    // While an answer is outstanding, what counted when it was asked for goes on counting.
    const counting = given.filter(({ submittedAt }) => submittedAt < (asked ?? 0));
    return {
      raters: {
        round,
        state,
        ratings: given.length,
        disagreement: overallDifference(differences),
        fields,
        since: Math.max(
          ...given.map(({ submittedAt }) => submittedAt),
          given.length === 0 ? (asked ?? 0) : 0,
        ),
      },
      gold: decision ?? (waiting ? goldBy(counting, earlier) : goldBy(given, earlier, differences)),
    };
  };
}

function isLater(a: z.infer<typeof Answer>, b: z.infer<typeof Answer>): boolean {
  return (
    a.submittedAt > b.submittedAt || (a.submittedAt === b.submittedAt && a.annotationId > b.annotationId)
  );
}
