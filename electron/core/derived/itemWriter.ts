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
import type { GoldParts } from '../records/answers/goldParts.ts';
import { collectTexts } from '../records/items/searchTexts.ts';

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

/**
 * Writes items and everything derived from them (title, label, facets, full text, missing images) so that these
 * can never disagree. Every method expects to run inside the caller's transaction.
 */
export class ItemWriter {
  readonly #casebook: RecordedCasebook;
  readonly #verdicts;
  readonly #validation;
  readonly #insertItem;
  readonly #insertFacet;
  readonly #deleteFacets;
  readonly #insertText;
  readonly #deleteText;
  readonly #insertImage;
  readonly #upsertImage;
  readonly #updateRecord;
  readonly #setRole;
  readonly #readImages;
  readonly #cutImages;
  readonly #countMissing;
  readonly #updatePayload;
  readonly #updateAnswered;
  readonly #updateAnsweredPayload;
  readonly #updateSummary;
  readonly #updateGold;
  readonly #followToday;
  readonly #updateEdition;
  readonly #updateSplit;
  readonly #updateImported;
  readonly #readStatus;
  readonly #updateStatuses;
  readonly #readRejected;
  readonly #readItems;
  readonly #readSequence;
  readonly #readTags;
  readonly #readAnswers;
  readonly #readNotes;
  readonly #textsOf;
  #waiting: Map<number, string> | null = null;

  constructor(
    casebook: RecordedCasebook,
    { verdicts, validation }: { readonly verdicts: VerdictRecomputing; readonly validation: ValidationState },
  ) {
    this.#casebook = casebook;
    this.#verdicts = verdicts;
    this.#validation = validation;
    const { database } = casebook;
    this.#insertItem = database.prepare<
      [string, string, string, string, string | null, string, string | null, number, number, number]
    >(
      `INSERT INTO item (id, benchmark, external_id, payload, gold_source, title, label, missing_images, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#insertFacet = database.prepare<[string, string, number]>(
      'INSERT INTO item_facet (name, value, item) VALUES (?, ?, ?)',
    );
    this.#deleteFacets = database.prepare<[number]>('DELETE FROM item_facet WHERE item = ?');
    this.#insertText = database.prepare<[number, string]>(
      'INSERT INTO item_text (rowid, text) VALUES (?, ?)',
    );
    this.#deleteText = database.prepare<[number]>('DELETE FROM item_text WHERE rowid = ?');
    this.#insertImage = database.prepare<[string, number, string, string, string | null, string | null]>(
      'INSERT INTO item_image (item_id, position, role, name, image_id, foreign_part) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.#upsertImage = database.prepare<[string, number, string, string, string | null]>(
      `INSERT INTO item_image (item_id, position, role, name, image_id) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (item_id, position) DO UPDATE SET role = excluded.role, name = excluded.name, image_id = excluded.image_id`,
    );
    this.#updateRecord = database.prepare<[string, string, number]>(
      'UPDATE item_image SET foreign_part = ? WHERE item_id = ? AND position = ?',
    );
    this.#setRole = database.prepare<[string, string, number, string]>(
      'UPDATE item_image SET role = ? WHERE item_id = ? AND position = ? AND role <> ?',
    );
    this.#readImages = database.prepare<[string, number], { position: number; imageId: string | null }>(
      'SELECT position, image_id AS imageId FROM item_image WHERE item_id = ? AND position >= ? ORDER BY position',
    );
    this.#cutImages = database.prepare<[string, number]>(
      'DELETE FROM item_image WHERE item_id = ? AND position >= ?',
    );
    this.#countMissing = database.prepare<[string, string]>(
      `UPDATE item SET missing_images = (SELECT count(*) FROM item_image WHERE item_id = ? AND image_id IS NULL) WHERE id = ?`,
    );
    this.#updatePayload = database.prepare<[string, number, string]>(
      'UPDATE item SET payload = ?, revision = revision + 1, updated_at = ? WHERE id = ?',
    );
    this.#updateAnswered = database.prepare<
      [string | null, GoldSource | null, string | null, string | null, string | null, number]
    >(
      `UPDATE item SET imported_payload = coalesce(?, imported_payload), gold_source = ?, gold_annotation_id = ?,
       gold_fields = ?, gold_boxes = ? WHERE sequence = ?`,
    );
    this.#updateAnsweredPayload = database.prepare<
      [string, number, string | null, GoldSource | null, string | null, string | null, string | null, number]
    >(
      `UPDATE item SET payload = ?, revision = revision + 1, updated_at = ?,
       imported_payload = coalesce(?, imported_payload), gold_source = ?, gold_annotation_id = ?, gold_fields = ?,
       gold_boxes = ? WHERE sequence = ?`,
    );
    this.#updateSummary = database.prepare<[string, string | null, string]>(
      'UPDATE item SET title = ?, label = ? WHERE id = ?',
    );
    this.#updateGold = database.prepare<[GoldSource | null, string | null, string | null, string]>(
      'UPDATE item SET gold_source = ?, gold_annotation_id = ?, gold_fields = ?, gold_boxes = NULL WHERE id = ?',
    );
    this.#followToday = database.prepare<[string]>('UPDATE item SET gold_kept = NULL WHERE id = ?');
    this.#updateEdition = database.prepare<[string, string]>('UPDATE item SET edition_id = ? WHERE id = ?');
    this.#updateSplit = database.prepare<[string | null, number, string]>(
      'UPDATE item SET split = ?, updated_at = ? WHERE id = ?',
    );
    this.#updateImported = database.prepare<[string | null, string]>(
      'UPDATE item SET imported_payload = ? WHERE id = ?',
    );
    this.#readStatus = database.prepare<[string], string>('SELECT status FROM item WHERE id = ?').pluck();
    this.#updateStatuses = database.prepare<[ItemStatus, number, string]>(
      `UPDATE item SET status = ?, updated_at = ? WHERE id ${IN_SET}`,
    );
    // Answers about what is rejected count nowhere.
    this.#readRejected = database
      .prepare<[string, string], string>(
        `SELECT id FROM item WHERE id ${IN_SET} AND (status = 'rejected') <> (? = 'rejected')`,
      )
      .pluck();
    this.#readItems = database.prepare<[string], ItemRow>(
      `SELECT sequence, id, external_id AS externalId, payload, title, label FROM item WHERE id ${IN_SET}`,
    );
    this.#readSequence = database.prepare<[string], number>('SELECT sequence FROM item WHERE id = ?').pluck();
    this.#readTags = database.prepare<[string], { item: number; tag: string }>(
      `SELECT item, tag FROM item_tag WHERE item ${IN_SET}`,
    );
    // In the order of their index, so that the last of each document is its latest version.
    this.#readAnswers = database.prepare<[string], AnswerRow>(
      `SELECT item_id AS itemId, id, task, round, person_id AS personId, payload,
       EXISTS (SELECT 1 FROM region WHERE annotation_id = annotation.id AND (note <> '' OR attributes <> '{}')) AS noted
     FROM annotation WHERE item_id ${IN_SET} ORDER BY item_id, task, round, person_id, version`,
    );
    this.#readNotes = database.prepare<[string], { note: string; attributes: string }>(
      "SELECT note, attributes FROM region WHERE annotation_id = ? AND (note <> '' OR attributes <> '{}')",
    );
    this.#textsOf = memoized((answer: string) =>
      collectTexts(JsonObjectSchema.parse(JSON.parse(answer)), []),
    );
  }

  /** The same for some items at once, none of which has it yet. */
  setStatuses(ids: readonly string[], status: ItemStatus): void {
    const set = asSet(ids);
    const moved = this.#readRejected.all(set, status);
    this.#updateStatuses.run(status, this.#casebook.ports.now(), set);
    this.#verdicts.recomputeItems(moved);
  }

  /** Which split it is in; null: in none. */
  setSplit(id: ItemId, split: string | null): void {
    this.#updateSplit.run(split, this.#casebook.ports.now(), id);
  }

  setStatus(id: ItemId, status: ItemStatus): void {
    this.setStatuses([id], status);
  }

  insert({ externalId, payload, images, imported }: NewItem): WrittenItem {
    const id = ItemIdSchema.parse(unorderedId(this.#casebook.ports));
    const summary = this.#casebook.benchmark.summarize(payload);
    const now = this.#casebook.ports.now();
    const missing = images.filter((image) => image.imageId === null).length;
    const { lastInsertRowid } = this.#insertItem.run(
      id,
      this.#casebook.benchmark.id,
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
    this.#writeFacets({ sequence, externalId }, payload, summary);
    this.#validation.take(id, payload);
    images.forEach(({ role, name, imageId, foreign }, position) =>
      this.#insertImage.run(
        id,
        position,
        role,
        name,
        imageId,
        foreign === undefined ? null : JSON.stringify(foreign),
      ),
    );
    // A new item has neither tags nor answers: its texts are the payload's.
    if (this.#waiting === null)
      this.#insertText.run(sequence, collectTexts(payload, [externalId]).join('\n'));
    else this.#reindexNumbered(id, sequence);
    return { id, sequence };
  }

  /** Replaces the payload, counts a revision, brings what is derived up to date. */
  setPayload(id: ItemId, payload: JsonObject): void {
    const row = this.#readItem(id);
    if (row === undefined) return;
    this.#updatePayload.run(JSON.stringify(payload), this.#casebook.ports.now(), id);
    this.#bringPayload(row, id, payload);
  }

  /** Writes what its answers make of an item: its gold and, where that moved them, its payload and what it came with. */
  setAnswered(
    item: AnsweredItem,
    { payload, imported, source, annotationId, parts, boxes }: AnsweredChange,
  ): void {
    const gold = [
      source,
      annotationId,
      parts === null ? null : JSON.stringify(parts),
      boxes === null ? null : JSON.stringify(boxes),
      item.sequence,
    ] as const;
    if (payload === null) {
      this.#updateAnswered.run(imported, ...gold);
      return;
    }
    this.#updateAnsweredPayload.run(JSON.stringify(payload), this.#casebook.ports.now(), imported, ...gold);
    this.#bringPayload(item, item.id, payload);
  }

  /** From now on its gold follows today's rules, also where it was made before there was a consensus of boxes. */
  followToday(id: ItemId): void {
    this.#followToday.run(id);
  }

  /** Names the edition that holds; its payload is the caller's matter, and to be set after it. */
  setEdition(id: ItemId, edition: EditionId): void {
    this.#updateEdition.run(edition, id);
  }

  /** Remembers (or forgets, with null) the record as last imported. */
  setImported(id: ItemId, payload: JsonObject | null): void {
    this.#updateImported.run(payload === null ? null : JSON.stringify(payload), id);
  }

  /**
   * Puts an image in its place. The person who accepted the item saw another one: it is in review again then, which is
   * logged as done by `by`. True where that was so.
   */
  setImage(
    id: ItemId,
    {
      position,
      role,
      name,
      imageId,
    }: { position: number; role: string; name: string; imageId: ImageId | null },
    by: PersonId | null,
  ): boolean {
    const [before] = this.#readImages.all(id, position);
    const former = before?.position === position ? before.imageId : null;
    this.#upsertImage.run(id, position, role, name, imageId);
    const row = this.#casebook.benchmark.imageRoles === undefined ? undefined : this.#readItem(id);
    if (row !== undefined) this.#bringRoles(id, JsonObjectSchema.parse(JSON.parse(row.payload)));
    this.#countMissing.run(id, id);
    return former !== null && former !== imageId && this.#withdrawAcceptance(id, by);
  }

  /** Keeps what a file says of an image itself. */
  setImageRecord(id: ItemId, position: number, foreign: ForeignImage): void {
    this.#updateRecord.run(JSON.stringify(foreign), id, position);
  }

  /** Takes the images from this position on away; true where the item was accepted with them. */
  cutImages(id: ItemId, from: number, by: PersonId | null): boolean {
    const cut = this.#readImages.all(id, from);
    if (cut.length === 0) return false;
    this.#cutImages.run(id, from);
    this.#countMissing.run(id, id);
    return cut.some(({ imageId }) => imageId !== null) && this.#withdrawAcceptance(id, by);
  }

  /**
   * What counts as right for it; the payload is the caller's matter.
   * @param parts where its parts come from, for gold that is put together from several answers or has disputed parts
   */
  setGold(
    id: ItemId,
    source: GoldSource | null,
    annotationId: AnnotationId | null,
    parts: GoldParts | null = null,
  ): void {
    this.#updateGold.run(source, annotationId, parts === null ? null : JSON.stringify(parts), id);
  }

  /** Brings the full-text index up to date after an answer or a tag changed. */
  reindex(id: ItemId): void {
    const sequence = this.#readSequence.get(id);
    if (sequence !== undefined) this.#reindexNumbered(id, sequence);
  }

  /**
   * For work on many items: brings the full-text index up to date for several at a time, each once however often it
   * changed meanwhile, at the latest when the work is done.
   */
  together<T>(work: () => T): T {
    if (this.#waiting !== null) return work();
    this.#waiting = new Map();
    try {
      const result = work();
      this.#writeWaiting();
      return result;
    } finally {
      this.#waiting = null;
    }
  }

  #readItem(id: string): ItemRow | undefined {
    return this.#readItems.get(asSet([id]));
  }

  /** Which image is the chosen one follows from the payload. */
  #bringRoles(id: string, payload: JsonObject): void {
    this.#casebook.benchmark
      .imageRoles?.(payload)
      .forEach((role, position) => void this.#setRole.run(role, id, position, role));
  }

  #writeFacets(
    { sequence, externalId }: Pick<ItemRow, 'sequence' | 'externalId'>,
    payload: JsonObject,
    summary: ItemSummary,
  ): void {
    for (const [name, value] of facetsOf(this.#casebook.benchmark, externalId, payload, summary))
      this.#insertFacet.run(name, value, sequence);
  }

  #bringFacets(row: ItemRow, payload: JsonObject, summary: ItemSummary): void {
    const before = JsonObjectSchema.parse(JSON.parse(row.payload));
    const of = (each: JsonObject, its: ItemSummary) =>
      facetsOf(this.#casebook.benchmark, row.externalId, each, its);
    const former = of(before, this.#casebook.benchmark.summarize(before));
    if (JSON.stringify(former) === JSON.stringify(of(payload, summary))) return;
    this.#deleteFacets.run(row.sequence);
    this.#writeFacets(row, payload, summary);
  }

  #textOf(
    { externalId, payload }: ItemRow,
    tags: readonly { readonly tag: string }[],
    answers: readonly AnswerRow[],
  ): string {
    const texts = collectTexts(JsonObjectSchema.parse(JSON.parse(payload)), [externalId]);
    texts.push(...tags.map(({ tag }) => tag));
    const latest = answers.filter((answer, at) => !isSameDocument(answer, answers[at + 1]));
    // Raters who agree say the same to the letter.
    for (const answer of new Set(latest.map((row) => row.payload))) texts.push(...this.#textsOf(answer));
    for (const answer of latest) {
      if (answer.noted === 0) continue;
      for (const { note, attributes } of this.#readNotes.all(answer.id)) {
        texts.push(note);
        collectTexts(JsonObjectSchema.parse(JSON.parse(attributes)), texts);
      }
    }
    return [...new Set(texts)].join('\n');
  }

  #writeTexts(ids: readonly string[]): void {
    const rows = this.#readItems.all(asSet(ids));
    const tags = Map.groupBy(
      this.#readTags.all(`[${rows.map(({ sequence }) => sequence).join()}]`),
      ({ item }) => item,
    );
    const answers = Map.groupBy(this.#readAnswers.all(asSet(ids)), ({ itemId }) => itemId);
    // Rising numbers: the index writes out what it has gathered whenever a number is not above the one before.
    for (const row of rows.sort((a, b) => a.sequence - b.sequence)) {
      this.#deleteText.run(row.sequence);
      this.#insertText.run(
        row.sequence,
        this.#textOf(row, tags.get(row.sequence) ?? [], answers.get(row.id) ?? []),
      );
    }
  }

  /** An item is accepted with the images that it has then. */
  #withdrawAcceptance(id: ItemId, by: PersonId | null): boolean {
    if (this.#readStatus.get(id) !== 'accepted') return false;
    this.setStatus(id, 'in_review');
    const sequence = this.#readSequence.get(id);
    this.#casebook.records.log({
      kind: 'status',
      personId: by,
      diff: { added: {}, updated: { [id]: ['accepted', 'in_review'] }, removed: {} },
      detail: { cause: 'image' },
      items: sequence === undefined ? [] : [sequence],
    });
    return true;
  }

  #writeWaiting(): void {
    if (this.#waiting === null) return;
    for (const ids of inSets(this.#waiting.values())) this.#writeTexts(ids);
    this.#waiting.clear();
  }

  #reindexNumbered(id: string, sequence: number): void {
    if (this.#waiting === null) {
      this.#writeTexts([id]);
      return;
    }
    this.#waiting.set(sequence, id);
    if (this.#waiting.size >= TOGETHER) this.#writeWaiting();
  }

  /** What follows from an item's payload; `row`: as it was before. */
  #bringPayload(row: ItemRow, id: ItemId, payload: JsonObject): void {
    const summary = this.#casebook.benchmark.summarize(payload);
    // Their indexes cost more than the look.
    if (row.title !== summary.title || row.label !== summary.label) {
      this.#updateSummary.run(summary.title, summary.label, id);
    }
    this.#bringFacets(row, payload, summary);
    this.#bringRoles(id, payload);
    this.#reindexNumbered(id, row.sequence);
    this.#validation.take(id, payload);
    // What there is to judge in answers about it follows from it.
    this.#verdicts.recomputeItem(id);
  }
}

function isSameDocument(a: AnswerRow, b: AnswerRow | undefined): boolean {
  return b !== undefined && a.personId === b.personId && a.round === b.round && a.task === b.task;
}
