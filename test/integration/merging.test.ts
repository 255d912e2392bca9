import * as fc from 'fast-check';
import { v7 } from 'uuid';
import { z } from 'zod';
import { describe, expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { Services } from '../../electron/core/app/services.ts';
import {
  addItem,
  answer,
  base,
  itemBy,
  ITEMS,
  personBy,
  RATERS,
  type Shelf,
  shelf,
  TASK,
} from '../helpers/branches.ts';
import { contentOf, quietly, readObjects } from '../helpers/casebooks.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { runs } from '../helpers/runs.ts';

/** What somebody did in a casebook of their own. */
interface Deed {
  readonly branch: number;
  readonly rater: (typeof RATERS)[number];
  readonly item: number;
  readonly kind: string;
  readonly box: number | null;
  readonly twice: boolean;
}

interface Branch {
  readonly item: boolean;
  readonly person: boolean;
  readonly guideline: boolean;
  readonly tag: boolean;
  readonly removes: boolean;
}

const deeds: fc.Arbitrary<Deed[]> = fc.uniqueArray(
  fc.record({
    branch: fc.nat(2),
    rater: fc.constantFrom(...RATERS),
    item: fc.nat(ITEMS - 1),
    kind: fc.constantFrom('a', 'b'),
    box: fc.option(fc.nat(25)),
    twice: fc.boolean(),
  }),
  { selector: ({ rater, item }) => `${rater} ${String(item)}`, maxLength: 9, minLength: 3 },
);
const branches = fc.tuple(
  ...([0, 1, 2] as const).map(() =>
    fc.record({
      item: fc.boolean(),
      person: fc.boolean(),
      guideline: fc.boolean(),
      tag: fc.boolean(),
      removes: fc.boolean(),
    }),
  ),
);

const NAMES = ['one', 'two', 'three'] as const;

/** Three casebooks that began as one and then differed. */
async function makeBranches(on: Shelf, done: readonly Deed[], own: readonly Branch[]): Promise<void> {
  for (const [number, name] of NAMES.entries()) {
    on.copy('base', name);
    await on.use(name, async (services) => {
      const mara = personBy(services, 'mara');
      for (const { rater, item, kind, box, twice } of done.filter(({ branch }) => branch === number)) {
        const id = itemBy(services, `item-${String(item + 1)}`);
        answer(services, rater, id, { kind: 'c' }, null);
        if (twice) answer(services, rater, id, { kind }, box);
      }
      const branch = own[number];
      if (branch?.person === true)
        services.people.add(
          { handle: `guest-${name}`, name: `Guest ${name}`, roles: ['annotator'] },
          mara.id,
        );
      if (branch?.item === true) {
        // The same photograph in all of them, taken in under an id of its own in each.
        const id = await addItem(services, on, 99, `new-${name}`);
        answer(services, 'mara', id, { kind: 'b' }, 3);
      }
      if (branch?.tag === true) services.items.tag({ filter: {} }, [`tag-${name}`], [], mara.id, everything);
      if (branch?.guideline === true)
        services.guidelines.add(
          { task: TASK, field: 'kind', category: 'a', note: `Note of ${name}` },
          mara.id,
        );
      if (branch?.removes === true)
        for (const { id } of services.guidelines.list(TASK)) services.guidelines.remove(id, mara.id);
    });
  }
}

const Row = z.record(z.string(), z.unknown());

/** What a casebook holds of what travels and what follows from it; images by their content, nothing of this casebook's own. */
function essence({ casebook: { database } }: Services): Record<string, unknown[]> {
  const hashes = new Map(
    database
      .prepare<[], { id: string; sha256: string }>('SELECT id, sha256 FROM image')
      .all()
      .map(({ id, sha256 }) => [id, sha256]),
  );
  const queries = {
    person: 'SELECT * FROM person',
    image: 'SELECT sha256, format, bytes, width, height FROM image',
    item: `SELECT id, external_id, payload, imported_payload, gold_source, gold_annotation_id, title, label, missing_images FROM item`,
    tag: 'SELECT i.id, t.tag FROM item_tag t JOIN item i ON i.sequence = t.item',
    item_image: 'SELECT * FROM item_image',
    assignment: 'SELECT * FROM assignment',
    annotation: "SELECT * FROM annotation WHERE state = 'submitted'",
    region: 'SELECT * FROM region',
    adjudication: 'SELECT * FROM adjudication',
    guideline: 'SELECT * FROM guideline',
    rating_state: 'SELECT * FROM rating_state',
  };
  return Object.fromEntries(
    Object.entries(queries).map(([table, sql]) => [
      table,
      database
        .prepare(sql)
        .all()
        .map((raw) => {
          const row = Row.parse(raw);
          return 'image_id' in row ? { ...row, image_id: hashes.get(String(row['image_id'])) ?? null } : row;
        })
        .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    ]),
  );
}

/** What somebody did in one of three casebooks, or the same person in several. */
const overlapping: fc.Arbitrary<Omit<Deed, 'twice'>[]> = fc.array(
  fc.record({
    branch: fc.nat(2),
    rater: fc.constantFrom(...RATERS),
    item: fc.nat(1),
    kind: fc.constantFrom('a', 'b'),
    box: fc.constantFrom(null, 3),
  }),
  { minLength: 4, maxLength: 14 },
);
const ORDERS = [
  ['one', 'two', 'three'],
  ['one', 'three', 'two'],
  ['two', 'one', 'three'],
  ['two', 'three', 'one'],
  ['three', 'one', 'two'],
  ['three', 'two', 'one'],
] as const;

/** What follows from the answers: who counts with what, how raters stand, what is right. */
function outcome({ casebook: { database, records } }: Services): unknown {
  const { ratings } = records;
  const rows = (sql: string): unknown[] => database.prepare(sql).all();
  return {
    ratings: [...ratings.all(TASK, 1)]
      .map(({ annotationId, itemId, personId, answer: fields, submittedAt }) => ({
        itemId,
        personId,
        fields,
        submittedAt,
        boxes: ratings
          .regions(annotationId)
          .map(({ label, x, y, width, height }) => [label, x, y, width, height]),
      }))
      .sort((a, b) => (`${a.itemId} ${a.personId}` < `${b.itemId} ${b.personId}` ? -1 : 1)),
    itemStatus: rows('SELECT * FROM rating_state ORDER BY item_id, task'),
    items: rows(
      `SELECT i.id, i.payload, i.gold_source, i.status, a.payload AS gold, a.person_id FROM item i
       LEFT JOIN annotation a ON a.id = i.gold_annotation_id ORDER BY i.id`,
    ),
  };
}

/** Everything that is handed out, item by item; the order of items that came in is that of their coming. */
async function handedOut(on: Shelf, name: string): Promise<unknown[]> {
  return on.use(name, async (services) => {
    const target = on.folder.join(`${name}-${v7()}.json`);
    await services.importExport.export(
      { target, format: 'generic', status: null, images: 'none' },
      null,
      quietly,
    );
    return readObjects(target).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  });
}

const state = async (on: Shelf, name: string): Promise<unknown> => [
  await on.use(name, essence),
  await handedOut(on, name),
];

describe('merging casebooks that began as one', () => {
  it('is commutative, associative and idempotent', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(deeds, branches, async (done, own) => {
        using folder = temporaryFolder();
        const on = shelf(folder);
        await base(on);
        await makeBranches(on, done, own);
        for (const [to, from] of [
          ['one-two', 'one'],
          ['two-one', 'two'],
          ['two-three', 'two'],
          ['left', 'one'],
          ['right', 'one'],
          ['other', 'three'],
        ] as const)
          on.copy(from, to);

        for (const { refused } of (await on.merge('one-two', 'two')).sources) expect(refused).toBeNull();
        await on.merge('two-one', 'one');
        expect(await state(on, 'one-two')).toEqual(await state(on, 'two-one'));

        const once = await on.use('one-two', contentOf);
        const again = await on.merge('one-two', 'two', 'one');
        expect(again.sources.flatMap(({ taken }) => Object.values(taken)).every((count) => count === 0)).toBe(
          true,
        );
        expect(await on.use('one-two', contentOf)).toEqual(once);

        await on.merge('left', 'two', 'three');
        await on.merge('two-three', 'three');
        await on.merge('right', 'two-three');
        await on.merge('other', 'one', 'two');
        const left = await state(on, 'left');
        expect(await state(on, 'right')).toEqual(left);
        expect(await state(on, 'other')).toEqual(left);
      }),
      { numRuns: runs(8) },
    );
  });

  it('comes to the same results in every order, also where one person answered in several of them', async () => {
    await fc.assert(
      fc.asyncProperty(overlapping, async (done) => {
        using folder = temporaryFolder();
        const on = shelf(folder);
        await base(on);
        for (const [number, name] of NAMES.entries()) {
          on.copy('base', name);
          await on.use(name, (services) => {
            for (const { rater, item, kind, box } of done.filter(({ branch }) => branch === number))
              answer(services, rater, itemBy(services, `item-${String(item + 1)}`), { kind }, box);
          });
        }
        const results: unknown[] = [];
        for (const [into, ...others] of ORDERS) {
          on.copy(into, `all-${into}-${others[0]}`);
          const merged = `all-${into}-${others[0]}`;
          for (const { refused } of (await on.merge(merged, ...others)).sources) expect(refused).toBeNull();
          results.push([await on.use(merged, outcome), await handedOut(on, merged)]);
        }
        for (const result of results) expect(result).toEqual(results[0]);
      }),
      { numRuns: runs(6) },
    );
  }, 600_000);
});
