import { z } from 'zod';
import { ImageId, ItemId } from '../../../shared/domain/ids.ts';
import type { CasebookDatabase } from '../db/database.ts';
import type { ReadImage } from './boxes.ts';

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
type KnownImage = z.infer<typeof KnownImage>;

/** How many of the images that could be meant a message names. */
const NAMED = 5;

/** Finds the casebook's images by a name that some file gives one; several where they fit equally well. */
type FindKnownImages = (name: string) => readonly KnownImage[];

/**
 * Finds the casebook's images by the names that files of boxes and ratings use. From sure to less sure: the very name;
 * the name under which an export handed the image out; the name whatever its case and extension (exports change some);
 * the same for the end of the path; the bare file name; the file name as Label Studio stores what is uploaded to it.
 * The surest that finds anything decides: of several images a less sure look could only guess.
 */
export function indexKnownImages(database: CasebookDatabase): FindKnownImages {
  const exact: Index = new Map();
  const loose: Index = new Map();
  const bare: Index = new Map();
  const uploaded: Index = new Map();
  const firstOf = new Map<string, KnownImage>();
  const rows = database
    .prepare(
      `SELECT i.id AS itemId, i.sequence, i.external_id AS externalId, p.name, p.position, p.image_id AS imageId, m.width, m.height
       FROM item_image p JOIN item i ON i.id = p.item_id LEFT JOIN image m ON m.id = p.image_id
       ORDER BY i.sequence, p.position`,
    )
    .iterate();
  for (const raw of rows) {
    const image = KnownImage.parse(raw);
    if (!firstOf.has(image.itemId)) firstOf.set(image.itemId, image);
    put(exact, image.name, image);
    for (const key of new Set([folded(image.name), folded(stem(image.name))])) put(loose, key, image);
    const file = fileOf(folded(image.name));
    for (const key of new Set([file, stem(file)])) put(bare, key, image);
    put(uploaded, asStored(file), image);
  }
  const numbers = database
    .prepare<[], { series: string; number: number; item: string }>(
      "SELECT series, number, item_id AS item FROM export_number WHERE series IN ('true', 'false')",
    )
    .iterate();
  for (const { series, number, item } of numbers) {
    const name = `${series}_images/${series}_${String(number)}.png`;
    const image = firstOf.get(item);
    if (image !== undefined && !exact.has(name)) put(exact, name, image);
  }
  return (given) => {
    const name = given.replaceAll('\\', '/').replace(/^\.\//u, '');
    const file = fileOf(folded(name));
    const tries: (readonly [Index, string])[] = [
      ...endsOf(name).flatMap((end): (readonly [Index, string])[] => [
        [exact, end],
        [loose, folded(end)],
        [loose, stem(folded(end))],
      ]),
      [bare, file],
      [bare, stem(file)],
    ];
    const upload = UPLOAD.exec(file)?.groups?.['name'];
    if (upload !== undefined) tries.push([bare, upload], [uploaded, asStored(upload)]);
    for (const [index, wanted] of tries) {
      const found = index.get(wanted);
      if (found !== undefined) return found;
    }
    return [];
  };
}

/** Why a name stands for none of the images found by it, in words. */
export function whyUnknown(found: readonly KnownImage[]): string {
  if (found.length === 0) return 'No item of this casebook has an image of this name.';
  const items = [...new Set(found.map(({ externalId, name }) => `${externalId} (${name})`))];
  const named = items.slice(0, NAMED).join(', ');
  const more = items.length - NAMED;
  return `Several images could be meant: ${named}${more > 0 ? ` and ${String(more)} more` : ''}. Give the file the whole name of one of them.`;
}

/** An image that boxes can be put on. */
export type MeasuredImage = KnownImage & {
  readonly imageId: ImageId;
  readonly width: number;
  readonly height: number;
};

/** The image that a file of boxes speaks of, or why its boxes cannot be put on any: the item concerned and the reason. */
export function imageForBoxes(
  find: FindKnownImages,
  { file, width, height }: Pick<ReadImage, 'file' | 'width' | 'height'>,
):
  | { readonly ok: true; readonly known: MeasuredImage }
  | { readonly ok: false; readonly item: string; readonly field: string | null; readonly reason: string } {
  const found = find(file);
  const [known] = found;
  if (known === undefined || found.length > 1)
    return { ok: false, item: file, field: null, reason: whyUnknown(found) };
  const refused = (reason: string) =>
    ({ ok: false, item: known.externalId, field: 'images', reason }) as const;
  if (known.imageId === null || known.width === null || known.height === null)
    return refused('Its image is missing; attach it first.');
  const { imageId, width: wide, height: high } = known;
  if (width !== null && height !== null && (width !== wide || height !== high)) {
    return refused(
      `The source says ${String(width)} x ${String(height)} pixels, the image has ${String(wide)} x ${String(high)}.`,
    );
  }
  return { ok: true, known: { ...known, imageId, width: wide, height: high } };
}

type Index = Map<string, KnownImage[]>;

function put(index: Index, key: string, image: KnownImage): void {
  const before = index.get(key);
  // Items that show the same file are told apart by nothing else; the first stands for them no more than the next.
  if (before === undefined) index.set(key, [image]);
  else before.push(image);
}

/** A path and what is left of it without its first folder, without its first two, and so on; never the bare file name. */
function endsOf(path: string): string[] {
  const parts = path.split('/');
  const folders = parts.slice(0, -1);
  return folders.length === 0 ? [path] : folders.map((_, index) => parts.slice(index).join('/'));
}

/** Label Studio puts eight digits before the name of an uploaded file. */
const UPLOAD = /^[0-9a-f]{8}-(?<name>.+)$/u;
/** What its storage makes of a file name: blanks become underscores, whatever else is unusual goes. */
const asStored = (file: string): string =>
  file
    .trim()
    .replaceAll(' ', '_')
    .replaceAll(/[^\p{L}\p{N}_.-]/gu, '');

const fileOf = (path: string): string => path.split('/').at(-1) ?? '';
const folded = (name: string): string => name.normalize('NFC').toLowerCase();
const stem = (name: string): string => name.replace(/\.[a-z0-9]{1,5}$/iu, '');
