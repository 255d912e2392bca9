import { z } from 'zod';
import type { Task } from '../../../shared/benchmarks/benchmark.ts';
import type { ItemId, PersonId } from '../../../shared/domain/ids.ts';
import type { AnnotationId } from '../../../shared/domain/ids.ts';
import { JsonObject, sameJson } from '../../../shared/domain/json.ts';
import type { GoldSource, ItemStatus, RatingState } from '../../../shared/domain/status.ts';
import type { RecordedCasebook } from '../records/records.ts';
import { mainTask } from './gold.ts';
import type { GoldPart, GoldParts } from '../records/goldParts.ts';
import { GoldPartsColumn, answeredGold, composedAnswer } from '../records/goldParts.ts';
import type { ItemWriter } from './itemWriter.ts';
import { mergePayload } from '../../../shared/domain/mergeJson.ts';
import type { ValidationState } from './validationStatus.ts';
import type { GoldStatus } from './goldStatus.ts';
import type { RatingStatus, RatersStatus, CurrentGold } from './ratingStatus.ts';
import { createRatingStatus } from './ratingStatus.ts';

/** The rating status of an item: what recomputing found and what it left. */
export interface Recomputed {
  readonly state: RatingState | null;
  readonly gold: GoldSource | null;
}

/**
 * Brings what follows from the answers of an item up to date: its rating status (`rating_state`), its
 * gold with the source, its payload and status. Everything but the status follows from the rows alone, in whatever
 * order they came, so that casebooks that were merged in different orders are the same. The status moves only when
 * raters' status or gold does, and then follows from them; in between it is the people's own.
 * Runs inside the caller's transaction.
 */
export interface Recomputing {
  /** Logs what changed, as done by `by`. */
  recompute(itemId: ItemId, task: string, by: PersonId | null): void;
  /** The same for a caller that logs the change of gold itself; a change of status is logged here. */
  bring(
    itemId: ItemId,
    task: string,
    by: PersonId | null,
  ): { readonly before: Recomputed; readonly after: Recomputed };
  /** The payload without anybody's answer written into it. */
  unanswered(itemId: ItemId): JsonObject;
  /** This payload with what counts now written into it. */
  answered(itemId: ItemId, base: JsonObject): JsonObject;
}

interface ItemRow {
  readonly sequence: number;
  readonly externalId: string;
  readonly payload: string;
  readonly imported: string | null;
  /** What the edition that holds is; null: the item as it came. */
  readonly edition: string | null;
  readonly revision: number;
  readonly status: ItemStatus;
  readonly goldSource: GoldSource | null;
  readonly goldAnnotationId: AnnotationId | null;
  readonly goldParts: GoldParts | null;
}

const Fields = z.record(z.string(), z.number());

interface StateRow {
  readonly round: number;
  readonly state: RatingState;
  readonly ratings: number;
  readonly disagreement: number;
  readonly fields: string;
  readonly since: number;
}

/** Which answers are to be written into a payload: one, or per part the one that gives it. */
interface WantedGold {
  readonly annotationId: AnnotationId | null;
  readonly parts: GoldParts | null;
}

/** The source of an item's gold; the payload as it stands now where gold changed. */
interface WrittenGold {
  readonly source: GoldSource | null;
  readonly payload: JsonObject | null;
  /** Whether the same answers count as before. */
  readonly sameAnswers: boolean;
}

/**
 * The recomputing of an open casebook, its statements prepared once.
 * Many are recomputed faster within the item writer's `together`.
 */
export function createRecomputing(
  casebook: RecordedCasebook,
  derived: {
    readonly writer: ItemWriter;
    readonly validation: ValidationState;
    readonly statusOfGold: GoldStatus;
  },
): Recomputing {
  const { database, benchmark } = casebook;
  const { log, promotions } = casebook.records;
  const { writer, validation, statusOfGold } = derived;
  const main = mainTask(casebook);
  const ratingStatusOf = createRatingStatus(casebook);
  const itemRow = database.prepare<
    [string],
    Omit<ItemRow, 'goldParts'> & { readonly goldParts: string | null }
  >(
    `SELECT sequence, external_id AS externalId, payload, imported_payload AS imported, revision, status,
       gold_source AS goldSource, gold_annotation_id AS goldAnnotationId, gold_fields AS goldParts, (SELECT payload FROM edition WHERE id = item.edition_id) AS edition
     FROM item WHERE id = ?`,
  );
  const readItem = (itemId: ItemId): ItemRow | undefined => {
    const row = itemRow.get(itemId);
    return row === undefined ? undefined : { ...row, goldParts: GoldPartsColumn.parse(row.goldParts) };
  };
  const readAnswer = database
    .prepare<[string], string>('SELECT payload FROM annotation WHERE id = ?')
    .pluck();
  const readState = database.prepare<[string, string], StateRow>(
    'SELECT round, state, ratings, disagreement, fields, since FROM rating_state WHERE item_id = ? AND task = ?',
  );
  const putState = database.prepare<[string, string, number, RatingState, number, number, string, number]>(
    `INSERT INTO rating_state (item_id, task, round, state, ratings, disagreement, fields, since)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (item_id, task) DO UPDATE SET round = excluded.round, state = excluded.state,
       ratings = excluded.ratings, disagreement = excluded.disagreement, fields = excluded.fields, since = excluded.since`,
  );
  const dropState = database.prepare<[string, string]>(
    'DELETE FROM rating_state WHERE item_id = ? AND task = ?',
  );
  const answerOf = (annotationId: string): JsonObject =>
    JsonObject.parse(JSON.parse(readAnswer.get(annotationId) ?? '{}'));

  const writeState = (itemId: string, task: string, raters: RatersStatus | null) => {
    const before = readState.get(itemId, task) ?? null;
    if (raters === null) {
      if (before !== null) dropState.run(itemId, task);
      return { before, changed: before !== null };
    }
    const { round, state, ratings, disagreement, since } = raters;
    const fields = JSON.stringify(raters.fields);
    const changed =
      before === null || !isSameState(before, { round, state, ratings, disagreement, fields, since });
    if (changed) putState.run(itemId, task, round, state, ratings, disagreement, fields, since);
    return { before, changed };
  };

  const written = (task: Task, base: JsonObject, { annotationId, parts }: WantedGold): JsonObject => {
    if (parts === null) return annotationId === null ? base : task.applyAnswer(base, answerOf(annotationId));
    return task.applyAnswer(
      base,
      composedAnswer(task.initialAnswer(base), parts, answerOf),
      answeredGold(parts),
    );
  };

  /** What the payload was before any answer was written into it, as far as that was kept. */
  const payloadWith = (task: Task, item: ItemRow, gold: WantedGold): JsonObject => {
    const actual = JsonObject.parse(JSON.parse(item.payload));
    const kept = item.edition ?? item.imported;
    const base = kept === null ? actual : JsonObject.parse(JSON.parse(kept));
    const target = written(task, base, gold);
    const expected = written(task, base, { annotationId: item.goldAnnotationId, parts: item.goldParts });
    // Whatever else has moved the payload since (a changed source that was imported) stays.
    return sameJson(expected, actual) ? target : mergePayload(expected, target, actual).payload;
  };

  const sourceOf = (item: ItemRow, gold: CurrentGold): GoldSource | null => {
    if (gold.source === 'none') return null;
    if (gold.source === 'base') {
      if (item.imported === null) return item.goldSource === 'imported' ? 'imported' : null;
      const candidate = benchmark.candidate(item.externalId);
      return sameJson(JsonObject.parse(JSON.parse(item.imported)), candidate) ? null : 'imported';
    }
    // An answer that came with the item is what was imported.
    const same = item.goldAnnotationId === gold.annotationId;
    return gold.source === 'single' && same && item.goldSource === 'imported' ? 'imported' : gold.source;
  };

  /** Where the parts come from; null where all of them come from where the item's gold does. */
  const partsOf = (
    item: ItemRow,
    { gold, parts }: RatingStatus,
    source: GoldSource | null,
  ): GoldParts | null => {
    if (parts === null) return null;
    const base = sourceOf(item, { source: 'base', annotationId: null });
    const all = [...parts].map(([part, current]): [string, GoldPart] => {
      const { annotationId } = current;
      if (current.source === 'base') return [part, { source: base, annotationId: null }];
      const before = item.goldParts?.[part];
      // As for the whole: an answer that came with the item is what was imported.
      const came =
        before === undefined
          ? item.goldParts === null &&
            item.goldSource === 'imported' &&
            item.goldAnnotationId === annotationId
          : before.source === 'imported' && before.annotationId === annotationId;
      return [
        part,
        { source: current.source === 'single' && came ? 'imported' : current.source, annotationId },
      ];
    });
    const isWhole = all.every(
      ([, part]) => part.source === source && part.annotationId === gold.annotationId,
    );
    return isWhole ? null : Object.fromEntries(all);
  };

  /** Writes gold and payload; gives the source. */
  const writeGold = (itemId: ItemId, item: ItemRow, current: RatingStatus): WrittenGold => {
    const { gold } = current;
    const source = sourceOf(item, gold);
    const parts = partsOf(item, current, source);
    const isSame =
      source === item.goldSource &&
      gold.annotationId === item.goldAnnotationId &&
      sameJson(parts, item.goldParts);
    if (isSame) return { source, payload: null, sameAnswers: true };
    const payload = payloadWith(main, item, { annotationId: gold.annotationId, parts });
    // What it came with has to be known for as long as it can come back, and to an import of a changed source.
    const untouched = item.goldSource === 'imported' || (item.goldSource === null && item.revision === 1);
    if (item.imported === null && untouched) {
      writer.setImported(itemId, JsonObject.parse(JSON.parse(item.payload)));
    }
    if (JSON.stringify(payload) !== item.payload) writer.setPayload(itemId, payload);
    writer.setGold(itemId, source, gold.annotationId, parts);
    const sameAnswers = gold.annotationId === item.goldAnnotationId && sameJson(parts, item.goldParts);
    return { source, payload, sameAnswers };
  };

  /** Brings up to date the item's validation status; whether it has what the casebook asks for, before and now. */
  const bringOnItsWay = (itemId: ItemId) => {
    const isShort = (): boolean => promotions.whyShort(itemId) !== null;
    const wasShort = isShort();
    validation.recompute(itemId);
    return { wasShort, isShort: isShort() };
  };

  const statusAfter = (
    itemId: ItemId,
    item: ItemRow,
    { gold, raters }: RatingStatus,
    moved: boolean,
    { payload, sameAnswers }: WrittenGold,
    { wasShort, isShort }: ReturnType<typeof bringOnItsWay>,
  ): ItemStatus => {
    if (gold.annotationId !== null) {
      if (payload !== null && !sameAnswers) return statusOfGold(itemId, payload, gold.annotationId);
      if (isShort) return !wasShort && item.status === 'accepted' ? 'in_review' : item.status;
      return wasShort && item.status === 'in_review'
        ? statusOfGold(itemId, JsonObject.parse(JSON.parse(item.payload)), gold.annotationId)
        : item.status;
    }
    const lost = item.goldAnnotationId !== null;
    const isOpen = gold.source === 'none' || raters?.state === 'single';
    if (lost) return 'in_review';
    return moved && isOpen && item.status !== 'rejected' ? 'in_review' : item.status;
  };

  const bring: Recomputing['bring'] = (itemId, taskId, by) => {
    const task = benchmark.tasks.find(({ id }) => id === taskId);
    const item = readItem(itemId);
    if (task === undefined || item === undefined) {
      return { before: { state: null, gold: null }, after: { state: null, gold: null } };
    }
    const current = ratingStatusOf(itemId, task);
    const { before, changed } = writeState(itemId, task.id, current.raters);
    const was = { state: before?.state ?? null, gold: item.goldSource };
    const state = current.raters?.state ?? null;
    if (task.id !== main.id) return { before: was, after: { state, gold: item.goldSource } };
    const result = writeGold(itemId, item, current);
    const gold = result.source;
    const way = bringOnItsWay(itemId);
    const status = statusAfter(itemId, item, current, changed, result, way);
    if (status !== item.status) {
      writer.setStatus(itemId, status);
      log({
        kind: 'status',
        personId: by,
        diff: { added: {}, updated: { [itemId]: [item.status, status] }, removed: {} },
        detail: { submission: current.gold.annotationId },
        items: [item.sequence],
      });
    }
    return { before: was, after: { state, gold } };
  };

  return {
    bring,
    unanswered(itemId) {
      const item = readItem(itemId);
      return item === undefined ? {} : payloadWith(main, item, { annotationId: null, parts: null });
    },
    answered(itemId, base) {
      const item = readItem(itemId);
      if (item === undefined) return base;
      return written(main, base, { annotationId: item.goldAnnotationId, parts: item.goldParts });
    },
    recompute(itemId, task, by) {
      const { before, after } = bring(itemId, task, by);
      // That an answer is gold follows from its submission, which is in the log already.
      if (sameJson({ ...before }, { ...after }) || (after.gold === 'single' && before.state === null)) return;
      log({
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
    },
  };
}

function isSameState(a: StateRow, b: StateRow): boolean {
  return (
    a.round === b.round &&
    a.state === b.state &&
    a.ratings === b.ratings &&
    a.disagreement === b.disagreement &&
    a.since === b.since &&
    // The order of the fields may have changed since.
    (a.fields === b.fields ||
      sameJson(Fields.parse(JSON.parse(a.fields)), Fields.parse(JSON.parse(b.fields))))
  );
}
