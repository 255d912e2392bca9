import { describe, expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { ImageId } from '../../shared/base/ids.ts';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import { freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { generatedMcsBench } from '../helpers/generatedMcsBench.ts';
import { drawPhotograph } from '../helpers/photographs.ts';
import { present } from '../helpers/present.ts';
import { validators } from '../helpers/validators.ts';

type Book = Awaited<ReturnType<typeof freshCasebook>>;

const SET = [...generatedMcsBench({ items: 12 })];
const CHAINED = present(SET.find(({ chains }) => chains.length === 3));
const { chains: CHAINS } = CHAINED;
const [CHAIN = {}] = CHAINS;
const [AUDIT = {}, OTHER_AUDIT = {}] = CHAINED.audits;
const { item: ITEM } = CHAINED;

const lines = (...values: readonly (Json | undefined)[]): string =>
  values.map((value) => JSON.stringify(value)).join('\n');

const bring = async (
  book: Book,
  format: string,
  text: string,
  more: { keepGoing?: boolean; dryRun?: boolean } = {},
) => book.importExport.import({ source: put(book.at('source.jsonl'), text), format, ...more }, null, quietly);

const without = (object: JsonObject, key: string): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));

describe('an item that people work on', () => {
  const FILES = ['mcsbench-audit', 'mcsbench-rc', 'mcsbench-relations'] as const;

  /** What three files say of the first item of a team. */
  async function told(team: Awaited<ReturnType<typeof validators>>, id: string) {
    const said: Record<(typeof FILES)[number], string> = {
      'mcsbench-audit': lines({ ...AUDIT, id }, { ...OTHER_AUDIT, id }),
      'mcsbench-rc': lines({ ...CHAIN, base_id: id }),
      'mcsbench-relations': lines({ id, rationale: 'why', pr: ['PR4'], op_primary: 'OP6' }),
    };
    const reports = [];
    for (const format of FILES)
      reports.push(
        await team.services.importExport.import(
          { source: put(team.at('said.jsonl'), said[format]), format },
          null,
          quietly,
        ),
      );
    return reports;
  }

  it('keeps its gold, its edition and what was added, whatever comes first', async () => {
    await using team = await validators(1);
    const item = present(team.items[0]);
    const accept = { verdict: 'accept', shortcut: 'no', relations: ['PR1'], operator: 'OP2' };
    await team.assign([team.bo]);
    await team.answer(team.bo, item, accept);
    expect((await team.itemStatus(item)).payload).toMatchObject({ pr: ['PR1'], op_primary: 'OP2' });
    const before = await team.itemStatus(item);
    for (const report of await told(team, 'generated-0'))
      expect(report).toMatchObject({ updated: 1, skipped: [], warnings: [] });
    const after = await team.itemStatus(item);
    // The answer stands over what the classifier said.
    expect(after).toMatchObject({ gold: before.gold, ratings: before.ratings, status: before.status });
    expect(after.payload).toMatchObject({
      pr: ['PR1'],
      op_primary: 'OP2',
      rationale: 'why',
      rc_items: [without(CHAIN, 'base_id')],
    });
    expect(after.payload['audit']).toHaveLength(2);
    for (const report of await told(team, 'generated-0'))
      expect(report).toMatchObject({ updated: 0, unchanged: 1, changes: [] });
    // A fix keeps it, and what is said of the fixed item is told from its own changed chains.
    await team.fix(team.rey, item, { question: 'What is it?', rc1F: 'Another chain altogether.' });
    const fixed = (await team.itemStatus(item)).payload;
    expect(fixed).toMatchObject({ question: 'What is it?', audit: after.payload['audit'] });
    for (const report of await told(team, 'generated-0'))
      expect(report).toMatchObject({ updated: 0, changes: [] });
    expect((await team.itemStatus(item)).payload).toEqual(fixed);
    expect(await team.importItems()).toMatchObject({ updated: 0, unchanged: 1, changes: [] });
    expect((await team.itemStatus(item)).payload).toEqual(fixed);
    // Another fix after more was said.
    await team.services.importExport.import(
      {
        source: put(team.at('more.jsonl'), lines({ ...AUDIT, id: 'generated-0', auditor: 'third' })),
        format: 'mcsbench-audit',
      },
      null,
      quietly,
    );
    await team.fix(team.rey, item, { optionA: 'A text of its own' });
    expect((await team.itemStatus(item)).payload['audit']).toHaveLength(3);
    expect((await team.itemStatus(item)).payload['question']).toBe('What is it?');
  });
});

describe('rights in images', () => {
  const item = (id: string, more: JsonObject): JsonObject => ({
    ...without(without(ITEM, 'image'), 'images'),
    id,
    source: null,
    synset: null,
    licence: null,
    attribution: null,
    ...more,
  });

  const rightsIn = (book: Book) =>
    book.casebook.database
      .prepare('SELECT origin, licence, attribution, redistributable, url FROM image ORDER BY origin')
      .all();

  async function withPictures(...names: readonly string[]): Promise<Book> {
    const book = await freshCasebook('mcsbench');
    for (const [at, name] of names.entries()) {
      put(book.at(name), '');
      await drawPhotograph(book.at(name), { width: 64, height: 48, seed: at + 1 });
    }
    return book;
  }

  it('are noted with the image, never over what was noted before', async () => {
    await using book = await withPictures('a.jpg', 'b.jpg', 'c.jpg');
    const commons = { licence: 'CC BY 4.0', attribution: 'N. N.', source: 'https://commons.example/a' };
    const items = [
      item('one', { image: 'a.jpg', ...commons }),
      item('two', {
        images: [
          { file: 'b.jpg', source: 'ImageNet', redistributable: true },
          { file: 'c.jpg', synset: 'n01440764' },
        ],
      }),
    ];
    await bring(book, 'mcsbench', lines(...items));
    const noted = [
      {
        origin: 'a.jpg',
        licence: 'CC BY 4.0',
        attribution: 'N. N.',
        redistributable: null,
        url: 'https://commons.example/a',
      },
      { origin: 'b.jpg', licence: null, attribution: null, redistributable: 0, url: null },
      { origin: 'c.jpg', licence: null, attribution: null, redistributable: 0, url: null },
    ];
    expect(rightsIn(book)).toEqual(noted);
    book.casebook.database
      .prepare("UPDATE image SET licence = 'CC0', redistributable = 1 WHERE origin = 'a.jpg'")
      .run();
    const again = await bring(
      book,
      'mcsbench',
      lines(item('one', { image: 'a.jpg', ...commons, redistributable: false })),
    );
    expect(
      again.warnings
        .filter(({ field }) => field === 'images')
        .map(({ item: name, message }) => [name, message]),
    ).toEqual([
      ['one', 'a.jpg: Its licence is noted as “CC0”; here it is “CC BY 4.0”. The first note stays.'],
      ['one', 'a.jpg: Its redistribution is noted as allowed; here it is not allowed. The first note stays.'],
    ]);
    expect(rightsIn(book)[0]).toMatchObject({ licence: 'CC0', redistributable: 1 });
    const ids = book.casebook.database
      .prepare<[], ImageId>('SELECT id FROM image ORDER BY origin')
      .pluck()
      .all();
    expect(book.images.get(ids, everything)).toMatchObject([
      { licence: 'CC0', attribution: 'N. N.', redistributable: true },
      { licence: null, redistributable: false },
      { licence: null, redistributable: false },
    ]);
    // What is cut from a picture is under its licence.
    const second = present(ids[1]);
    const box = { x: 0, y: 0, width: 20, height: 20 };
    const ana = book.people.ensure('ana', 'human').id;
    const cut = await book.images.derive(second, { operation: 'crop', box }, ana);
    expect(cut).toMatchObject({ derivedFrom: second, redistributable: false });
  });

  it('that two items tell differently are reported, with the dry run, too', async () => {
    await using book = await withPictures('a.jpg');
    const both = lines(
      item('one', { image: 'a.jpg', licence: 'CC0' }),
      item('two', { images: [{ file: 'a.jpg', licence: 'CC BY 4.0', attribution: 'N. N.' }] }),
    );
    for (const dryRun of [true, false]) {
      const { warnings } = await bring(book, 'mcsbench', both, { dryRun });
      expect(warnings.filter(({ field }) => field === 'images')).toEqual([
        expect.objectContaining({ item: 'two', message: expect.stringContaining('licence') }),
      ]);
    }
    expect(rightsIn(book)).toMatchObject([{ licence: 'CC0', attribution: 'N. N.' }]);
  });

  it('are noted of an image that is attached later', async () => {
    await using book = await withPictures('pictures/a.jpg');
    await bring(book, 'mcsbench', lines(item('one', { image: 'a.jpg', source: 'ImageNet-21K' })));
    await book.importExport.attach(book.at('pictures'), null, quietly);
    expect(rightsIn(book)).toMatchObject([{ origin: 'a.jpg', redistributable: 0 }]);
  });
});
