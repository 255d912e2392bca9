import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshCasebook } from '../helpers/casebooks.ts';
import { BOX_FORMATS, type BoxFormat, bringIn, expectRoundTrips, roundTrip } from '../helpers/roundTrips.ts';

const SEED = 20261127;

describe.each(BOX_FORMATS)('a casebook with odd names that leaves as %s', (format) => {
  it(`comes back into an empty casebook and leaves with the same bytes (seed ${String(SEED)})`, () =>
    expectRoundTrips(format, 2, SEED));
});

const CASES = join(process.env['CASEBOOK_DATA'] ?? '', 'cases');
const SETS: readonly (readonly [folder: string, format: BoxFormat])[] = [
  ['coco', 'coco'],
  ['yolo-names', 'yolo'],
  ['yolo-names-map', 'yolo'],
  ['yolo-mixed', 'yolo'],
  ['voc', 'voc'],
  ['labelstudio', 'labelstudio'],
];

describe.runIf(existsSync(CASES))('a data set of others', () => {
  it.each(SETS)('%s leaves as %s with the same bytes each time', async (folder, format) => {
    await using book = await freshCasebook('generic');
    const source = book.at('source');
    cpSync(join(CASES, folder), source, {
      recursive: true,
      // Two of the files are about the same images on purpose; one is refused on purpose.
      filter: (path) => !/two-categories-one-id|upload-prefix/u.test(path),
    });
    await bringIn(book, source, format, { keepGoing: true });
    const { report, first, second } = await roundTrip(book, format);
    expect(report).toMatchObject({ skipped: [], applied: true });
    expect(second).toEqual(first);
  });
});
