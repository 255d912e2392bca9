import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Core, createCore } from '../../electron/core/app/createCore.ts';
import type { Services } from '../../electron/core/app/services.ts';
import type { ItemId, PersonId } from '../../shared/base/ids.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { present } from '../helpers/present.ts';
import { choices, type GivenItem, rate, type Rated, tableOf } from '../helpers/ratedCasebook.ts';
import { found, names, report } from '../helpers/agreementReports.ts';

const idOf = ({ people }: Rated, handle: string): PersonId =>
  present(people.get(handle), `There is nobody called ${handle}.`);

describe('the items behind a figure', () => {
  const folder = temporaryFolder();
  let core: Core;
  let open: Services;
  let rated: Rated;
  /** Three raters; every kind of cell has its items by hand. */
  const rows = [
    ['a', 'a', 'a'],
    ['a', 'b', 'a'],
    ['a', 'b', 'c'],
    ['b', 'a', null],
    ['c', null, null],
    ['b', 'b', null],
  ];
  beforeAll(async () => {
    core = createCore(testPorts(folder.path));
    open = await core.keeper.create(folder.join('a.casebook'), {
      benchmark: 'generic',
      title: 'A',
      person: 'eve',
    });
    rated = await rate(open, {
      people: { ana: ['annotator'], bo: ['annotator'], cy: ['annotator'] },
      vocabulary: choices({ kind: ['a', 'b', 'c'] }),
      items: tableOf('kind', ['ana', 'bo', 'cy'], rows),
    });
  });
  afterAll(async () => {
    await core.close();
    folder[Symbol.dispose]();
  });

  it('come most disputed first, ties in the order of import, with what each rater said', async () => {
    const list = await found(open, 'kind', { kind: 'disagreement' });
    expect(list.total).toBe(3);
    expect(list.rows.map(({ item, disagreement }) => [item.externalId, disagreement])).toEqual([
      ['item-3', 1],
      ['item-4', 1],
      ['item-2', expect.closeTo(2 / 3, 12)],
    ]);
    const said = list.rows[0]?.ratings.map(({ rater, value, text }) => [rater?.handle, value, text]);
    expect(said).toHaveLength(3);
    expect(said).toEqual(
      expect.arrayContaining([
        ['ana', 'a', 'a'],
        ['bo', 'b', 'b'],
        ['cy', 'c', 'c'],
      ]),
    );
  });

  it('are those of every kind of cell', async () => {
    const [a, b] = [idOf(rated, 'ana'), idOf(rated, 'bo')];
    const of = async (cell: object): Promise<string[]> => names(await found(open, 'kind', cell)).sort();
    expect(await of({ kind: 'pair', a, b, agree: null })).toEqual([
      'item-1',
      'item-2',
      'item-3',
      'item-4',
      'item-6',
    ]);
    expect(await of({ kind: 'pair', a, b, agree: true })).toEqual(['item-1', 'item-6']);
    expect(await of({ kind: 'pair', a, b, agree: false })).toEqual(['item-2', 'item-3', 'item-4']);
    expect(await of({ kind: 'confusion', a, b, row: 'a', column: 'b' })).toEqual(['item-2', 'item-3']);
    expect(await of({ kind: 'confusion', a, b, row: 'b', column: 'a' })).toEqual(['item-4']);
    expect(await of({ kind: 'confusion', a, b, row: 'x', column: 'y' })).toEqual([]);
    expect(await of({ kind: 'category', category: 'c' })).toEqual(['item-3', 'item-5']);
    expect(await of({ kind: 'marginal', personId: b, category: 'a' })).toEqual(['item-1', 'item-4']);
  });

  it('are as many as the report counts, cell by cell', async () => {
    const figures = await report(open, { field: 'kind' });
    for (const [at, { a, b }] of figures.pairs.entries()) {
      for (const [row, counts] of (figures.confusions[at] ?? []).entries()) {
        for (const [column, count] of counts.entries()) {
          const [rowName, columnName] = [figures.categories[row], figures.categories[column]];
          const { total } = await found(open, 'kind', {
            kind: 'confusion',
            a,
            b,
            row: rowName,
            column: columnName,
          });
          expect([at, rowName, columnName, total]).toEqual([at, rowName, columnName, count]);
        }
      }
    }
  });

  it('come in pages, and of some raters only', async () => {
    const all = names(await found(open, 'kind', { kind: 'category', category: 'a' }));
    const pages = [];
    for (let offset = 0; offset < all.length; offset += 2) {
      pages.push(
        ...names(await found(open, 'kind', { kind: 'category', category: 'a' }, { offset, limit: 2 })),
      );
    }
    expect(pages).toEqual(all);
    const raters = [idOf(rated, 'bo'), idOf(rated, 'cy')];
    const list = await found(open, 'kind', { kind: 'disagreement' }, { raters });
    expect(names(list)).toEqual(['item-2', 'item-3']);
    expect(list.rows[0]?.ratings.map(({ rater }) => rater?.handle).sort()).toEqual(['bo', 'cy']);
  });

  it('follow what was submitted since', async () => {
    const before = (await found(open, 'kind', { kind: 'disagreement' })).total;
    const more: GivenItem = {
      externalId: 'later',
      ratings: [
        { rater: 'ana', answer: { kind: 'a' } },
        { rater: 'bo', answer: { kind: 'c' } },
      ],
    };
    await rate(open, { people: { ana: [] }, items: [more] });
    expect((await found(open, 'kind', { kind: 'disagreement' })).total).toBe(before + 1);
  });
});

describe('who may know what', () => {
  const folder = temporaryFolder();
  let core: Core;
  let rated: Rated;
  const windowOf = (person: PersonId) => {
    const session = { ...core.createSession(), personId: person };
    return createRouterClient(core.router, { context: core.contextOf(session) });
  };
  const ask = { task: 'annotate', field: 'kind' };
  const page = { ...ask, offset: 0, limit: 100 };
  beforeAll(async () => {
    core = createCore(testPorts(folder.path));
    const open = await core.keeper.create(folder.join('a.casebook'), {
      benchmark: 'generic',
      title: 'A',
      person: 'eve',
    });
    rated = await rate(open, {
      people: {
        ana: ['annotator'],
        bo: ['annotator'],
        cy: ['annotator', 'curator'],
        rex: ['reviewer'],
        ed: ['curator', 'adjudicator'],
        cora: ['curator'],
      },
      vocabulary: choices({ kind: ['a', 'b'] }, ['thing']),
      photographs: 1,
      settled: true,
      items: [
        ...tableOf(
          'kind',
          ['ana', 'bo'],
          [
            ['a', 'b'],
            ['a', 'a'],
            ['b', 'a'],
          ],
        ),
        {
          externalId: 'blind',
          ratings: [
            {
              rater: 'ana',
              answer: { kind: 'a' },
              boxes: [{ label: 'thing', x: 10, y: 10, width: 50, height: 50 }],
            },
            { rater: 'bo', answer: { kind: 'b' } },
            { rater: 'cy', answer: null },
          ],
        },
      ],
    });
  });
  afterAll(async () => {
    await core.close();
    folder[Symbol.dispose]();
  });
  const itemAt = (at: number): ItemId => present(rated.items[at]);

  it('refuses everybody but curators', async () => {
    for (const handle of ['ana', 'rex']) {
      const { agreement } = windowOf(idOf(rated, handle));
      const refused = { data: { code: 'forbidden' } };
      await expect(agreement.choices()).rejects.toMatchObject(refused);
      await expect(agreement.figures(ask)).rejects.toMatchObject(refused);
      await expect(agreement.items({ ...page, cell: { kind: 'disagreement' } })).rejects.toMatchObject(
        refused,
      );
      await expect(agreement.boxes({ ...ask, field: 'regions', itemId: itemAt(3) })).rejects.toMatchObject(
        refused,
      );
    }
  });

  it('leaves out what the caller has yet to answer', async () => {
    const { agreement } = windowOf(idOf(rated, 'cy'));
    const { rows } = await agreement.items({ ...page, cell: { kind: 'disagreement' } });
    expect(rows.map(({ item }) => item.externalId)).toEqual(['item-1', 'item-3']);
    let items = 0;
    for await (const step of await agreement.figures({ ...ask, bootstrap: 0 })) {
      if (step.type === 'result') items = step.result.items;
    }
    expect(items).toBe(3);
    const boxes = { ...ask, field: 'regions', itemId: itemAt(3) };
    await expect(agreement.boxes(boxes)).rejects.toMatchObject({ data: { code: 'forbidden' } });
    expect((await windowOf(idOf(rated, 'cora')).agreement.boxes(boxes)).raters).toHaveLength(2);
  });

  it('hides from the person who is to decide who said what, in the list and behind the cells', async () => {
    const [a, b] = [idOf(rated, 'ana'), idOf(rated, 'bo')];
    const { agreement } = windowOf(idOf(rated, 'ed'));
    const cell = { kind: 'disagreement' } as const;
    const { rows } = await agreement.items({ ...page, cell });
    expect(rows.flatMap(({ ratings }) => ratings.map(({ rater }) => rater))).toEqual(Array(6).fill(null));
    for (const raters of [[a], [b]]) {
      const one = await agreement.items({ ...page, raters, cell: { kind: 'category', category: 'a' } });
      expect(one.rows.find(({ item }) => item.externalId === 'item-1')?.ratings).toHaveLength(2);
    }
    const behind = async (row: string, column: string): Promise<string[]> =>
      (await agreement.items({ ...page, cell: { kind: 'confusion', a, b, row, column } })).rows.map(
        ({ item }) => item.externalId,
      );
    expect(await behind('a', 'b')).toEqual(await behind('b', 'a'));
    const marginal = async (personId: PersonId, category: string): Promise<number> =>
      (await agreement.items({ ...page, cell: { kind: 'marginal', personId, category } })).total;
    expect(await marginal(a, 'a')).toBe(await marginal(b, 'a'));
    // Nobody has to decide on what all agree on: there the names stand.
    const agreed = await agreement.items({ ...page, cell: { kind: 'pair', a, b, agree: true } });
    expect(agreed.rows[0]?.ratings.map(({ rater }) => rater?.handle).sort()).toEqual(['ana', 'bo']);
    const boxes = await agreement.boxes({ ...ask, field: 'regions', itemId: itemAt(3) });
    expect(boxes.raters.map(({ column, rater }) => [column, rater])).toEqual([
      ['A', null],
      ['B', null],
    ]);
    const seen = await windowOf(idOf(rated, 'cora')).agreement.items({ ...page, cell });
    for (const { ratings } of seen.rows) {
      expect(new Set(ratings.map(({ rater }) => rater?.handle))).toEqual(new Set(['ana', 'bo']));
    }
  });
});
