import type { RegionRecord } from '../../../shared/domain/document.ts';
import {
  type AnnotationId,
  type EditionId,
  type ImageId,
  type ItemId,
  ItemId as ItemIdSchema,
  type PersonId,
} from '../../../shared/base/ids.ts';
import type { ForeignImage } from '../../../shared/foreign/foreignPart.ts';
import { type JsonObject, JsonObject as JsonObjectSchema } from '../../../shared/base/json.ts';
import type { GoldSource, ItemStatus } from '../../../shared/domain/status.ts';
import type { RecordedCasebook } from '../records/records.ts';
import { unorderedId } from '../base/ports.ts';
import type { ValidationState } from './validationStatus.ts';
import type { VerdictRecomputer } from './recomputeVerdicts.ts';
import { asSet, IN_SET } from '../db/sets.ts';
import { ItemFacets } from './facets.ts';
import { ItemTexts } from './itemTexts.ts';
import type { GoldParts } from '../records/answers/goldParts.ts';

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

interface SummarizedItem {
  readonly sequence: number;
  readonly id: string;
  readonly externalId: string;
  readonly payload: string;
  readonly title: string;
  readonly label: string | null;
}

/** An item as it is before its answers are written into it. */
export interface ItemBeforeAnswers extends SummarizedItem {
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

/**
 * Writes items and everything derived from them (title, label, facets, full text, missing images) so that these
 * can never disagree. Every method expects to run inside the caller's transaction.
 */
export class ItemWriter {
  readonly #casebook: RecordedCasebook;
  readonly #verdicts;
  readonly #validation;
  readonly #table;
  readonly #facets;
  readonly #texts;
  readonly #readImages;
  readonly #readStatus;
  readonly #readRejected;
  readonly #readItems;
  readonly #readSequence;

  constructor(
    casebook: RecordedCasebook,
    { verdicts, validation }: { readonly verdicts: VerdictRecomputer; readonly validation: ValidationState },
  ) {
    this.#casebook = casebook;
    this.#verdicts = verdicts;
    this.#validation = validation;
    const { database } = casebook;
    this.#table = casebook.records.itemTable;
    this.#facets = new ItemFacets(casebook);
    this.#texts = new ItemTexts(database);
    this.#readImages = database.prepare<[string, number], { position: number; imageId: string | null }>(
      'SELECT position, image_id AS imageId FROM item_image WHERE item_id = ? AND position >= ? ORDER BY position',
    );
    this.#readStatus = database.prepare<[string], string>('SELECT status FROM item WHERE id = ?').pluck();
    // Answers about what is rejected count nowhere.
    this.#readRejected = database
      .prepare<[string, string], string>(
        `SELECT id FROM item WHERE id ${IN_SET} AND (status = 'rejected') <> (? = 'rejected')`,
      )
      .pluck();
    this.#readItems = database.prepare<[string], SummarizedItem>(
      `SELECT sequence, id, external_id AS externalId, payload, title, label FROM item WHERE id ${IN_SET}`,
    );
    this.#readSequence = database.prepare<[string], number>('SELECT sequence FROM item WHERE id = ?').pluck();
  }

  /** The same for some items at once, none of which has it yet. */
  setStatuses(ids: readonly string[], status: ItemStatus): void {
    const moved = this.#readRejected.all(asSet(ids), status);
    this.#table.setStatuses(ids, status, this.#casebook.ports.now());
    this.#verdicts.recomputeItems(moved);
  }

  /** Which split it is in; null: in none. */
  setSplit(id: ItemId, split: string | null): void {
    this.#table.setSplit(id, split, this.#casebook.ports.now());
  }

  setStatus(id: ItemId, status: ItemStatus): void {
    this.setStatuses([id], status);
  }

  insert({ externalId, payload, images, imported }: NewItem): WrittenItem {
    const id = ItemIdSchema.parse(unorderedId(this.#casebook.ports));
    const summary = this.#casebook.benchmark.summarize(payload);
    const sequence = this.#table.insert(
      {
        id,
        benchmark: this.#casebook.benchmark.id,
        externalId,
        payload: JSON.stringify(payload),
        goldSource: imported ? 'imported' : null,
        ...summary,
        missingImages: images.filter((image) => image.imageId === null).length,
      },
      this.#casebook.ports.now(),
    );
    this.#facets.write({ sequence, externalId }, payload, summary);
    this.#validation.take(id, payload);
    images.forEach(({ foreign, ...image }, position) => {
      this.#table.insertImage(id, { ...image, position }, foreign ?? null);
    });
    this.#texts.add({ id, sequence, externalId }, payload);
    return { id, sequence };
  }

  /** Replaces the payload, counts a revision, brings what is derived up to date. */
  setPayload(id: ItemId, payload: JsonObject): void {
    const row = this.#readItem(id);
    if (row === undefined) return;
    this.#table.setPayload(id, JSON.stringify(payload), this.#casebook.ports.now());
    this.#bringPayload(row, id, payload);
  }

  /** Writes what its answers make of an item: its gold and, where that moved them, its payload and what it came with. */
  setAnswered(
    item: ItemBeforeAnswers,
    { payload, imported, source, annotationId, parts, boxes }: AnsweredChange,
  ): void {
    const gold = {
      source,
      annotationId,
      parts: parts === null ? null : JSON.stringify(parts),
      boxes: boxes === null ? null : JSON.stringify(boxes),
    };
    if (payload === null) {
      this.#table.setAnswered(item.sequence, gold, imported);
      return;
    }
    const now = this.#casebook.ports.now();
    this.#table.setAnsweredPayload(item.sequence, gold, imported, JSON.stringify(payload), now);
    this.#bringPayload(item, item.id, payload);
  }

  /** From now on its gold follows today's rules, also where it was made before there was a consensus of boxes. */
  followToday(id: ItemId): void {
    this.#table.followToday(id);
  }

  /** Names the current edition; its payload is up to the caller, and to be set after it. */
  setEdition(id: ItemId, edition: EditionId): void {
    this.#table.setEdition(id, edition);
  }

  /** Remembers (or forgets, with null) the record as last imported. */
  setImported(id: ItemId, payload: JsonObject | null): void {
    this.#table.setImported(id, payload === null ? null : JSON.stringify(payload));
  }

  /**
   * Puts an image in its place. The person who accepted the item saw another one: it is in review again then, which is
   * logged as done by `by`. True where that was so.
   */
  setImage(
    id: ItemId,
    image: { position: number; role: string; name: string; imageId: ImageId | null },
    by: PersonId | null,
  ): boolean {
    const { position, imageId } = image;
    const [before] = this.#readImages.all(id, position);
    const former = before?.position === position ? before.imageId : null;
    this.#table.putImage(id, image);
    const row = this.#casebook.benchmark.imageRoles === undefined ? undefined : this.#readItem(id);
    if (row !== undefined) this.#bringRoles(id, JsonObjectSchema.parse(JSON.parse(row.payload)));
    this.#table.countMissingImages(id);
    return former !== null && former !== imageId && this.#withdrawAcceptance(id, by);
  }

  /** Keeps what a file says of an image itself. */
  setImageRecord(id: ItemId, position: number, foreign: ForeignImage): void {
    this.#table.setImageRecord(id, position, foreign);
  }

  /** Takes the images from this position on away; true where the item was accepted with them. */
  cutImages(id: ItemId, from: number, by: PersonId | null): boolean {
    const cut = this.#readImages.all(id, from);
    if (cut.length === 0) return false;
    this.#table.cutImages(id, from);
    this.#table.countMissingImages(id);
    return cut.some(({ imageId }) => imageId !== null) && this.#withdrawAcceptance(id, by);
  }

  /**
   * What counts as right for it; the payload is up to the caller.
   * @param parts where its parts come from, for gold that is put together from several answers or has disputed parts
   */
  setGold(
    id: ItemId,
    source: GoldSource | null,
    annotationId: AnnotationId | null,
    parts: GoldParts | null = null,
  ): void {
    this.#table.setGold(id, {
      source,
      annotationId,
      parts: parts === null ? null : JSON.stringify(parts),
    });
  }

  /** Brings the full-text index up to date after an answer or a tag changed. */
  reindex(id: ItemId): void {
    const sequence = this.#readSequence.get(id);
    if (sequence !== undefined) this.#texts.bring(id, sequence);
  }

  /**
   * For work on many items: brings the full-text index up to date for several at a time, each once however often it
   * changed meanwhile, at the latest when the work is done.
   */
  together<T>(work: () => T): T {
    return this.#texts.together(work);
  }

  #readItem(id: string): SummarizedItem | undefined {
    return this.#readItems.get(asSet([id]));
  }

  /** Which image is the chosen one follows from the payload. */
  #bringRoles(id: string, payload: JsonObject): void {
    this.#casebook.benchmark.imageRoles?.(payload).forEach((role, position) => {
      this.#table.setImageRole(id, position, role);
    });
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

  /** What follows from an item's payload; `row`: as it was before. */
  #bringPayload(row: SummarizedItem, id: ItemId, payload: JsonObject): void {
    const summary = this.#casebook.benchmark.summarize(payload);
    // Their indexes cost more than the look.
    if (row.title !== summary.title || row.label !== summary.label) {
      this.#table.setSummary(id, summary.title, summary.label);
    }
    this.#facets.bring(row, payload, summary);
    this.#bringRoles(id, payload);
    this.#texts.bring(id, row.sequence);
    this.#validation.take(id, payload);
    // What there is to judge in answers about it follows from it.
    this.#verdicts.recomputeItem(id);
  }
}
