import { z } from 'zod';
import { ImageId, ItemId } from '../../../../shared/domain/ids.ts';
import type { CasebookDatabase } from '../../db/database.ts';

const KnownImage = z.object({
  itemId: ItemId,
  sequence: z.int(),
  externalId: z.string(),
  name: z.string(),
  imageId: ImageId.nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
});
export type KnownImage = z.infer<typeof KnownImage>;

/**
 * Finds the casebook's images by the names that box files use. From sure to less sure: the very name; the name
 * under which an export handed the image out; the name whatever its case and extension (exports change some); the
 * bare file name. Where two images fit equally well, none is taken.
 */
export function indexKnownImages(database: CasebookDatabase): (name: string) => KnownImage | null {
  const exact = new Map<string, KnownImage | null>();
  const loose = new Map<string, KnownImage | null>();
  const bare = new Map<string, KnownImage | null>();
  const firstOf = new Map<string, KnownImage>();
  const rows = database
    .prepare(
      `SELECT i.id AS itemId, i.sequence, i.external_id AS externalId, p.name, p.image_id AS imageId, m.width, m.height
       FROM item_image p JOIN item i ON i.id = p.item_id LEFT JOIN image m ON m.id = p.image_id
       ORDER BY i.sequence, p.position`,
    )
    .iterate();
  for (const raw of rows) {
    const image = KnownImage.parse(raw);
    if (!firstOf.has(image.itemId)) firstOf.set(image.itemId, image);
    put(exact, image.name, image);
    for (const key of new Set([folded(image.name), folded(stem(image.name))])) put(loose, key, image);
    const file = folded(image.name).split('/').at(-1) ?? '';
    for (const key of new Set([file, stem(file)])) put(bare, key, image);
  }
  const numbers = database
    .prepare<[], { series: string; number: number; item: string }>(
      "SELECT series, number, item_id AS item FROM export_number WHERE series IN ('true', 'false')",
    )
    .iterate();
  for (const { series, number, item } of numbers) {
    const name = `${series}_images/${series}_${String(number)}.png`;
    const image = firstOf.get(item);
    if (image !== undefined && !exact.has(name)) exact.set(name, image);
  }
  return (given) => {
    const name = given.replaceAll('\\', '/').replace(/^\.\//u, '');
    const key = folded(name);
    const file = key.split('/').at(-1) ?? '';
    const tries: [ReadonlyMap<string, KnownImage | null>, string][] = [
      [exact, name],
      [loose, key],
      [loose, stem(key)],
      [bare, file],
      [bare, stem(file)],
    ];
    for (const [index, wanted] of tries) {
      const found = index.get(wanted);
      // Null: two images fit, and a looser look could only guess.
      if (found !== undefined) return found;
    }
    return null;
  };
}

function put(index: Map<string, KnownImage | null>, key: string, image: KnownImage): void {
  const before = index.get(key);
  // Items that show the same file are told apart by nothing else; the first stands for them no more than the next.
  index.set(key, before === undefined ? image : null);
}

const folded = (name: string): string => name.normalize('NFC').toLowerCase();
const stem = (name: string): string => name.replace(/\.[a-z0-9]{1,5}$/iu, '');
