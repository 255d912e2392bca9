import type { ItemSummary } from '../../../shared/benchmarks/benchmark.ts';
import type { RegionRecord } from '../../../shared/domain/document.ts';
import type { AnnotationId, EditionId, ImageId, ItemId, PersonId } from '../../../shared/base/ids.ts';
import { ItemId as ItemIdSchema } from '../../../shared/base/ids.ts';
import type { ForeignImage } from '../../../shared/foreign/foreignPart.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { JsonObject as JsonObjectSchema } from '../../../shared/base/json.ts';
import type { GoldSource, ItemStatus } from '../../../shared/domain/status.ts';
import type { RecordedCasebook } from '../records/records.ts';
import { unorderedId } from '../base/ports.ts';
import type { ValidationState } from './validationStatus.ts';
import type { VerdictRecomputing } from './recomputeVerdicts.ts';
import { memoized } from '../base/memo.ts';
import { IN_SET, asSet, inSets } from '../db/sets.ts';
import { facetsOf } from './facets.ts';
import type { GoldParts } from '../records/goldParts.ts';
import { collectTexts } from '../records/searchTexts.ts';

export interface NewItem {
  readonly externalId: string;
  readonly payload: JsonObject;
  readonly images: readonly {
    readonly role: string;
    readonly name: string;
    readonly imageId: ImageId | null;
    /** What it came with that is carried; left out: nothing. */
    readonly foreign?: ForeignImage | undefined;
  }[];
  readonly imported: boolean;
}

export interface WrittenItem {
  readonly id: ItemId;
  readonly sequence: number;
}

/**
 * Writes items and everything derived from them (title, label, facets, full text, missing images) so that these
 * can never disagree. Every method expects to run inside the caller's transaction.
 */
export interface ItemWriter {
  insert(item: NewItem): WrittenItem;
  /** Replaces the payload, counts a revision, brings what is derived up to date. */
  setPayload(id: ItemId, payload: JsonObject): void;
  /** Names the edition that holds; its payload is the caller's matter, and to be set after it. */
  setEdition(id: ItemId, edition: EditionId): void;
  /** Remembers (or forgets, with null) the record as last imported. */
  setImported(id: ItemId, payload: JsonObject | null): void;
  setStatus(id: ItemId, status: ItemStatus): void;
  /** Which split it is in; null: in none. */
  setSplit(id: ItemId, split: string | null): void;
  /** The same for some items at once, none of which has it yet. */
  setStatuses(ids: readonly string[], status: ItemStatus): void;
  /** Writes what its answers make of an item: its gold and, where that moved them, its payload and what it came with. */
  setAnswered(item: AnsweredItem, change: AnsweredChange): void;
  /**
   * Puts an image in its place. The person who accepted the item saw another one: it is in review again then, which is
   * logged as done by `by`. True where that was so.
   */
  setImage(
    id: ItemId,
    image: { position: number; role: string; name: string; imageId: ImageId | null },
    by: PersonId | null,
  ): boolean;
  /** Keeps what a file says of an image itself. */
  setImageRecord(id: ItemId, position: number, foreign: ForeignImage): void;
  /** Takes the images from this position on away; true where the item was accepted with them. */
  cutImages(id: ItemId, from: number, by: PersonId | null): boolean;
  /**
   * What counts as right for it; the payload is the caller's matter.
   * @param parts where its parts come from, for gold that is put together from several answers or has disputed parts
   */
  setGold(
    id: ItemId,
    source: GoldSource | null,
    annotationId: AnnotationId | null,
    parts?: GoldParts | null,
  ): void;
  /** From now on its gold follows today's rules, also where it was made before there was a consensus of boxes. */
  followToday(id: ItemId): void;
  /** Brings the full-text index up to date after an answer or a tag changed. */
  reindex(id: ItemId): void;
  /**
   * For work on many items: brings the full-text index up to date for several at a time, each once however often it
   * changed meanwhile, at the latest when the work is done.
   */
  together<T>(work: () => T): T;
}

/** Items whose texts are brought up to date at a time: few enough that their rows are still at hand. */
const TOGETHER = 1000;

interface ItemRow {
  readonly sequence: number;
  readonly id: string;
  readonly externalId: string;
  readonly payload: string;
  readonly title: string;
  readonly label: string | null;
}

/** An item as it is before its answers are written into it. */
export interface AnsweredItem extends ItemRow {
  readonly id: ItemId;
}

/** What answers make of an item; null: it stays as it is. */
export interface AnsweredChange {
  readonly payload: JsonObject | null;
  /** The record as last imported, in JSON. */
  readonly imported: string | null;
  readonly source: GoldSource | null;
  readonly annotationId: AnnotationId | null;
  readonly parts: GoldParts | null;
  /** The boxes in force where they are no rater's own. */
  readonly boxes: readonly RegionRecord[] | null;
}

interface AnswerRow {
  readonly itemId: string;
  readonly id: string;
  readonly task: string;
  readonly round: number;
  readonly personId: string;
  readonly payload: string;
  /** Whether a box of it has a note or attributes. */
  readonly noted: number;
}

/** The writer for an open casebook, its statements prepared once. */
export function createItemWriter(
  casebook: RecordedCasebook,
  { verdicts, validation }: { readonly verdicts: VerdictRecomputing; readonly validation: ValidationState },
): ItemWriter {
  const { database, benchmark, ports } = casebook;
  const { log } = casebook.records;
  const insertItem = database.prepare<
    [string, string, string, string, string | null, string, string | null, number, number, number]
  >(
    `INSERT INTO item (id, benchmark, external_id, payload, gold_source, title, label, missing_images, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertFacet = database.prepare<[string, string, number]>(
    'INSERT INTO item_facet (name, value, item) VALUES (?, ?, ?)',
  );
  const deleteFacets = database.prepare<[number]>('DELETE FROM item_facet WHERE item = ?');
  const insertText = database.prepare<[number, string]>('INSERT INTO item_text (rowid, text) VALUES (?, ?)');
  const deleteText = database.prepare<[number]>('DELETE FROM item_text WHERE rowid = ?');
  const insertImage = database.prepare<[string, number, string, string, string | null, string | null]>(
    'INSERT INTO item_image (item_id, position, role, name, image_id, foreign_part) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const upsertImage = database.prepare<[string, number, string, string, string | null]>(
    `INSERT INTO item_image (item_id, position, role, name, image_id) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (item_id, position) DO UPDATE SET role = excluded.role, name = excluded.name, image_id = excluded.image_id`,
  );
  const updateRecord = database.prepare<[string, string, number]>(
    'UPDATE item_image SET foreign_part = ? WHERE item_id = ? AND position = ?',
  );
  const setRole = database.prepare<[string, string, number, string]>(
    'UPDATE item_image SET role = ? WHERE item_id = ? AND position = ? AND role <> ?',
  );
  const readImages = database.prepare<[string, number], { position: number; imageId: string | null }>(
    'SELECT position, image_id AS imageId FROM item_image WHERE item_id = ? AND position >= ? ORDER BY position',
  );
  const cutImages = database.prepare<[string, number]>(
    'DELETE FROM item_image WHERE item_id = ? AND position >= ?',
  );
  const countMissing = database.prepare<[string, string]>(
    `UPDATE item SET missing_images = (SELECT count(*) FROM item_image WHERE item_id = ? AND image_id IS NULL) WHERE id = ?`,
  );
  const updatePayload = database.prepare<[string, number, string]>(
    'UPDATE item SET payload = ?, revision = revision + 1, updated_at = ? WHERE id = ?',
  );
  const updateAnswered = database.prepare<
    [string | null, GoldSource | null, string | null, string | null, string | null, number]
  >(
    `UPDATE item SET imported_payload = coalesce(?, imported_payload), gold_source = ?, gold_annotation_id = ?,
       gold_fields = ?, gold_boxes = ? WHERE sequence = ?`,
  );
  const updateAnsweredPayload = database.prepare<
    [string, number, string | null, GoldSource | null, string | null, string | null, string | null, number]
  >(
    `UPDATE item SET payload = ?, revision = revision + 1, updated_at = ?,
       imported_payload = coalesce(?, imported_payload), gold_source = ?, gold_annotation_id = ?, gold_fields = ?,
       gold_boxes = ? WHERE sequence = ?`,
  );
  const updateSummary = database.prepare<[string, string | null, string]>(
    'UPDATE item SET title = ?, label = ? WHERE id = ?',
  );
  const updateGold = database.prepare<[GoldSource | null, string | null, string | null, string]>(
    'UPDATE item SET gold_source = ?, gold_annotation_id = ?, gold_fields = ?, gold_boxes = NULL WHERE id = ?',
  );
  const followToday = database.prepare<[string]>('UPDATE item SET gold_kept = NULL WHERE id = ?');
  const updateEdition = database.prepare<[string, string]>('UPDATE item SET edition_id = ? WHERE id = ?');
  const updateSplit = database.prepare<[string | null, number, string]>(
    'UPDATE item SET split = ?, updated_at = ? WHERE id = ?',
  );
  const updateImported = database.prepare<[string | null, string]>(
    'UPDATE item SET imported_payload = ? WHERE id = ?',
  );
  const readStatus = database.prepare<[string], string>('SELECT status FROM item WHERE id = ?').pluck();
  const updateStatuses = database.prepare<[ItemStatus, number, string]>(
    `UPDATE item SET status = ?, updated_at = ? WHERE id ${IN_SET}`,
  );
  // Answers about what is rejected count nowhere.
  const readRejected = database
    .prepare<[string, string], string>(
      `SELECT id FROM item WHERE id ${IN_SET} AND (status = 'rejected') <> (? = 'rejected')`,
    )
    .pluck();
  const readItems = database.prepare<[string], ItemRow>(
    `SELECT sequence, id, external_id AS externalId, payload, title, label FROM item WHERE id ${IN_SET}`,
  );
  const readItem = (id: string): ItemRow | undefined => readItems.get(asSet([id]));
  const readSequence = database.prepare<[string], number>('SELECT sequence FROM item WHERE id = ?').pluck();
  const readTags = database.prepare<[string], { item: number; tag: string }>(
    `SELECT item, tag FROM item_tag WHERE item ${IN_SET}`,
  );
  // In the order of their index, so that the last of each document is its latest version.
  const readAnswers = database.prepare<[string], AnswerRow>(
    `SELECT item_id AS itemId, id, task, round, person_id AS personId, payload,
       EXISTS (SELECT 1 FROM region WHERE annotation_id = annotation.id AND (note <> '' OR attributes <> '{}')) AS noted
     FROM annotation WHERE item_id ${IN_SET} ORDER BY item_id, task, round, person_id, version`,
  );
  const readNotes = database.prepare<[string], { note: string; attributes: string }>(
    "SELECT note, attributes FROM region WHERE annotation_id = ? AND (note <> '' OR attributes <> '{}')",
  );

  /** Which image is the chosen one follows from the payload. */
  const bringRoles = (id: string, payload: JsonObject): void => {
    benchmark.imageRoles?.(payload).forEach((role, position) => void setRole.run(role, id, position, role));
  };
  const writeFacets = (
    { sequence, externalId }: Pick<ItemRow, 'sequence' | 'externalId'>,
    payload: JsonObject,
    summary: ItemSummary,
  ): void => {
    for (const [name, value] of facetsOf(benchmark, externalId, payload, summary))
      insertFacet.run(name, value, sequence);
  };
  const bringFacets = (row: ItemRow, payload: JsonObject, summary: ItemSummary): void => {
    const before = JsonObjectSchema.parse(JSON.parse(row.payload));
    const of = (each: JsonObject, its: ItemSummary) => facetsOf(benchmark, row.externalId, each, its);
    const former = of(before, benchmark.summarize(before));
    if (JSON.stringify(former) === JSON.stringify(of(payload, summary))) return;
    deleteFacets.run(row.sequence);
    writeFacets(row, payload, summary);
  };
  const textsOf = memoized((answer: string) => collectTexts(JsonObjectSchema.parse(JSON.parse(answer)), []));
  const textOf = (
    { externalId, payload }: ItemRow,
    tags: readonly { readonly tag: string }[],
    answers: readonly AnswerRow[],
  ): string => {
    const texts = collectTexts(JsonObjectSchema.parse(JSON.parse(payload)), [externalId]);
    texts.push(...tags.map(({ tag }) => tag));
    const latest = answers.filter((answer, at) => !isSameDocument(answer, answers[at + 1]));
    // Raters who agree say the same to the letter.
    for (const answer of new Set(latest.map((row) => row.payload))) texts.push(...textsOf(answer));
    for (const answer of latest) {
      if (answer.noted === 0) continue;
      for (const { note, attributes } of readNotes.all(answer.id)) {
        texts.push(note);
        collectTexts(JsonObjectSchema.parse(JSON.parse(attributes)), texts);
      }
    }
    return [...new Set(texts)].join('\n');
  };
  const writeTexts = (ids: readonly string[]): void => {
    const rows = readItems.all(asSet(ids));
    const tags = Map.groupBy(
      readTags.all(`[${rows.map(({ sequence }) => sequence).join()}]`),
      ({ item }) => item,
    );
    const answers = Map.groupBy(readAnswers.all(asSet(ids)), ({ itemId }) => itemId);
    // Rising numbers: the index writes out what it has gathered whenever a number is not above the one before.
    for (const row of rows.sort((a, b) => a.sequence - b.sequence)) {
      deleteText.run(row.sequence);
      insertText.run(row.sequence, textOf(row, tags.get(row.sequence) ?? [], answers.get(row.id) ?? []));
    }
  };

  const setStatuses: ItemWriter['setStatuses'] = (ids, status) => {
    const set = asSet(ids);
    const moved = readRejected.all(set, status);
    updateStatuses.run(status, ports.now(), set);
    verdicts.recomputeItems(moved);
  };
  const setSplit = (id: ItemId, split: string | null): void => {
    updateSplit.run(split, ports.now(), id);
  };
  const setStatus = (id: ItemId, status: ItemStatus): void => {
    setStatuses([id], status);
  };
  /** An item is accepted with the images that it has then. */
  const withdrawAcceptance = (id: ItemId, by: PersonId | null): boolean => {
    if (readStatus.get(id) !== 'accepted') return false;
    setStatus(id, 'in_review');
    const sequence = readSequence.get(id);
    log({
      kind: 'status',
      personId: by,
      diff: { added: {}, updated: { [id]: ['accepted', 'in_review'] }, removed: {} },
      detail: { cause: 'image' },
      items: sequence === undefined ? [] : [sequence],
    });
    return true;
  };

  let waiting: Map<number, string> | null = null;
  const writeWaiting = (): void => {
    if (waiting === null) return;
    for (const ids of inSets(waiting.values())) writeTexts(ids);
    waiting.clear();
  };
  const reindexNumbered = (id: string, sequence: number): void => {
    if (waiting === null) {
      writeTexts([id]);
      return;
    }
    waiting.set(sequence, id);
    if (waiting.size >= TOGETHER) writeWaiting();
  };
  /** What follows from an item's payload; `row`: as it was before. */
  const bringPayload = (row: ItemRow, id: ItemId, payload: JsonObject): void => {
    const summary = benchmark.summarize(payload);
    // Their indexes cost more than the look.
    if (row.title !== summary.title || row.label !== summary.label) {
      updateSummary.run(summary.title, summary.label, id);
    }
    bringFacets(row, payload, summary);
    bringRoles(id, payload);
    reindexNumbered(id, row.sequence);
    validation.take(id, payload);
    // What there is to judge in answers about it follows from it.
    verdicts.recomputeItem(id);
  };

  return {
    insert({ externalId, payload, images, imported }) {
      const id = ItemIdSchema.parse(unorderedId(ports));
      const summary = benchmark.summarize(payload);
      const now = ports.now();
      const missing = images.filter((image) => image.imageId === null).length;
      const { lastInsertRowid } = insertItem.run(
        id,
        benchmark.id,
        externalId,
        JSON.stringify(payload),
        imported ? 'imported' : null,
        summary.title,
        summary.label,
        missing,
        now,
        now,
      );
      const sequence = Number(lastInsertRowid);
      writeFacets({ sequence, externalId }, payload, summary);
      validation.take(id, payload);
      images.forEach(({ role, name, imageId, foreign }, position) =>
        insertImage.run(
          id,
          position,
          role,
          name,
          imageId,
          foreign === undefined ? null : JSON.stringify(foreign),
        ),
      );
      // A new item has neither tags nor answers: its texts are the payload's.
      if (waiting === null) insertText.run(sequence, collectTexts(payload, [externalId]).join('\n'));
      else reindexNumbered(id, sequence);
      return { id, sequence };
    },
    setPayload(id, payload) {
      const row = readItem(id);
      if (row === undefined) return;
      updatePayload.run(JSON.stringify(payload), ports.now(), id);
      bringPayload(row, id, payload);
    },
    setAnswered(item, { payload, imported, source, annotationId, parts, boxes }) {
      const gold = [
        source,
        annotationId,
        parts === null ? null : JSON.stringify(parts),
        boxes === null ? null : JSON.stringify(boxes),
        item.sequence,
      ] as const;
      if (payload === null) {
        updateAnswered.run(imported, ...gold);
        return;
      }
      updateAnsweredPayload.run(JSON.stringify(payload), ports.now(), imported, ...gold);
      bringPayload(item, item.id, payload);
    },
    followToday(id) {
      followToday.run(id);
    },
    setEdition(id, edition) {
      updateEdition.run(edition, id);
    },
    setImported(id, payload) {
      updateImported.run(payload === null ? null : JSON.stringify(payload), id);
    },
    setSplit,
    setStatus,
    setStatuses,
    setImage(id, { position, role, name, imageId }, by) {
      const [before] = readImages.all(id, position);
      const former = before?.position === position ? before.imageId : null;
      upsertImage.run(id, position, role, name, imageId);
      const row = benchmark.imageRoles === undefined ? undefined : readItem(id);
      if (row !== undefined) bringRoles(id, JsonObjectSchema.parse(JSON.parse(row.payload)));
      countMissing.run(id, id);
      return former !== null && former !== imageId && withdrawAcceptance(id, by);
    },
    setImageRecord(id, position, foreign) {
      updateRecord.run(JSON.stringify(foreign), id, position);
    },
    cutImages(id, from, by) {
      const cut = readImages.all(id, from);
      if (cut.length === 0) return false;
      cutImages.run(id, from);
      countMissing.run(id, id);
      return cut.some(({ imageId }) => imageId !== null) && withdrawAcceptance(id, by);
    },
    setGold(id, source, annotationId, parts = null) {
      updateGold.run(source, annotationId, parts === null ? null : JSON.stringify(parts), id);
    },
    reindex(id) {
      const sequence = readSequence.get(id);
      if (sequence !== undefined) reindexNumbered(id, sequence);
    },
    together(work) {
      if (waiting !== null) return work();
      waiting = new Map();
      try {
        const result = work();
        writeWaiting();
        return result;
      } finally {
        waiting = null;
      }
    },
  };
}

function isSameDocument(a: AnswerRow, b: AnswerRow | undefined): boolean {
  return b !== undefined && a.personId === b.personId && a.round === b.round && a.task === b.task;
}
