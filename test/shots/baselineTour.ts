import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import type { Core } from '../../electron/core/app/createCore.ts';
import { JsonObject } from '../../shared/base/json.ts';
import { answerFile, judgedFile, plantAnswers, plantVerdicts } from '../helpers/answerFiles.ts';
import { type Client, clientAs } from '../helpers/blindCasebook.ts';
import { quietly } from '../helpers/casebooks.ts';
import { present } from '../helpers/present.ts';
import { goOn, timing } from '../helpers/study.ts';
import { PlanEntry } from '../../shared/domain/study.ts';
import type { StudySessionPage } from '../../shared/contract/studySessions.ts';
import type { StudySessionId } from '../../shared/base/ids.ts';

const MODELS = [
  { name: 'Model A', skill: 0.45, seed: 1 },
  { name: 'Model B', skill: 0.7, seed: 2 },
] as const;
const JUDGES = ['jude', 'juno'] as const;
const CRITERIA = ['cue_match', 'key_points', 'non_detm_match', 'sub_answer', 'false_match'];

/**
 * Opens a copy of the sample casebook with a study that two have answered and one is about to, two models’ answers, an
 * LLM’s verdicts and those of two people who do not always agree; its curator is the current user.
 */
export async function openBaseline(page: Page, core: Core, folder: string): Promise<void> {
  const path = join(folder, 'Baseline.casebook');
  const isNew = !existsSync(path);
  if (isNew) {
    await core.keeper.close();
    cpSync(join(folder, 'documents', 'Sample.casebook'), path, { recursive: true });
  }
  await core.keeper.open(path);
  if (isNew) await fill(core, folder);
  await page.reload();
  const menu = page.getByRole('button', { name: /^Working as/u });
  const names = page.getByRole('list', { name: 'People' });
  await menu.or(names).first().waitFor();
  if ((await menu.count()) === 0)
    await names
      .getByRole('button', { name: /Curator/u })
      .first()
      .click();
  await menu.waitFor();
}

async function fill(core: Core, folder: string): Promise<void> {
  const { people, casebook, importExport } = core.services();
  const curator = present(people.list().find(({ roles }) => roles.includes('curator')));
  const client = await clientAs(core, curator.id);
  const payloads = new Map(
    casebook.database
      .prepare<[], { id: string; payload: string }>(
        "SELECT id, payload FROM item WHERE json_extract(payload, '$.main_ins') IS NOT NULL",
      )
      .all()
      .map(({ id, payload }) => [id, JsonObject.parse(JSON.parse(payload))]),
  );
  const items = [...payloads.values()];
  await sitStudy(core, client, payloads);

  for (const { name, skill, seed } of MODELS) {
    const said = plantAnswers(items, { seed, skill });
    const verdicts = plantVerdicts(said, { seed: seed + 10, errors: 0.15 });
    const write = (file: string, content: unknown): string => {
      const source = join(folder, `${name} ${file}`);
      writeFileSync(source, JSON.stringify(content));
      return source;
    };
    const respondent = { name };
    await importExport.import(
      {
        source: write('answers.json', answerFile(items, said)),
        format: 'caughtcheating-answers',
        respondent,
      },
      curator,
      quietly,
    );
    await importExport.import(
      {
        source: write('judged.json', judgedFile(items, said, verdicts)),
        format: 'caughtcheating-judged',
        respondent,
        judge: { name: 'LLM judge' },
      },
      curator,
      quietly,
    );
  }
  const judges = JUDGES.map((handle) => people.add({ handle, name: '', roles: ['judge'] }, curator.id).id);
  await client.judging.assign({
    title: 'First round',
    settings: { criteria: CRITERIA, judges, overlap: 2, seed: 5, unjudgedOnly: false },
  });
  for (const [number, judge] of judges.entries()) await judgeMost(await clientAs(core, judge), number);
}

/** A study where two participants are done and a third is in the middle of practice. */
async function sitStudy(
  core: Core,
  client: Client,
  payloads: ReadonlyMap<string, JsonObject>,
): Promise<void> {
  const options = present(await client.studies.options());
  const { rows } = await client.items.list({
    filter: { label: ['clued'] },
    sort: { by: 'imported', descending: true },
    offset: 0,
    limit: 1,
  });
  const draft = await client.studies.save({
    title: 'Pilot with students',
    settings: {
      ...options.initial,
      seed: 3,
      breakEvery: 4,
      timeLimitSeconds: 120,
      practice: rows.map(({ id }) => id),
    },
  });
  const { id } = await client.studies.open({ id: draft.id });
  const enrolled = await client.studies.enrolNew({ id, count: 4, prefix: 'P' });
  const plan = core
    .services()
    .casebook.database.prepare<[string], string>('SELECT plan FROM session WHERE id = ?')
    .pluck();
  for (const [number, { personId, studySessionId }] of enrolled.slice(0, 3).entries()) {
    const window = await clientAs(core, personId);
    const entries = z.array(PlanEntry).parse(JSON.parse(plan.get(studySessionId) ?? ''));
    const said = plantAnswers([...payloads.values()], { seed: 20 + number, skill: 0.7 }).answers;
    const answerTo = (entry: number, step: string): string => {
      const item = entries[entry];
      const path = item?.kind === 'item' ? payloads.get(item.itemId)?.['data_path'] : undefined;
      return said.get(typeof path === 'string' ? path : '')?.get(step) ?? '';
    };
    let at = await window.studySessions.look({ id: studySessionId });
    for (let pages = 0; at.now.view !== 'end' && pages < (number === 2 ? 3 : 100); pages += 1)
      at = await answered(window, studySessionId, at, answerTo);
  }
}

/** One page on: an answer of the participant's own, or whatever leads on. */
async function answered(
  window: Client,
  id: StudySessionId,
  page: StudySessionPage,
  answerTo: (entry: number, step: string) => string,
): Promise<StudySessionPage> {
  const { now } = page;
  if (now.view !== 'step') return goOn(window, id, page);
  const text = answerTo(now.entry, now.step);
  return window.studySessions.answer({
    id,
    entry: now.entry,
    step: now.step,
    answer:
      now.answer.kind === 'text'
        ? { kind: 'text', text }
        : { kind: 'yes_no', value: text.startsWith('Yes') ? 'yes' : 'no' },
    timing: { ...timing, activeMilliseconds: 4000 + 97 * text.length, awayMilliseconds: 0, focusLosses: 0 },
    timedOut: false,
  });
}

/** Judges by the answer's words, but for a slip now and then; the first judge leaves some. */
async function judgeMost(client: Client, number: number): Promise<void> {
  const judging = present((await client.judging.mine())[0]);
  let judged = 0;
  for (const { criterion, total } of judging.criteria) {
    const { cards } = await client.judging.cards({ judging: judging.id, criterion, from: 0, limit: 50 });
    const left = number === 0 && criterion === 'cue_match' ? 4 : 0;
    for (const { unit, answer, reference } of cards.slice(0, Math.min(total, cards.length) - left)) {
      judged += 1;
      const isRight = reference.some(({ text }) => answer.toLowerCase().includes(text.toLowerCase()));
      const slips = judged % (7 + 4 * number) === 0;
      await client.judging.give({
        unit,
        value:
          criterion === 'key_points'
            ? answer.split('\n').filter((line) => /^\d/u.test(line))
            : z.enum(['YES', 'NO']).parse(isRight === slips ? 'NO' : 'YES'),
        passages: [],
        note: '',
        activeMilliseconds: 4000,
      });
    }
  }
}
