import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createCasebook, openCasebook } from '../../electron/core/derived/casebook.ts';
import { closeAfterWriting, openDatabase } from '../../electron/core/db/database.ts';
import { unpackAsCasebook } from '../../electron/core/features/merging/opening.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { Services } from '../../electron/core/app/services.ts';
import { createServices } from '../../electron/core/app/services.ts';
import { ItemId, PersonId } from '../../shared/base/ids.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import type { Shelf } from '../helpers/branches.ts';
import { itemBy, personBy, shelf } from '../helpers/branches.ts';
import { contentOf, put, quietly } from '../helpers/casebooks.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { putPhotographs } from '../helpers/deskCasebook.ts';
import { mcsBenchItem } from '../helpers/mcsBenchItems.ts';
import { withOlderSchema } from '../helpers/olderSchema.ts';
import { program, resultOf } from '../helpers/participantPackages.ts';
import { present } from '../helpers/present.ts';
import { runs } from '../helpers/runs.ts';
import { completeStudySession } from '../helpers/study.ts';
import { tamper } from '../helpers/tampering.ts';
import { ACCEPT, REJECT, VALIDATE, answer, assign, fix } from '../helpers/validating.ts';

const NAMES = ['mcs-a', 'mcs-b'] as const;

/** A casebook of two generated items that two people are to validate. */
async function base(on: Shelf): Promise<void> {
  const services = createServices(
    await createCasebook(
      on.path('base'),
      { benchmark: 'mcsbench', title: 'Base' },
      testPorts(on.folder.path),
    ),
  );
  const mara = services.people.add(
    { handle: 'mara', name: 'Mara Marić', roles: ['curator', 'reviewer', 'adjudicator'] },
    null,
  );
  for (const handle of ['ana', 'bojan'])
    services.people.add({ handle, name: handle, roles: ['annotator'] }, mara.id);
  const { image: _, ...item } = mcsBenchItem();
  const source = put(
    on.folder.join('mcsbench.jsonl'),
    NAMES.map((id) => JSON.stringify({ ...item, id })).join('\n'),
  );
  await services.importExport.import({ source, format: 'mcsbench' }, null, quietly);
  assign(services, 1);
  await services.close();
}

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

const states = (services: Services, item: string, round = 1): unknown =>
  services.casebook.database
    .prepare(
      `SELECT p.handle, a.state FROM assignment a JOIN person p ON p.id = a.person_id
       WHERE a.item_id = ? AND a.round = ? ORDER BY p.handle`,
    )
    .all(itemBy(services, item), round);

const readsAs = ({ casebook: { database } }: Services, item: string): unknown =>
  database.prepare("SELECT payload ->> '$.question' FROM item WHERE external_id = ?").pluck().get(item);

async function copies(
  folder: ReturnType<typeof temporaryFolder>,
  ...names: readonly string[]
): Promise<Shelf> {
  const on = shelf(folder);
  await base(on);
  for (const name of names) on.copy('base', name);
  return on;
}

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

/** Answers the first item of an unpacked package, and packs it up again. */
async function answerAway(place: string, folder: ReturnType<typeof temporaryFolder>, fields: JsonObject) {
  const away = createServices(await openCasebook(place, testPorts(folder.path)));
  const { rows } = away.items.list({}, { by: 'imported', descending: false }, 0, 9, everything);
  answer(away, 'ana', rows[0]?.externalId ?? '', fields);
  const back = folder.join(`back-${v7()}.casebook-package`);
  const person = away.people.list()[0]?.id;
  await away.merging.package(PersonId.parse(person), back, null, quietly);
  await away.close();
  return back;
}

describe('a package that was made before the item was fixed', () => {
  async function sendAndFix(folder: ReturnType<typeof temporaryFolder>) {
    const on = await copies(folder, 'home');
    const file = folder.join('ana.casebook-package');
    await on.use('home', (open) => open.merging.package(personBy(open, 'ana').id, file, null, quietly));
    const place = await unpackAsCasebook(file, folder.join('away.casebook'), testPorts(folder.path), quietly);
    return { on, place };
  }

  it('brings its answer back outdated: nothing is lost, and the assignment stands open', async () => {
    using folder = temporaryFolder();
    const { on, place } = await sendAndFix(folder);
    const back = await answerAway(place, folder, ACCEPT);
    await on.use('home', (open) => fix(open, 'mcs-a', 'What is it?'));
    for (const round of ['first', 'second']) {
      const report = await on.use('home', (open) =>
        open.merging.merge([back], { dryRun: false, by: null }, quietly),
      );
      expect(report.sources[0], round).toMatchObject({
        refused: null,
        taken: { annotations: round === 'first' ? 1 : 0, assignments: 0 },
        left: [{ item: 'mcs-a', reason: expect.stringContaining('before the fix') }],
      });
    }
    await on.use('home', (open) => {
      expect(states(open, 'mcs-a')).toMatchObject([{ handle: 'ana', state: 'open' }, {}]);
      expect(open.validation.editions(itemBy(open, 'mcs-a'), everything)).toMatchObject([
        { number: 2, ratings: 0 },
        { number: 1, ratings: 1 },
      ]);
      // And the next answer is about the item as it is.
      answer(open, 'ana', 'mcs-a', ACCEPT);
      expect(states(open, 'mcs-a')).toMatchObject([{ handle: 'ana', state: 'submitted' }, {}]);
    });
  });

  it('by a Casebook that knew no editions is read all the same', async () => {
    using folder = temporaryFolder();
    const { on, place } = await sendAndFix(folder);
    const written = await answerAway(place, folder, ACCEPT);
    const back = await tamper(written, folder.join('older.casebook-package'), {
      files: (unpacked) => withOlderSchema(`${unpacked}/casebook.sqlite`, 4),
    });
    on.copy('home', 'unfixed');
    const mergeInto = (name: string) =>
      on.use(name, (open) => open.merging.merge([back], { dryRun: false, by: null }, quietly));
    expect((await mergeInto('unfixed')).sources[0]).toMatchObject({
      refused: null,
      taken: { annotations: 1, assignments: 1 },
      left: [],
    });
    await on.use('home', (open) => fix(open, 'mcs-a', 'What is it?'));
    expect((await mergeInto('home')).sources[0]).toMatchObject({
      refused: null,
      taken: { annotations: 1, assignments: 0 },
    });
    await on.use('home', (open) => {
      expect(states(open, 'mcs-a')).toMatchObject([{ handle: 'ana', state: 'open' }, {}]);
      expect(open.validation.editions(itemBy(open, 'mcs-a'), everything)).toMatchObject([
        { number: 2, ratings: 0 },
        { number: 1, ratings: 1 },
      ]);
    });
    // And so is a whole casebook of before.
    on.copy('unfixed', 'older');
    withOlderSchema(`${on.path('older')}/casebook.sqlite`, 4);
    expect((await on.merge('home', 'older')).sources[0]).toMatchObject({ refused: null, conflicts: 0 });
    await on.use('home', (open) => expect(readsAs(open, 'mcs-a')).toBe('What is it?'));
  });

  it('of a fixed item tells neither what was fixed nor by whom, and its answer counts', async () => {
    using folder = temporaryFolder();
    const on = await copies(folder, 'home');
    await on.use('home', (open) => {
      answer(open, 'ana', 'mcs-a', REJECT);
      fix(open, 'mcs-a', 'What is it, for sure?');
    });
    const file = folder.join('ana.casebook-package');
    await on.use('home', (open) => open.merging.package(personBy(open, 'ana').id, file, null, quietly));
    const place = await unpackAsCasebook(file, folder.join('away.casebook'), testPorts(folder.path), quietly);
    const bytes = readFileSync(`${place}/casebook.sqlite`, 'latin1');
    for (const secret of ['Because', 'Mara Mari', 'bojan'])
      expect(bytes.includes(secret), secret).toBe(false);
    const back = await answerAway(place, folder, ACCEPT);
    const report = await on.use('home', (open) =>
      open.merging.merge([back], { dryRun: false, by: null }, quietly),
    );
    expect(report.sources[0]).toMatchObject({ refused: null, taken: { annotations: 1, assignments: 1 } });
    await on.use('home', (open) => {
      expect(states(open, 'mcs-a')).toMatchObject([{ handle: 'ana', state: 'submitted' }, {}]);
      expect(open.validation.editions(itemBy(open, 'mcs-a'), everything)).toMatchObject([
        { number: 2, ratings: 1 },
        { number: 1, ratings: 1 },
      ]);
    });
  });
});

describe('a participant’s package', () => {
  it('brings back answers about the edition that was asked about', async () => {
    using folder = temporaryFolder();
    const source = putPhotographs(folder.join('source'));
    put(`${source}/mcsbench.jsonl`, JSON.stringify(mcsBenchItem()));
    const home = await program(folder.join('office'));
    const { window } = home;
    const path = folder.join('home.casebook');
    await window.casebooks.create({ path, benchmark: 'mcsbench', title: 'Home', person: 'Ana' });
    await resultOf(window.importExport.import({ source, format: 'mcsbench' }));
    const { database } = home.core.services().casebook;
    const itemId = ItemId.parse(database.prepare('SELECT id FROM item').pluck().get());
    const { edition } = await window.validation.fix({
      itemId,
      edition: null,
      texts: { question: 'What is it?' },
      reason: 'unclear',
      annotationId: null,
    });
    const initial = present((await window.studies.options())?.initial);
    const study = await window.studies.save({ title: 'Baseline', settings: { ...initial, seed: 5 } });
    await window.studies.open({ id: study.id });
    const enrolled = present((await window.studies.enrolNew({ id: study.id, count: 1, prefix: 'P' }))[0]);
    const { personId, studySessionId } = enrolled;
    const sent = folder.join('sent.casebook-package');
    await resultOf(window.merging.package({ personId, target: sent }));
    const elsewhere = await program(folder.join('elsewhere'));
    await elsewhere.window.casebooks.openPackage({ path: sent, target: folder.join('elsewhere/a.casebook') });
    const pages = await completeStudySession(elsewhere.window, studySessionId);
    expect(JSON.stringify(pages)).toContain('What is it?');
    const returned = folder.join('returned.casebook-package');
    await resultOf(elsewhere.window.merging.package({ personId, target: returned }));
    await elsewhere.close();
    const report = await resultOf(window.merging.merge({ sources: [returned] }));
    expect(report.sources[0]).toMatchObject({ refused: null, left: [] });
    const editions = database.prepare('SELECT DISTINCT edition_id FROM response').pluck().all();
    expect(editions).toEqual([edition]);
    expect(report.sources[0]?.taken.responses).toBeGreaterThan(0);
    await home.close();
  });
});

describe('a package with editions other than those that went out', () => {
  const ITEM = '(SELECT item_id FROM edition)';
  it.each([
    ['calls the item as it came', 'UPDATE item SET edition_id = NULL', /another edition than the one/u],
    [
      'has one of its own making',
      `INSERT INTO edition SELECT '${v7()}', item_id, id, 3, before, payload, '', NULL, person_id, created_at FROM edition`,
      /was not in this package/u,
    ],
    [
      'gives the item one of its own making',
      `INSERT INTO edition SELECT '${v7()}', item_id, id, 3, before, payload, '', NULL, person_id, created_at FROM edition;
       UPDATE item SET edition_id = (SELECT id FROM edition WHERE number = 3) WHERE id = ${ITEM}`,
      /another edition than the one/u,
    ],
    [
      'gives the other item that of the first',
      `UPDATE item SET edition_id = (SELECT id FROM edition) WHERE id <> ${ITEM}`,
      /edition of another item/u,
    ],
    [
      'answers about one that is not there',
      `UPDATE annotation SET edition_id = '${v7()}'`,
      /refer to missing rows/u,
    ],
    [
      'answers about that of the other item',
      `UPDATE annotation SET edition_id = (SELECT id FROM edition), item_id = (SELECT id FROM item WHERE id <> ${ITEM}), version = 1`,
      /edition of another item/u,
    ],
    ['lets it follow on itself', 'UPDATE edition SET replaces = id', /follows one/u],
  ])('is refused where it %s', async (_, sql, why) => {
    using folder = temporaryFolder();
    const on = await copies(folder, 'home');
    await on.use('home', (open) => fix(open, 'mcs-a', 'What is it?'));
    const file = folder.join('ana.casebook-package');
    await on.use('home', (open) => open.merging.package(personBy(open, 'ana').id, file, null, quietly));
    const place = await unpackAsCasebook(file, folder.join('away.casebook'), testPorts(folder.path), quietly);
    const back = await answerAway(place, folder, ACCEPT);
    const evil = await tamper(back, folder.join('evil.casebook-package'), {
      database: (database) => database.exec(sql),
    });
    const before = await on.use('home', contentOf);
    const mergeAs = (source: string) =>
      on.use('home', (open) => open.merging.merge([source], { dryRun: false, by: null }, quietly));
    expect((await mergeAs(evil)).sources[0]?.refused).toMatch(why);
    expect(await on.use('home', contentOf)).toEqual(before);
    expect((await mergeAs(back)).sources[0]?.refused).toBeNull();
  });
});

describe('an edition that a casebook claims', () => {
  it.each([
    [
      'follows on itself',
      'UPDATE edition SET replaces = (SELECT id FROM edition WHERE number = 3) WHERE number = 2',
      /follows one/u,
    ],
    ['has a number that does not follow', 'UPDATE edition SET number = 7 WHERE number = 3', /follows one/u],
    [
      'follows on one of another item',
      "UPDATE edition SET item_id = (SELECT id FROM item WHERE external_id = 'mcs-b') WHERE number = 2",
      /follows one|another item/u,
    ],
    [
      'belongs to another item than the one that it holds for',
      "UPDATE item SET edition_id = (SELECT id FROM edition WHERE number = 3) WHERE external_id = 'mcs-b'",
      /The item .* is of an edition of another item/u,
    ],
    [
      'is of another item than the answer about it',
      "UPDATE annotation SET edition_id = (SELECT id FROM edition WHERE number = 3) WHERE item_id = (SELECT id FROM item WHERE external_id = 'mcs-b')",
      /The answer .* is of an edition of another item/u,
    ],
    [
      'is not there',
      `UPDATE item SET edition_id = '${v7()}' WHERE external_id = 'mcs-a'`,
      /refer to missing rows/u,
    ],
    ['is no item', `UPDATE edition SET payload = '[]' WHERE number = 3`, /edition/u],
    ['was changed', `UPDATE edition SET reason = 'another' WHERE number = 2`, /was changed/u],
  ])('and that %s is refused, nothing taken', async (_, sql, why) => {
    using folder = temporaryFolder();
    const on = await copies(folder, 'ours');
    await on.use('ours', (open) => {
      answer(open, 'ana', 'mcs-b', ACCEPT);
      fix(open, 'mcs-a', 'One?');
      fix(open, 'mcs-a', 'Two?');
    });
    on.copy('ours', 'theirs');
    const database = openDatabase(`${on.path('theirs')}/casebook.sqlite`, 'once');
    const triggers = z
      .array(z.object({ name: z.string(), sql: z.string() }))
      .parse(database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all());
    for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`);
    database.pragma('foreign_keys = OFF');
    database.exec(sql);
    for (const trigger of triggers) database.exec(trigger.sql);
    closeAfterWriting(database);
    const before = await on.use('ours', contentOf);
    const { sources } = await on.merge('ours', 'theirs');
    expect(sources[0]?.refused).toMatch(why);
    expect(await on.use('ours', contentOf)).toEqual(before);
  });
});
