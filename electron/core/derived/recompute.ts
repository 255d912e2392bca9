import type { Task } from '../../../shared/benchmarks/task.ts';
import type { AnnotationId, ItemId, PersonId } from '../../../shared/base/ids.ts';
import { JsonObject, sameJson } from '../../../shared/base/json.ts';
import type { ConsensusFigures } from '../../../shared/domain/consensus.ts';
import type { GoldSource, ItemStatus, RatingState } from '../../../shared/domain/status.ts';
import { asSet, IN_SET, inSets } from '../db/sets.ts';
import { consensusOfParts, GoldPartsColumn } from '../records/answers/goldParts.ts';
import type { RecordedCasebook } from '../records/records.ts';
import { mainTask } from './gold.ts';
import type { GoldStatus } from './goldStatus.ts';
import {
  answeredPayload,
  changedGoldParts,
  giversOf,
  type GoldRow,
  isGoldWritten,
  isSameGold,
  payloadWithGold,
  unansweredPayload,
  type WantedGold,
  wantedGold,
  writtenGold,
} from './itemGold.ts';
import type { ItemBeforeAnswers, ItemWriter } from './itemWriter.ts';
import { RatingStates } from './ratingStates.ts';
import type { RatingStatus } from './ratingStatus.ts';
import { RatingStatuses } from './ratingStatuses.ts';
import { statusAfterAnswers } from './statusAfterAnswers.ts';
import type { ValidationState } from './validationStatus.ts';

/** The rating status of an item: what recomputing found and what it left. */
export interface RecomputedStatus {
  readonly state: RatingState | null;
  readonly gold: GoldSource | null;
}

/** What another rule makes of an item's gold. */
export interface GoldChange {
  readonly itemId: ItemId;
  readonly sequence: number;
  readonly externalId: string;
  readonly before: GoldSource | null;
  readonly after: GoldSource | null;
  /** The parts whose value comes from somewhere else. */
  readonly parts: readonly string[];
  /** Of boxes that raters have in common. */
  readonly consensus: ConsensusFigures | null;
}

interface RecomputedRow extends ItemBeforeAnswers, GoldRow {
  readonly externalId: string;
  readonly payload: string;
  readonly revision: number;
  readonly status: ItemStatus;
  /** Whether its gold was made before there was a consensus. */
  readonly isOfBefore: number;
}

type AnswerOf = (annotationId: AnnotationId) => JsonObject;

/** An item whose answers were read anew: its rating status is written, its gold is not yet. */
interface RatedItemFound {
  readonly item: RecomputedRow;
  readonly current: RatingStatus;
  readonly before: RecomputedStatus;
  readonly haveRatersMoved: boolean;
  readonly wasBarred: boolean;
}

interface RecomputedItem {
  readonly item: RecomputedRow;
  readonly before: RecomputedStatus;
  readonly after: RecomputedStatus;
  readonly status: ItemStatus;
  readonly submission: AnnotationId | null;
}

/**
 * Recomputes what follows from an item's answers: rating status (`rating_state`), gold with its source, payload and
 * status. All but the status follow from the rows alone, so that casebooks merged in different orders are the same. The
 * status moves only when the raters' status or gold does; otherwise people set it. Runs inside the caller's
 * transaction; many items are faster within the item writer's `together`.
 */
export class ItemRecomputer {
  readonly #casebook: RecordedCasebook;
  readonly #derived: {
    readonly writer: ItemWriter;
    readonly validation: ValidationState;
    readonly statusOfGold: GoldStatus;
  };
  readonly #main;
  readonly #statuses;
  readonly #readItems;
  readonly #readAnswers;
  readonly #states;

  constructor(
    casebook: RecordedCasebook,
    derived: {
      readonly writer: ItemWriter;
      readonly validation: ValidationState;
      readonly statusOfGold: GoldStatus;
    },
  ) {
    this.#casebook = casebook;
    this.#derived = derived;
    const { database } = casebook;
    this.#main = mainTask(casebook);
    this.#statuses = new RatingStatuses(casebook);
    this.#readItems = database.prepare<
      [string],
      Omit<RecomputedRow, 'goldParts'> & { readonly goldParts: string | null }
    >(
      `SELECT sequence, id, external_id AS externalId, payload, title, label, imported_payload AS imported, revision, status,
       gold_source AS goldSource, gold_annotation_id AS goldAnnotationId, gold_fields AS goldParts,
       gold_boxes AS goldBoxes, gold_kept IS NOT NULL AS isOfBefore,
       (SELECT payload FROM edition WHERE id = item.edition_id) AS edition
     FROM item WHERE id ${IN_SET}`,
    );
    this.#states = new RatingStates(database);
    this.#readAnswers = database.prepare<[string], { id: string; payload: string }>(
      `SELECT id, payload FROM annotation WHERE id ${IN_SET}`,
    );
  }

  /** The same for a caller that logs the change of gold itself; a change of status is logged here. */
  bring(
    itemId: ItemId,
    taskId: string,
    by: PersonId | null,
  ): { readonly before: RecomputedStatus; readonly after: RecomputedStatus } {
    const { all, moved } = this.#bringAll([itemId], taskId);
    const [only] = all;
    if (only === undefined)
      return { before: { state: null, gold: null }, after: { state: null, gold: null } };
    this.#logMoved(moved, by, { submission: only.submission });
    return only;
  }

  /** What today's rules would make of the gold of items of the main task; without those whose gold they leave as it is. */
  byToday(itemIds: readonly ItemId[]): readonly GoldChange[] {
    const items = new Map(this.#readAll(itemIds).map((item) => [item.id, item]));
    const today = this.#statuses.of(
      itemIds,
      this.#main,
      (id) => {
        const item = items.get(id);
        return item === undefined ? {} : unansweredPayload(item);
      },
      'today',
    );
    return [...items.values()].flatMap((item): GoldChange[] => {
      const wanted = wantedGold(item, today(item.id), this.#casebook.benchmark);
      if (isGoldWritten(item, wanted)) return [];
      return [
        {
          itemId: item.id,
          sequence: item.sequence,
          externalId: item.externalId,
          before: item.goldSource,
          after: wanted.source,
          parts: changedGoldParts(item, wanted),
          consensus: consensusOfParts(wanted.parts),
        },
      ];
    });
  }

  /** The payload without anybody's answer written into it. */
  unanswered(itemId: ItemId): JsonObject {
    const item = this.#readItem(itemId);
    if (item === undefined) return {};
    const none = { annotationId: null, parts: null };
    return payloadWithGold(this.#main, item, none, this.#answersOf(giversOf(writtenGold(item))));
  }

  /** This payload with what counts now written into it. */
  answered(itemId: ItemId, base: JsonObject): JsonObject {
    const item = this.#readItem(itemId);
    if (item === undefined) return base;
    const gold = writtenGold(item);
    return answeredPayload(this.#main, base, gold, this.#answersOf(giversOf(gold)));
  }

  /**
   * The same for many items, set by set. Changes of their status are logged as one; of their gold nothing is logged: it
   * follows from answers whose coming the caller logs.
   */
  recomputeMany(itemIds: Iterable<ItemId>, task: string, by: PersonId | null): void {
    for (const set of inSets(itemIds)) {
      this.#logMoved(this.#bringAll(set, task).moved, by);
    }
  }

  /** Logs what changed, as done by `by`. */
  recompute(itemId: ItemId, task: string, by: PersonId | null): void {
    const { before, after } = this.bring(itemId, task, by);
    // That an answer is gold follows from its submission, which is in the log already.
    if (sameJson({ ...before }, { ...after }) || (after.gold === 'single' && before.state === null)) return;
    this.#casebook.records.log({
      kind: 'settle',
      personId: by,
      itemId,
      task,
      diff: {
        added: {},
        updated: {
          ...(before.state !== after.state && { raters: [before.state, after.state] }),
          ...(before.gold !== after.gold && { gold: [before.gold, after.gold] }),
        },
        removed: {},
      },
    });
  }

  #readAll(itemIds: readonly ItemId[]): RecomputedRow[] {
    return this.#readItems
      .all(asSet(itemIds))
      .map((row) => ({ ...row, goldParts: GoldPartsColumn.parse(row.goldParts) }));
  }

  #readItem(itemId: ItemId): RecomputedRow | undefined {
    return this.#readAll([itemId])[0];
  }

  /** Of the answers that give an item's gold, or gave it. */
  #answersOf(ids: Iterable<AnnotationId>): AnswerOf {
    const payloads = new Map(
      this.#readAnswers.all(asSet(new Set(ids))).map(({ id, payload }) => [id, payload]),
    );
    return (id) => JsonObject.parse(JSON.parse(payloads.get(id) ?? '{}'));
  }

  /** Writes gold and payload; gives the payload where the gold is another now, and whether other answers give it. */
  #writeGold(
    item: RecomputedRow,
    wanted: WantedGold,
    answerOf: AnswerOf,
  ): { readonly payload: JsonObject | null; readonly isOther: boolean } {
    if (isGoldWritten(item, wanted)) return { payload: null, isOther: false };
    const payload = payloadWithGold(this.#main, item, wanted, answerOf);
    // What it came with has to be known for as long as it can come back, and to an import of a changed source.
    const untouched = item.goldSource === 'imported' || (item.goldSource === null && item.revision === 1);
    this.#derived.writer.setAnswered(item, {
      ...wanted,
      payload: JSON.stringify(payload) === item.payload ? null : payload,
      imported: item.imported === null && untouched ? item.payload : null,
    });
    return { payload, isOther: !isSameGold(item, wanted) };
  }

  /** Whether answers or the casebook's rule keep an item from being accepted. */
  #isBarred(itemId: ItemId): boolean {
    return this.#casebook.records.acceptance.whyNot(itemId) !== null;
  }

  /** Reads the answers of items anew and writes their rating status. */
  #rate(itemIds: readonly ItemId[], task: Task): RatedItemFound[] {
    const items = this.#readAll(itemIds);
    const byId = new Map(items.map((item) => [item.id, item]));
    const states = this.#states.ofItems(itemIds, task.id);
    const statusOf = this.#statuses.of(itemIds, task, (id) => {
      const item = byId.get(id);
      return item === undefined ? {} : unansweredPayload(item);
    });
    return items.map((item) => {
      const wasBarred = this.#isBarred(item.id);
      const current = statusOf(item.id);
      const state = states.get(item.id) ?? null;
      if (item.isOfBefore === 1 && !current.isKept) this.#derived.writer.followToday(item.id);
      const haveRatersMoved = this.#states.write(item.id, task.id, state, current.raters);
      const before = { state: state?.state ?? null, gold: item.goldSource };
      return { item, current, before, haveRatersMoved, wasBarred };
    });
  }

  /** All but the log of what it finds, and the statuses. */
  #bringSet(itemIds: readonly ItemId[], taskId: string): readonly RecomputedItem[] {
    const task = this.#casebook.benchmark.tasks.find(({ id }) => id === taskId);
    if (task === undefined) return [];
    const rated = this.#rate(itemIds, task);
    if (task.id !== this.#main.id)
      return rated.map(({ item, current, before }) => ({
        item,
        before,
        after: { state: current.raters?.state ?? null, gold: item.goldSource },
        status: item.status,
        submission: null,
      }));
    const all = rated.map((each) => ({
      ...each,
      wanted: wantedGold(each.item, each.current, this.#casebook.benchmark),
    }));
    const answerOf = this.#answersOf(
      all.flatMap(({ item, wanted }) =>
        isGoldWritten(item, wanted) ? [] : [...giversOf(wanted), ...giversOf(writtenGold(item))],
      ),
    );
    return all.map(({ item, current, before, haveRatersMoved, wasBarred, wanted }) => {
      const { payload, isOther } = this.#writeGold(item, wanted, answerOf);
      this.#derived.validation.recompute(item.id);
      const { gold, raters } = current;
      const status = statusAfterAnswers(
        {
          status: item.status,
          hadGold: item.goldAnnotationId !== null,
          gold,
          hasOtherGold: isOther,
          raters: raters?.state ?? null,
          haveRatersMoved,
          wasBarred,
          isBarred: this.#isBarred(item.id),
        },
        (annotationId) =>
          this.#derived.statusOfGold(
            item.id,
            payload ?? JsonObject.parse(JSON.parse(item.payload)),
            annotationId,
          ),
      );
      return {
        item,
        before,
        after: { state: raters?.state ?? null, gold: wanted.source },
        status,
        submission: gold.annotationId,
      };
    });
  }

  /** The same, with the status of each written; gives also those whose status moved. */
  #bringAll(itemIds: readonly ItemId[], taskId: string) {
    const all = this.#bringSet(itemIds, taskId);
    const moved = all.filter(({ item, status }) => status !== item.status);
    for (const [status, some] of Map.groupBy(moved, (each) => each.status))
      this.#derived.writer.setStatuses(
        some.map(({ item }) => item.id),
        status,
      );
    return { all, moved };
  }

  #logMoved(moved: readonly RecomputedItem[], by: PersonId | null, detail?: JsonObject): void {
    if (moved.length === 0) return;
    const updated = Object.fromEntries(
      moved.map(({ item, status }) => [item.id, [item.status, status] as const]),
    );
    this.#casebook.records.log({
      kind: 'status',
      personId: by,
      diff: { added: {}, updated, removed: {} },
      ...(detail !== undefined && { detail }),
      items: moved.map(({ item }) => item.sequence),
    });
  }
}
