import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { v7 } from 'uuid';
import { expect } from 'vitest';
import type { Services } from '../../electron/core/app/services.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { ImportReport } from '../../shared/contract/importExport.ts';
import type { DocumentRecord } from '../../shared/domain/document.ts';
import { RegionId } from '../../shared/base/ids.ts';
import { temporaryFolder } from './core.ts';
import { filesIn, freshCasebook, quietly } from './casebooks.ts';
import { drawFlag } from './pictures.ts';
import { present } from './present.ts';

/** The formats of boxes that Casebook writes and reads. */
export const BOX_FORMATS = ['coco', 'yolo', 'voc', 'labelstudio'] as const;
export type BoxFormat = (typeof BOX_FORMATS)[number];

const WIDTH = 64;
const HEIGHT = 48;
const LONG = 'n'.repeat(230);

/** Names of images as people and other systems give them. */
const STEMS = [
  'plain',
  'two words',
  'comma,comma',
  `it's "quoted"`,
  'a=b',
  'street 🚦 at night',
  'Cafe\u0301',
  'Caf\u00E9',
  `${LONG}1`,
  `${LONG}2`,
  'CON',
  'aux',
  'com1.front',
  'dots...',
  'blank ',
  'hash#tag',
  'a%20b',
  '100%',
  'a?b&c',
  'a:b*c',
  'back\\slash',
  '-dash',
  'train',
  '日本',
];

const LABELS = [
  'cat',
  'traffic light, red',
  `it's`,
  'a "quoted" one',
  'two\nlines',
  'tab\there',
  '=SUM(A1)',
  'a=b',
  'dog # tame',
  'key: value',
  '🚦',
  'Cafe\u0301',
  'Caf\u00E9',
  'x'.repeat(200),
  '<b>&amp;',
  '123',
  'true',
  'null',
  '%20',
  '[1]',
];

interface GeneratedImage {
  /** Relative path. */
  readonly name: string;
  /** Null: nobody looked at it. */
  readonly boxes: readonly GeneratedBox[] | null;
}

interface GeneratedBox {
  /** Its place in the list of labels. */
  readonly label: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What a casebook is made of. */
interface GeneratedCasebook {
  readonly labels: readonly string[];
  readonly images: readonly GeneratedImage[];
}

const box: fc.Arbitrary<GeneratedBox> = fc
  .record({
    label: fc.nat(99),
    x: fc.nat(WIDTH - 2),
    y: fc.nat(HEIGHT - 2),
    size: fc.tuple(fc.nat(), fc.nat()),
  })
  .map(({ label, x, y, size: [across, down] }) => ({
    label,
    x,
    y,
    width: 1 + (across % (WIDTH - x)),
    height: 1 + (down % (HEIGHT - y)),
  }));

const image: fc.Arbitrary<GeneratedImage> = fc.record({
  name: fc
    .record({
      folder: fc.constantFrom('', 'one/', 'two/', 'a b.c/', 'e\u0301/'),
      stem: fc.constantFrom(...STEMS),
      extension: fc.constantFrom('png', 'jpg', 'PNG'),
    })
    .map(({ folder, stem, extension }) => `${folder}${stem}.${extension}`),
  boxes: fc.option(fc.array(box, { maxLength: 3 }), { freq: 6 }),
});

/** Casebooks of one to four images with odd names and odd labels. */
const generatedCasebook: fc.Arbitrary<GeneratedCasebook> = fc.record({
  labels: fc.uniqueArray(fc.constantFrom(...LABELS), { minLength: 1, maxLength: 4 }),
  images: fc.uniqueArray(image, { minLength: 1, maxLength: 4, selector: ({ name }) => name }),
});

/** The pictures that are copied under each name; drawn once. */
async function drawnPictures(): Promise<{ fileFor(name: string): string; [Symbol.dispose](): void }> {
  const folder = temporaryFolder();
  await drawFlag(folder.join('a.png'), WIDTH, HEIGHT);
  await drawFlag(folder.join('a.jpg'), WIDTH, HEIGHT);
  return {
    fileFor: (name) => folder.join(`a.${name.slice(-3).toLowerCase()}`),
    [Symbol.dispose]: () => {
      folder[Symbol.dispose]();
    },
  };
}

type Book = Awaited<ReturnType<typeof freshCasebook>>;

/** Makes the casebook, with the boxes as somebody's submitted answers. */
async function fill(
  book: Book,
  { labels, images }: GeneratedCasebook,
  fileFor: (name: string) => string,
): Promise<void> {
  const by = book.people.ensure('ana', 'human').id;
  book.settings.saveVocabulary(
    {
      imageAttributes: [],
      labels: labels.map((name, index) => ({ id: `l${String(index)}`, name, attributes: [] })),
    },
    by,
  );
  for (const { name } of images) {
    const path = book.at('photos', name);
    mkdirSync(dirname(path), { recursive: true });
    copyFileSync(fileFor(name), path);
  }
  const report = await bringIn(book, book.at('photos'), 'images');
  expect(report).toMatchObject({ added: images.length, skipped: [] });
  const rows = new Map(
    book.items
      .list({}, { by: 'imported', descending: false }, 0, 100, everything)
      .rows.map(({ id, externalId }) => [externalId, id]),
  );
  for (const { name, boxes } of images) {
    const itemId = present(rows.get(name), `There is no item ${name}.`);
    if (boxes === null) continue;
    const imageId = book.items.get(itemId, everything).images[0]?.imageId;
    if (imageId === undefined || imageId === null) throw new Error(`${name} has no image.`);
    const added: Record<string, DocumentRecord> = {};
    for (const [order, { label, ...place }] of boxes.entries()) {
      const id = RegionId.parse(v7());
      const type = 'region' as const;
      const called = `l${String(label % labels.length)}`;
      added[`region:${id}`] = { type, id, imageId, label: called, ...place, note: '', attributes: {}, order };
    }
    const key = { itemId, task: 'annotate', round: 1, personId: by };
    const { revision } = book.annotations.edit(
      key,
      {
        revision: book.annotations.open(key, everything).revision,
        diff: { added, updated: {}, removed: {} },
        mark: v7(),
        activeMilliseconds: 0,
      },
      everything,
    );
    book.annotations.submit(key, revision, everything);
  }
}

export const bringIn = (
  book: Services,
  source: string,
  format: string,
  more: { readonly keepGoing?: boolean } = {},
): Promise<ImportReport> => book.importExport.import({ source, format, ...more }, null, quietly);

const handOut = (book: Services, target: string, format: BoxFormat) =>
  book.importExport.export({ target, format, status: null, images: 'copy' }, null, quietly);

/**
 * What is no part of the format but about the casebook that wrote it: its items by their own names, who said what of them and
 * when, and how reliable that is. These files cannot be the same: items that come in are named by their images in the
 * export, and boxes of a data set are nobody's ratings.
 */
const ABOUT_THE_CASEBOOK =
  /^(?:README\.md|reliability\.(?:json|md)|codebook\.\w+|gold\.csv|labels\.csv|images\.csv)$/u;

/**
 * Every file of the format. In tasks of Label Studio, the gold's boxes have ids of their own the first time; once the ratings
 * have come in, a rater's box carries its record to the letter, and the gold that follows from it has its id.
 */
function filesOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    filesIn(folder)
      .filter((name) => !ABOUT_THE_CASEBOOK.test(name))
      .map((name) => {
        if (/\.(?:png|jpg|webp)$/u.test(name)) return [name, readFileSync(join(folder, name), 'base64')];
        const text = readFileSync(join(folder, name), 'utf8');
        return [name, name === 'tasks.json' ? text.replaceAll(/"(\d+)-\d+-(box\d+)"/gu, '"$1-$2"') : text];
      }),
  );
}

/** Exports, imports that into an empty casebook and exports again: what the import reported, and both exports. */
export async function roundTrip(book: Book, format: BoxFormat) {
  await handOut(book, book.at('out'), format);
  await using other = await freshCasebook('generic');
  const report = await bringIn(other, book.at('out'), format);
  expect(report, JSON.stringify(report.skipped)).toMatchObject({ skipped: [], applied: true });
  await handOut(other, other.at('again'), format);
  return { report, first: filesOf(book.at('out')), second: filesOf(other.at('again')) };
}

const looked = ({ name, boxes }: GeneratedImage): GeneratedImage => ({ name, boxes: boxes ?? [] });

/** Tries a number of generated casebooks, the same for a seed; a failure names the casebook that it came from. */
export async function expectRoundTrips(format: BoxFormat, numRuns: number, seed: number): Promise<void> {
  using pictures = await drawnPictures();
  for (const [index, generated] of fc.sample(generatedCasebook, { numRuns, seed }).entries()) {
    const which = `Casebook ${String(index)} of seed ${String(seed)}: ${JSON.stringify(generated)}`;
    await using book = await freshCasebook('generic');
    // Label Studio's tasks come in as ratings: one that nobody has looked at is none.
    const images = format === 'labelstudio' ? generated.images.map(looked) : generated.images;
    await fill(book, { ...generated, images }, (name) => pictures.fileFor(name));
    const { report, first, second } = await roundTrip(book, format);
    expect(report.skipped, which).toEqual([]);
    expect(second, which).toEqual(first);
  }
}
