import type { ParsedItem } from '../../../../../shared/benchmarks/benchmark.ts';
import type { ImageId, ItemId, PersonId } from '../../../../../shared/base/ids.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import type { ItemWriter } from '../../../derived/itemWriter.ts';
import type { ImageIntake } from './imageIntake.ts';
import type { ReportBuilder } from '../../../formats/reading/importReport.ts';
import type { ItemImageRow, ItemRows } from '../../../records/items/itemRows.ts';
import { ImageRightsNotes } from './rightsIntake.ts';

type SourceImage = ParsedItem['images'][number];

interface ImportOfImages {
  readonly intake: ImageIntake;
  readonly report: ReportBuilder;
  readonly by: PersonId | null;
}

/** Brings the images of items in line with a source; expects the caller's transaction. */
export class ImageUpdate {
  readonly #casebook: Casebook;
  readonly #rows: ItemRows;
  readonly #writer: ItemWriter;
  readonly #rights: ImageRightsNotes;
  readonly #intake: ImageIntake;
  readonly #report: ReportBuilder;
  readonly #by: PersonId | null;
  #added = 0;
  /** The items that got another image than before. */
  readonly touched = new Set<string>();

  constructor(casebook: Casebook, { intake, report, by }: ImportOfImages) {
    this.#casebook = casebook;
    this.#rows = casebook.records.itemRows;
    this.#writer = casebook.derived.items;
    this.#rights = new ImageRightsNotes(casebook);
    this.#intake = intake;
    this.#report = report;
    this.#by = by;
  }

  /** A new item with its images. */
  insert(item: ParsedItem, imported: boolean): { readonly id: ItemId; readonly sequence: number } {
    const { externalId, payload } = item;
    const images = item.images.map((image) => ({
      role: image.role,
      name: image.name,
      imageId: this.take(externalId, image),
      foreign: image.foreign,
    }));
    return this.#writer.insert({ externalId, payload, images, imported });
  }

  /** How many images are new to the casebook. */
  added(): number {
    return this.#added;
  }

  /** The row of an item's image, null where it is missing; notes in the report what is. */
  take(externalId: string, image: SourceImage): ImageId | null {
    const id = this.#rowOf(image.name);
    if (id === null) this.#report.missing(image.name);
    else this.touched.add(externalId);
    this.#note(externalId, image, id);
    return id;
  }

  /** Whether anything about an existing item's images changed. */
  update(id: ItemId, item: ParsedItem): boolean {
    const current = this.#rows.images(id);
    // A source of data without image entries (a mere text) says nothing about images put there since.
    if (item.images.length === 0) return false;
    let changed = false;
    item.images.forEach((image, position) => {
      const { role, name } = image;
      const before = current[position];
      const imageId = before === undefined ? this.#rowOf(name) : this.#choose(id, item, name, before);
      if (imageId === null) this.#report.missing(name);
      // Of another picture that was put in its place here the item says nothing.
      if (imageId !== null && this.#isOfSource(imageId, name)) this.#note(item.externalId, image, imageId);
      if (before !== undefined && before.imageId === imageId && before.name === name) return;
      this.#replaced(id, item.externalId, before, { position, role: before?.role ?? role, name, imageId });
      changed = true;
    });
    if (current.length > item.images.length) {
      if (this.#writer.cutImages(id, item.images.length, this.#by)) this.#tellOfReview(item.externalId);
      this.#report.change(item.externalId, 'images', current.length, item.images.length);
      changed = true;
    }
    return changed;
  }

  #rowOf(name: string): ImageId | null {
    const row = this.#intake.row(name, { createdBy: this.#by });
    if (row?.added === true) this.#added += 1;
    return row?.id ?? null;
  }

  #note(externalId: string, { name, rights }: SourceImage, imageId: ImageId | null): void {
    if (imageId === null || rights === undefined) return;
    for (const message of this.#rights.add(imageId, rights))
      this.#report.warn(externalId, 'images', `${name}: ${message}`);
  }

  #tellOfReview(externalId: string): void {
    this.#report.warn(
      externalId,
      'images',
      'The item was accepted with other images, so it is in review again. Check the new ones, then accept it.',
    );
  }

  #replaced(id: ItemId, externalId: string, from: ItemImageRow | undefined, to: ItemImageRow): void {
    if (this.#writer.setImage(id, to, this.#by)) this.#tellOfReview(externalId);
    if (to.imageId !== null) this.touched.add(externalId);
    const key = `image:${String(to.position)}`;
    const record = { type: 'image' as const, ...to };
    this.#casebook.records.log({
      kind: 'attach',
      personId: this.#by,
      itemId: id,
      diff:
        from === undefined
          ? { added: { [key]: record }, updated: {}, removed: {} }
          : { added: {}, updated: { [key]: [{ type: 'image', ...from }, record] }, removed: {} },
    });
    this.#report.change(externalId, 'images', from?.imageId === null ? 'missing' : from?.name, to.name);
  }

  /** The image for a place of an item: the source's where it is new, else the current one. */
  #choose(id: ItemId, item: ParsedItem, name: string, current: ItemImageRow): ImageId | null {
    const result = this.#intake.result(name);
    if (result.kind !== 'stored') return current.name === name ? current.imageId : null;
    if (current.imageId === null) return this.#rowOf(name);
    if (this.#rows.rootContent(current.imageId) === result.image.sha256) return current.imageId;
    if (this.#rows.wasReplacedHere(id, current.position)) {
      if (!this.#rows.isKnownContent(result.image.sha256)) {
        this.#report.warn(
          item.externalId,
          'images',
          `${name} changed in the source, but another image replaced it here; that one stays.`,
        );
      }
      return current.imageId;
    }
    return this.#rowOf(name);
  }

  #isOfSource(imageId: ImageId, name: string): boolean {
    const result = this.#intake.result(name);
    return result.kind === 'stored' && this.#rows.rootContent(imageId) === result.image.sha256;
  }
}
