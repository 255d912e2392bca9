import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { Services } from '../../electron/core/app/services.ts';
import { itemBy, personBy, type Shelf } from '../helpers/branches.ts';
import { contentOf, quietly } from '../helpers/casebooks.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { present } from '../helpers/present.ts';
import { runs } from '../helpers/runs.ts';
import { ACCEPT, answer, assign, fix, REJECT, VALIDATE } from '../helpers/validating.ts';
import { copies, NAMES, readsAs, states } from '../helpers/mergedEditions.ts';

const Row = z.record(z.string(), z.unknown());

/** What travels and what follows from it. */
function essence({ casebook: { database } }: Services): Record<string, unknown[]> {
  const queries = {
    item: `SELECT id, external_id, payload, imported_payload, edition_id, gold_source, gold_annotation_id, title FROM item`,
    edition: 'SELECT * FROM edition',
    assignment: 'SELECT * FROM assignment',
    annotation: "SELECT * FROM annotation WHERE state = 'submitted'",
    rating_state: 'SELECT * FROM rating_state',
    validation_state: 'SELECT * FROM validation_state',
  };
  return Object.fromEntries(
    Object.entries(queries).map(([table, sql]) => [
      table,
      database
        .prepare(sql)
        .all()
        .map((raw) => Row.parse(raw))
        .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    ]),
  );
}

/** The bytes of everything that an export of the casebook holds. */
async function handedOut(on: Shelf, name: string): Promise<Record<string, string>> {
  return on.use(name, async (services) => {
    const target = on.folder.join(`${name}-${v7()}`);
    const { files } = await services.importExport.export(
      { target, format: 'mcsbench', status: null },
      null,
      quietly,
    );
    return Object.fromEntries(
      files
        .filter((file) => !file.startsWith('reliability'))
        // A status is each casebook's own.
        .map((file) => [
          file,
          readFileSync(`${target}/${file}`, 'utf8').replaceAll(/"status":"[a-z_]+",/gu, ''),
        ]),
    );
  });
}

const state = async (on: Shelf, name: string): Promise<unknown> => [
  await on.use(name, essence),
  await handedOut(on, name),
];

const BRANCHES = ['one', 'two', 'three'] as const;

/** What somebody does with an item, in the branch that it is theirs to be done in. */
const deed = fc.record({
  kind: fc.constantFrom('answer', 'answer', 'skip', 'fix', 'round'),
  item: fc.constantFrom(...NAMES),
  rater: fc.constantFrom('ana', 'bojan'),
  accepts: fc.boolean(),
  word: fc.constantFrom('What?', 'Which?', 'Who?'),
});

/** In which branch each rater works, who fixes the items, and where a second round begins. */
const owners = fc.record({ ana: fc.nat(2), bojan: fc.nat(2), fixing: fc.nat(2), rounds: fc.nat(2) });

function doDeed(
  open: Services,
  { kind, item, rater, accepts, word }: typeof deed extends fc.Arbitrary<infer T> ? T : never,
  own: typeof owners extends fc.Arbitrary<infer T> ? T : never,
  branch: number,
): void {
  if (kind === 'fix') {
    if (own.fixing === branch && readsAs(open, item) !== word) fix(open, item, word);
    return;
  }
  if (kind === 'round') {
    const { database } = open.casebook;
    const latest = database.prepare<[], number>('SELECT max(round) FROM assignment').pluck().get() ?? 0;
    if (own.rounds === branch && latest < 2) assign(open, latest + 1);
    return;
  }
  if ((rater === 'ana' ? own.ana : own.bojan) !== branch) return;
  const person = personBy(open, rater);
  const itemId = itemBy(open, item);
  const round = open.annotations.roundFor(itemId, VALIDATE, person.id);
  const waits = open.casebook.database
    .prepare("SELECT 1 FROM assignment WHERE (item_id, person_id, round, state) = (?, ?, ?, 'open')")
    .get(itemId, person.id, round);
  if (waits === undefined) return;
  if (kind === 'answer') answer(open, rater, item, accepts ? ACCEPT : REJECT);
  else
    open.annotations.skip(
      { itemId, task: VALIDATE, round, personId: person.id },
      'unclear',
      open.viewpoint(person),
    );
}

describe('editions of items in casebooks that are merged', () => {
  it(
    'come together the same in every order, and a second time change nothing',
    { timeout: 600_000 },
    async () => {
      using folder = temporaryFolder();
      const on = await copies(folder, 'answered');
      // What was said of the items as they came, everywhere.
      await on.use('answered', (open) => {
        answer(open, 'ana', 'mcs-a', ACCEPT);
        answer(open, 'bojan', 'mcs-a', REJECT);
        answer(open, 'ana', 'mcs-b', ACCEPT);
      });
      for (const name of ['fixed', 'second']) on.copy('answered', name);
      await on.use('fixed', (open) => {
        fix(open, 'mcs-a', 'What is it?');
        fix(open, 'mcs-a', 'What is it really?');
        answer(open, 'ana', 'mcs-a', { ...ACCEPT, relations: ['PR4'] });
        fix(open, 'mcs-b', 'And this?');
      });
      await on.use('second', (open) => {
        answer(open, 'bojan', 'mcs-b', REJECT);
        assign(open, 2);
        answer(open, 'ana', 'mcs-b', ACCEPT);
      });
      on.copy('base', 'third');
      const orders: readonly (readonly [string, ...string[]])[] = [
        ['fixed', 'second', 'answered'],
        ['second', 'fixed', 'answered'],
        ['answered', 'second', 'fixed'],
        ['base', 'second', 'fixed', 'answered'],
        ['third', 'fixed', 'answered', 'second'],
      ];
      const found: unknown[] = [];
      for (const [number, [first, ...rest]] of orders.entries()) {
        const name = `order-${String(number)}`;
        on.copy(first, name);
        const { sources } = await on.merge(name, ...rest);
        for (const source of sources) expect(source.refused).toBeNull();
        expect(sources.map(({ conflicts }) => conflicts)).toEqual(rest.map(() => 0));
        found.push(await state(on, name));
        const once = await on.use(name, contentOf);
        await on.merge(name, ...rest);
        expect(await on.use(name, contentOf)).toEqual(once);
      }
      for (const each of found) expect(each).toEqual(found[0]);
      await on.use('order-0', (open) => {
        expect(readsAs(open, 'mcs-a')).toBe('What is it really?');
        expect(readsAs(open, 'mcs-b')).toBe('And this?');
        // Ana answered the edition that holds; round 2 of the other item was about one that no longer does.
        expect(states(open, 'mcs-b', 2)).toEqual([
          { handle: 'ana', state: 'open' },
          { handle: 'bojan', state: 'open' },
        ]);
        expect(open.validation.editions(itemBy(open, 'mcs-a'), everything)).toMatchObject([
          { number: 3, isCurrent: true, ratings: 1 },
          { number: 2, ratings: 0 },
          { number: 1, ratings: 2 },
        ]);
      });
    },
  );

  it(
    'unite to the same, no matter who did what, where no two fixed one item',
    { timeout: 600_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(deed, { minLength: 4, maxLength: 10 }), owners, async (deeds, own) => {
          using folder = temporaryFolder();
          const on = await copies(folder, ...BRANCHES);
          for (const [place, name] of BRANCHES.entries())
            await on.use(name, (open) => {
              for (const each of deeds) doDeed(open, each, own, place);
            });
          on.copy('one', 'left');
          on.copy('three', 'right');
          await on.merge('left', 'two', 'three');
          const { conflicts } = await on.merge('right', 'one', 'two');
          expect(conflicts).toEqual([]);
          const left = await state(on, 'left');
          expect(await state(on, 'right')).toEqual(left);
          const once = await on.use('left', contentOf);
          await on.merge('left', 'right', 'one');
          expect(await on.use('left', contentOf)).toEqual(once);
        }),
        {
          numRuns: runs(4),
          examples: [
            [
              // Answered here, fixed there, a second round begun elsewhere: whichever comes in last.
              [
                { kind: 'round', item: 'mcs-a', rater: 'ana', accepts: false, word: 'What?' },
                { kind: 'answer', item: 'mcs-a', rater: 'bojan', accepts: false, word: 'What?' },
                { kind: 'fix', item: 'mcs-a', rater: 'ana', accepts: false, word: 'What?' },
                { kind: 'answer', item: 'mcs-a', rater: 'ana', accepts: false, word: 'What?' },
              ],
              { ana: 0, bojan: 1, fixing: 1, rounds: 2 },
            ],
            [
              // Answered, then a second round, then fixed, each elsewhere.
              [
                { kind: 'round', item: 'mcs-a', rater: 'ana', accepts: false, word: 'What?' },
                { kind: 'fix', item: 'mcs-a', rater: 'ana', accepts: false, word: 'What?' },
                { kind: 'answer', item: 'mcs-a', rater: 'ana', accepts: false, word: 'What?' },
                { kind: 'skip', item: 'mcs-a', rater: 'bojan', accepts: false, word: 'What?' },
              ],
              { ana: 0, bojan: 0, fixing: 2, rounds: 1 },
            ],
          ],
        },
      );
    },
  );

  it('of a casebook that stood still until the fix came have it hold, and everybody is asked again', async () => {
    using folder = temporaryFolder();
    const on = await copies(folder, 'ours', 'theirs');
    await on.use('ours', (open) => {
      answer(open, 'ana', 'mcs-a', ACCEPT);
      answer(open, 'bojan', 'mcs-a', ACCEPT);
    });
    await on.use('theirs', (open) => fix(open, 'mcs-a', 'What is it?'));
    await on.merge('ours', 'theirs');
    await on.use('ours', (open) => {
      expect(readsAs(open, 'mcs-a')).toBe('What is it?');
      expect(states(open, 'mcs-a')).toEqual([
        { handle: 'ana', state: 'open' },
        { handle: 'bojan', state: 'open' },
      ]);
      const row = open.items.list({}, { by: 'imported', descending: false }, 0, 9, everything).rows[0];
      expect(row).toMatchObject({ externalId: 'mcs-a', goldSource: 'imported', status: 'in_review' });
      expect(open.validation.editions(itemBy(open, 'mcs-a'), everything)[1]).toMatchObject({ ratings: 2 });
    });
    // The other way round: what they answered comes as said of what it was.
    await on.use('theirs', (open) => answer(open, 'ana', 'mcs-a', REJECT));
    const again = await on.merge('theirs', 'ours');
    expect(again.conflicts).toHaveLength(1);
    await on.use('theirs', (open) => expect(readsAs(open, 'mcs-a')).toBe('What is it?'));
  });

  it('leave an earlier round as it was answered, and say nothing of it, whichever side is merged into the other', async () => {
    using folder = temporaryFolder();
    const on = await copies(folder, 'answered', 'fixed');
    await on.use('answered', (open) => answer(open, 'ana', 'mcs-a', ACCEPT));
    await on.use('fixed', (open) => {
      fix(open, 'mcs-a', 'What is it?');
      assign(open, 2);
    });
    on.copy('answered', 'answered-first');
    on.copy('fixed', 'fixed-first');
    const reports = [await on.merge('answered-first', 'fixed'), await on.merge('fixed-first', 'answered')];
    for (const { sources } of reports) expect(sources).toMatchObject([{ refused: null, left: [] }]);
    for (const name of ['answered-first', 'fixed-first'])
      await on.use(name, (open) =>
        expect(
          [1, 2].map((round) => states(open, 'mcs-a', round)),
          name,
        ).toEqual([
          [
            { handle: 'ana', state: 'submitted' },
            { handle: 'bojan', state: 'open' },
          ],
          [
            { handle: 'ana', state: 'open' },
            { handle: 'bojan', state: 'open' },
          ],
        ]),
      );
  });

  it('of an item that was deleted here stay out with it', async () => {
    using folder = temporaryFolder();
    const on = await copies(folder, 'ours', 'theirs');
    await on.use('ours', (open) =>
      open.items.delete({ ids: [itemBy(open, 'mcs-a')] }, personBy(open, 'mara').id, everything),
    );
    await on.use('theirs', (open) => {
      fix(open, 'mcs-a', 'What is it?');
      fix(open, 'mcs-b', 'And this?');
    });
    expect((await on.merge('ours', 'theirs')).sources).toMatchObject([{ refused: null }]);
    await on.use('ours', ({ casebook: { database } }) =>
      expect(database.prepare("SELECT payload ->> 'question' FROM edition").pluck().all()).toEqual([
        'And this?',
      ]),
    );
  });

  it('fixed in two places are a conflict; ours holds until a person has chosen, and the choice stays', async () => {
    using folder = temporaryFolder();
    const on = await copies(folder, 'ours', 'theirs');
    await on.use('ours', (open) => {
      fix(open, 'mcs-a', 'Ours?');
      answer(open, 'ana', 'mcs-a', REJECT);
    });
    await on.use('theirs', (open) => {
      fix(open, 'mcs-a', 'Theirs?');
      answer(open, 'bojan', 'mcs-a', ACCEPT);
    });
    for (const choice of ['ours', 'theirs'] as const) {
      const name = `settled-${choice}`;
      on.copy('ours', name);
      const { conflicts } = await on.merge(name, 'theirs');
      expect(conflicts).toMatchObject([
        {
          kind: 'item',
          item: 'mcs-a',
          differences: [{ field: 'question', ours: 'Ours?', theirs: 'Theirs?' }],
        },
      ]);
      await on.use(name, (open) => expect(readsAs(open, 'mcs-a')).toBe('Ours?'));
      expect((await on.merge(name, 'theirs')).conflicts).toHaveLength(1);
      await on.use(name, (open) => {
        const conflict = present(open.merging.conflicts()[0]);
        open.merging.resolve(conflict.id, choice, personBy(open, 'mara').id);
        expect(readsAs(open, 'mcs-a')).toBe(choice === 'ours' ? 'Ours?' : 'Theirs?');
        // Anybody who answered the edition that holds is done, the other is asked.
        expect(states(open, 'mcs-a')).toEqual([
          { handle: 'ana', state: choice === 'ours' ? 'submitted' : 'open' },
          { handle: 'bojan', state: choice === 'ours' ? 'open' : 'submitted' },
        ]);
        const editions = open.validation.editions(itemBy(open, 'mcs-a'), everything);
        expect(editions.map(({ number }) => number)).toEqual([2, 2, 1]);
        expect(editions.find(({ isCurrent }) => isCurrent)).toMatchObject({
          reason: `Because ${choice === 'ours' ? 'Ours?' : 'Theirs?'}`,
          ratings: 1,
        });
      });
      const settled = await on.use(name, contentOf);
      expect((await on.merge(name, 'theirs', 'ours')).conflicts).toEqual([]);
      expect(await on.use(name, contentOf)).toEqual(settled);
    }
  });

  it('asks again where the other side has gone on from its own', async () => {
    using folder = temporaryFolder();
    const on = await copies(folder, 'ours', 'theirs');
    await on.use('ours', (open) => fix(open, 'mcs-a', 'Ours?'));
    await on.use('theirs', (open) => fix(open, 'mcs-a', 'Theirs?'));
    await on.merge('ours', 'theirs');
    await on.use('theirs', (open) => fix(open, 'mcs-a', 'Theirs, mended?'));
    // Still one conflict, brought up to date.
    const { conflicts } = await on.merge('ours', 'theirs');
    expect(conflicts).toMatchObject([{ differences: [{ theirs: 'Theirs, mended?' }] }]);
    await on.use('ours', (open) => {
      const conflict = present(open.merging.conflicts()[0]);
      open.merging.resolve(conflict.id, 'ours', personBy(open, 'mara').id);
    });
    await on.use('theirs', (open) => fix(open, 'mcs-a', 'Theirs, once more?'));
    expect((await on.merge('ours', 'theirs')).conflicts).toHaveLength(1);
  });
});
