import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { WordsRequest } from '../../shared/contract/imageGeneration.ts';
import { contentOf, put } from '../helpers/casebooks.ts';
import { casebook, json } from '../helpers/commandLine.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { present } from '../helpers/present.ts';
import { TEST_FONT, writeTestFont } from '../helpers/testFont.ts';
import { type Book, leftovers, opened, regionsOfItem, resultOf, rowsOf } from '../helpers/contractBook.ts';

describe('words', () => {
  const LIST = 'tnt,Things\nsky,Things\nlynx,Animals\ncry,\naeiou,Vowels\nmyth,Things\n';
  const request = (book: Book, more: Partial<WordsRequest> = {}): WordsRequest => ({
    words: { kind: 'list', text: LIST },
    seed: 5,
    fonts: [TEST_FONT.family],
    fontFolder: writeTestFont(book.at('fonts')),
    count: 4,
    target: { kind: 'casebook' },
    ...more,
  });

  it('are shown beforehand and added as items with their boxes; further ones come behind, the same as nothing', async () => {
    await using book = await opened();
    const { count: _, target: __, ...setting } = request(book);
    const preview = await book.client.imageGeneration.previewWords(setting);
    expect(preview).toMatchObject({
      words: 6,
      side: 1024,
      categories: [
        { name: 'Things', words: 3 },
        { name: 'Animals', words: 1 },
        { name: null, words: 1 },
        { name: 'Vowels', words: 1 },
      ],
    });
    const { result } = await resultOf(book.client.imageGeneration.words(request(book)));
    expect(result).toMatchObject({ made: 4, kept: 0, added: 4, updated: 0, left_out: [] });
    const rows = rowsOf(book);
    expect(rows.map(({ externalId }) => externalId)).toEqual(
      [1, 2, 3, 4].map((number) => `word-5-00000${String(number)}`),
    );
    // What was shown is what was made.
    expect(preview.samples.slice(0, 4).map(({ word }) => word)).toEqual(rows.map(({ title }) => title));
    const row = present(rows[0]);
    const { x1, y1, x2, y2 } = preview.samples[0]?.box ?? { x1: 0, y1: 0, x2: 0, y2: 0 };
    expect(regionsOfItem(book, row.id)).toEqual([
      { label: 'word', x: x1, y: y1, width: x2 - x1, height: y2 - y1 },
    ]);
    const before = contentOf(book.services);
    const again = await resultOf(book.client.imageGeneration.words(request(book)));
    expect(again.result).toMatchObject({ made: 0, kept: 4, added: 0, updated: 0 });
    expect(contentOf(book.services)).toEqual(before);
    const more = await resultOf(book.client.imageGeneration.words(request(book, { count: null })));
    expect(more.result).toMatchObject({ made: 2, kept: 4, added: 2, updated: 0 });
    expect(leftovers(book)).toEqual([]);
  });

  it('of another list are refused with a seed that was used, and nothing is written over', async () => {
    await using book = await opened();
    await resultOf(book.client.imageGeneration.words(request(book)));
    const before = contentOf(book.services);
    await expect(
      resultOf(
        book.client.imageGeneration.words(
          request(book, { words: { kind: 'list', text: 'hymn\nrhythm\ncrypt\n' } }),
        ),
      ),
    ).rejects.toThrow(/Other words were added with this seed/u);
    expect(contentOf(book.services)).toEqual(before);
  });

  it('of some categories go to a folder; words that no font has are named', async () => {
    await using book = await opened();
    const list = put(book.at('words.csv'), `${LIST}łódź,Things\n`);
    const { result } = await resultOf(
      book.client.imageGeneration.words(
        request(book, {
          words: { kind: 'file', file: list },
          categories: ['Things'],
          count: null,
          target: { kind: 'folder', folder: book.at('out') },
        }),
      ),
    );
    expect(result).toMatchObject({ made: 3, added: 0 });
    expect(result.left_out).toEqual([{ item: 'łódź', reason: 'No font has all its letters.' }]);
    expect(readdirSync(book.at('out', 'originals'))).toHaveLength(3);
    expect(rowsOf(book)).toEqual([]);
  });
});

const Reported = z.looseObject({ made: z.int(), kept: z.int(), added: z.int(), updated: z.int() });

it('the command line adds words and variants to a casebook in one action, and again nothing', async () => {
  using folder = temporaryFolder();
  const dir = folder.join('a.casebook');
  await casebook('new', dir, '--benchmark', 'observatory');
  const list = put(folder.join('words.txt'), 'tnt\nsky\n');
  const fonts = writeTestFont(folder.join('fonts'));
  const words = [
    'material',
    'words',
    list,
    dir,
    '--add',
    '--fonts',
    TEST_FONT.family,
    '--font-folder',
    fonts,
  ];
  expect(await json(Reported, 0, ...words)).toMatchObject({ made: 2, kept: 0, added: 2 });
  const variants = ['material', 'variants', dir, '--add', '--only', 'gamma,posterize', '--seed', '3'];
  expect(await json(Reported, 0, ...variants)).toMatchObject({ made: 4, kept: 0, updated: 2 });
  expect(await json(Reported, 0, ...variants)).toMatchObject({ made: 0, kept: 4, updated: 0 });
  expect((await casebook('material', 'words', list)).code).toBe(2);
});
