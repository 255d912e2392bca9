import { z } from 'zod';
import { JudgingProgress, JudgingSettings } from '../../../../shared/contract/judging.ts';
import {
  type JudgingId,
  type PersonId,
  PersonId as PersonIdSchema,
  ResponseId,
} from '../../../../shared/base/ids.ts';
import { AssignmentState } from '../../../../shared/domain/status.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import { isOfCurrentEdition } from '../answers/edition.ts';
import type { RowOf } from '../../db/schema.ts';

/** One thing somebody was given to judge; `place`: its position in their order as it was made. */
export const JudgingAssignmentRow = z.object({
  responseId: ResponseId,
  criterion: z.string(),
  subject: z.string(),
  place: z.int(),
  state: AssignmentState,
});
export type JudgingAssignmentRow = z.infer<typeof JudgingAssignmentRow>;

/** Whose pile of what. */
export interface Pile {
  readonly judging: JudgingId;
  readonly criterion: string;
  readonly judge: PersonId;
}

const JudgingCounts = z.object({
  judging: z.string(),
  criterion: z.string(),
  total: z.int(),
  open: z.int(),
  skipped: z.int(),
});
export type JudgingCounts = z.infer<typeof JudgingCounts>;

const Holder = z.object({ responseId: ResponseId, criterion: z.string(), personId: PersonIdSchema });

const JudgingRow = z.object({
  id: JudgingProgress.shape.id,
  title: z.string(),
  createdAt: z.int(),
  settings: z.string().transform((text) => JudgingSettings.parse(JSON.parse(text))),
});

const JudgeRow = JudgingProgress.shape.judges.element;

/** The name under which {@link JudgingAssignments.holders} knows an answer and criterion. */
export const holderKey = (responseId: string, criterion: string): string => `${responseId} ${criterion}`;

/** SQL: whether the answer is about its item as it is now: what was fixed since is not judged any more. */
const OF_NOW = `NOT EXISTS (SELECT 1 FROM response r WHERE r.id = response_id AND NOT (${isOfCurrentEdition('r')}))`;

/**
 * SQL: whether the person (bound once more) has answered all they were asked about the item itself. Until then what is
 * right of it stays hidden from them, and so does what they are to judge.
 */
const NOT_AWAITED = `response_id NOT IN (SELECT r.id FROM assignment s JOIN response r ON r.item_id = s.item_id
  WHERE s.person_id = ? AND s.state = 'open')`;

/** What was given to whom to judge. Every write expects the caller's transaction. */
export class JudgingAssignments {
  readonly #insertJudging;
  readonly #insert;
  readonly #judgings;
  readonly #judges;
  readonly #exists;
  readonly #dropOpen;
  readonly #dropEmpty;
  readonly #holders;
  readonly #tallies;
  readonly #size;
  readonly #firstOpen;
  readonly #before;
  readonly #page;
  readonly #at;
  readonly #setState;
  readonly #reopen;
  readonly #advance;

  constructor(database: CasebookDatabase) {
    this.#insertJudging = database.prepare<[string, string, string, string, number]>(
      'INSERT INTO judging (id, title, settings, created_by, created_at) VALUES (?, ?, ?, ?, ?)',
    );
    this.#insert = database.prepare<[string, string, string, string, string, number]>(
      `INSERT INTO judging_assignment (judging_id, person_id, response_id, criterion, subject, position)
     VALUES (?, ?, ?, ?, ?, ?)`,
    );
    this.#judgings = database.prepare(
      'SELECT id, title, settings, created_at AS createdAt FROM judging ORDER BY created_at DESC, id DESC',
    );
    this.#judges = database.prepare<[string]>(
      `SELECT a.person_id AS personId, p.name, count(*) AS total, sum(a.state = 'submitted') AS submitted,
       sum(a.state = 'skipped') AS skipped
     FROM judging_assignment a JOIN person p ON p.id = a.person_id WHERE a.judging_id = ? AND ${OF_NOW}
     GROUP BY a.person_id ORDER BY p.created_at, p.id`,
    );
    this.#exists = database.prepare<[string], number>('SELECT 1 FROM judging WHERE id = ?').pluck();
    this.#dropOpen = database.prepare<[string]>(
      "DELETE FROM judging_assignment WHERE judging_id = ? AND state = 'open'",
    );
    this.#dropEmpty = database.prepare<[{ judging: string }]>(
      `DELETE FROM judging WHERE id = @judging
       AND NOT EXISTS (SELECT 1 FROM judging_assignment WHERE judging_id = @judging)
       AND NOT EXISTS (SELECT 1 FROM judgment WHERE judging_id = @judging)`,
    );
    this.#holders = database.prepare(
      `SELECT response_id AS responseId, criterion, person_id AS personId FROM judging_assignment
     WHERE state <> 'skipped'
     UNION SELECT j.response_id, j.criterion, j.person_id FROM current_judgment j JOIN person p ON p.id = j.person_id
     WHERE p.kind = 'human' AND j.outcome = 'given' AND j.response_id IS NOT NULL`,
    );
    this.#tallies = database.prepare<[string, string]>(
      `SELECT a.judging_id AS judging, a.criterion, count(*) AS total, sum(a.state = 'open') AS open,
       sum(a.state = 'skipped') AS skipped
     FROM judging_assignment a WHERE a.person_id = ? AND ${OF_NOW} AND ${NOT_AWAITED} GROUP BY a.judging_id, a.criterion`,
    );
    const OF_PILE = `person_id = ? AND judging_id = ? AND criterion = ? AND ${OF_NOW} AND ${NOT_AWAITED}`;
    const COLUMNS = 'response_id AS responseId, criterion, subject, position AS place, state';
    this.#size = database
      .prepare<[string, string, string, string], number>(
        `SELECT count(*) FROM judging_assignment WHERE ${OF_PILE}`,
      )
      .pluck();
    this.#firstOpen = database
      .prepare<[string, string, string, string], number | null>(
        `SELECT min(position) FROM judging_assignment WHERE ${OF_PILE} AND state = 'open'`,
      )
      .pluck();
    this.#before = database
      .prepare<[string, string, string, string, number], number>(
        `SELECT count(*) FROM judging_assignment WHERE ${OF_PILE} AND position < ?`,
      )
      .pluck();
    this.#page = database.prepare<[string, string, string, string, number, number]>(
      `SELECT ${COLUMNS} FROM judging_assignment WHERE ${OF_PILE} ORDER BY position LIMIT ? OFFSET ?`,
    );
    this.#at = database.prepare<[string, string, string, string, number]>(
      `SELECT ${COLUMNS} FROM judging_assignment WHERE ${OF_PILE} AND position = ?`,
    );
    this.#setState = database.prepare<[string, string | null, string, string, string, string, number]>(
      `UPDATE judging_assignment SET state = ?, reason = ? WHERE ${OF_PILE} AND position = ?`,
    );
    this.#reopen = database.prepare<[string, string, string]>(
      `UPDATE judging_assignment SET state = 'open'
     WHERE response_id = ? AND criterion = ? AND person_id = ? AND state = 'submitted'`,
    );
    this.#advance = database.prepare(
      `UPDATE judging_assignment SET state = ?, reason = ?
     WHERE (judging_id, person_id, response_id, criterion, subject) = (?, ?, ?, ?, ?)`,
    );
  }

  /** Makes a judging and deals its piles out. */
  insert(
    { id, title, createdAt, settings }: Pick<JudgingProgress, 'id' | 'title' | 'createdAt' | 'settings'>,
    piles: ReadonlyMap<
      PersonId,
      ReadonlyMap<string, readonly Pick<JudgingAssignmentRow, 'responseId' | 'criterion' | 'subject'>[]>
    >,
    by: PersonId,
  ): void {
    this.#insertJudging.run(id, title, JSON.stringify(settings), by, createdAt);
    for (const [judge, criteria] of piles)
      for (const units of criteria.values())
        for (const [place, { responseId, criterion, subject }] of units.entries())
          this.#insert.run(id, judge, responseId, criterion, subject, place);
  }

  list(): JudgingProgress[] {
    return this.#judgings.all().map((raw) => {
      const row = JudgingRow.parse(raw);
      return { ...row, judges: this.#judges.all(row.id).map((each) => JudgeRow.parse(each)) };
    });
  }

  /** Takes back what is open, and the judging itself where nothing is left of it; false where there is none. */
  withdraw(judging: JudgingId): boolean {
    if (this.#exists.get(judging) === undefined) return false;
    this.#dropOpen.run(judging);
    this.#dropEmpty.run({ judging });
    return true;
  }

  /** By answer and criterion the people who have a verdict on it or were given it (and did not skip it). */
  holders(): ReadonlyMap<string, readonly PersonId[]> {
    const found = new Map<string, PersonId[]>();
    for (const raw of this.#holders.iterate()) {
      const { responseId, criterion, personId } = Holder.parse(raw);
      const key = holderKey(responseId, criterion);
      const known = found.get(key);
      if (known === undefined) found.set(key, [personId]);
      else known.push(personId);
    }
    return found;
  }

  /** Things on which somebody is to give a verdict still, or has given one, by answer and criterion. */
  tallies(judge: PersonId): JudgingCounts[] {
    return this.#tallies.all(judge, judge).map((row) => JudgingCounts.parse(row));
  }

  size(pile: Pile): number {
    return this.#size.get(...keys(pile)) ?? 0;
  }

  /** The place in a pile of the first open one, null where there is none. */
  firstOpen(pile: Pile): number | null {
    return this.#firstOpen.get(...keys(pile)) ?? null;
  }

  page(pile: Pile, from: number, limit: number): JudgingAssignmentRow[] {
    return this.#page.all(...keys(pile), limit, from).map((row) => JudgingAssignmentRow.parse(row));
  }

  at(pile: Pile, place: number): JudgingAssignmentRow | undefined {
    const row = this.#at.get(...keys(pile), place);
    return row === undefined ? undefined : JudgingAssignmentRow.parse(row);
  }

  /** How many of a pile come before. */
  before(pile: Pile, place: number): number {
    return this.#before.get(...keys(pile), place) ?? 0;
  }

  setState(pile: Pile, place: number, state: AssignmentState, reason: string | null): void {
    this.#setState.run(state, reason, ...keys(pile), place);
  }

  /** Notes how far it got in another casebook. */
  advance(row: RowOf<'judging_assignment'>): void {
    const { judging_id: judging, person_id: judge, response_id: response, criterion, subject } = row;
    this.#advance.run(row.state, row.reason, judging, judge, response, criterion, subject);
  }

  /** Opens again what a judge did of an answer by a criterion. */
  reopen(judge: PersonId, responseId: ResponseId, criterion: string): void {
    this.#reopen.run(responseId, criterion, judge);
  }
}

function keys({ judge, judging, criterion }: Pile): [string, string, string, string] {
  return [judge, judging, criterion, judge];
}
