import { z } from 'zod';
import type { AskedParts } from '../../../../shared/benchmarks/parts.ts';
import { PersonId } from '../../../../shared/base/ids.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import { isOfCurrentEdition } from '../../records/answers/edition.ts';
import { askedColumn } from '../../records/answers/ratings.ts';

/** Who rated how many items of a task in a round. */
export interface RoundRaters {
  readonly round: number;
  /** Items that somebody rated. */
  readonly items: number;
  /** The parts that any of its raters was asked for; null: everything. */
  readonly asked: AskedParts;
  readonly raters: readonly { readonly personId: PersonId; readonly ratings: number }[];
}

const RaterRow = z.object({ round: z.int(), personId: PersonId, ratings: z.int() });
const AskedRow = z.object({ round: z.int(), asked: z.string().nullable().transform(askedColumn) });
const ItemsRow = z.object({ round: z.int(), items: z.int() });

/** What counts as a rating: an independent answer that was submitted, about the item as it is now. */
const RATINGS = `FROM annotation WHERE independent = 1 AND state = 'submitted' AND task = ?
  AND ${isOfCurrentEdition('annotation')}`;

/** The rounds of a task that hold ratings, in order, with their raters in the order in which people came. */
export function ratedRounds(database: CasebookDatabase, task: string): RoundRaters[] {
  const raters = database
    .prepare<[string]>(
      `SELECT r.round, r.personId, r.ratings FROM
         (SELECT round, person_id AS personId, count(DISTINCT item_id) AS ratings ${RATINGS} GROUP BY round, person_id) r
       JOIN person p ON p.id = r.personId ORDER BY p.created_at, p.id`,
    )
    .all(task)
    .map((row) => RaterRow.parse(row));
  const asked = database
    .prepare<[string]>(`SELECT DISTINCT round, asked ${RATINGS}`)
    .all(task)
    .map((row) => AskedRow.parse(row));
  return database
    .prepare<[string]>(
      `SELECT round, count(DISTINCT item_id) AS items ${RATINGS} GROUP BY round ORDER BY round`,
    )
    .all(task)
    .map((row) => {
      const { round, items } = ItemsRow.parse(row);
      return {
        round,
        items,
        asked: unionOf(asked.filter((each) => each.round === round).map((each) => each.asked)),
        raters: raters
          .filter((rater) => rater.round === round)
          .map(({ personId, ratings }) => ({ personId, ratings })),
      };
    });
}

function unionOf(asked: readonly AskedParts[]): AskedParts {
  return asked.includes(null) ? null : [...new Set(asked.flatMap((parts) => parts ?? []))];
}

/** The latest round of a task that holds ratings; 1 where none does. */
export function latestRound(database: CasebookDatabase, task: string): number {
  // The first that the index has, not the largest of all.
  const round = database
    .prepare<[string], number>(`SELECT round ${RATINGS} ORDER BY round DESC LIMIT 1`)
    .pluck()
    .get(task);
  return round ?? 1;
}
