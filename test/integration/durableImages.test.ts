import { mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Services } from '../../electron/core/app/services.ts';
import { contentOf, filesIn, freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { drawPhotograph } from '../helpers/photographs.ts';

type Book = Awaited<ReturnType<typeof freshCasebook>>;

/** What is waited for on the disk in this thread, the store's workers not among it: whether it fails, and what had a row. */
async function disk(): Promise<{ readonly fail: () => void; readonly waited: () => number }> {
  const file = await open(import.meta.filename, 'r');
  await file.close();
  const prototype: typeof file = Object.getPrototypeOf(file);
  const datasync = vi.spyOn(prototype, 'datasync');
  return {
    fail: () =>
      void datasync.mockRejectedValue(Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' })),
    waited: () => datasync.mock.calls.length,
  };
}

afterEach(() => {
  vi.restoreAllMocks();
});

async function photographs(folder: string, count: number): Promise<string> {
  mkdirSync(folder, { recursive: true });
  for (let seed = 1; seed <= count; seed += 1)
    await drawPhotograph(join(folder, `${String(seed)}.jpg`), { width: 64, height: 48, seed });
  return folder;
}

const anybody = ({ people }: Services) => people.ensure('ana', 'human').id;

/** What takes images in, each from a folder of two photographs. */
const WAYS: Readonly<Record<string, (book: Book, folder: string) => Promise<unknown>>> = {
  import: ({ importExport }, source) => importExport.import({ source, format: 'images' }, null, quietly),
  attach: ({ importExport }, source) => importExport.attach(source, null, quietly),
  add: (book, source) => book.images.add(join(source, '1.jpg'), anybody(book)),
};

/** A casebook with an item that waits for both photographs. */
async function waiting(): Promise<{ book: Book; source: string }> {
  const book = await freshCasebook('generic');
  const images = ['1.jpg', '2.jpg'];
  const data = put(book.at('data', 'items.jsonl'), `${JSON.stringify({ id: 'a', images })}\n`);
  const report = await book.importExport.import({ source: data, format: 'generic' }, null, quietly);
  expect(report).toMatchObject({ added: 1, images: { missing: 2 } });
  anybody(book);
  return { book, source: await photographs(book.at('photographs'), 2) };
}

describe.each(Object.keys(WAYS))('images that come in by “%s”', (way) => {
  const take = WAYS[way] ?? (() => Promise.reject(new Error('There is no such way.')));

  it('are on the disk before anything in the casebook refers to them', async () => {
    const { book, source } = await waiting();
    await using closing = book;
    const { waited } = await disk();
    const rows: number[] = [];
    // Whenever a row of an image is written: how many files have been waited for by then.
    closing.casebook.database.function('row_written', () => rows.push(waited()));
    closing.casebook.database.exec(
      'CREATE TEMP TRIGGER row_written AFTER INSERT ON main.image BEGIN SELECT row_written(); END',
    );
    await take(book, source);
    const taken = filesIn(book.casebook.folders.images).length;
    expect(taken).toBe(way === 'add' ? 1 : 2);
    expect(rows).toEqual(Array(taken).fill(taken));
  });

  it('leave nothing where the disk fails at the last moment', async () => {
    const { book, source } = await waiting();
    await using closing = book;
    const before = contentOf(closing);
    const { fail } = await disk();
    fail();
    await expect(take(book, source)).rejects.toThrow('EIO');
    expect(contentOf(book)).toEqual(before);
    expect(filesIn(book.casebook.folders.images)).toEqual([]);
    vi.restoreAllMocks();
    await take(book, source);
    expect(filesIn(book.casebook.folders.images)).toHaveLength(way === 'add' ? 1 : 2);
  });
});

it('an image without its bytes on the disk gets no row', async () => {
  await using book = await freshCasebook();
  const source = await photographs(book.at('photographs'), 1);
  const { store } = book.images.files;
  const image = await store.hold(join(source, '1.jpg'), { link: false });
  const write = (): unknown =>
    book.casebook.database.transaction(() => store.row(image, { createdBy: null }))();
  expect(write).toThrow('may not be on the disk');
  await store.flush([image]);
  expect(write()).toMatchObject({ added: true });
  await store.release([image]);
});
