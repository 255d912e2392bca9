import { z } from 'zod';
import type { ImageRights } from '../../../../shared/benchmarks/benchmark.ts';
import type { PersonId } from '../../../../shared/domain/ids.ts';
import { SPLIT_KEY } from '../../../../shared/domain/splits.ts';
import { ForeignImage } from '../../../../shared/foreign/foreignPart.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { ReportBuilder } from '../../formats/importReport.ts';
import type { KnownImage } from '../../formats/knownImages.ts';
import { createRightsIntake, createRightsReader, rightsDifferences } from './rightsIntake.ts';

/** What a source says of an image that the casebook has, beside its boxes. */
export interface SaidOfImage {
  readonly known: KnownImage;
  readonly split: string | undefined;
  readonly rights: ImageRights | undefined;
  readonly foreign: ForeignImage | undefined;
}

/** What is new in it. */
export interface ImageFacts {
  readonly records: readonly { readonly known: KnownImage; readonly foreign: ForeignImage }[];
  readonly splits: readonly { readonly known: KnownImage; readonly split: string }[];
  readonly rights: readonly { readonly known: KnownImage; readonly rights: ImageRights }[];
}

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
  { database }: Casebook,
  said: readonly SaidOfImage[],
  report: ReportBuilder,
): ImageFacts {
  const read = database.prepare<[string, number]>(
    `SELECT p.foreign_part AS "foreign", i.split FROM item_image p JOIN item i ON i.id = p.item_id
     WHERE p.item_id = ? AND p.position = ?`,
  );
  const rightsOf = createRightsReader(database);
  const splits = new Map<string, { readonly known: KnownImage; readonly split: string }>();
  const records: { known: KnownImage; foreign: ForeignImage }[] = [];
  const allRights: { known: KnownImage; rights: ImageRights }[] = [];
  for (const { known, split, rights, foreign } of said) {
    const noted = Noted.parse(read.get(known.itemId, known.position));
    if (foreign !== undefined) {
      const change = recordChange(noted.foreign, foreign);
      if (change === 'new') records.push({ known, foreign });
      report.left(
        ['image record beside that of another format', 'image records beside those of another format'],
        change === 'other format' ? 1 : 0,
      );
    }
    const former = splits.get(known.itemId)?.split ?? noted.split;
    if (split !== undefined && former === null) {
      splits.set(known.itemId, { known, split });
      report.change(known.externalId, SPLIT_KEY, undefined, split);
    } else if (split !== undefined && former !== split) {
      report.warn(
        known.externalId,
        SPLIT_KEY,
        `The source has it in “${split}”; here it is in “${String(former)}”, and stays there.`,
      );
    }
    if (rights !== undefined && known.imageId !== null) {
      allRights.push({ known, rights });
      const there = rightsOf(known.imageId);
      for (const message of there === null ? [] : rightsDifferences(there, rights))
        report.warn(known.externalId, 'images', `${known.name}: ${message}`);
    }
  }
  return { records, splits: [...splits.values()], rights: allRights };
}

/** Writes what is new, in the caller's transaction. */
export function writeImageFacts(
  casebook: Casebook,
  { records, splits, rights }: ImageFacts,
  { by, format }: { readonly by: PersonId | null; readonly format: string },
): void {
  const { database } = casebook;
  const setRecord = database.prepare<[string, string, number]>(
    'UPDATE item_image SET foreign_part = ? WHERE item_id = ? AND position = ?',
  );
  for (const { known, foreign } of records)
    setRecord.run(JSON.stringify(foreign), known.itemId, known.position);
  const noteRights = createRightsIntake(database);
  for (const { known, rights: noted } of rights) if (known.imageId !== null) noteRights(known.imageId, noted);
  if (splits.length === 0) return;
  for (const { known, split } of splits) casebook.derived.items.setSplit(known.itemId, split);
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
