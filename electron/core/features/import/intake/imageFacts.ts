import { z } from 'zod';
import type { ImageRights } from '../../../../../shared/benchmarks/benchmark.ts';
import type { ImageId, ItemId, PersonId } from '../../../../../shared/base/ids.ts';
import { SPLIT_KEY } from '../../../../../shared/domain/splits.ts';
import { ForeignFormat, ForeignImage } from '../../../../../shared/foreign/foreignPart.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import type { ReadImage } from '../../../formats/boxes/boxes.ts';
import type { ReportBuilder } from '../../../formats/reading/importReport.ts';
import type { KnownImage } from '../../../formats/reading/knownImages.ts';
import { ImageRightsNotes, rightsDifferences } from './rightsIntake.ts';

/** An image that the casebook has, with what a source says of it beside its boxes. */
export interface DescribedImage {
  readonly known: KnownImage;
  readonly image: Pick<ReadImage, 'split' | 'rights' | 'foreign'>;
}

/** What is new in that. */
export interface NewImageFacts {
  readonly records: readonly { readonly known: KnownImage; readonly record: ForeignImage }[];
  readonly splits: readonly { readonly known: KnownImage; readonly split: string }[];
  readonly rights: readonly { readonly imageId: ImageId; readonly rights: ImageRights }[];
  /** The items that get a split. A record is carried and says nothing new of its item. */
  readonly changed: ReadonlySet<ItemId>;
}

/** That a source has an item in another split than the casebook, in words. */
export const splitStays = (said: string, own: string): string =>
  `The source has it in “${said}”; here it is in “${own}”, and stays there.`;

const Noted = z.object({
  foreign: z
    .string()
    .nullable()
    .transform((text) => (text === null ? null : ForeignImage.parse(JSON.parse(text)))),
  split: z.string().nullable(),
});

/**
 * Whether the record that a source has of an image takes the place of the one that is there: an image keeps one, and that of
 * the same format is the newer one.
 */
export function recordChange(
  noted: ForeignImage | null,
  said: ForeignImage,
): 'same' | 'new' | 'other format' {
  if (noted === null) return 'new';
  if (noted.format !== said.format) return 'other format';
  return noted.source === said.source ? 'same' : 'new';
}

/** Works out what a source says of images that is new, and tells of it in the report. */
export function planImageFacts(
  casebook: Casebook,
  images: readonly DescribedImage[],
  formatName: string,
  report: ReportBuilder,
): NewImageFacts {
  const format = ForeignFormat.safeParse(formatName).data;
  const read = casebook.database.prepare<[string, number]>(
    `SELECT p.foreign_part AS "foreign", i.split FROM item_image p JOIN item i ON i.id = p.item_id
     WHERE p.item_id = ? AND p.position = ?`,
  );
  const rightsNotes = new ImageRightsNotes(casebook);
  const splits = new Map<ItemId, { readonly known: KnownImage; readonly split: string }>();
  const records: { known: KnownImage; record: ForeignImage }[] = [];
  const rights: { imageId: ImageId; rights: ImageRights }[] = [];
  const noteRecord = (known: KnownImage, noted: ForeignImage | null, source: string): void => {
    if (format === undefined) return;
    const record = { format, source };
    const change = recordChange(noted, record);
    if (change === 'new') {
      records.push({ known, record });
      if (noted !== null) report.change(known.externalId, 'image record', noted.source, record.source);
    }
    report.left(
      ['image record beside that of another format', 'image records beside those of another format'],
      change === 'other format' ? 1 : 0,
    );
  };
  const noteRights = ({ imageId, externalId, name }: KnownImage, said: ImageRights): void => {
    const noted = imageId === null ? null : rightsNotes.of(imageId);
    if (imageId === null || noted === null) return;
    rights.push({ imageId, rights: said });
    for (const message of rightsDifferences(noted, said))
      report.warn(externalId, 'images', `${name}: ${message}`);
  };
  for (const { known, image } of images) {
    const noted = Noted.nullable().parse(read.get(known.itemId, known.position) ?? null);
    // Somebody deleted the item since the source was read.
    if (noted === null) continue;
    const { itemId, externalId } = known;
    if (image.foreign !== undefined) noteRecord(known, noted.foreign, image.foreign);
    const former = splits.get(itemId)?.split ?? noted.split;
    if (image.split !== undefined && former === null) {
      splits.set(itemId, { known, split: image.split });
      report.change(externalId, SPLIT_KEY, undefined, image.split);
    } else if (image.split !== undefined && former !== image.split) {
      report.warn(externalId, SPLIT_KEY, splitStays(image.split, String(former)));
    }
    if (image.rights !== undefined) noteRights(known, image.rights);
  }
  return { records, splits: [...splits.values()], rights, changed: new Set(splits.keys()) };
}

/** Writes what is new, in the caller's transaction. */
export function writeImageFacts(
  casebook: Casebook,
  { records, splits, rights }: NewImageFacts,
  { by, format }: { readonly by: PersonId | null; readonly format: string },
): void {
  const { items } = casebook.derived;
  for (const { known, record } of records) items.setImageRecord(known.itemId, known.position, record);
  const notes = new ImageRightsNotes(casebook);
  for (const noted of rights) notes.add(noted.imageId, noted.rights);
  if (splits.length === 0) return;
  for (const { known, split } of splits) items.setSplit(known.itemId, split);
  casebook.records.log({
    kind: 'split',
    personId: by,
    diff: {
      added: {},
      updated: Object.fromEntries(splits.map(({ known, split }) => [known.itemId, [null, split]])),
      removed: {},
    },
    detail: { format },
    items: splits.map(({ known }) => known.sequence),
  });
}
