import type { z } from 'zod';
import type { Task } from '../../../../../shared/benchmarks/task.ts';
import type { ImportRequest } from '../../../../../shared/contract/importExport.ts';
import type { RegionRecord } from '../../../../../shared/domain/document.ts';
import { type Box, clampToImage, wasCut } from '../../../../../shared/base/geometry.ts';
import type { ImageId, ItemId, PersonId } from '../../../../../shared/base/ids.ts';
import type { ForeignPart } from '../../../../../shared/foreign/foreignPart.ts';
import { JsonObject, sameJson } from '../../../../../shared/base/json.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import type { ReadImage } from '../../../formats/boxes/boxes.ts';
import type { ReadSet } from '../../../formats/boxes/boxSink.ts';
import { writeForeignSet } from '../../../records/answers/foreignSets.ts';
import { hasBoxes } from '../../../records/answers/regions.ts';
import type { AnnotationRow } from '../../../records/answers/annotations.ts';
import { mainTask } from '../../../derived/gold.ts';
import { readMeta, writeMeta } from '../../../db/meta.ts';
import { Authorship } from '../sources/authorship.ts';
import type { ReportBuilder } from '../../../formats/reading/importReport.ts';
import type { MeasuredImage } from '../../../formats/reading/knownImages.ts';
import { carriedPart, toPixels, withIdentities } from '../regions.ts';
import { regionLabels } from '../../../../../shared/benchmarks/taskParts.ts';

interface PlacedBox extends Box {
  readonly imageId: ImageId;
  readonly category: string;
  readonly attributes: JsonObject;
  readonly note: string;
  readonly foreign?: ForeignPart;
}

interface ItemBoxes {
  readonly known: MeasuredImage;
  readonly images: Set<ImageId>;
  readonly boxes: PlacedBox[];
  /** Whether the item came with its image just now: it is counted already. */
  readonly isNew: boolean;
  /** Whether a part of what the source says of it could not be read. */
  isPartial: boolean;
}

interface Answer {
  readonly entry: ItemBoxes;
  readonly answer: JsonObject;
  readonly regions: readonly RegionRecord[];
}

/** The categories of a source, in its own order; those that it did not list come after them. */
function categoriesOf(items: ReadonlyMap<string, ItemBoxes>, set: ReadSet | null): string[] {
  const drawn = new Set([...items.values()].flatMap(({ boxes }) => boxes.map(({ category }) => category)));
  return [...new Set([...(set?.categories ?? []), ...[...drawn].sort()])];
}

/** Puts boxes of a source onto items, as one person's answers. */
export class BoxPlacement {
  readonly #casebook: Casebook;
  readonly #report: ReportBuilder;
  readonly #format;
  readonly #kind;
  readonly #origin;
  readonly #set: ReadSet | null;
  readonly #store;
  readonly #task: Task;
  readonly #vocabularyBefore;
  #vocabulary;
  readonly #items = new Map<string, ItemBoxes>();
  #planned: Answer[] = [];

  constructor(
    casebook: Casebook,
    report: ReportBuilder,
    { format, boxes: kind, origin }: Pick<z.output<typeof ImportRequest>, 'format' | 'boxes' | 'origin'>,
    set: ReadSet | null,
  ) {
    this.#casebook = casebook;
    this.#report = report;
    this.#format = format;
    this.#kind = kind;
    this.#origin = origin;
    this.#set = set;
    this.#store = casebook.records.annotations;
    this.#task = mainTask(casebook);
    this.#vocabularyBefore = JsonObject.parse(readMeta(casebook.database, 'vocabulary'));
    this.#vocabulary = this.#vocabularyBefore;
  }

  /** Notes what the source says of an image; problems go into the report. */
  add(known: MeasuredImage, image: ReadImage, item: 'known' | 'new'): void {
    const { imageId, width, height } = known;
    const entry: ItemBoxes = this.#items.get(known.itemId) ?? {
      known,
      images: new Set<ImageId>(),
      boxes: [],
      isNew: item === 'new',
      isPartial: false,
    };
    entry.isPartial ||= image.isPartial === true;
    this.#items.set(known.itemId, entry);
    entry.images.add(imageId);
    for (const box of image.boxes) {
      const pixels = image.relative ? toPixels(box, { width, height }) : box;
      const clamped = clampToImage(pixels, { width, height });
      if (wasCut(pixels, clamped)) {
        this.#report.warn(
          known.externalId,
          'boxes',
          'A box reaches beyond the image or is thinner than a pixel; it was adjusted to fit.',
        );
      }
      entry.boxes.push({
        ...clamped,
        imageId,
        category: box.category,
        attributes: box.attributes,
        note: box.note,
        ...carriedPart(box.foreign, clamped),
      });
    }
  }

  /**
   * Works out what would change for a person (null: one who has no answers yet) and counts it in the report.
   * @param otherwise the items in which more than boxes changes
   */
  plan(personId: PersonId | null, otherwise: ReadonlySet<ItemId>): void {
    this.#planned = [];
    this.#vocabulary =
      this.#task.openVocabulary?.withLabels(
        this.#vocabularyBefore,
        categoriesOf(this.#items, this.#set),
        !hasBoxes(this.#casebook.database),
      ) ?? this.#vocabularyBefore;
    if (this.#vocabulary !== this.#vocabularyBefore) {
      this.#report.warn(null, 'labels', 'The label set gets the missing categories.');
    }
    for (const entry of this.#items.values()) {
      const latest =
        personId === null
          ? undefined
          : this.#store.latest({ itemId: entry.known.itemId, task: this.#task.id, round: 1, personId });
      this.#planItem(entry, latest, otherwise.has(entry.known.itemId));
    }
  }

  /** Writes what was planned; expects the caller's transaction. */
  write(personId: PersonId, by: PersonId): void {
    const rows = this.#casebook.records.itemRows;
    const writer = this.#casebook.derived.items;
    const authorship = new Authorship(this.#casebook, personId, this.#origin);
    const { validation, recompute: recomputing } = this.#casebook.derived;
    const written: string[] = [];
    for (const { entry, answer, regions } of this.#planned) {
      const { itemId, externalId } = entry.known;
      const annotation = authorship.submit(itemId, answer, regions);
      written.push(annotation);
      const { goldPerson = null, isComposed = false } = rows.find(externalId) ?? {};
      // What each part of the item comes from follows from all its answers.
      if (isComposed) recomputing.recompute(itemId, this.#task.id, by);
      else if (goldPerson === null || goldPerson === personId)
        this.#casebook.records.itemTable.setImportedGold(itemId, annotation);
      validation.recompute(itemId);
      writer.reindex(itemId);
    }
    const { log } = this.#casebook.records;
    const header = this.#set?.foreign ?? null;
    if (header !== null) writeForeignSet(this.#casebook.database, header.format, header.source);
    if (this.#vocabulary !== this.#vocabularyBefore) {
      writeMeta(this.#casebook.database, 'vocabulary', this.#vocabulary);
      const updated = { vocabulary: [this.#vocabularyBefore, this.#vocabulary] as const };
      log({ kind: 'vocabulary', personId: by, diff: { added: {}, updated, removed: {} } });
    }
    if (this.#planned.length === 0) return;
    const { sequence } = log({
      kind: 'import',
      personId: by,
      detail: { format: this.#format, ...this.#report.counts },
      items: this.#planned.map(({ entry }) => entry.known.sequence),
    });
    this.#casebook.records.importedRows.note(sequence, { annotation: written });
  }

  #regionsFor(entry: ItemBoxes, answer: JsonObject, before: readonly RegionRecord[]): RegionRecord[] {
    const elsewhere = before.filter(({ imageId }) => !entry.images.has(imageId));
    const former = before.filter(({ imageId }) => entry.images.has(imageId));
    const labels = regionLabels(this.#task, answer, this.#vocabulary);
    const placed = entry.boxes.flatMap((box, index): Omit<RegionRecord, 'id'>[] => {
      const label =
        this.#task.boxes?.labelForCategory(answer, this.#vocabulary, box.category, box.attributes) ?? null;
      if (label === null) {
        this.#report.skip(
          entry.known.externalId,
          'category',
          this.#task.boxes?.whyNoLabel?.(answer, box.category) ?? `The item has no label “${box.category}”.`,
        );
        return [];
      }
      const own = labels.find(({ id }) => id === label)?.attributes ?? {};
      const attributes = Object.fromEntries(
        Object.entries(box.attributes).filter(([name, value]) => !sameJson(own[name], value)),
      );
      const { x, y, width, height } = box;
      const noted =
        this.#kind === 'annotations'
          ? attributes
          : (this.#task.boxes?.incomingAttributes?.({ x, y, width, height }, attributes, this.#format) ??
            attributes);
      const { category: _category, ...record } = box;
      return [
        { ...record, type: 'region' as const, label, attributes: noted, order: elsewhere.length + index },
      ];
    });
    return [...elsewhere, ...withIdentities(placed, former, this.#casebook.ports.newId)];
  }

  #planItem(entry: ItemBoxes, latest: AnnotationRow | undefined, changesOtherwise: boolean): void {
    const { known } = entry;
    if (latest?.state === 'draft') {
      this.#report.skip(known.externalId, null, 'This item has unsubmitted work; submit it first.');
      return;
    }
    const payload = this.#store.item(known.itemId)?.payload ?? {};
    const answer = latest?.answer ?? this.#task.initialAnswer(payload);
    const before = latest === undefined ? [] : this.#store.regions(latest.id);
    const regions = this.#regionsFor(entry, answer, before);
    // A data set that lists an image and no box on it says so; where a part was not read, nobody knows.
    const saysNone = entry.isNew && !entry.isPartial;
    if (!saysNone && areTheSame(before, regions)) {
      if (!entry.isNew) this.#report.counts[changesOtherwise ? 'updated' : 'unchanged'] += 1;
      return;
    }
    if (latest !== undefined) {
      this.#report.counts.updated += 1;
      this.#report.change(known.externalId, 'boxes', before.length, regions.length);
    } else if (!entry.isNew) this.#report.counts.added += 1;
    this.#planned.push({ entry, answer, regions });
  }
}

/** Whether boxes are those of before, none more and none less. */
function areTheSame(before: readonly RegionRecord[], after: readonly RegionRecord[]): boolean {
  const kept = new Set(before.map(({ id }) => id));
  return after.length === before.length && after.every(({ id }) => kept.has(id));
}
