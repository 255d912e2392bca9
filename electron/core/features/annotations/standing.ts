import type { Task } from '../../../../shared/benchmarks/benchmark.ts';
import {
  type FieldDifference,
  fieldDifferences,
  overallDifference,
} from '../../../../shared/benchmarks/difference.ts';
import { AnnotationId, type ItemId } from '../../../../shared/domain/ids.ts';
import { JsonObject } from '../../../../shared/domain/json.ts';
import type { RatingState } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../casebook.ts';
import { createMetaReader } from '../projects/meta.ts';
import type { ProjectService } from '../projects/service.ts';
import { isOfCurrentEdition } from './edition.ts';
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

/** A submitted answer as the tables have it. */
interface AnswerRow {
  readonly annotationId: string;
  readonly personId: string;
  readonly round: number;
  readonly version: number;
  readonly independent: number;
  readonly submittedAt: number;
  readonly answer: string;
  /** Whether it has boxes. */
  readonly drawn: number;
}

/** Answers that are outstanding in a round, and when the first of them was asked for. */
interface OpenRow {
  readonly round: number;
  readonly count: number;
  readonly first: number;
}

/** A decision, and whether nothing replaced it since. */
interface DecisionRow {
  readonly task: string;
  readonly round: number;
  readonly annotationId: string;
  readonly holds: number;
}

const BASE: Standing = { source: 'base', annotationId: null };
const NONE: Standing = { source: 'none', annotationId: null };

/**
 * Says what follows from the answers, assignments and decisions on an item as it is now. A function of these rows and of the
 * project's settings alone: neither the order in which they came nor what held before plays a part.
 */
export function createStandings(
  casebook: Casebook,
  project: ProjectService,
): (itemId: ItemId, task: Task) => ItemStanding {
  const { database } = casebook;
  const ratings = createRatingsReader(database);
  // All that was said of an item at once: many items are settled one after the other, and what costs is the asking.
  const answersOf = database.prepare<[string, string], AnswerRow>(
    `SELECT id AS annotationId, person_id AS personId, round, version, independent, submitted_at AS submittedAt,
       payload AS answer, EXISTS (SELECT 1 FROM region WHERE annotation_id = annotation.id) AS drawn
     FROM annotation WHERE item_id = ? AND task = ? AND state = 'submitted' AND ${isOfCurrentEdition('annotation')}`,
  );
  const openOf = database.prepare<[string, string], OpenRow>(
    `SELECT round, count(*) AS count, min(created_at) AS first FROM assignment
     WHERE item_id = ? AND task = ? AND state = 'open' GROUP BY round`,
  );
  const decisionsOf = database.prepare<[string], DecisionRow>(
    `SELECT task, round, annotation_id AS annotationId,
       NOT EXISTS (SELECT 1 FROM adjudication b WHERE b.replaces = a.id) AS holds
     FROM adjudication a WHERE item_id = ? AND kind = 'decision'
       AND EXISTS (SELECT 1 FROM annotation d WHERE d.id = a.annotation_id AND ${isOfCurrentEdition('d')})`,
  );
  const words = createMetaReader(database, 'vocabulary', (stored) => JsonObject.parse(stored ?? {}));

  return (itemId, task) => {
    const answers = answersOf.all(itemId, task.id);
    const open = openOf.all(itemId, task.id);
    const decided = decisionsOf.all(itemId);
    const independent = answers.filter((answer) => answer.independent === 1);
    const holding = decided.filter((decision) => decision.holds === 1 && decision.task === task.id);

    /** How far raters are apart, field by field; nothing where all said the same to the letter. */
    const compare = (given: readonly AnswerRow[]): readonly FieldDifference[] => {
      if (given.every(({ answer, drawn }) => drawn === 0 && answer === given[0]?.answer)) return [];
      const rated = given.map(({ annotationId, answer, drawn }) => ({
        answer: JsonObject.parse(JSON.parse(answer)),
        regions: drawn === 0 ? [] : ratings.regions(annotationId),
      }));
      return fieldDifferences(task, rated, words());
    };
    // An adjudicator's answer counts through the decision on it, also when that was taken back.
    const latestDependent = (): AnswerRow | null => {
      const through = new Set(decided.map(({ annotationId }) => annotationId));
      const own = answers.filter((answer) => answer.independent === 0 && !through.has(answer.annotationId));
      return own.sort(inTime).at(-1) ?? null;
    };
    const ratingsOf = (round: number): AnswerRow[] =>
      latestOfEach(independent.filter((answer) => answer.round === round)).sort(inTime);
    const decisions = (round: number): string[] =>
      holding.filter((decision) => decision.round === round).map(({ annotationId }) => annotationId);
    const goldOf = ([only, ...others]: readonly string[]): Standing | null => {
      if (only === undefined) return null;
      return others.length === 0 ? { source: 'adjudicated', annotationId: AnnotationId.parse(only) } : NONE;
    };

    /** What counts by these ratings of a round; without any, what counts by the rounds before it. */
    const goldBy = (
      given: readonly AnswerRow[],
      earlier: readonly number[],
      differences = given.length > 1 ? compare(given) : [],
    ): Standing => {
      const [first] = given;
      if (first === undefined) {
        const [round, ...rest] = earlier;
        if (round !== undefined) return goldOf(decisions(round)) ?? goldBy(ratingsOf(round), rest);
        return single(latestDependent());
      }
      if (given.length > 1) {
        return differences.every(({ disagreement }) => (disagreement ?? 0) === 0)
          ? { source: 'unanimous', annotationId: AnnotationId.parse(first.annotationId) }
          : NONE;
      }
      if (!project.settings().singleRater) return BASE;
      const correction = latestDependent();
      return single(correction !== null && inTime(correction, first) > 0 ? correction : first);
    };

    const [round, ...earlier] = [
      ...new Set([...independent, ...open, ...holding].map((row) => row.round)),
    ].sort((one, other) => other - one);
    if (round === undefined) return { raters: null, gold: goldBy([], []) };
    const given = ratingsOf(round);
    const awaited = open.find((row) => row.round === round);
    const asked = awaited?.first ?? 0;
    const chosen = decisions(round);
    const decision = goldOf(chosen);
    if (decision === null && independent.length === 0) return { raters: null, gold: goldBy([], earlier) };
    const waiting = decision === null && awaited !== undefined;
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
    const counting = given.filter(({ submittedAt }) => submittedAt < asked);
    return {
      raters: {
        round,
        state,
        ratings: given.length,
        disagreement: overallDifference(differences),
        fields,
        since: Math.max(...given.map(({ submittedAt }) => submittedAt), given.length === 0 ? asked : 0),
      },
      gold: decision ?? (waiting ? goldBy(counting, earlier) : goldBy(given, earlier, differences)),
    };
  };
}

/** Earlier before later, ties by id, so that the order is the same wherever the rows are read. */
function inTime(a: AnswerRow, b: AnswerRow): number {
  if (a.submittedAt !== b.submittedAt) return a.submittedAt - b.submittedAt;
  return a.annotationId < b.annotationId ? -1 : 1;
}

/** Each person's last word. */
function latestOfEach(ratings: readonly AnswerRow[]): AnswerRow[] {
  const latest = new Map<string, AnswerRow>();
  for (const rating of ratings) {
    const known = latest.get(rating.personId);
    if (known === undefined || rating.version > known.version) latest.set(rating.personId, rating);
  }
  return [...latest.values()];
}

function single(answer: AnswerRow | null): Standing {
  return answer === null ? BASE : { source: 'single', annotationId: AnnotationId.parse(answer.annotationId) };
}
