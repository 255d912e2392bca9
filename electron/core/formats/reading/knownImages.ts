import { z } from 'zod';
import { ImageId, ItemId } from '../../../../shared/base/ids.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import type { ReadImage } from '../boxes/boxes.ts';
import { NameIndex, type NameMatch } from './nameIndex.ts';

const KnownImage = z.object({
  itemId: ItemId,
  sequence: z.int(),
  externalId: z.string(),
  name: z.string(),
  /** Which of the item's images, from 0. */
  position: z.int(),
  imageId: ImageId.nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
});
export type KnownImage = z.infer<typeof KnownImage>;

/** SQL: images of items, as {@link KnownImage} reads them. */
const KNOWN_IMAGES = `SELECT i.id AS itemId, i.sequence, i.external_id AS externalId, p.name, p.position, p.image_id AS imageId,
    m.width, m.height
  FROM item_image p JOIN item i ON i.id = p.item_id LEFT JOIN image m ON m.id = p.image_id`;

/** How many of the images that could be meant a message names. */
const NAMED = 5;

/** Finds the casebook's images by a name that some file gives one; several where they fit equally well. */
type FindKnownImages = (name: string) => readonly KnownImage[];

/**
 * Finds the casebook's images by the names that files of boxes and ratings use, or under which an export handed them out.
 * @param onFound called with how each image was found
 */
export function indexKnownImages(
  database: CasebookDatabase,
  onFound: (name: string, image: KnownImage, by: NameMatch) => void = () => undefined,
): FindKnownImages {
  const names: (readonly [string, KnownImage])[] = [];
  const firstOf = new Map<string, KnownImage>();
  const rows = database.prepare(`${KNOWN_IMAGES} ORDER BY i.sequence, p.position`).iterate();
  for (const raw of rows) {
    const image = KnownImage.parse(raw);
    if (!firstOf.has(image.itemId)) firstOf.set(image.itemId, image);
    names.push([image.name, image]);
  }
  const index = new NameIndex(names);
  const numbers = database
    .prepare<[], { series: string; number: number; item: string }>(
      "SELECT series, number, item_id AS item FROM export_number WHERE series IN ('true', 'false')",
    )
    .iterate();
  const numbered = new NameIndex(
    [...numbers].flatMap(({ series, number, item }) => {
      const image = firstOf.get(item);
      return image === undefined
        ? []
        : [[`${series}_images/${series}_${String(number)}.png`, image] as const];
    }),
  );
  return (name) => {
    const own = index.find(name);
    const handedOut = own.by === 'path' ? own : numbered.find(name);
    const { found, by } = handedOut.by === 'path' ? handedOut : own;
    const [only, another] = found;
    if (only !== undefined && another === undefined && by !== null) onFound(name, only, by);
    return found;
  };
}

/** Why a name stands for none of the images found by it, in words. */
export function whyUnknown(found: readonly KnownImage[]): string {
  if (found.length === 0) return 'No item of this casebook has an image of this name.';
  const items = [...new Set(found.map(({ externalId, name }) => `${externalId} (${name})`))];
  const named = items.slice(0, NAMED).join(', ');
  const more = items.length - NAMED;
  return `Several images match: ${named}${more > 0 ? ` and ${String(more)} more` : ''}. Use the full name of one of them in the file.`;
}

/** An image that boxes can be put on. */
export type MeasuredImage = KnownImage & {
  readonly imageId: ImageId;
  readonly width: number;
  readonly height: number;
};

/**
 * The image that a file of boxes speaks of, or why its boxes cannot be put on any: the item concerned and the reason.
 * @param found what was found by the file's name for it
 */
export function imageForBoxes(
  found: readonly KnownImage[],
  { file, width, height }: Pick<ReadImage, 'file' | 'width' | 'height'>,
):
  | { readonly ok: true; readonly known: MeasuredImage }
  | { readonly ok: false; readonly item: string; readonly field: string | null; readonly reason: string } {
  const [known] = found;
  if (known === undefined || found.length > 1)
    return { ok: false, item: file, field: null, reason: whyUnknown(found) };
  const refused = (reason: string) =>
    ({ ok: false, item: known.externalId, field: 'images', reason }) as const;
  if (known.imageId === null || known.width === null || known.height === null)
    return refused('Its image is missing; attach it first.');
  const { imageId, width: wide, height: high } = known;
  const measured = { ...known, imageId, width: wide, height: high };
  const other = sizeMismatch(measured, { width, height });
  return other === null ? { ok: true, known: measured } : refused(other);
}

/** That an image has another size than a file says; null where it has that size, or the file says none. */
export function sizeMismatch(
  { width: wide, height: high }: MeasuredImage,
  { width, height }: Pick<ReadImage, 'width' | 'height'>,
): string | null {
  return width !== null && height !== null && (width !== wide || height !== high)
    ? `The source says ${String(width)} x ${String(height)} pixels, the image has ${String(wide)} x ${String(high)}.`
    : null;
}

/** Looks up images of single items. */
export class KnownImages {
  readonly #first;

  constructor(database: CasebookDatabase) {
    this.#first = database.prepare<[string]>(
      `${KNOWN_IMAGES} WHERE i.external_id = ? ORDER BY p.position LIMIT 1`,
    );
  }

  /** The first image of the item of this name, where it is there. */
  firstOf(externalId: string): MeasuredImage | null {
    const found = KnownImage.safeParse(this.#first.get(externalId)).data;
    if (found === undefined) return null;
    const { imageId, width, height } = found;
    return imageId === null || width === null || height === null
      ? null
      : { ...found, imageId, width, height };
  }
}
