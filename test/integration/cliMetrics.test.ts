import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createCasebook } from '../../electron/core/derived/casebook.ts';
import { createServices } from '../../electron/core/app/services.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { answerFile, judgedFile, plantAnswers } from '../helpers/answerFiles.ts';
import { put } from '../helpers/casebooks.ts';
import { casebook, fingerprint, json } from '../helpers/commandLine.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { giveAnswers } from '../helpers/givenAnswers.ts';
import { perceptionAnswers } from '../helpers/perceptionAnswers.ts';
import { syntheticItems } from '../helpers/syntheticItems.ts';

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());
const path = folder.join('baseline.casebook');

/** Key for key as others script against it; more keys may come. */
const Figure = z.looseObject({
  value: z.number().nullable(),
  n: z.int().nonnegative(),
  ci95: z.tuple([z.number(), z.number()]).nullable(),
});
const Metrics = z.looseObject({
  benchmark: z.string(),
  respondents: z.record(z.string(), z.record(z.string(), Figure)),
});

const ofLabel = (items: readonly JsonObject[], label: boolean): JsonObject[] =>
  items.filter((item) => item['label'] === label).slice(0, 50);

/** As people did in the paper: of 50 clued items 28 found, of 50 unclued ones 34 told to have nothing. */
beforeAll(async () => {
  const all = [...syntheticItems(160, 11)];
  const items = [...ofLabel(all, true), ...ofLabel(all, false)];
  expect(items).toHaveLength(100);
  const planted = plantAnswers(items, { seed: 2 });
  const judged = judgedFile(items, planted, { verdicts: new Map(), wrong: new Set() });
  const places = { true: 0, false: 0 };
  const decided = judged.map((entry) => {
    const isClued = entry['label'] === true;
    const place = isClued ? places.true++ : places.false++;
    return isClued
      ? { ...entry, cue_match: place < 28 ? 'YES' : 'NO' }
      : { ...entry, false_match: place < 34 ? 'YES' : 'NO' };
  });
  const source = (name: string, content: unknown): string => put(folder.join(name), JSON.stringify(content));
  await json(z.unknown(), 0, 'new', path, '--benchmark', 'caughtcheating');
  const bring = (format: string, file: string, ...words: string[]) =>
    casebook('import', path, file, '--format', format, ...words);
  for (const done of [
    await bring('caughtcheating', source('data_info.json', items)),
    await bring(
      'caughtcheating-answers',
      source('answers.json', answerFile(items, planted)),
      '--respondent',
      'human',
    ),
    await bring(
      'caughtcheating-judged',
      source('judged.json', decided),
      '--respondent',
      'human',
      '--judge',
      'gpt-4.1',
    ),
  ]) {
    // Missing images are told of, and no reason to stop.
    expect([0, 1], done.stderr).toContain(done.code);
  }
});

const metrics = (...words: string[]) => json(Metrics, 0, 'metrics', path, ...words);

describe('casebook metrics', () => {
  it('gives the human row of the paper from its answers and verdicts, and leaves the casebook as it was', async () => {
    const before = fingerprint(path);
    const { benchmark, respondents } = await metrics('--bootstrap', '200', '--seed', '3');
    expect(benchmark).toBe('caughtcheating');
    const human = respondents['human'];
    expect(human?.['clued_accuracy']).toMatchObject({ value: 0.56, n: 50 });
    expect(human?.['unclued_accuracy']).toMatchObject({ value: 0.68, n: 50 });
    expect((100 * (human?.['precision']?.value ?? 0)).toFixed(1)).toBe('63.6');
    expect((100 * (human?.['f1']?.value ?? 0)).toFixed(1)).toBe('59.6');
    const [low = 1, high = 0] = human?.['f1']?.ci95 ?? [];
    expect(low).toBeLessThan(0.596);
    expect(high).toBeGreaterThan(0.596);
    expect(fingerprint(path)).toEqual(before);
  });

  it('gives the same again for the same seed, one respondent’s by themselves too', async () => {
    const whole = await metrics('--bootstrap', '150', '--seed', '9');
    const one = await metrics('--respondent', 'human', '--bootstrap', '150', '--seed', '9');
    expect(one.respondents['human']).toEqual(whole.respondents['human']);
  });

  it('prints the papers’ tables for people', async () => {
    const { stdout, code } = await casebook('metrics', path, '--bootstrap', '0');
    expect(code).toBe(0);
    // A terminal's width holds six figures: the rest follows, its row named again.
    expect(stdout).toMatch(/Table 1\n +items +coverage +Clued Acc +Clued IoU +Unclued Acc +Precision\n/u);
    expect(stdout).toMatch(/^human +100 +all +56\.0 \(28 of 50\) \[42\.3, 68\.8\].* 63\.6 \(n = 100\)$/mu);
    expect(stdout).toMatch(/\n\n +Recall +F1\nhuman +56\.0 \(28 of 50\).* 59\.6 \(n = 100\)\n/u);
  });

  it('divides by a facet', async () => {
    const Divided = Metrics.extend({
      stratum: z.object({
        name: z.string(),
        values: z.array(z.looseObject({ value: z.string().nullable(), items: z.int() })),
      }),
    });
    const { stratum } = await json(Divided, 0, 'metrics', path, '--by', 'scene', '--bootstrap', '0');
    expect(stratum.name).toBe('scene');
    expect(stratum.values.reduce((sum, { items }) => sum + items, 0)).toBe(100);
  });

  it('tells how far participants agree, and those who are asked for', async () => {
    const perception = folder.join('perception.casebook');
    const made = createServices(
      await createCasebook(perception, { benchmark: 'observatory', title: 'P' }, testPorts(folder.path)),
    );
    giveAnswers(made, perceptionAnswers(['p1', 'p2', 'p3']));
    await made.close();
    const Group = z.object({
      respondents: z.array(z.string()),
      average: Figure,
      tasks: z.array(
        z.looseObject({
          title: z.string(),
          items: z.int(),
          figures: z.record(z.string(), Figure),
          pairs: z.array(
            z.object({
              respondents: z.tuple([z.string(), z.string()]),
              steps: z.int(),
              figures: z.record(z.string(), Figure),
            }),
          ),
        }),
      ),
    });
    const Agreement = Metrics.extend({
      agreement: z.object({
        groups: z.object({ people: Group, chosen: Group.optional() }),
        notes: z.array(z.string()),
      }),
    });
    const { agreement } = await json(Agreement, 0, 'metrics', perception, '--bootstrap', '50');
    const { people, chosen } = agreement.groups;
    expect(people.respondents).toEqual(['p1', 'p2', 'p3']);
    expect(chosen).toBeUndefined();
    const [grid] = people.tasks;
    expect(grid).toMatchObject({ title: 'Grid pointing', items: 24 });
    // Of one collage p2 says something else: a third of the pairs agree on it.
    expect(grid?.figures['equal']?.value).toBeCloseTo((23 + 1 / 3) / 24, 12);
    expect(grid?.pairs.map(({ respondents, figures }) => [...respondents, figures['equal']?.value])).toEqual([
      ['p1', 'p2', 23 / 24],
      ['p1', 'p3', 1],
      ['p2', 'p3', 23 / 24],
    ]);
    const asked = await json(
      Agreement,
      0,
      'metrics',
      perception,
      '--respondent',
      'p1,gpt',
      '--bootstrap',
      '0',
    );
    expect(asked.agreement.groups.chosen?.respondents).toEqual(['p1', 'gpt']);
    expect(asked.agreement.groups.chosen?.tasks[0]?.figures['equal']).toMatchObject({ value: 0.75, n: 24 });
    const { stdout } = await casebook('metrics', perception, '--bootstrap', '0');
    expect(stdout).toMatch(/^Agreement of participants \(3\)\n +items +equal +mean IoU +Cohen kappa/mu);
    expect(stdout).toMatch(/^Grid pointing +24 +0\.972 /mu);
  });

  it('says what there is where something is asked for that is not', async () => {
    for (const [words, said] of [
      [['--respondent', 'nobody'], /there is no person "nobody".*human/u],
      [['--judge', 'nobody'], /there is no person "nobody"/u],
      [['--by', 'colour'], /cannot be divided by "colour".*scene/u],
      [['--bootstrap', 'many'], /--bootstrap/u],
    ] as const) {
      const done = await casebook('metrics', path, ...words);
      expect(done.code).toBe(2);
      expect(done.stderr).toMatch(said);
    }
    const generic = folder.join('generic.casebook');
    await json(z.unknown(), 0, 'new', generic);
    const none = await casebook('metrics', generic);
    expect(none.code).toBe(2);
    expect(none.stderr).toContain('has no figures of its own');
  });

  it('says so where nobody has answered', async () => {
    const empty = folder.join('empty.casebook');
    await json(z.unknown(), 0, 'new', empty, '--benchmark', 'caughtcheating');
    expect((await json(Metrics, 0, 'metrics', empty)).respondents).toEqual({});
    expect((await casebook('metrics', empty)).stdout).toContain('Nobody has answered anything yet.');
  });
});
