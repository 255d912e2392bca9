import { describe, expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import { contentOf, freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { generatedMcsBench } from '../helpers/generatedMcsBench.ts';
import { present } from '../helpers/present.ts';

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
