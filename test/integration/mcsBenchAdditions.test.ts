import { describe, expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { ImageId } from '../../shared/base/ids.ts';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import { contentOf, freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { generatedMcsBench } from '../helpers/generatedMcsBench.ts';
import { drawPhotograph } from '../helpers/photographs.ts';
import { present } from '../helpers/present.ts';
import { validators } from '../helpers/validators.ts';

type Book = Awaited<ReturnType<typeof freshCasebook>>;

const SET = [...generatedMcsBench({ items: 12 })];
const CHAINED = present(SET.find(({ chains }) => chains.length === 3));
const { id: ID, chains: CHAINS } = CHAINED;
const [CHAIN = {}] = CHAINS;
const [AUDIT = {}, OTHER_AUDIT = {}] = CHAINED.audits;
const { relations: RELATION, item: ITEM } = CHAINED;

const lines = (...values: readonly (Json | undefined)[]): string =>
  values.map((value) => JSON.stringify(value)).join('\n');

async function withItems(): Promise<Book> {
  const book = await freshCasebook('mcsbench');
  const source = put(book.at('items.jsonl'), lines(...SET.map(({ item }) => item)));
  await book.importExport.import({ source, format: 'mcsbench' }, null, quietly);
  return book;
}

const bring = async (
  book: Book,
  format: string,
  text: string,
  more: { keepGoing?: boolean; dryRun?: boolean } = {},
) => book.importExport.import({ source: put(book.at('source.jsonl'), text), format, ...more }, null, quietly);

const payloadOf = (book: Book, id: string = ID): JsonObject => {
  const { rows } = book.items.list({ text: id }, { by: 'imported', descending: false }, 0, 99, everything);
  const row = present(rows.find(({ externalId }) => externalId === id));
  return book.items.get(row.id, everything).payload;
};

const without = (object: JsonObject, key: string): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));

const typesOf = (chain: JsonObject): Json[] =>
  Array.isArray(chain['error_type']) ? [...chain['error_type']] : [];

/** A second line that is malformed, with what is said of it. */
const FAULTS: readonly (readonly [
  what: string,
  format: string,
  text: string,
  item: string,
  field: string | null,
])[] = [
  [
    'an item without its question',
    'mcsbench',
    lines(without({ ...ITEM, id: 'new' }, 'question')),
    'new',
    'question',
  ],
  [
    'an item of four options',
    'mcsbench',
    lines({ ...ITEM, id: 'new', options: ['a', 'b', 'c', 'd'] }),
    'new',
    'options',
  ],
  [
    'an item whose answer names no option',
    'mcsbench',
    lines({ ...ITEM, id: 'new', answer: 'F' }),
    'new',
    'answer',
  ],
  ['an item twice', 'mcsbench', lines({ ...ITEM, id: 'new' }, { ...ITEM, id: 'new' }), 'new', null],
  ['a reasoning chain among items', 'mcsbench', lines(CHAIN), 'line 2', 'base_id'],
  ['a line that breaks off', 'mcsbench', '{"id":"new"', 'line 2', null],
  ['a chain of an unknown item', 'mcsbench-rc', lines({ ...CHAIN, base_id: 'nowhere' }), 'line 2', 'id'],
  ['a chain of no item', 'mcsbench-rc', lines(without(CHAIN, 'base_id')), 'line 2', 'base_id'],
  [
    'a chain of four options',
    'mcsbench-rc',
    lines({ ...CHAIN, options: ['a', 'b', 'c', 'd'] }),
    'line 2',
    'options',
  ],
  ['a chain without a gold one', 'mcsbench-rc', lines({ ...CHAIN, answer: 'K' }), 'line 2', 'answer'],
  [
    'an error type too few',
    'mcsbench-rc',
    lines({ ...CHAIN, error_type: typesOf(CHAIN).slice(1) }),
    'line 2',
    'error_type',
  ],
  [
    'an unknown error type',
    'mcsbench-rc',
    lines({ ...CHAIN, error_type: typesOf(CHAIN).with(2, 'haste') }),
    'line 2',
    'error_type.2',
  ],
  [
    'a missing error type',
    'mcsbench-rc',
    lines({ ...CHAIN, error_type: typesOf(CHAIN).with(1, null) }),
    'line 2',
    'error_type.1',
  ],
  ['a chain twice', 'mcsbench-rc', lines(CHAIN, CHAIN), 'line 3', null],
  [
    'more than three chains',
    'mcsbench-rc',
    lines(...CHAINS, { ...CHAIN, question: 'Which chain is it this time?' }),
    ID,
    'base_id',
  ],
  ['a list for a chain', 'mcsbench-rc', lines([CHAIN]), 'line 2', null],
  ['a score above five', 'mcsbench-audit', lines({ ...AUDIT, quality: 6 }), 'line 2', 'quality'],
  [
    'a score in words',
    'mcsbench-audit',
    lines({ ...AUDIT, image_dependency: 'high' }),
    'line 2',
    'image_dependency',
  ],
  [
    'half a score',
    'mcsbench-audit',
    lines({ ...AUDIT, factual_correctness: 3.5 }),
    'line 2',
    'factual_correctness',
  ],
  [
    'no word on hallucination',
    'mcsbench-audit',
    lines(without(AUDIT, 'hallucination')),
    'line 2',
    'hallucination',
  ],
  [
    'a verdict of another kind',
    'mcsbench-audit',
    lines({ ...AUDIT, verdict: 'accept' }),
    'line 2',
    'verdict',
  ],
  ['an auditor without a name', 'mcsbench-audit', lines({ ...AUDIT, auditor: ' ' }), 'line 2', 'auditor'],
  [
    'a sixth option',
    'mcsbench-audit',
    lines({ ...AUDIT, options: { F: { correct: true } } }),
    'line 2',
    'options.F',
  ],
  [
    'an option neither right nor wrong',
    'mcsbench-audit',
    lines({ ...AUDIT, options: { A: {} } }),
    'line 2',
    'options.A.correct',
  ],
  [
    'more solved than tried',
    'mcsbench-audit',
    lines({ ...AUDIT, shortcut: { solved: 3, of: 2 } }),
    'line 2',
    'shortcut.solved',
  ],
  ['an auditor twice', 'mcsbench-audit', lines(AUDIT, { ...AUDIT, quality: 1 }), 'line 3', null],
  ['an audit of an unknown item', 'mcsbench-audit', lines({ ...AUDIT, id: 'nowhere' }), 'line 2', 'id'],
  ['an unknown relation', 'mcsbench-relations', lines({ ...RELATION, pr: ['PR1', 'PR9'] }), 'line 2', 'pr.1'],
  ['no relation', 'mcsbench-relations', lines({ ...RELATION, pr: [] }), 'line 2', 'pr'],
  [
    'operators against their priority',
    'mcsbench-relations',
    lines({ ...RELATION, op_primary: 'OP1', op_secondary: 'OP6' }),
    'line 2',
    'op_primary',
  ],
  [
    'one operator twice',
    'mcsbench-relations',
    lines({ ...RELATION, op_primary: 'OP2', op_secondary: 'OP2' }),
    'line 2',
    'op_secondary',
  ],
  [
    'no primary operator',
    'mcsbench-relations',
    lines(without(RELATION, 'op_primary')),
    'line 2',
    'op_primary',
  ],
];

const SECOND = present(SET.find(({ id }) => id !== ID));

/** A sound first line in each format. */
const SOUND: Readonly<Record<string, Json>> = {
  mcsbench: { ...ITEM, id: 'sound' },
  'mcsbench-rc': { ...CHAIN, base_id: SECOND.id },
  'mcsbench-audit': SECOND.audits[0] ?? null,
  'mcsbench-relations': SECOND.relations,
};

describe('a malformed line', () => {
  it('is refused with its place and field, and nothing is changed', async () => {
    await using book = await withItems();
    const before = contentOf(book);
    for (const [what, format, text, item, field] of FAULTS) {
      const all = `${JSON.stringify(SOUND[format])}\n${text}\n`;
      for (const dryRun of [true, false]) {
        const report = await bring(book, format, all, { dryRun });
        expect([what, report.applied, report.skipped.map((each) => [each.item, each.field])]).toEqual([
          what,
          false,
          [[item, field]],
        ]);
        if (!item.startsWith('line')) expect(report.skipped[0]?.reason).toMatch(/line \d/u);
      }
      expect([what, contentOf(book)]).toEqual([what, before]);
    }
  });

  it('does not keep the sound ones out where that is asked for', async () => {
    await using book = await withItems();
    for (const [what, format, text] of FAULTS) {
      if (format === 'mcsbench') continue;
      const report = await bring(book, format, `${JSON.stringify(SOUND[format])}\n${text}\n`, {
        keepGoing: true,
      });
      expect([what, report.applied, report.updated + report.unchanged > 0]).toEqual([what, true, true]);
    }
    expect(payloadOf(book, SECOND.id)['audit']).toEqual([without(SECOND.audits[0] ?? {}, 'id')]);
  });

  it('is told what its file is, where that is another format', async () => {
    await using book = await withItems();
    const { skipped } = await bring(book, 'mcsbench', lines(CHAIN));
    expect(skipped[0]?.reason).toContain('mcsbench-rc');
    await using other = await freshCasebook('argus');
    await expect(bring(other, 'mcsbench-audit', lines(AUDIT))).rejects.toThrow(
      'This casebook is for Argus Inspection',
    );
  });
});

describe('what auditors found', () => {
  it('replaces what the same auditor found before, stands beside the others, and can be taken back', async () => {
    await using book = await withItems();
    await bring(book, 'mcsbench-audit', lines(AUDIT, OTHER_AUDIT));
    const better = { ...AUDIT, quality: 5, note: 'Looked at again.' };
    const report = await bring(book, 'mcsbench-audit', lines(better));
    expect(report).toMatchObject({ updated: 1, unchanged: 0 });
    expect(report.changes.map(({ item, field }) => [item, field])).toEqual([[ID, 'audit']]);
    expect(payloadOf(book)['audit']).toEqual([better, OTHER_AUDIT].map((each) => without(each, 'id')));
    const ana = book.people.ensure('ana', 'human').id;
    const update = present(book.history.list({ kinds: ['update'], limit: 1 }, everything).events[0]);
    expect(await book.history.undo(update.id, ana)).toEqual({ changed: 1 });
    expect(payloadOf(book)['audit']).toEqual([AUDIT, OTHER_AUDIT].map((each) => without(each, 'id')));
  });

  it('may be no more than how often an item was solved without its image', async () => {
    await using book = await withItems();
    const shortcut = { id: ID, auditor: 'blind', shortcut: { solved: 3, of: 4 } };
    expect(await bring(book, 'mcsbench-audit', lines(shortcut))).toMatchObject({ updated: 1, skipped: [] });
    expect(
      book.casebook.database
        .prepare('SELECT shortcut, audit FROM validation_state WHERE shortcut IS NOT NULL')
        .all(),
    ).toEqual([{ shortcut: 'failed', audit: null }]);
    // Without a name it is told once: the next word replaces it.
    const unnamed = (solved: number) => lines({ id: ID, shortcut: { solved, of: 4 } });
    expect(await bring(book, 'mcsbench-audit', unnamed(1))).toMatchObject({ updated: 1, skipped: [] });
    expect(await bring(book, 'mcsbench-audit', unnamed(2))).toMatchObject({ updated: 1, skipped: [] });
    expect(payloadOf(book)['audit']).toEqual([
      without(shortcut, 'id'),
      { auditor: 'text-only attempts', shortcut: { solved: 2, of: 4 } },
    ]);
    const unsigned = await bring(book, 'mcsbench-audit', lines(without(AUDIT, 'auditor')));
    expect(unsigned.skipped.map(({ field }) => field)).toEqual(['auditor']);
  });

  it('is kept when the items come in again, changed or not', async () => {
    await using book = await freshCasebook('mcsbench');
    const items = SET.map(({ item }, at) =>
      at === 0 ? { ...item, audit: [without(SET[0]?.audits[0] ?? {}, 'id')] } : item,
    );
    await bring(book, 'mcsbench', lines(...items));
    for (const { audits, chains, relations } of SET) {
      await bring(book, 'mcsbench-audit', lines(...audits));
      await bring(book, 'mcsbench-relations', lines(relations));
      if (chains.length > 0) await bring(book, 'mcsbench-rc', lines(...chains));
    }
    const complete = SET.map(({ id }) => payloadOf(book, id));
    expect(await bring(book, 'mcsbench', lines(...items))).toMatchObject({
      updated: 0,
      unchanged: SET.length,
    });
    const changed = items.map((item) => ({ ...item, domain: 'Minerals' }));
    expect(await bring(book, 'mcsbench', lines(...changed))).toMatchObject({
      updated: SET.length,
      warnings: expect.any(Array),
    });
    expect(SET.map(({ id }) => payloadOf(book, id))).toEqual(
      complete.map((payload) => ({ ...payload, domain: 'Minerals' })),
    );
    expect(await bring(book, 'mcsbench', lines(...changed))).toMatchObject({
      updated: 0,
      unchanged: SET.length,
    });
  });
});

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
