import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { DATABASE } from '../../electron/core/db/acquire.ts';
import type { MergeReport } from '../../shared/contract/merging.ts';
import { ItemId } from '../../shared/base/ids.ts';
import { type Client, clientAs } from '../helpers/blindCasebook.ts';
import { contentOf, put } from '../helpers/casebooks.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { putPhotographs } from '../helpers/deskCasebook.ts';
import { mcsBenchItem } from '../helpers/mcsBenchItems.ts';
import { copyOf, program, resultOf } from '../helpers/participantPackages.ts';
import { firsts, present } from '../helpers/present.ts';
import { completeStudySession, goOn } from '../helpers/study.ts';
import { ACCEPT, answer, assign } from '../helpers/validating.ts';

type Folder = ReturnType<typeof temporaryFolder>;
type Opened = Awaited<ReturnType<typeof copyOf>>;

const QUESTION = z.string().parse(mcsBenchItem()['question']);
const FIXED = 'What is it that is shown?';

/** A casebook of one item that is asked in several steps, each with its question. */
async function home(folder: Folder): Promise<string> {
  const source = putPhotographs(folder.join('source'));
  put(`${source}/mcsbench.jsonl`, JSON.stringify(mcsBenchItem()));
  const office = await program(folder.join('office'));
  const { window } = office;
  const path = folder.join('home.casebook');
  await window.casebooks.create({ path, benchmark: 'mcsbench', title: 'Home', person: 'Mara' });
  await resultOf(window.importExport.import({ source, format: 'mcsbench' }));
  await office.close();
  return path;
}

async function openStudy(window: Client) {
  const initial = present((await window.studies.options())?.initial);
  const { id } = await window.studies.save({
    title: 'Baseline',
    settings: { ...initial, followUps: 'with_item', seed: 5 },
  });
  await window.studies.open({ id });
  return id;
}

const itemOf = ({ core }: Opened): ItemId =>
  ItemId.parse(core.services().casebook.database.prepare('SELECT id FROM item').pluck().get());

const fix = (opened: Opened, question = FIXED) =>
  opened.window.validation.fix({
    itemId: itemOf(opened),
    edition: null,
    texts: { question },
    reason: 'unclear',
    annotationId: null,
  });

const questionIn = ({ core }: Opened): unknown =>
  core.services().casebook.database.prepare("SELECT payload ->> '$.question' FROM item").pluck().get();

const everythingIn = ({ core }: Opened) => contentOf(core.services());

async function mergedFrom({ window }: Opened, source: string): Promise<MergeReport['sources'][number]> {
  const { sources } = await resultOf(window.merging.merge({ sources: [source], agreed: true }));
  const report = present(sources[0]);
  expect(report.refused).toBeNull();
  return report;
}

it('an item that was fixed elsewhere stays as its participants were asked about it, until the study is closed', async () => {
  using folder = temporaryFolder();
  const base = await home(folder);
  const there = await copyOf(base, folder.join('there.casebook'));
  const { edition } = await fix(there);
  await there.close();
  const here = await copyOf(base, folder.join('here.casebook'));
  const study = await openStudy(here.window);
  const enrolled = present((await here.window.studies.enrolNew({ id: study, count: 1, prefix: 'P' }))[0]);
  const { studySessionId: id, personId } = enrolled;
  const participant = await clientAs(here.core, personId);
  let page = await participant.studySessions.look({ id });
  while (page.now.view !== 'step') page = await goOn(participant, id, page);
  page = await goOn(participant, id, page);
  expect(page.now).toMatchObject({ view: 'step', prompt: expect.stringContaining(QUESTION) });

  const left = [
    {
      item: 'mcs-0001',
      reason: expect.stringMatching(/“Baseline” is open.*Close the study and merge again/u),
    },
  ];
  expect((await mergedFrom(here, folder.join('there.casebook'))).left).toEqual(left);
  expect(questionIn(here)).toBe(QUESTION);
  expect((await participant.studySessions.look({ id })).now).toEqual(page.now);
  const once = everythingIn(here);
  expect((await mergedFrom(here, folder.join('there.casebook'))).left).toEqual(left);
  expect(everythingIn(here)).toEqual(once);
  const rest = await completeStudySession(participant, id);
  expect(JSON.stringify(rest)).toContain(QUESTION);
  expect(JSON.stringify(rest)).not.toContain(FIXED);

  await here.window.studies.close({ id: study });
  expect((await mergedFrom(here, folder.join('there.casebook'))).left).toEqual([]);
  expect(questionIn(here)).toBe(FIXED);
  const { database } = here.core.services().casebook;
  expect(database.prepare('SELECT edition_id FROM item').pluck().all()).toEqual([edition]);
  // What was answered was another question.
  expect(database.prepare('SELECT DISTINCT edition_id FROM response').pluck().all()).toEqual([null]);
  const adopted = everythingIn(here);
  await mergedFrom(here, folder.join('there.casebook'));
  expect(everythingIn(here)).toEqual(adopted);
  await here.close();
});

it('what was said of the fix elsewhere comes in at once, and counts once the item reads so', async () => {
  using folder = temporaryFolder();
  const base = await home(folder);
  const office = await program(folder.join('second office'));
  await office.window.casebooks.open({ path: base });
  const people = office.core.services();
  const [maker] = people.people.list();
  for (const handle of ['ana', 'bojan'])
    people.people.add({ handle, name: handle, roles: ['annotator'] }, maker?.id ?? null);
  assign(people, 1);
  await office.close();
  const there = await copyOf(base, folder.join('there.casebook'));
  await fix(there);
  answer(there.core.services(), 'ana', 'mcs-0001', ACCEPT);
  await there.close();
  const here = await copyOf(base, folder.join('here.casebook'));
  const study = await openStudy(here.window);
  const states = (): unknown =>
    here.core
      .services()
      .casebook.database.prepare(
        'SELECT p.handle, a.state FROM assignment a JOIN person p ON p.id = a.person_id ORDER BY p.handle',
      )
      .raw()
      .all();
  const { left, taken } = await mergedFrom(here, folder.join('there.casebook'));
  expect(taken.annotations).toBe(1);
  expect(left.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/keeps its text here/u),
    expect.stringMatching(/text fixed there.*counts once the item has that text here/u),
  ]);
  expect(states()).toEqual([
    ['ana', 'open'],
    ['bojan', 'open'],
  ]);
  await here.window.studies.close({ id: study });
  expect((await mergedFrom(here, folder.join('there.casebook'))).left).toEqual([]);
  expect(states()).toEqual([
    ['ana', 'submitted'],
    ['bojan', 'open'],
  ]);
  await here.close();
});

it('a fix comes in at once where the study was closed there as well', async () => {
  using folder = temporaryFolder();
  const base = await home(folder);
  const here = await copyOf(base, folder.join('here.casebook'));
  const study = await openStudy(here.window);
  await here.close();
  const there = await copyOf(folder.join('here.casebook'), folder.join('there.casebook'));
  await there.window.studies.close({ id: study });
  await fix(there);
  await there.close();
  const both = await copyOf(folder.join('here.casebook'), folder.join('both.casebook'));
  expect((await mergedFrom(both, folder.join('there.casebook'))).left).toEqual([]);
  expect(questionIn(both)).toBe(FIXED);
  expect(await both.window.studies.get({ id: study })).toMatchObject({ state: 'closed' });
  await both.close();
});

it('a fix comes in with the study that asks about it', async () => {
  using folder = temporaryFolder();
  const base = await home(folder);
  const there = await copyOf(base, folder.join('there.casebook'));
  await fix(there);
  const study = await openStudy(there.window);
  await there.close();
  const here = await copyOf(base, folder.join('here.casebook'));
  expect((await mergedFrom(here, folder.join('there.casebook'))).left).toEqual([]);
  expect(questionIn(here)).toBe(FIXED);
  expect(await here.window.studies.get({ id: study })).toMatchObject({ state: 'open' });
  await here.close();
});

it('of two fixes the other is not chosen while a study asks about the item', async () => {
  using folder = temporaryFolder();
  const base = await home(folder);
  const there = await copyOf(base, folder.join('there.casebook'));
  await fix(there, 'Theirs?');
  await there.close();
  const here = await copyOf(base, folder.join('here.casebook'));
  await fix(here, 'Ours?');
  const study = await openStudy(here.window);
  expect(await mergedFrom(here, folder.join('there.casebook'))).toMatchObject({ conflicts: 1, left: [] });
  const conflict = present((await here.window.merging.conflicts())[0]);
  const resolve = () => here.window.merging.resolve({ id: conflict.id, choice: 'theirs' });
  const before = everythingIn(here);
  await expect(resolve()).rejects.toThrow(/“Baseline” is open/u);
  expect(everythingIn(here)).toEqual(before);
  await here.window.studies.close({ id: study });
  await resolve();
  expect(questionIn(here)).toBe('Theirs?');
  await here.close();
});

it('answers that a participant had deleted do not come back, and go where they still are', async () => {
  using folder = temporaryFolder();
  const here = await copyOf(await home(folder), folder.join('here.casebook'));
  const study = await openStudy(here.window);
  const enrolled = await here.window.studies.enrolNew({ id: study, count: 2, prefix: 'P' });
  const [first, second] = firsts(enrolled, 2);
  for (const { personId, studySessionId } of enrolled)
    await completeStudySession(await clientAs(here.core, personId), studySessionId);
  await here.close();
  const answersOf = ({ core }: Opened, { personId }: typeof first): unknown =>
    core
      .services()
      .casebook.database.prepare('SELECT count(*) FROM response WHERE person_id = ?')
      .pluck()
      .get(personId);
  const deleted = await copyOf(folder.join('here.casebook'), folder.join('deleted.casebook'));
  const given = answersOf(deleted, first);
  expect(answersOf(deleted, second)).toBe(given);
  const ids = z
    .array(z.string())
    .parse(
      deleted.core
        .services()
        .casebook.database.prepare('SELECT id FROM response WHERE person_id = ?')
        .pluck()
        .all(first.personId),
    );
  await deleted.window.studies.erase({ studySessionId: first.studySessionId });
  // Nothing of them is left in the file either.
  const bytes = readFileSync(join(folder.join('deleted.casebook'), DATABASE), 'latin1');
  expect(ids.filter((id) => bytes.includes(id))).toEqual([]);

  // From a casebook that has them still: they stay deleted.
  const { left } = await mergedFrom(deleted, folder.join('here.casebook'));
  expect(left.map(({ reason }) => reason)).toEqual(['Their answers were deleted because they asked for it.']);
  expect([answersOf(deleted, first), answersOf(deleted, second)]).toEqual([0, given]);
  await deleted.close();

  // Into a casebook that has them still: they are deleted there as well.
  const other = await copyOf(folder.join('here.casebook'), folder.join('other.casebook'));
  expect((await mergedFrom(other, folder.join('deleted.casebook'))).left).toHaveLength(1);
  // There is nothing to tell once it is deleted in both.
  expect((await mergedFrom(other, folder.join('deleted.casebook'))).left).toEqual([]);
  expect([answersOf(other, first), answersOf(other, second)]).toEqual([0, given]);
  expect(
    (await other.window.studies.participants({ id: study })).map(({ state, erasedAt }) => [
      state,
      erasedAt !== null,
    ]),
  ).toEqual([
    ['withdrawn', true],
    ['finished', false],
  ]);
  await other.close();
});

it('a verdict that a judge was asked for is as far as it got in either casebook', async () => {
  using folder = temporaryFolder();
  const started = await copyOf(await home(folder), folder.join('started.casebook'));
  const study = await openStudy(started.window);
  const enrolled = await started.window.studies.enrolNew({ id: study, count: 1, prefix: 'P' });
  const { personId, studySessionId } = present(enrolled[0]);
  await completeStudySession(await clientAs(started.core, personId), studySessionId);
  const databaseOf = ({ core }: Opened) => core.services().casebook.database;
  const maker = present(
    (await started.window.people.list()).find(({ roles }) => roles.includes('curator')),
  ).id;
  const judging = v7();
  const settings = { criteria: ['match'], judges: [maker], overlap: 1, seed: 1 };
  const database = databaseOf(started);
  database
    .prepare("INSERT INTO judging VALUES (?, 'Judging', ?, ?, 0)")
    .run(judging, JSON.stringify(settings), maker);
  for (const [position, subject] of ['a', 'b', 'c'].entries())
    database
      .prepare(
        `INSERT INTO judging_assignment
         SELECT ?, ?, id, 'match', ?, ?, 'open', NULL FROM response ORDER BY id LIMIT 1`,
      )
      .run(judging, maker, subject, position);
  await started.close();

  const setStates = (opened: Opened, ...states: readonly string[]): void => {
    const set = databaseOf(opened).prepare('UPDATE judging_assignment SET state = ? WHERE position = ?');
    for (const [position, state] of states.entries()) set.run(state, position);
  };
  const there = await copyOf(folder.join('started.casebook'), folder.join('there.casebook'));
  setStates(there, 'submitted', 'skipped', 'open');
  await there.close();
  const here = await copyOf(folder.join('started.casebook'), folder.join('here.casebook'));
  setStates(here, 'open', 'submitted', 'skipped');
  await mergedFrom(here, folder.join('there.casebook'));
  const states = databaseOf(here).prepare('SELECT state FROM judging_assignment ORDER BY position');
  expect(states.pluck().all()).toEqual(['submitted', 'submitted', 'skipped']);
  await here.close();
});
