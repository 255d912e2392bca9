import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { unpackZip } from '../../electron/core/files/zip.ts';
import { Query } from '../../shared/benchmarks/observatory/queries/query.ts';
import type { StudySessionPage } from '../../shared/contract/studySessions.ts';
import { StepAnswer } from '../../shared/domain/baseline.ts';
import { ItemId, type PersonId, type StudyId, type StudySessionId } from '../../shared/base/ids.ts';
import type { StudySessionView } from '../../shared/domain/study.ts';
import { type Client, clientAs } from '../helpers/blindCasebook.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { program, resultOf } from '../helpers/participantPackages.ts';
import { addPerceptionTasks } from '../helpers/perceptionTasks.ts';
import { present } from '../helpers/present.ts';
import { timing } from '../helpers/study.ts';

/*
 * The three perception tasks as people answer them through the core: at the lab's machine, and by a package elsewhere.
 */

type Program = Awaited<ReturnType<typeof program>>;
type Step = Extract<StudySessionView, { view: 'step' }>;

const KINDS = { matching: 1, grid: 1, guided: 1, 'semi-guided': 1, unguided: 1 };
const Row = z.object({ id: ItemId, name: z.string(), payload: z.string() });
let folder: ReturnType<typeof temporaryFolder>;
let lab: Program;
let study: StudyId;
let questions: (z.infer<typeof Row> & { readonly query: Query })[];

beforeAll(async () => {
  folder = temporaryFolder();
  lab = await program(folder.join('lab'));
  const { window, core } = lab;
  await window.casebooks.create({
    path: folder.join('lab', 'a.casebook'),
    benchmark: 'observatory',
    title: 'A',
    person: 'Ana',
  });
  await addPerceptionTasks(core.services(), folder.join('source'), KINDS);
  questions = core
    .services()
    .casebook.database.prepare(
      "SELECT id, external_id AS name, payload FROM item WHERE payload ->> 'kind' IS NOT NULL",
    )
    .all()
    .map((raw) => {
      const row = Row.parse(raw);
      return { ...row, query: Query.parse(JSON.parse(row.payload)) };
    });
  const initial = present((await window.studies.options())?.initial);
  const practice = questions.filter(({ name }) => name === 'guided-4-0002' || name === 'matching-4-0001');
  const saved = await window.studies.save({
    title: 'People',
    settings: {
      ...initial,
      seed: 3,
      // Everybody does every task here.
      apart: false,
      breakEvery: null,
      practice: practice.map(({ id }) => id),
    },
  });
  study = saved.id;
  await window.studies.open({ id: study });
}, 600_000);
afterAll(async () => {
  await lab.close();
  folder[Symbol.dispose]();
});

/** Some answer with everything in it; boxes where the images say nothing better. */
function reply({ answer }: Step): StepAnswer {
  switch (answer.kind) {
    case 'choice':
      return { kind: 'choice', option: 'B' };
    case 'cell':
      return { kind: 'cell', row: 2, column: 1 };
    case 'boxes': {
      const [first, ...others] = answer.labels.map(({ id }) => id);
      const drawn = others.length === 0 ? [first] : others;
      return {
        kind: 'boxes',
        boxes: drawn.map((label = '', place) => ({ label, x: 10 + place, y: 20.5, width: 300, height: 200 })),
        ...(others.length > 0 && first !== undefined && { absent: [first] }),
      };
    }
    case 'text':
    case 'yes_no':
    case 'choices':
    case 'matching':
      throw new Error(`Nobody asks for ${answer.kind} here.`);
  }
}

/** Every page of a study session. */
async function workAs(window: Client, id: StudySessionId): Promise<StudySessionPage[]> {
  const pages = [await window.studySessions.look({ id })];
  for (;;) {
    const now = pages.at(-1)?.now;
    if (now === undefined || now.view === 'end' || now.view === 'withdrawn') return pages;
    if (now.view === 'consent') pages.push(await window.studySessions.consent({ id }));
    else if (now.view === 'step') {
      const { entry, step } = now;
      // A page that is loaded anew gets the same, notes and all.
      expect((await window.studySessions.look({ id })).now).toEqual(now);
      pages.push(
        await window.studySessions.answer({ id, entry, step, answer: reply(now), timing, timedOut: false }),
      );
    } else pages.push(await window.studySessions.proceed({ id, entry: now.entry }));
  }
}

const stepsOf = (pages: readonly StudySessionPage[]): Step[] =>
  pages.flatMap(({ now }) => (now.view === 'step' ? [now] : []));

async function enrol(
  id: StudyId,
): Promise<{ readonly studySessionId: StudySessionId; readonly personId: PersonId }> {
  return present((await lab.window.studies.enrolNew({ id, count: 1, prefix: 'P' })).at(-1));
}

/** What the steps show, without what differs from casebook to casebook. */
const asked = (pages: readonly StudySessionPage[]): string[] =>
  stepsOf(pages)
    .map(({ title, prompt, answer, images }) =>
      JSON.stringify({ title, prompt, answer, notes: images.map(({ note }) => note) }),
    )
    .sort();

describe('a study of the three tasks', () => {
  it('is about questions to begin with, and says of entities why they are left out', async () => {
    const initial = present((await lab.window.studies.options())?.initial);
    const first = await lab.window.studies.preview(initial);
    expect(first).toMatchObject({ items: questions.length, unusable: [], problems: [] });
    const all = await lab.window.studies.preview({ ...initial, items: { filter: {}, sample: null } });
    expect(all.items).toBe(questions.length);
    expect(new Set(all.unusable.map(({ reason }) => reason)).size).toBe(1);
    expect(all.unusable).toHaveLength(8);
    const strata = (await lab.window.studies.options())?.strata.map(({ name }) => name);
    expect(strata).toEqual(expect.arrayContaining(['kind', 'family', 'transformation']));
    const sampled = await lab.window.studies.preview({
      ...initial,
      items: { ...initial.items, sample: { stratum: 'kind', how: 'each', size: 1 } },
    });
    expect(new Map(sampled.strata.map(({ value, chosen }) => [value, chosen]))).toEqual(
      new Map([
        ['Grid pointing', 1],
        ['Image matching', 1],
        ['Localisation, guided', 1],
        ['Localisation, semi-guided', 1],
        ['Localisation, unguided', 1],
      ]),
    );
  });

  it('is answered to the end: images with what is said of each, answers as they were given', async () => {
    const { studySessionId, personId } = await enrol(study);
    const pages = await workAs(await clientAs(lab.core, personId), studySessionId);
    const steps = stepsOf(pages);
    expect(steps).toHaveLength(questions.length);
    for (const { answer, images } of steps) {
      const notes = images.map(({ note }) => note);
      if (answer.kind === 'choice')
        expect(notes.map((note) => note?.option)).toEqual([null, 'A', 'B', 'C', 'D']);
      if (answer.kind === 'cell') expect(notes.map((note) => note?.title)).toEqual(['Collage', 'Support']);
      if (answer.kind === 'boxes') {
        expect(images).toHaveLength(2);
        expect(notes[0]).toMatchObject({ boxes: [], points: [] });
      }
    }
    const given = steps.flatMap(({ answer, images }) =>
      answer.kind === 'boxes'
        ? [
            `${String(images[1]?.note?.boxes.length)}+${String(images[1]?.note?.points.length)}/${String(answer.labels.length)}`,
          ]
        : [],
    );
    // Guided, by one hint and without any, of a face and of a word.
    expect(given.sort()).toEqual(['0+0/1', '0+0/4', '0+1/1', '1+0/1', '1+0/3', '4+0/4'].sort());

    const stored = lab.core
      .services()
      .casebook.database.prepare<[string], { item: string; answer: string }>(
        'SELECT item_id AS item, answer FROM current_response WHERE session_id = ?',
      )
      .all(studySessionId);
    expect(stored.map(({ item }) => item).sort()).toEqual(questions.map(({ id }) => id).sort());
    for (const { item, answer } of stored) {
      const parsed = StepAnswer.parse(JSON.parse(answer));
      const query = questions.find(({ id }) => id === item)?.query;
      if (query?.kind === 'matching') expect(parsed).toEqual({ kind: 'choice', option: 'B' });
      if (query?.kind === 'grid') expect(parsed).toEqual({ kind: 'cell', row: 2, column: 1 });
      if (query?.kind !== 'localisation' || parsed.kind !== 'boxes') continue;
      const labels = [...parsed.boxes.map(({ label }) => label), ...(parsed.absent ?? [])];
      expect(labels.sort()).toEqual([...query.attributes].sort());
    }

    // Practice tells the overlaps, and shows what was given and what was expected.
    const feedback = pages.flatMap(({ now }) => (now.view === 'feedback' ? [now] : []));
    const places = feedback.find(({ answers }) => answers[0]?.expected.includes('overlap'));
    expect(places?.answers[0]).toMatchObject({
      correct: false,
      answer: expect.stringContaining('Left eye (not there)'),
    });
    expect(places?.images.map(({ note }) => note?.boxes.length)).toEqual([7, 4]);
    expect(feedback.find(({ answers }) => answers[0]?.answer === 'Candidate B')?.images).toHaveLength(5);
  });

  it('is answered elsewhere by a package without gold, and comes back', async () => {
    const { settings } = await lab.window.studies.get({ id: study });
    const other = await lab.window.studies.save({
      title: 'Elsewhere',
      settings: { ...settings, practice: [] },
    });
    await lab.window.studies.open({ id: other.id });
    const { studySessionId, personId } = await enrol(other.id);
    const sent = folder.join('sent.casebook-package');
    const returned = folder.join('returned.casebook-package');
    await resultOf(lab.window.merging.package({ personId, target: sent }));
    const open = folder.join('looked-into');
    await unpackZip(sent, open, {
      accepts: () => true,
      progress: () => undefined,
      signal: new AbortController().signal,
    });
    const bytes = readFileSync(join(open, 'casebook.sqlite')).toString('latin1');
    expect(bytes).toContain('"guidance":"unguided"');
    const names = [
      'originals',
      'variants',
      'collages',
      '-4-000',
      'painted',
      'gaussian_blur',
      'Adalind',
      'Cleopatra',
      'face-',
    ];
    for (const secret of [
      ...names,
      '"answer":',
      '"family"',
      '"role"',
      '"hint"',
      '"boxes"',
      '"rule"',
      '"item":"',
    ])
      expect(bytes.includes(secret), secret).toBe(false);

    const away = await program(folder.join('away'));
    await away.window.casebooks.openPackage({ path: sent, target: folder.join('away', 'a.casebook') });
    const pages = await workAs(away.window, studySessionId);
    const { studySessionId: here } = await lab.window.studies.tryOut({ id: other.id });
    const shownHere = asked(await workAs(lab.window, here));
    expect(asked(pages)).toEqual(shownHere);
    await resultOf(away.window.merging.package({ personId, target: returned }));
    await away.close();

    const report = await resultOf(lab.window.merging.merge({ sources: [returned], dryRun: false }));
    expect(report.sources[0]).toMatchObject({ refused: null, taken: { responses: questions.length } });
    const answers = lab.core
      .services()
      .casebook.database.prepare<[string], string>('SELECT answer FROM current_response WHERE session_id = ?')
      .pluck()
      .all(studySessionId);
    expect(answers.map((answer) => StepAnswer.parse(JSON.parse(answer)).kind).sort()).toEqual(
      stepsOf(pages)
        .map((step) => reply(step).kind)
        .sort(),
    );
  });
});
