import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { ExportRequest } from '../../shared/contract/importExport.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { dataPath, filesIn, freshCasebook, put, quietly, readObjects } from '../helpers/casebooks.ts';
import { casebook, json } from '../helpers/commandLine.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { drawFlag } from '../helpers/pictures.ts';
import { present } from '../helpers/present.ts';
import { realItems } from '../helpers/realData.ts';

const COUNT = 6;
const made = (index: number): JsonObject => ({
  data_path: `false_images/false_${String(index + 1)}.png`,
  label: false,
  scene: 'hotel',
  target_partner: 'boyfriend',
  main_ins: `My boyfriend sent me this photo ${String(index)}. Do you notice anything suspicious?`,
});
const items = (realItems() ?? Array.from({ length: COUNT }, (_, index) => made(index)))
  .filter(({ label }) => label === false)
  .slice(0, COUNT);
/** Every file with its bytes. */
const bytesIn = (folder: string): [string, string][] =>
  filesIn(folder).map((path) => [path, readFileSync(join(folder, path), 'latin1')]);

/** A casebook of items with a photo each. */
async function bookWithPhotos() {
  const book = await freshCasebook();
  put(book.at('in/data_info.json'), JSON.stringify(items));
  for (const item of items) await drawFlag(book.at('in', dataPath(item)), 300, 300 + items.indexOf(item));
  await book.importExport.import({ source: book.at('in'), format: 'caughtcheating' }, null, quietly);
  const handOut = (target: string, more: Partial<ExportRequest> = {}) =>
    book.importExport.export(
      { target: book.at(target), format: 'caughtcheating', status: null, ...more },
      null,
      quietly,
    );
  return { book, handOut };
}

describe('a forced export', () => {
  it.each([
    { format: 'caughtcheating', entries: COUNT },
    { format: 'coco', entries: COUNT },
    // An image that nobody has labelled has no file of labels.
    { format: 'yolo', entries: 0 },
    { format: 'voc', entries: 0 },
    { format: 'labelstudio', entries: COUNT },
    { format: 'hf', entries: COUNT },
  ])(
    'leaves a former one in $format as it was where every image has gone since',
    async ({ format, entries }) => {
      const { book, handOut } = await bookWithPhotos();
      await using _ = book;
      expect(await handOut('out', { format })).toMatchObject({
        items: COUNT,
        images: COUNT,
        missing: 0,
        written: true,
        replaces: null,
      });
      const before = bytesIn(book.at('out'));
      rmSync(join(book.casebook.path, 'images'), { recursive: true });
      const report = await handOut('out', { format, force: true });
      expect(report).toMatchObject({
        items: 0,
        images: 0,
        missing: COUNT,
        written: false,
        replaces: { former: { entries, images: COUNT }, now: { entries: 0, images: 0 } },
      });
      expect(report.left_out).toHaveLength(COUNT);
      expect(bytesIn(book.at('out'))).toEqual(before);
      expect(filesIn(book.at('.')).filter((path) => path.includes('.partial'))).toEqual([]);

      expect(await handOut('out', { format, force: true, allowFewer: true })).toMatchObject({
        written: true,
      });
      expect(bytesIn(book.at('out'))).not.toEqual(before);
    },
  );

  it('leaves a former one as it was that has one item, or one image, more', async () => {
    const { book, handOut } = await bookWithPhotos();
    await using _ = book;
    await handOut('out');
    const before = bytesIn(book.at('out'));
    const ada = book.people.ensure('ada', 'human').id;
    const first = present(
      book.items.list({}, { by: 'imported', descending: false }, 0, 1, everything).rows[0],
    );
    book.items.setStatus({ ids: [first.id] }, 'rejected', ada, everything);
    const force = true;
    expect(await handOut('out', { force, status: ['draft'] })).toMatchObject({
      items: COUNT - 1,
      left_out: [],
      written: false,
      replaces: {
        shorter: expect.arrayContaining([{ file: 'data_info.json', former: COUNT, now: COUNT - 1 }]),
      },
    });
    book.casebook.database.prepare('UPDATE item_image SET image_id = NULL WHERE item_id = ?').run(first.id);
    expect(await handOut('out', { force })).toMatchObject({
      items: COUNT,
      images: COUNT - 1,
      missing: 1,
      left_out: [{ reason: expect.stringMatching(/^1 of its 1 image is missing from the casebook/u) }],
      written: false,
    });
    expect(bytesIn(book.at('out'))).toEqual(before);
  });

  it('takes the place of one that holds as much or less, and leaves files that are no export’s', async () => {
    const { book, handOut } = await bookWithPhotos();
    await using _ = book;
    await handOut('out', { images: 'none' });
    put(book.at('out/notes.jsonl'), '{}\n'.repeat(100));
    expect(await handOut('out', { force: true })).toMatchObject({
      images: COUNT,
      written: true,
      replaces: { former: { entries: COUNT, images: 0 }, now: { entries: COUNT, images: COUNT } },
    });
    expect(await handOut('out', { force: true })).toMatchObject({ written: true });
    expect(filesIn(book.at('out'))).toContain('notes.jsonl');
    expect(readObjects(book.at('out/data_info.json'))).toHaveLength(COUNT);
  });

  it.each([
    ['data.json', 'caughtcheating'],
    ['data.jsonl', 'caughtcheating'],
    ['boxes.json', 'coco'],
    ['tasks.json', 'labelstudio'],
  ])('leaves a former file %s as it was that lists more', async (name, format) => {
    const { book, handOut } = await bookWithPhotos();
    await using _ = book;
    await handOut(name, { format });
    const before = readFileSync(book.at(name), 'utf8');
    const ada = book.people.ensure('ada', 'human').id;
    const first = present(
      book.items.list({}, { by: 'imported', descending: false }, 0, 1, everything).rows[0],
    );
    book.items.setStatus({ ids: [first.id] }, 'rejected', ada, everything);
    const report = await handOut(name, { format, force: true, status: ['rejected'] });
    expect(report).toMatchObject({ items: 1, written: false, replaces: { former: { entries: COUNT } } });
    expect(readFileSync(book.at(name), 'utf8')).toBe(before);
  });
});

describe('on the command line', () => {
  const folder = temporaryFolder();
  const at = (...parts: string[]): string => folder.join(...parts);
  beforeAll(async () => {
    put(at('in/data_info.json'), JSON.stringify(items));
    for (const item of items) await drawFlag(at('in', dataPath(item)), 300, 300);
    await casebook('new', at('a.casebook'), '--benchmark', 'caughtcheating');
    expect(await casebook('import', at('a.casebook'), at('in'), '--format', 'caughtcheating')).toMatchObject({
      code: 0,
    });
  });
  afterAll(() => folder[Symbol.dispose]());
  const handOut = (...more: string[]) => [
    'export',
    at('a.casebook'),
    at('out'),
    '--format',
    'caughtcheating',
    '--status',
    'any',
    ...more,
  ];

  it('what is left out ends with code 1 and its reasons, and the former export stays until that is asked for', async () => {
    expect(await casebook(...handOut())).toMatchObject({ code: 0 });
    const before = bytesIn(at('out'));
    rmSync(at('a.casebook/images'), { recursive: true });
    const refused = await casebook(...handOut('--force'));
    expect(refused.code).toBe(1);
    const lines = refused.stdout.trim().split('\n');
    expect(lines.filter((line) => line.startsWith('left out '))).toHaveLength(COUNT);
    expect(lines.slice(COUNT)).toEqual([
      `0 items, 0 images: ${String(COUNT)} are missing.`,
      `The export at ${at('out')} has 6 entries and 6 images; the new one would have 0 entries and 0 images.`,
      'clue_boxes.json would list 0 instead of 6.',
      'data_info.json would list 0 instead of 6.',
      'data_info.jsonl would list 0 instead of 6.',
      'Nothing was written; the existing export is unchanged.',
      'To replace it anyway, add --allow-fewer.',
    ]);
    expect(bytesIn(at('out'))).toEqual(before);
    const dry = await casebook(...handOut('--force', '--allow-fewer', '--dry-run'));
    expect(dry.stdout.trim()).toBe(`6 items would be written to ${at('out')}. Nothing was written.`);
    expect(dry.code).toBe(0);
    expect(bytesIn(at('out'))).toEqual(before);
    const Report = z.looseObject({ items: z.int(), written: z.boolean(), files: z.array(z.string()) });
    expect(await json(Report, 1, ...handOut('--force'))).toMatchObject({
      items: 0,
      written: false,
      files: [],
    });
    expect(await json(Report, 1, ...handOut('--force', '--allow-fewer'))).toMatchObject({ written: true });
    expect(readObjects(at('out/data_info.json'))).toEqual([]);
  });
});
