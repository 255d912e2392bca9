import { z } from 'zod';
import type { Task } from '../../../shared/benchmarks/task.ts';
import type { RegionRecord } from '../../../shared/domain/document.ts';
import type { ItemId, PersonId } from '../../../shared/base/ids.ts';
import type { AnnotationId } from '../../../shared/base/ids.ts';
import { JsonObject, sameJson } from '../../../shared/base/json.ts';
import type { GoldSource, ItemStatus, RatingState } from '../../../shared/domain/status.ts';
import type { RecordedCasebook } from '../records/records.ts';
import { mainTask } from './gold.ts';
import type { GoldPart, GoldParts } from '../records/answers/goldParts.ts';
import type { ConsensusFigures } from '../../../shared/domain/consensus.ts';
import {
  GoldPartsColumn,
  answeredGold,
  composedAnswer,
  consensusOfParts,
} from '../records/answers/goldParts.ts';
import { IN_SET, asSet, inSets } from '../db/sets.ts';
import type { AnsweredItem, ItemWriter } from './itemWriter.ts';
import { mergePayload } from '../../../shared/base/mergeJson.ts';
import type { ValidationState } from './validationStatus.ts';
import type { GoldStatus } from './goldStatus.ts';
import { type RatingStatus, type RatersStatus, type CurrentGold, RatingStatuses } from './ratingStatus.ts';

/** The rating status of an item: what recomputing found and what it left. */
export interface Recomputed {
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

interface ItemRow extends AnsweredItem {
  readonly imported: string | null;
  /** What the edition that holds is; null: the item as it came. */
  readonly edition: string | null;
  readonly revision: number;
  readonly status: ItemStatus;
  readonly goldSource: GoldSource | null;
  readonly goldAnnotationId: AnnotationId | null;
  readonly goldParts: GoldParts | null;
  /** The boxes in force where they are no rater's own, in JSON. */
  readonly goldBoxes: string | null;
  /** Whether its gold was made before there was a consensus. */
  readonly isOfBefore: number;
}

const Fields = z.record(z.string(), z.number());

interface StateRow {
  readonly itemId: string;
  readonly round: number;
  readonly state: RatingState;
  readonly ratings: number;
  readonly disagreement: number;
  readonly fields: string;
  readonly since: number;
}

/** Which answers are to be written into a payload: one, or per part the one that gives it. */
interface Givers {
  readonly annotationId: AnnotationId | null;
  readonly parts: GoldParts | null;
}
type WantedGold = Givers & {
  readonly source: GoldSource | null;
  readonly boxes: readonly RegionRecord[] | null;
};
type AnswerOf = (annotationId: AnnotationId) => JsonObject;

/** The payload as it stands now where gold changed. */
interface WrittenGold {
  readonly payload: JsonObject | null;
  /** Whether the same answers count as before. */
  readonly sameAnswers: boolean;
}

/**
 * Brings what follows from the answers of an item up to date: its rating status (`rating_state`), its
 * gold with the source, its payload and status. Everything but the status follows from the rows alone, in whatever
 * order they came, so that casebooks that were merged in different orders are the same. The status moves only when
 * raters' status or gold does, and then follows from them; in between it is the people's own.
 * Runs inside the caller's transaction.
 * Many are recomputed faster within the item writer's `together`.
 */
export class Recomputing {
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
  readonly #readStates;
  readonly #putState;
  readonly #dropState;

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
      Omit<ItemRow, 'goldParts'> & { readonly goldParts: string | null }
    >(
      `SELECT sequence, id, external_id AS externalId, payload, title, label, imported_payload AS imported, revision, status,
       gold_source AS goldSource, gold_annotation_id AS goldAnnotationId, gold_fields AS goldParts,
       gold_boxes AS goldBoxes, gold_kept IS NOT NULL AS isOfBefore,
       (SELECT payload FROM edition WHERE id = item.edition_id) AS edition
     FROM item WHERE id ${IN_SET}`,
    );
    this.#readAnswers = database.prepare<[string], { id: string; payload: string }>(
      `SELECT id, payload FROM annotation WHERE id ${IN_SET}`,
    );
    this.#readStates = database.prepare<[string, string], StateRow>(
      `SELECT item_id AS itemId, round, state, ratings, disagreement, fields, since FROM rating_state
     WHERE item_id ${IN_SET} AND task = ?`,
    );
    this.#putState = database.prepare<[string, string, number, RatingState, number, number, string, number]>(
      `INSERT INTO rating_state (item_id, task, round, state, ratings, disagreement, fields, since)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (item_id, task) DO UPDATE SET round = excluded.round, state = excluded.state,
       ratings = excluded.ratings, disagreement = excluded.disagreement, fields = excluded.fields, since = excluded.since`,
    );
    this.#dropState = database.prepare<[string, string]>(
      'DELETE FROM rating_state WHERE item_id = ? AND task = ?',
    );
  }

  /** The same for a caller that logs the change of gold itself; a change of status is logged here. */
  bring(
    itemId: ItemId,
    taskId: string,
    by: PersonId | null,
  ): { readonly before: Recomputed; readonly after: Recomputed } {
    const {
      brought: [only],
      moved,
    } = this.#bringAll([itemId], taskId);
    if (only === undefined)
      return { before: { state: null, gold: null }, after: { state: null, gold: null } };
    if (moved.length > 0)
      this.#casebook.records.log({
        kind: 'status',
        personId: by,
        diff: { added: {}, updated: updates(moved), removed: {} },
        detail: { submission: only.submission },
        items: [only.item.sequence],
      });
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
        return item === undefined ? {} : baseOf(item);
      },
      'today',
    );
    return [...items.values()].flatMap((item): GoldChange[] => {
      const wanted = this.#wantedOf(item, today(item.id));
      if (isWritten(item, wanted)) return [];
      return [
        {
          itemId: item.id,
          sequence: item.sequence,
          externalId: item.externalId,
          before: item.goldSource,
          after: wanted.source,
          parts: changedParts(item, wanted),
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
    return this.#payloadWith(
      item,
      none,
      this.#answersOf(givers({ annotationId: item.goldAnnotationId, parts: item.goldParts })),
    );
  }

  /** This payload with what counts now written into it. */
  answered(itemId: ItemId, base: JsonObject): JsonObject {
    const item = this.#readItem(itemId);
    if (item === undefined) return base;
    const gold = { annotationId: item.goldAnnotationId, parts: item.goldParts };
    return written(this.#main, base, gold, this.#answersOf(givers(gold)));
  }

  /**
   * The same for many items, set by set. Changes of their status are logged as one; of their gold nothing is logged: it
   * follows from answers whose coming the caller logs.
   */
  recomputeMany(itemIds: Iterable<ItemId>, task: string, by: PersonId | null): void {
    for (const set of inSets(itemIds)) {
      const { moved } = this.#bringAll(set, task);
      if (moved.length === 0) continue;
      this.#casebook.records.log({
        kind: 'status',
        personId: by,
        diff: { added: {}, updated: updates(moved), removed: {} },
        items: moved.map(({ item }) => item.sequence),
      });
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

  #readAll(itemIds: readonly ItemId[]): ItemRow[] {
    return this.#readItems
      .all(asSet(itemIds))
      .map((row) => ({ ...row, goldParts: GoldPartsColumn.parse(row.goldParts) }));
  }

  #readItem(itemId: ItemId): ItemRow | undefined {
    return this.#readAll([itemId])[0];
  }

  /** Of the answers that give an item's gold, or gave it. */
  #answersOf(ids: Iterable<AnnotationId>): AnswerOf {
    const payloads = new Map(
      this.#readAnswers.all(asSet(new Set(ids))).map(({ id, payload }) => [id, payload]),
    );
    return (id) => JsonObject.parse(JSON.parse(payloads.get(id) ?? '{}'));
  }

  #writeState(itemId: string, task: string, before: StateRow | null, raters: RatersStatus | null) {
    if (raters === null) {
      if (before !== null) this.#dropState.run(itemId, task);
      return before !== null;
    }
    const { round, state, ratings, disagreement, since } = raters;
    const fields = JSON.stringify(raters.fields);
    const changed =
      before === null || !isSameState(before, { itemId, round, state, ratings, disagreement, fields, since });
    if (changed) this.#putState.run(itemId, task, round, state, ratings, disagreement, fields, since);
    return changed;
  }

  /** What the payload was before any answer was written into it, as far as that was kept. */
  #payloadWith(item: ItemRow, gold: Givers, answerOf: AnswerOf): JsonObject {
    const actual = JsonObject.parse(JSON.parse(item.payload));
    const base = baseOf(item);
    const target = written(this.#main, base, gold, answerOf);
    const expected = written(
      this.#main,
      base,
      { annotationId: item.goldAnnotationId, parts: item.goldParts },
      answerOf,
    );
    // Whatever else has moved the payload since (a changed source that was imported) stays.
    return sameJson(expected, actual) ? target : mergePayload(expected, target, actual).payload;
  }

  #sourceOf(item: ItemRow, gold: CurrentGold): GoldSource | null {
    if (gold.source === 'none') return null;
    if (gold.source === 'base') {
      if (item.imported === null) return item.goldSource === 'imported' ? 'imported' : null;
      const candidate = this.#casebook.benchmark.candidate(item.externalId);
      return sameJson(JsonObject.parse(JSON.parse(item.imported)), candidate) ? null : 'imported';
    }
    // An answer that came with the item is what was imported.
    const same = item.goldAnnotationId === gold.annotationId;
    return gold.source === 'single' && same && item.goldSource === 'imported' ? 'imported' : gold.source;
  }

  /** Where the parts come from; null where all of them come from where the item's gold does. */
  #partsOf(item: ItemRow, { gold, parts }: RatingStatus, source: GoldSource | null): GoldParts | null {
    if (parts === null) return null;
    const base = this.#sourceOf(item, { source: 'base', annotationId: null });
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
      const agreed = current.consensus;
      return [
        part,
        {
          source: current.source === 'single' && came ? 'imported' : current.source,
          annotationId,
          ...(agreed !== undefined && { raters: agreed.raters, iou: agreed.iou }),
        },
      ];
    });
    const isWhole = all.every(
      ([, part]) =>
        part.source === source && part.annotationId === gold.annotationId && part.raters === undefined,
    );
    return isWhole ? null : Object.fromEntries(all);
  }

  /** What becomes of an item's gold. */
  #wantedOf(item: ItemRow, current: RatingStatus): WantedGold {
    const { gold } = current;
    const source = this.#sourceOf(item, gold);
    return {
      source,
      annotationId: gold.annotationId,
      parts: this.#partsOf(item, current, source),
      boxes: boxesOf(current),
    };
  }

  /** Writes gold and payload. */
  #writeGold(item: ItemRow, wanted: WantedGold, answerOf: AnswerOf): WrittenGold {
    if (isWritten(item, wanted)) return { payload: null, sameAnswers: true };
    const { source, annotationId, parts, boxes } = wanted;
    const payload = this.#payloadWith(item, wanted, answerOf);
    // What it came with has to be known for as long as it can come back, and to an import of a changed source.
    const untouched = item.goldSource === 'imported' || (item.goldSource === null && item.revision === 1);
    this.#derived.writer.setAnswered(item, {
      payload: JSON.stringify(payload) === item.payload ? null : payload,
      imported: item.imported === null && untouched ? item.payload : null,
      source,
      annotationId,
      parts,
      boxes,
    });
    const sameAnswers =
      annotationId === item.goldAnnotationId && sameJson(parts, item.goldParts) && hasBoxes(item, boxes);
    return { payload, sameAnswers };
  }

  /** Whether answers or the casebook's rule keep an item from being accepted. */
  #isBarred(itemId: ItemId): boolean {
    return this.#casebook.records.acceptance.whyNot(itemId) !== null;
  }

  #statusAfter(
    itemId: ItemId,
    item: ItemRow,
    { gold, raters }: RatingStatus,
    moved: boolean,
    { payload, sameAnswers }: WrittenGold,
    barred: { readonly before: boolean; readonly now: boolean },
  ): ItemStatus {
    // What nobody may accept now does not stay accepted either.
    const kept = barred.now && item.status === 'accepted' ? 'in_review' : item.status;
    if (gold.annotationId !== null) {
      if (payload !== null && !sameAnswers)
        return this.#derived.statusOfGold(itemId, payload, gold.annotationId);
      return barred.before && !barred.now && item.status === 'in_review'
        ? this.#derived.statusOfGold(itemId, JsonObject.parse(JSON.parse(item.payload)), gold.annotationId)
        : kept;
    }
    const lost = item.goldAnnotationId !== null;
    const isOpen = gold.source === 'none' || raters?.state === 'single';
    if (lost) return 'in_review';
    return moved && isOpen && item.status !== 'rejected' ? 'in_review' : kept;
  }

  /** All but the log of what it finds. */
  #bringSet(itemIds: readonly ItemId[], taskId: string): readonly Brought[] {
    const task = this.#casebook.benchmark.tasks.find(({ id }) => id === taskId);
    if (task === undefined) return [];
    const items = this.#readAll(itemIds);
    const byId = new Map(items.map((item) => [item.id, item]));
    const states = new Map(this.#readStates.all(asSet(itemIds), task.id).map((row) => [row.itemId, row]));
    const statusOf = this.#statuses.of(itemIds, task, (id) => {
      const item = byId.get(id);
      return item === undefined ? {} : baseOf(item);
    });
    const found = items.map((item) => {
      const wasBarred = this.#isBarred(item.id);
      const current = statusOf(item.id);
      const before = states.get(item.id) ?? null;
      if (item.isOfBefore === 1 && !current.isKept) this.#derived.writer.followToday(item.id);
      const changed = this.#writeState(item.id, task.id, before, current.raters);
      const was = { state: before?.state ?? null, gold: item.goldSource };
      return { item, current, was, wasBarred, state: current.raters?.state ?? null, changed };
    });
    if (task.id !== this.#main.id)
      return found.map(({ item, was, state }) => ({
        item,
        before: was,
        after: { state, gold: item.goldSource },
        status: item.status,
        submission: null,
      }));
    const wanted = found.map((each) => ({ ...each, wanted: this.#wantedOf(each.item, each.current) }));
    const answerOf = this.#answersOf(
      wanted.flatMap(({ item, wanted: gold }) =>
        isWritten(item, gold)
          ? []
          : [...givers(gold), ...givers({ annotationId: item.goldAnnotationId, parts: item.goldParts })],
      ),
    );
    return wanted.map(({ item, current, was, wasBarred, state, changed, wanted: gold }) => {
      const result = this.#writeGold(item, gold, answerOf);
      this.#derived.validation.recompute(item.id);
      const barred = { before: wasBarred, now: this.#isBarred(item.id) };
      return {
        item,
        before: was,
        after: { state, gold: gold.source },
        status: this.#statusAfter(item.id, item, current, changed, result, barred),
        submission: current.gold.annotationId,
      };
    });
  }

  /** The same, with the status of each written; gives those whose status moved. */
  #bringAll(itemIds: readonly ItemId[], taskId: string) {
    const brought = this.#bringSet(itemIds, taskId);
    const moved = brought.filter(({ item, status }) => status !== item.status);
    for (const [status, some] of Map.groupBy(moved, (each) => each.status))
      this.#derived.writer.setStatuses(
        some.map(({ item }) => item.id),
        status,
      );
    return { brought, moved };
  }
}

function written(
  task: Task,
  base: JsonObject,
  { annotationId, parts }: Givers,
  answerOf: AnswerOf,
): JsonObject {
  if (parts === null) return annotationId === null ? base : task.applyAnswer(base, answerOf(annotationId));
  return task.applyAnswer(
    base,
    composedAnswer(task.initialAnswer(base), parts, answerOf),
    answeredGold(parts),
  );
}

function isWritten(item: ItemRow, { source, annotationId, parts, boxes }: WantedGold): boolean {
  return (
    source === item.goldSource &&
    annotationId === item.goldAnnotationId &&
    sameJson(parts, item.goldParts) &&
    hasBoxes(item, boxes)
  );
}

interface Brought {
  readonly item: ItemRow;
  readonly before: Recomputed;
  readonly after: Recomputed;
  readonly status: ItemStatus;
  readonly submission: AnnotationId | null;
}

function updates(moved: readonly Brought[]) {
  return Object.fromEntries(moved.map(({ item, status }) => [item.id, [item.status, status]]));
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

/** The boxes that no answer has as they are: those that raters have in common. */
const boxesOf = ({ parts }: RatingStatus): readonly RegionRecord[] | null =>
  [...(parts?.values() ?? [])].flatMap(({ consensus }) =>
    consensus === undefined ? [] : [consensus.regions],
  )[0] ?? null;

/** The parts that another answer gives, or that are a consensus now. */
function changedParts(item: ItemRow, wanted: WantedGold): readonly string[] {
  const names = new Set([...Object.keys(item.goldParts ?? {}), ...Object.keys(wanted.parts ?? {})]);
  const giverOf = ({ parts, annotationId }: Givers, part: string) =>
    parts === null ? annotationId : (parts[part]?.annotationId ?? null);
  const before = { parts: item.goldParts, annotationId: item.goldAnnotationId };
  return [...names].filter(
    (part) => wanted.parts?.[part]?.source === 'consensus' || giverOf(before, part) !== giverOf(wanted, part),
  );
}

const hasBoxes = ({ goldBoxes }: ItemRow, boxes: readonly RegionRecord[] | null): boolean =>
  goldBoxes === (boxes === null ? null : JSON.stringify(boxes));

/** The payload without anybody's answer, as far as that was kept. */
const baseOf = ({ edition, imported, payload }: ItemRow): JsonObject =>
  JsonObject.parse(JSON.parse(edition ?? imported ?? payload));

const givers = ({ annotationId, parts }: Givers): AnnotationId[] => [
  ...(annotationId === null ? [] : [annotationId]),
  ...Object.values(parts ?? {}).flatMap((part) => part.annotationId ?? []),
];
