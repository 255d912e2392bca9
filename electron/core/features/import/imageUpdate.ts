import type { ParsedItem } from '../../../../shared/benchmarks/benchmark.ts';
import type { ImageId, ItemId, PersonId } from '../../../../shared/base/ids.ts';
import type { AppendEvent } from '../../records/log.ts';
import type { ItemWriter } from '../../derived/itemWriter.ts';
import type { ImageIntake } from './imageIntake.ts';
import type { ReportBuilder } from '../../formats/importReport.ts';
import type { ItemImageRow, ItemRows } from '../../records/itemRows.ts';
import type { createRightsIntake } from './rightsIntake.ts';

/** Brings the images of items in line with a source; expects the caller's transaction. */
export interface ImageUpdate {
  /** The row of an item's image, null where it is missing; notes in the report what is. */
  take(externalId: string, image: SourceImage): ImageId | null;
  /** Whether anything about an existing item's images changed. */
  update(id: ItemId, item: ParsedItem): boolean;
  /** How many images are new to the casebook. */
  added(): number;
  /** The items that got another image than before. */
  readonly touched: ReadonlySet<string>;
}

type SourceImage = ParsedItem['images'][number];

interface Parts {
  readonly rows: ItemRows;
  readonly writer: ItemWriter;
  readonly log: AppendEvent;
  readonly intake: ImageIntake;
  readonly report: ReportBuilder;
  readonly by: PersonId | null;
  readonly noteRights: ReturnType<typeof createRightsIntake>;
}

/** For one import. */
export function createImageUpdate(parts: Parts): ImageUpdate {
  const { rows, writer, log, intake, report, by, noteRights } = parts;
  let added = 0;
  const touched = new Set<string>();

  const rowOf = (name: string): ImageId | null => {
    const row = intake.row(name, { createdBy: by });
    if (row?.added === true) added += 1;
    return row?.id ?? null;
  };

  const note = (externalId: string, { name, rights }: SourceImage, imageId: ImageId | null): void => {
    if (imageId === null || rights === undefined) return;
    for (const message of noteRights(imageId, rights))
      report.warn(externalId, 'images', `${name}: ${message}`);
  };

  const tellOfReview = (externalId: string): void => {
    report.warn(
      externalId,
      'images',
      'The item was accepted with other images, so it is in review again. Check the new ones, then accept it.',
    );
  };

  const replaced = (
    id: ItemId,
    externalId: string,
    from: ItemImageRow | undefined,
    to: ItemImageRow,
  ): void => {
    if (writer.setImage(id, to, by)) tellOfReview(externalId);
    if (to.imageId !== null) touched.add(externalId);
    const key = `image:${String(to.position)}`;
    const record = { type: 'image' as const, ...to };
    log({
      kind: 'attach',
      personId: by,
      itemId: id,
      diff:
        from === undefined
          ? { added: { [key]: record }, updated: {}, removed: {} }
          : { added: {}, updated: { [key]: [{ type: 'image', ...from }, record] }, removed: {} },
    });
    report.change(externalId, 'images', from?.imageId === null ? 'missing' : from?.name, to.name);
  };

  /** The image that belongs in a place now: the source's where it is new, the one at hand otherwise. */
  const choose = (id: ItemId, item: ParsedItem, name: string, current: ItemImageRow): ImageId | null => {
    const result = intake.result(name);
    if (result.kind !== 'stored') return current.name === name ? current.imageId : null;
    if (current.imageId === null) return rowOf(name);
    if (rows.rootContent(current.imageId) === result.image.sha256) return current.imageId;
    if (rows.wasReplacedHere(id, current.position)) {
      if (!rows.isKnownContent(result.image.sha256)) {
        report.warn(
          item.externalId,
          'images',
          `${name} changed in the source, but another image replaced it here; that one stays.`,
        );
      }
      return current.imageId;
    }
    return rowOf(name);
  };

  const isOfSource = (imageId: ImageId, name: string): boolean => {
    const result = intake.result(name);
    return result.kind === 'stored' && rows.rootContent(imageId) === result.image.sha256;
  };

  return {
    added: () => added,
    touched,
    take(externalId, image) {
      const id = rowOf(image.name);
      if (id === null) report.missing(image.name);
      else touched.add(externalId);
      note(externalId, image, id);
      return id;
    },
    update(id, item) {
      const current = rows.images(id);
      // A source of data without image entries (a mere text) says nothing about images put there since.
      if (item.images.length === 0) return false;
      let changed = false;
      item.images.forEach((image, position) => {
        const { role, name } = image;
        const before = current[position];
        const imageId = before === undefined ? rowOf(name) : choose(id, item, name, before);
        if (imageId === null) report.missing(name);
        // Of another picture that was put in its place here the item says nothing.
        if (imageId !== null && isOfSource(imageId, name)) note(item.externalId, image, imageId);
        if (before !== undefined && before.imageId === imageId && before.name === name) return;
        replaced(id, item.externalId, before, { position, role: before?.role ?? role, name, imageId });
        changed = true;
      });
      if (current.length > item.images.length) {
        if (writer.cutImages(id, item.images.length, by)) tellOfReview(item.externalId);
        report.change(item.externalId, 'images', current.length, item.images.length);
        changed = true;
      }
      return changed;
    },
  };
}
