import { existsSync, linkSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../shared/base/json.ts';
import { json, oddText } from '../helpers/arbitraries.ts';
import { contentOf, filesIn, freshCasebook, put, quietly, readObjects } from '../helpers/casebooks.ts';
import { drawFlag } from '../helpers/pictures.ts';
import { realItems } from '../helpers/realData.ts';
import { bringIn, FIXTURE, handOut, ids, signedOff, submit } from '../helpers/exportTargets.ts';

/** What lies beside every export into a folder. */
const COMPANIONS = ['gold.csv', 'labels.csv', 'reliability.json', 'reliability.md'];

describe('import, then export without an edit', () => {
  it.runIf(realItems() !== null)('gives the published data set again, to the byte', async () => {
    await using book = await freshCasebook();
    const text = JSON.stringify(realItems(), null, 2);
    await bringIn(book, put(book.at('in/data_info.json'), text));
    const report = await handOut(book, book.at('out'));
    expect(report).toMatchObject({ items: 100, images: 0, left_out: [] });
    expect(readFileSync(book.at('out/data_info.json'), 'utf8')).toBe(text);
  });

  it('gives the same objects in the same order with the same order of keys', async () => {
    await using book = await freshCasebook();
    await bringIn(book, FIXTURE);
    const report = await handOut(book, book.at('out'));
    expect(report.files).toEqual(['clue_boxes.json', 'data_info.json', 'data_info.jsonl', ...COMPANIONS]);
    expect(readFileSync(book.at('out/data_info.json'), 'utf8')).toBe(
      JSON.stringify(readObjects(FIXTURE), null, 2),
    );
    const lines = readFileSync(book.at('out/data_info.jsonl'), 'utf8').trimEnd().split('\n');
    expect(lines).toEqual(readObjects(FIXTURE).map((each) => JSON.stringify(each)));
  });

  it('holds for any well-formed data set: odd texts, unknown keys, any order of keys', async () => {
    const path = fc
      .tuple(
        fc.array(
          fc.stringMatching(/^[\p{L}\p{N} _-]{1,12}$/u).filter((name) => name.trim() !== ''),
          { minLength: 1, maxLength: 3 },
        ),
        fc.constantFrom('.png', '.jpg', ''),
      )
      .map(([parts, end]) => `${parts.join('/')}${end}`);
    const texts = fc.array(oddText, { maxLength: 3 });
    const record = fc
      .tuple(
        fc.record({
          data_path: path,
          label: fc.boolean(),
          scene: oddText,
          target_partner: fc.oneof(oddText, fc.constant('boyfriend')),
          main_ins: oddText,
        }),
        fc.record(
          {
            detm_cue: oddText,
            non_detm_cue: texts,
            p_sub_ins: texts,
            p_sub_ans: texts,
            r_sub_ins: texts,
            r_sub_ans: texts,
            url: oddText,
          },
          { requiredKeys: [] },
        ),
        fc.array(fc.tuple(oddText, json), { maxLength: 3 }),
        fc.integer(),
      )
      .map(([needed, possible, unknown, turn]) => {
        const known: [string, Json][] = [...Object.entries(needed), ...Object.entries(possible)];
        const names = new Set([
          ...known.map(([key]) => key),
          'detm_cue',
          'non_detm_cue',
          'p_sub_ins',
          'p_sub_ans',
          'r_sub_ins',
          'r_sub_ans',
          'url',
        ]);
        const entries: [string, Json][] = [...known, ...unknown.filter(([key]) => !names.has(key))];
        const at = Math.abs(turn) % entries.length;
        return Object.fromEntries([...entries.slice(at), ...entries.slice(0, at)]);
      });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(record, { selector: (each) => each['data_path'], minLength: 1, maxLength: 5 }),
        async (items) => {
          await using book = await freshCasebook();
          const source = JSON.stringify(items);
          const report = await bringIn(book, put(book.at('a.json'), source));
          expect(report.skipped).toEqual([]);
          await handOut(book, book.at('out'));
          const text = readFileSync(book.at('out/data_info.json'), 'utf8');
          expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(JSON.parse(source)));
        },
      ),
      { numRuns: 30 },
    );
  });

  it('holds for items of a casebook’s own label set', async () => {
    await using book = await freshCasebook('generic');
    const items = [
      { id: 'a', image: 'x/1.png', text: 'é', more: { __proto: 1 } },
      { id: 7, images: ['2.png', '3.png'] },
    ];
    await bringIn(book, put(book.at('in/items.json'), JSON.stringify(items)), 'generic');
    await handOut(book, book.at('out'), { format: 'generic' });
    const lines = readFileSync(book.at('out/items.jsonl'), 'utf8').trimEnd().split('\n');
    expect(lines).toEqual(items.map((each) => JSON.stringify(each)));
  });
});

describe('the target', () => {
  it('is never overwritten without force; with it, only what an export made gives way', async () => {
    await using book = await freshCasebook();
    put(book.at('in/data_info.json'), readFileSync(FIXTURE));
    await drawFlag(book.at('in/true_images/true_1.png'));
    await bringIn(book, book.at('in'));
    await handOut(book, book.at('out'), { images: 'copy' });
    put(book.at('out/notes/mine.txt'), 'mine');
    put(book.at('out/true_images/true_99.png'), 'of a former export');
    put(book.at('out/true_images/sketch.png'), 'mine too');
    await expect(handOut(book, book.at('out'))).rejects.toMatchObject({ code: 'exists' });
    expect(existsSync(book.at('out/true_images/true_1.png'))).toBe(true);
    await handOut(book, book.at('out'), { force: true, allowFewer: true });
    expect(filesIn(book.at('out'))).toEqual([
      'clue_boxes.json',
      'data_info.json',
      'data_info.jsonl',
      'gold.csv',
      'labels.csv',
      'notes/mine.txt',
      'reliability.json',
      'reliability.md',
      'true_images/sketch.png',
    ]);
    await expect(handOut(book, join(book.casebook.path, 'out'))).rejects.toThrow('inside the casebook');
    await handOut(book, book.at('single.json'));
    expect(readObjects(book.at('single.json'))).toEqual(readObjects(FIXTURE));
    await expect(handOut(book, book.at('single.json'))).rejects.toMatchObject({ code: 'exists' });
  });

  it('has nothing left beside it where the export is cancelled or fails', async () => {
    await using book = await freshCasebook();
    for (let index = 0; index < 6; index += 1)
      await drawFlag(book.at(`photos/${String(index)}.png`), 300 + index, 300);
    await bringIn(book, book.at('photos'), 'images');
    ids(book).forEach(({ id }) => submit(book, id, signedOff(false)));
    const before = readdirSync(book.at('.')).sort();
    for (const phase of ['Checking', 'Images', 'Writing']) {
      const controller = new AbortController();
      const work = {
        signal: controller.signal,
        progress: (now: string) => (now === phase ? controller.abort() : undefined),
      };
      await expect(
        book.importExport.export(
          { target: book.at('new/deep/out'), format: 'caughtcheating', status: null, images: 'copy' },
          null,
          work,
        ),
      ).rejects.toThrow(/abort/iu);
      expect(readdirSync(book.at('.')).sort()).toEqual(before);
    }
    const content = contentOf(book);
    expect(content['event']?.some((event) => JSON.stringify(event).includes('"export"'))).toBe(false);
  });

  it('leaves an item out whose image file is damaged, and says so', async () => {
    await using book = await freshCasebook();
    await drawFlag(book.at('photos/a.png'), 300, 300);
    await drawFlag(book.at('photos/b.png'), 301, 300);
    await bringIn(book, book.at('photos'), 'images');
    ids(book).forEach(({ id }) => submit(book, id, signedOff(false)));
    const [file] = filesIn(book.casebook.folders.images);
    put(join(book.casebook.folders.images, file ?? ''), 'damaged');
    const report = await handOut(book, book.at('out'), { images: 'copy' });
    expect(report).toMatchObject({
      items: 1,
      images: 1,
      left_out: [{ reason: expect.stringContaining('not an image') }],
    });
    expect(readObjects(book.at('out/data_info.json'))).toHaveLength(1);
  });

  it('can be a folder on this disk that is full of other people’s links', async () => {
    await using book = await freshCasebook();
    await bringIn(book, FIXTURE);
    put(book.at('shared.txt'), 'x');
    put(book.at('out/keep/x.txt'), '');
    linkSync(book.at('shared.txt'), book.at('out/keep/linked.txt'));
    utimesSync(book.at('out/keep/linked.txt'), 5, 5);
    await handOut(book, book.at('out'), { force: true });
    expect(statSync(book.at('out/keep/linked.txt')).mtimeMs).toBe(5000);
  });
});

describe('an export that ends while an import is being written', () => {
  it('is in its place, and is noted in History once writing is possible again', async () => {
    await using book = await freshCasebook();
    await bringIn(book, FIXTURE);
    const noted = () =>
      book.casebook.database.prepare("SELECT count(*) FROM event WHERE kind = 'export'").pluck().get();
    const closed: (() => void)[] = [];
    const target = book.at('items.json');
    const exporting = book.importExport.export(
      { target, format: 'caughtcheating', status: null, images: 'none' },
      null,
      {
        ...quietly,
        progress: (phase) => {
          if (phase === 'Writing' && closed.length === 0)
            closed.push(book.casebook.gate.close('Casebook is writing an import.'));
        },
      },
    );
    await expect.poll(() => existsSync(target)).toBe(true);
    expect(noted()).toBe(0);
    expect(closed).toHaveLength(1);
    closed[0]?.();
    expect(await exporting).toMatchObject({ written: true });
    expect(noted()).toBe(1);
  });
});
