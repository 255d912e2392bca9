import type { ParsedItem } from '../../../../../shared/benchmarks/benchmark.ts';
import type { AnswerOrigin } from '../../../../../shared/domain/answerOrigin.ts';
import type { AnnotationId, ItemId, PersonId } from '../../../../../shared/base/ids.ts';
import { sameJson } from '../../../../../shared/base/json.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import { mainTask } from '../../../derived/gold.ts';
import type { ReportBuilder } from '../../../formats/reading/importReport.ts';
import type { ExistingItem } from '../../../records/items/itemRows.ts';
import type { ImageIntake } from '../intake/imageIntake.ts';
import { ImageUpdate } from '../intake/imageUpdate.ts';
import { PayloadUpdates } from '../payloadUpdates.ts';
import { AskedQuestions, STAYS_AS_ASKED } from './askedQuestions.ts';
import { Authorship } from './authorship.ts';
import { ItemBoxes } from './itemBoxes.ts';
import { ItemMerge, type SourceKind, splitOf, warnOfMerge } from './itemMerge.ts';

/** Items as a source gives them. */
export interface SourceItems {
  readonly format: string;
  readonly count: number;
  readonly items: () => Iterable<ParsedItem>;
  readonly kind: SourceKind;
}

/** Items of a source with their images, and the report of what becomes of them. */
export interface ItemsToImport {
  readonly source: SourceItems;
  readonly intake: ImageIntake;
  readonly report: ReportBuilder;
}

interface WriteOptions extends ItemsToImport {
  /** Whose answers the items are; null: the benchmark's own. */
  readonly author: PersonId | null;
  /** How the answers came about as far as anybody said. */
  readonly origin: AnswerOrigin;
  /** Who the boxes are from that items of the benchmark's own come with. */
  readonly boxSource: () => PersonId;
  readonly by: PersonId | null;
}

/** What the report says of an item that was deleted here. */
export const DELETED =
  'It was deleted here, so it was not added again. To have it back, undo the deletion in History.';
/** How many items are written between two words on how far it is. */
const TOLD = 500;

/** Writes the items of a source into the casebook; expects the caller's transaction. */
export class ItemImport {
  readonly #casebook: Casebook;
  readonly #options: WriteOptions;
  readonly #rows;
  readonly #merging;
  readonly #questions;
  readonly #images: ImageUpdate;
  readonly #boxes;
  readonly #updates: PayloadUpdates;
  /** Whose answers the items are, or, of the benchmark's own, their boxes; made when first needed. */
  #authorship: Authorship | null = null;
  readonly #added: number[] = [];

  constructor(casebook: Casebook, options: WriteOptions) {
    this.#casebook = casebook;
    this.#options = options;
    const { itemRows, log } = casebook.records;
    this.#rows = itemRows;
    this.#merging = new ItemMerge(casebook);
    this.#questions = new AskedQuestions(casebook, itemRows);
    this.#images = new ImageUpdate(casebook, options);
    this.#boxes = new ItemBoxes(casebook, { rows: itemRows, report: options.report });
    this.#updates = new PayloadUpdates(log, options.source.format, options.by);
  }

  /**
   * @param tell called now and then with the number of items written
   * @returns the items that got an image
   */
  write(tell: (done: number) => void): ReadonlySet<string> {
    const { source, report, by } = this.#options;
    const { log, deletions } = this.#casebook.records;
    let done = 0;
    for (const item of source.items()) {
      const existing = this.#rows.find(item.externalId);
      if (existing !== undefined) this.#update(existing, item);
      else if (!deletions.isDeleted(item.externalId)) this.#insert(item);
      else {
        report.warn(item.externalId, null, DELETED);
        report.counts.unchanged += 1;
      }
      done += 1;
      if (done % TOLD === 0) tell(done);
    }
    this.#updates.end();
    report.imagesAdded = this.#images.added();
    const { counts } = report;
    if (counts.added + counts.updated > 0) {
      // Only what added items can be undone by deleting them.
      const adds = this.#added.length > 0 && ({ adds: 'items' } as const);
      const detail = { format: source.format, ...counts, ...adds };
      log({ kind: 'import', personId: by, detail, items: this.#added });
    }
    return this.#images.touched;
  }

  #insert(item: ParsedItem): void {
    const { source, report } = this.#options;
    const { items: writer, validation } = this.#casebook.derived;
    const { id, sequence } = this.#images.insert(item, source.kind === 'data');
    const split = splitOf(item, source.kind);
    if (split !== null) writer.setSplit(id, split);
    const annotation = this.#record(id, item);
    if (annotation !== null) {
      this.#casebook.records.itemTable.setImportedGold(id, annotation);
      validation.recompute(id);
    }
    this.#added.push(sequence);
    report.counts.added += 1;
  }

  #update(existing: ExistingItem, item: ParsedItem): void {
    const { author, source, report } = this.#options;
    if (this.#questions.isAsked(existing)) {
      this.#keepAsked(existing, item);
      return;
    }
    const isMoved = author === null && this.#updateSplit(existing, item);
    // Another person's version of an item is their answer to it; the item itself stays as it is.
    const isOthers = author !== null && existing.goldSource !== null && existing.goldPerson !== author;
    const isMerged = source.kind === 'data' && !isOthers && this.#merge(existing, item);
    const hasNewImages = this.#images.update(existing.id, this.#merging.withAddedImages(existing, item));
    const annotation = this.#record(existing.id, item);
    if (annotation !== null) {
      if (!isOthers) this.#recomputeGold(existing, item, annotation);
      this.#casebook.derived.validation.recompute(existing.id);
    }
    if (isMerged || hasNewImages || annotation !== null || isMoved) report.counts.updated += 1;
    else report.counts.unchanged += 1;
  }

  #updateSplit(existing: ExistingItem, item: ParsedItem): boolean {
    const { source, report } = this.#options;
    const split = this.#merging.newSplit(existing, item, source.kind, report);
    if (split !== null) this.#casebook.derived.items.setSplit(existing.id, split);
    return split !== null;
  }

  /** Brings in what the source changed; false where that leaves the item as it is. */
  #merge(existing: ExistingItem, item: ParsedItem): boolean {
    const { author, report } = this.#options;
    const merged = this.#merging.merge(existing, item, author);
    if (merged === null) return false;
    for (const { key, from, to } of merged.changes) report.change(item.externalId, key, from, to);
    warnOfMerge(item.externalId, merged, report);
    const { items: writer } = this.#casebook.derived;
    const isChanged = merged.changes.length > 0;
    if (isChanged) {
      writer.setPayload(existing.id, merged.payload);
      this.#updates.add(existing, merged.mine, merged.payload);
    }
    writer.setImported(existing.id, sameJson(merged.payload, merged.theirs) ? null : merged.theirs);
    this.#casebook.records.itemTable.markImported(existing.id);
    return isChanged;
  }

  /** What was asked stays; a picture that is missing can be brought all the same. */
  #keepAsked(existing: ExistingItem, item: ParsedItem): void {
    const { intake, report } = this.#options;
    const isOther =
      (this.#merging.merge(existing, item, null)?.changes.length ?? 0) > 0 ||
      this.#questions.hasOtherPictures(existing, item, intake);
    if (isOther) report.warn(item.externalId, null, STAYS_AS_ASKED);
    if (!isOther && this.#images.update(existing.id, item)) report.counts.updated += 1;
    else report.counts.unchanged += 1;
  }

  /** The answer that an item came as, with its boxes; null where nothing is new in it. */
  #record(id: ItemId, item: ParsedItem): AnnotationId | null {
    const { author, origin, boxSource } = this.#options;
    const boxes = this.#boxes.of(id, item);
    // It comes as a whole once its image is there.
    if (boxes === null) return null;
    if (author === null && boxes === undefined) return null;
    this.#authorship ??= new Authorship(this.#casebook, author ?? boxSource(), origin);
    return this.#authorship.record(id, item.payload, boxes);
  }

  #recomputeGold(existing: ExistingItem, item: ParsedItem, annotation: AnnotationId): void {
    const { author, boxSource, report, by } = this.#options;
    const { goldPerson } = existing;
    // Boxes of the source never take the place of what people have answered since.
    if (author === null && goldPerson !== null && goldPerson !== boxSource()) {
      report.warn(
        item.externalId,
        'boxes',
        'They were edited here and changed in the source; the edit stays.',
      );
      return;
    }
    // What each part of the item comes from follows from all its answers.
    if (existing.isComposed)
      this.#casebook.derived.recompute.recompute(existing.id, mainTask(this.#casebook).id, by);
    else this.#casebook.records.itemTable.setImportedGold(existing.id, annotation);
  }
}
