import { copyFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { hammingDistance, NEAR_DUPLICATE_DISTANCE } from '../../shared/domain/perceptualHash.ts';
import { freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { photograph, PHOTOGRAPHS } from '../helpers/pictures.ts';
import { present } from '../helpers/present.ts';

type Book = Awaited<ReturnType<typeof freshCasebook>>;

/** A sheet with strokes in its middle, as rendered words are: what is around them fills a perceptual hash. */
async function drawWord(path: string, strokes: readonly number[]): Promise<void> {
  const marks = strokes.map(
    (left) =>
      `<rect x="${String(left)}" y="250" width="7" height="24" transform="rotate(${String(left % 40)} ${String(left)} 262)"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512"><rect width="512" height="512" fill="white"/>${marks.join('')}</svg>`;
  await sharp(Buffer.from(svg)).png().toFile(path);
}

/** Those whose copies a perceptual hash proposes; it lies 32 bits from the small copy of the other one. */
const PROPOSED = PHOTOGRAPHS.filter((name) => name !== 'allium-oreophilum');
const CAT = [216, 232, 248, 264];
const RIVER = [222, 240, 256, 273, 285];

const idOf = ({ items }: Book, text: string) => {
  const row = present(
    items.list({ text }, { by: 'imported', descending: false }, 0, 1, everything).rows[0],
    `There is no item ${text}.`,
  );
  return row.id;
};

async function nearlyTheSame(book: Book): Promise<string[][]> {
  const report = await book.health.report(null, everything, () => undefined, new AbortController().signal);
  const finding = report.findings.find(({ kind }) => kind === 'near-duplicate-images');
  return (finding?.groups ?? []).map(({ items }) => items.map(({ externalId }) => externalId));
}

describe('images that a perceptual hash cannot tell apart', () => {
  it('are the same in no screen where their pixels differ, and photographs saved again are', async () => {
    await using book = await freshCasebook('generic');
    put(book.at('in/notes.txt'), 'a folder');
    await drawWord(book.at('in/cat.png'), CAT);
    await drawWord(book.at('in/river.png'), RIVER);
    for (const name of PROPOSED) {
      const original = photograph(name);
      copyFileSync(original, book.at(`in/${name}.jpg`));
      await sharp(original)
        .resize(400)
        .jpeg({ quality: 40 })
        .toFile(book.at(`in/${name} small.jpg`));
      await sharp(original)
        .modulate({ brightness: 1.05 })
        .webp()
        .toFile(book.at(`in/${name} web.webp`));
    }
    const report = await book.importExport.import({ source: book.at('in'), format: 'images' }, null, quietly);
    // What the test is about: the hash proposes the two words.
    const hashOf = book.casebook.database
      .prepare<[string], string>(
        `SELECT m.perceptual_hash FROM item i JOIN item_image p ON p.item_id = i.id
         JOIN image m ON m.id = p.image_id WHERE i.external_id = ?`,
      )
      .pluck();
    expect(hammingDistance(hashOf.get('cat.png') ?? '', hashOf.get('river.png') ?? '')).toBeLessThanOrEqual(
      NEAR_DUPLICATE_DISTANCE,
    );
    const sorted = (groups: readonly (readonly string[])[]) =>
      groups.map((group) => [...group].sort()).sort(([a = ''], [b = '']) => a.localeCompare(b));
    const photographs = sorted(
      PROPOSED.map((name) => [`${name} small.jpg`, `${name} web.webp`, `${name}.jpg`]),
    );
    expect(sorted(report.similar)).toEqual(photographs);
    expect(sorted(await nearlyTheSame(book))).toEqual(photographs);
    expect(await book.images.similar(idOf(book, 'river'), everything)).toEqual([]);
    expect(await book.images.similar(idOf(book, 'acanthus-mollis small'), everything)).toHaveLength(2);
  });

  it('are looked at once while the casebook is open', async () => {
    await using book = await freshCasebook('generic');
    put(book.at('in/notes.txt'), 'a folder');
    await drawWord(book.at('in/cat.png'), CAT);
    await drawWord(book.at('in/river.png'), RIVER);
    await book.importExport.import({ source: book.at('in'), format: 'images' }, null, quietly);
    const { images } = book.casebook.records;
    const contents = book.casebook.database.prepare<[], string>('SELECT sha256 FROM image').pluck().all();
    const first = await images.looks(contents);
    const again = await images.looks(contents);
    expect(first.size).toBe(2);
    for (const [content, look] of first) expect(again.get(content)).toBe(look);
  });
});
