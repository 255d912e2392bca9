import { z } from 'zod';
import type { AskedParts } from '../../../../shared/benchmarks/parts.ts';
import type { AnswerOrigin } from '../../../../shared/domain/answerOrigin.ts';
import { PersonId } from '../../../../shared/base/ids.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import type { ReliabilityField } from '../../formats/ratings/reliabilityCard.ts';
import { timeText } from '../../formats/writing/timeText.ts';
import { knownTime, originColumn } from '../../records/answers/answerOrigin.ts';
import { isOfCurrentEdition } from '../../records/answers/edition.ts';
import { askedColumn } from '../../records/answers/ratings.ts';

/** Ratings of one task in one round. */
export interface RatedRound {
  readonly task: string;
  readonly round: number;
  readonly raters: Map<PersonId, string>;
  /** Per item what each of its raters was asked for, and how the answer came about. */
  ratings: Map<string, RatingEntry[]>;
}

/** What one rater said of one item. */
export interface RatingEntry {
  readonly asked: AskedParts;
  readonly origin: AnswerOrigin | null;
  /** UTC milliseconds; null: not known. */
  readonly at: number | null;
}

const Row = z.object({
  task: z.string(),
  round: z.int(),
  itemId: z.string(),
  personId: PersonId,
  handle: z.string(),
  at: z.int(),
  asked: z.string().nullable().transform(askedColumn),
  origin: z.string().nullable().transform(originColumn),
});

/** The ratings in force of these items, by task and round. */
export function roundsOf(database: CasebookDatabase, ids: ReadonlySet<string>): RatedRound[] {
  const rounds = new Map<string, RatedRound>();
  const rows = database
    .prepare(
      `SELECT a.task, a.round, a.item_id AS itemId, a.person_id AS personId, p.handle, a.submitted_at AS at, a.asked,
         a.origin
       FROM annotation a JOIN person p ON p.id = a.person_id
       WHERE a.independent = 1 AND a.state = 'submitted' AND ${isOfCurrentEdition('a')}
         AND NOT EXISTS (SELECT 1 FROM annotation b WHERE b.item_id = a.item_id AND b.task = a.task AND b.round = a.round
           AND b.person_id = a.person_id AND b.independent = 1 AND b.state = 'submitted'
           AND b.edition_id IS a.edition_id AND b.version > a.version)
       ORDER BY a.task, a.round`,
    )
    .iterate();
  for (const raw of rows) {
    const { task, round, itemId, personId, handle, at, asked, origin } = Row.parse(raw);
    if (!ids.has(itemId)) continue;
    const key = JSON.stringify([task, round]);
    const entry = rounds.get(key) ?? {
      task,
      round,
      raters: new Map<PersonId, string>(),
      ratings: new Map<string, RatingEntry[]>(),
    };
    rounds.set(key, entry);
    entry.raters.set(personId, handle);
    const rated = { asked, origin, at: knownTime(at, origin) };
    entry.ratings.set(itemId, [...(entry.ratings.get(itemId) ?? []), rated]);
  }
  return [...rounds.values()];
}

/** When ratings were given: the first and last whose time is known, what is said of others, and of how many nothing is. */
export function describeRatingTimes(
  given: readonly RatingEntry[],
  times: boolean,
): Pick<ReliabilityField, 'first_rating' | 'last_rating' | 'made_when' | 'made_when_unknown'> {
  let first: number | null = null;
  let last: number | null = null;
  const said = new Set<string>();
  let unknown = 0;
  for (const { at, origin } of given) {
    if (at !== null) {
      first = Math.min(first ?? at, at);
      last = Math.max(last ?? at, at);
    } else if (origin?.madeWhen !== undefined) said.add(origin.madeWhen);
    else unknown += 1;
  }
  return {
    first_rating: first === null ? null : timeText(first, times),
    last_rating: last === null ? null : timeText(last, times),
    made_when: [...said].sort(),
    made_when_unknown: unknown,
  };
}
