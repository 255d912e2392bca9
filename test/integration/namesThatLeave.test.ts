import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formats } from '../../electron/core/app/formats.ts';
import { createServices, type Services } from '../../electron/core/app/services.ts';
import { createCasebook } from '../../electron/core/derived/casebook.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { filesIn } from '../helpers/casebooks.ts';
import { casebook } from '../helpers/commandLine.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { giveAnswers, type GivenAnswer, type GivenItem } from '../helpers/givenAnswers.ts';
import { firsts } from '../helpers/present.ts';
import { choices, rate } from '../helpers/ratedCasebook.ts';
import { resultOf } from '../helpers/participantPackages.ts';
import { cluedItems, completeStudySession, studyCasebook } from '../helpers/study.ts';
import { TELLING, tellNames } from '../helpers/tellingNames.ts';
import { ACCEPTED, REJECT, validationRounds } from '../helpers/validationRounds.ts';

const folder = temporaryFolder();

const answered = folder.join('answered.casebook');
const rated = folder.join('rated.casebook');
let validated: Awaited<ReturnType<typeof validationRounds>>;

function item(place: number): GivenItem {
  const externalId = `item-${String(place)}`;
  const label = place % 2 === 0;
  const payload: JsonObject = {
    data_path: externalId,
    label,
    scene: place < 6 ? 'hotel' : 'dining',
    target_partner: 'girlfriend',
    main_ins: 'Anything suspicious?',
    ...(label && { detm_cue: 'A second glass.' }),
  };
  const criterion = label ? 'cue_match' : 'false_match';
  const answers = ['p1', 'p2', 'p3', 'gpt'].map((by, who): GivenAnswer => ({
    by,
    step: 'main_ins',
    answer: 'Something.',
    ...(by !== 'gpt' && { position: place, seconds: 10 + who }),
    verdicts: [
      { judge: 'jo', criterion, value: (place + who) % 3 === 0 ? 'NO' : 'YES' },
      { judge: 'ji', criterion, value: (place + who) % 4 === 0 ? 'NO' : 'YES' },
      { judge: 'llm-judge', criterion, value: (place + who) % 2 === 0 ? 'NO' : 'YES' },
    ],
  }));
  return { externalId, payload, answers };
}

async function made(path: string, benchmark: string, fill: (open: Services) => unknown): Promise<void> {
  const ports = testPorts(folder.path);
  const open = createServices(await createCasebook(path, { benchmark, title: 'Figures' }, ports));
  await fill(open);
  tellNames(open.casebook.database);
  await open.close();
}

beforeAll(async () => {
  await made(answered, 'caughtcheating', (open) => {
    giveAnswers(open, {
      models: ['gpt'],
      unfinished: ['p3'],
      items: Array.from({ length: 12 }, (_, place) => item(place)),
    }).exclude('p2', 'slept');
  });
  await made(rated, 'generic', (open) =>
    rate(open, {
      vocabulary: choices({ verdict: ['yes', 'no'] }),
      items: Array.from({ length: 12 }, (_, place) => ({
        externalId: `item-${String(place)}`,
        ratings: ['ana', 'ben', 'cy'].map((rater, who) => ({
          rater,
          answer: { verdict: (place + who) % 3 === 0 ? 'no' : 'yes' },
        })),
      })),
    }),
  );
  validated = await validationRounds(4);
  const { items, bo, cy, services, core } = validated;
  await validated.assign([bo, cy]);
  for (const [place, id] of items.entries()) {
    await validated.answer(bo, id, place === 1 ? REJECT : ACCEPTED);
    await validated.answer(cy, id, ACCEPTED);
  }
  await validated.assign([bo], items, 2);
  for (const id of items) await validated.answer(bo, id, ACCEPTED);
  tellNames(services.casebook.database);
  await core.close();
});
afterAll(async () => {
  await validated[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

/** What is written, with names where they are asked for. */
async function said(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await casebook(...words);
  expect(`${String(code)} ${stderr}`, words.join(' ')).toMatch(/^0 /u);
  return stdout;
}

const FEW = ['--bootstrap', '10'];
const JUDGE = ['--judge', 'jo.tellinger@mail.example'];

describe('names of people', () => {
  it.each<[string, string, string, string[]]>([
    ['figures', '--latex', answered, ['metrics', ...FEW]],
    ['figures by scene', '--csv', answered, ['metrics', ...FEW, '--by', 'scene', '--unfinished']],
    ['figures by one judge', '--markdown', answered, ['metrics', ...FEW, ...JUDGE]],
    [
      'comparisons',
      '--csv',
      answered,
      ['metrics', ...FEW, '--compare', 'f1', '--respondent', 'p1.tellinger@mail.example,gpt'],
    ],
    ['abilities', '--csv', answered, ['items', ...JUDGE]],
    ['judges', '--latex', answered, ['agreement', '--judges', ...FEW]],
    ['raters', '--markdown', rated, ['agreement', '--field', 'verdict', ...FEW]],
  ])(
    'are in no table of %s, unless they are asked for',
    async (_of, form, path, [command = '', ...words]) => {
      const text = await said(command, path, ...words, form);
      expect(text).not.toMatch(TELLING);
      expect(text).toMatch(/rater-\d/u);
      expect(await said(command, path, ...words, form, '--names')).toMatch(/Tellinger/u);
    },
  );

  it('are in no table of consistency', async () => {
    const { path } = validated.services.casebook;
    const words = ['validation', path, '--consistency', ...FEW, '--csv'];
    expect(await said(...words)).not.toMatch(TELLING);
    expect(await said(...words)).toMatch(/^person,rater-\d,/mu);
    expect(await said(...words, '--names')).toMatch(TELLING);
  });

  it('stay on the owner’s terminal, and are the keys of --json', async () => {
    expect(await said('metrics', answered, ...FEW)).toMatch(TELLING);
    expect(await said('metrics', answered, ...FEW, '--json')).toMatch(TELLING);
    expect(await said('agreement', rated, '--field', 'verdict', ...FEW)).toMatch(TELLING);
  });

  it('are in no exported file of any format', async () => {
    const written = new Set<string>();
    for (const [path, benchmark] of [
      [answered, 'caughtcheating'],
      [rated, 'generic'],
      [validated.services.casebook.path, 'mcsbench'],
    ] as const)
      for (const { id, writes, benchmark: of } of formats.list) {
        if (writes === null || (of !== undefined && of !== benchmark)) continue;
        const target = folder.join(`${benchmark}-${id}`);
        const done = await casebook(
          'export',
          path,
          target,
          '--format',
          id,
          '--status',
          'any',
          '--images',
          'none',
        );
        if (done.code !== 0) continue;
        written.add(id);
        for (const file of filesIn(target)) {
          expect(file, id).not.toMatch(TELLING);
          expect(readFileSync(join(target, file), 'latin1'), `${id} ${file}`).not.toMatch(TELLING);
        }
      }
    // Formats of two benchmarks write nothing here: no casebook above holds their items.
    const writable = formats.list.filter(
      ({ id, writes }) => writes !== null && !/^(?:argus|observatory)/u.test(id),
    );
    expect([...written].sort()).toEqual(writable.map(({ id }) => id).sort());
  });

  it('are the same pseudonyms in tables, files and for those who draw plots', async () => {
    const { stdout } = await casebook('list', rated, 'people', '--json');
    const target = folder.join('labels');
    await said('export', rated, target, '--format', 'ratings-csv', '--status', 'any');
    const inFiles = new Set(readFileSync(join(target, 'labels.csv'), 'utf8').match(/rater-\d+/gu));
    const inTables = new Set(
      (await said('agreement', rated, '--field', 'verdict', ...FEW, '--csv')).match(/rater-\d+/gu),
    );
    expect([...inTables].sort()).toEqual([...inFiles].sort());
    for (const pseudonym of inFiles) expect(stdout).toContain(`"pseudonym":"${pseudonym}"`);
  });

  it('are in no file of a study’s report, unless they are asked for', async () => {
    await using book = await studyCasebook({ items: cluedItems(4) });
    const [first, second] = firsts(await book.participants(2), 2);
    await completeStudySession(first.window, first.studySessionId);
    await completeStudySession(second.window, second.studySessionId);
    await book.ana.studies.exclude({ studySessionId: second.studySessionId, reason: 'slept' });
    tellNames(book.core.services().casebook.database);
    const filesOf = async (names: boolean): Promise<string[]> => {
      const target = book.folder.join(names ? 'named' : 'report');
      await resultOf(book.ana.studies.report({ id: book.study, target, names }));
      return filesIn(target).map((file) => readFileSync(join(target, file), 'utf8'));
    };
    for (const text of await filesOf(false)) expect(text).not.toMatch(TELLING);
    expect((await filesOf(true)).join()).toMatch(TELLING);
  });
});
