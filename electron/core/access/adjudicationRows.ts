import { z } from 'zod';
import { FieldDecision } from '../../../shared/contract/adjudications.ts';
import { RegionRecord } from '../../../shared/domain/document.ts';
import { JsonObject } from '../../../shared/base/json.ts';
import { AdjudicationId, AnnotationId, type ItemId, PersonId } from '../../../shared/base/ids.ts';
import { DisagreementCause, RatingState } from '../../../shared/domain/status.ts';
import type { CasebookDatabase } from '../db/database.ts';
import { isOfCurrentEdition } from '../records/answers/edition.ts';
import { IS_AWAITED_ITEM } from './blindItems.ts';

/** Which case: a task of an item, in the round that its raters' status is about. */
export interface CaseKey {
  readonly itemId: ItemId;
  readonly task: string;
  readonly round: number;
}

/** How a field was decided, as it is kept: by answers instead of columns. */
export const KeptField = FieldDecision.pick({ how: true }).extend({ annotations: z.array(AnnotationId) });
export type KeptField = z.infer<typeof KeptField>;

/** The key beside a decision's fields under which its earlier gold is kept; no field has a colon in its name. */
const EARLIER_GOLD = 'casebook:earlierGold';

/** What a decision was made against: gold from before any rater, as far as the decision is about it. */
export const KeptEarlierGold = z.object({
  /** Whether its adjudicator could see it, or the item's name and origin, before. */
  shown: z.boolean(),
  /** The fields in which the decision is another; null where the item had no gold. */
  differs: z.array(z.string()).nullable(),
  answer: JsonObject,
  regions: z.array(RegionRecord),
});
export type KeptEarlierGold = z.infer<typeof KeptEarlierGold>;

const KeptColumn = z.string().transform((text) => {
  const { [EARLIER_GOLD]: earlier, ...fields } = z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  return {
    fields: z.record(z.string(), KeptField).parse(fields),
    earlierGold: KeptEarlierGold.nullable().parse(earlier ?? null),
  };
});

/** The column, in JSON. A version that does not know the earlier gold reads it as a field that no form has. */
const keptColumn = ({ fields, earlierGold }: Pick<NewAdjudication, 'fields' | 'earlierGold'>): string =>
  JSON.stringify({
    ...fields,
    ...(earlierGold !== undefined && {
      [EARLIER_GOLD]: { how: 'written', annotations: [], ...earlierGold },
    }),
  });

/** SQL: what is kept of the earlier gold of the decision `row` (its alias), lists in JSON; null in decisions of before that was kept. */
export const earlierGoldOf = (row: string, part: 'shown' | 'differs'): string =>
  `(${row}.fields ->> '$."${EARLIER_GOLD}".${part}')`;

export const AdjudicationRow = z.object({
  id: AdjudicationId,
  kind: z.enum(['decision', 'reopening']),
  annotationId: AnnotationId.nullable(),
  /** How its fields were decided, and against what; the latter null where that was not kept yet. */
  kept: KeptColumn,
  cause: DisagreementCause.nullable(),
  note: z.string(),
  personId: PersonId,
  person: z.string(),
  at: z.int(),
  /** Whether no later row replaces it, and it is about the item as it is now. */
  isCurrent: z.int().transform((flag) => flag === 1),
  /** Whether it decided on an earlier edition of the item. */
  outdated: z.int().transform((flag) => flag === 1),
});
export type AdjudicationRow = z.infer<typeof AdjudicationRow>;

export interface NewAdjudication {
  readonly kind: AdjudicationRow['kind'];
  readonly annotationId: AnnotationId | null;
  readonly replaces: AdjudicationId | null;
  readonly fields: Readonly<Record<string, KeptField>>;
  /** Left out in reopenings. */
  readonly earlierGold?: KeptEarlierGold;
  readonly cause: DisagreementCause | null;
  readonly note: string;
}

const State = z.object({ round: z.int(), state: RatingState });

const ClaimRow = z.object({
  personId: PersonId,
  name: z.string(),
  claimedAt: z.int(),
  /** When they last did anything: the claim, or an edit of the draft. */
  activeAt: z.int(),
});
export type ClaimRow = z.infer<typeof ClaimRow>;

/** SQL: whether a decision or reopening is about an edition that was fixed since; `row`: its alias. */
const decidesOutdated = (row: string): string =>
  `EXISTS (SELECT 1 FROM annotation d WHERE NOT (${isOfCurrentEdition('d')}) AND d.id = coalesce(${row}.annotation_id,
    (SELECT undone.annotation_id FROM adjudication undone WHERE undone.id = ${row}.replaces)))`;

/** SQL: whether a decision or reopening holds; `row`: its alias. */
export const isCurrent = (row: string): string =>
  `(NOT EXISTS (SELECT 1 FROM adjudication later WHERE later.replaces = ${row}.id) AND NOT ${decidesOutdated(row)})`;

/** SQL: whether a person (`person`, as SQL) rated the item of this task, in whatever round. */
export const hasRated = (item: string, task: string, person: string): string =>
  `EXISTS (SELECT 1 FROM annotation mine WHERE mine.item_id = ${item} AND mine.task = ${task} AND mine.person_id = ${person}
    AND mine.independent = 1 AND mine.state = 'submitted')`;

/** SQL: when the adjudicator who claimed the case of `rating_state AS s` as `adjudication_claim AS c` last did anything. */
export const ACTIVE_AT = `max(c.claimed_at, coalesce((SELECT max(d.updated_at) FROM annotation d
  WHERE d.item_id = c.item_id AND d.task = c.task AND d.person_id = c.person_id AND d.state = 'draft'), 0))`;

/** Ends the claims on all cases of an item, which is another one since. In the caller's transaction. */
export function dropClaims(database: CasebookDatabase, itemId: ItemId): void {
  database.prepare<[string]>('DELETE FROM adjudication_claim WHERE item_id = ?').run(itemId);
}

/** Decisions, claims and status of single cases. Every write expects the caller's transaction. */
export class AdjudicationRows {
  readonly #ports: { readonly now: () => number; readonly newId: () => string };
  readonly #state;
  readonly #list;
  readonly #insert;
  readonly #claim;
  readonly #setClaim;
  readonly #dropClaim;
  readonly #rated;
  readonly #awaited;

  constructor(
    database: CasebookDatabase,
    ports: { readonly now: () => number; readonly newId: () => string },
  ) {
    this.#ports = ports;
    this.#state = database.prepare<[string, string]>(
      'SELECT round, state FROM rating_state WHERE item_id = ? AND task = ?',
    );
    this.#list = database.prepare<[string, string, number]>(
      `SELECT a.id, a.kind, a.annotation_id AS annotationId, a.fields AS kept, a.cause, a.note, a.person_id AS personId, p.name AS person, a.created_at AS at,
       ${isCurrent('a')} AS isCurrent, ${decidesOutdated('a')} AS outdated
     FROM adjudication a JOIN person p ON p.id = a.person_id
     WHERE a.item_id = ? AND a.task = ? AND a.round = ? ORDER BY a.created_at DESC, a.id DESC`,
    );
    this.#insert = database.prepare(
      `INSERT INTO adjudication (id, item_id, task, round, kind, annotation_id, replaces, fields, cause, note, person_id, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#claim = database.prepare<[string, string]>(
      `SELECT c.person_id AS personId, p.name, c.claimed_at AS claimedAt, ${ACTIVE_AT} AS activeAt
     FROM adjudication_claim c JOIN person p ON p.id = c.person_id WHERE c.item_id = ? AND c.task = ?`,
    );
    this.#setClaim = database.prepare<[string, string, string, number]>(
      `INSERT INTO adjudication_claim (item_id, task, person_id, claimed_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (item_id, task) DO UPDATE SET person_id = excluded.person_id, claimed_at = excluded.claimed_at`,
    );
    this.#dropClaim = database.prepare<[string, string]>(
      'DELETE FROM adjudication_claim WHERE item_id = ? AND task = ?',
    );
    this.#rated = database
      .prepare<[string, string, string], number>(`SELECT ${hasRated('?', '?', '?')}`)
      .pluck();
    this.#awaited = database.prepare<[{ item: string; person: string }]>(IS_AWAITED_ITEM);
  }

  state(itemId: ItemId, task: string): { readonly round: number; readonly state: RatingState } | undefined {
    const row = this.#state.get(itemId, task);
    return row === undefined ? undefined : State.parse(row);
  }

  /** Decisions and reopenings, newest first. */
  list({ itemId, task, round }: CaseKey): AdjudicationRow[] {
    return this.#list.all(itemId, task, round).map((row) => AdjudicationRow.parse(row));
  }

  insert(
    { itemId, task, round }: CaseKey,
    { kind, annotationId, replaces, cause, note, ...kept }: NewAdjudication,
    by: PersonId,
  ): AdjudicationId {
    const id = AdjudicationId.parse(this.#ports.newId());
    this.#insert.run(
      id,
      itemId,
      task,
      round,
      kind,
      annotationId,
      replaces,
      keptColumn(kept),
      cause,
      note,
      by,
      this.#ports.now(),
    );
    return id;
  }

  claim(itemId: ItemId, task: string): ClaimRow | undefined {
    const row = this.#claim.get(itemId, task);
    return row === undefined ? undefined : ClaimRow.parse(row);
  }

  setClaim(itemId: ItemId, task: string, by: PersonId): void {
    this.#setClaim.run(itemId, task, by, this.#ports.now());
  }

  dropClaim(itemId: ItemId, task: string): void {
    this.#dropClaim.run(itemId, task);
  }

  /** Whether the person has yet to answer the item as a rater. */
  isAwaited(itemId: ItemId, by: PersonId): boolean {
    return this.#awaited.get({ item: itemId, person: by }) !== undefined;
  }

  /** Whether the person rated the item, in whatever round. */
  hasRated(itemId: ItemId, task: string, by: PersonId): boolean {
    return this.#rated.get(itemId, task, by) === 1;
  }
}
