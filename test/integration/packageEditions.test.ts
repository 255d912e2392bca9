import { readFileSync } from 'node:fs';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openCasebook } from '../../electron/core/derived/casebook.ts';
import { closeAfterWriting, openDatabase } from '../../electron/core/db/database.ts';
import { unpackAsCasebook } from '../../electron/core/features/merging/opening.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { createServices } from '../../electron/core/app/services.ts';
import { ItemId, PersonId } from '../../shared/base/ids.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { itemBy, personBy } from '../helpers/branches.ts';
import { contentOf, put, quietly } from '../helpers/casebooks.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { putPhotographs } from '../helpers/deskCasebook.ts';
import { mcsBenchItem } from '../helpers/mcsBenchItems.ts';
import { withOlderSchema } from '../helpers/olderSchema.ts';
import { program, resultOf } from '../helpers/participantPackages.ts';
import { present } from '../helpers/present.ts';
import { completeStudySession } from '../helpers/study.ts';
import { tamper } from '../helpers/tampering.ts';
import { ACCEPT, answer, fix, REJECT } from '../helpers/validating.ts';
import { copies, readsAs, states } from '../helpers/mergedEditions.ts';

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
