import { parse } from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { casebook, fingerprint, json, shapes } from '../helpers/commandLine.ts';
import { ACCEPTED, FIX, REJECT, validationRounds } from '../helpers/validationRounds.ts';

type Made = Awaited<ReturnType<typeof validationRounds>>;

let made: Made;
let path = '';

/** Six items: 0 accepted in both rounds by Bo, 1 in the first alone, 2 to be fixed, 3 rejected, 4 disputed, 5 unanswered. */
beforeAll(async () => {
  made = await validationRounds(6);
  const { item } = made;
  await made.assign(
    [made.bo, made.cy],
    [0, 1, 2, 3, 4].map((place) => item(place)),
  );
  for (const [place, said] of [ACCEPTED, ACCEPTED, FIX, REJECT, ACCEPTED].entries()) {
    await made.answer(made.bo, item(place), said);
    await made.answer(made.cy, item(place), place === 4 ? REJECT : said);
  }
  await made.assign([made.bo], [item(0), item(1)], 2);
  await made.answer(made.bo, item(0), ACCEPTED);
  await made.answer(made.bo, item(1), { verdict: 'reject', reason: '=SUM(1), "odd"' });
  path = made.services.casebook.path;
  await made.core.close();
});
afterAll(() => made[Symbol.asyncDispose]());

const Stage = z.strictObject({
  stage: z.string(),
  passed: z.int(),
  failed: z.int(),
  waiting: z.int(),
});
const Group = z.strictObject({ value: z.string().nullable(), generated: z.int(), stages: z.array(Stage) });
const Field = z.looseObject({
  field: z.string(),
  title: z.string(),
  coefficient: z.string(),
  items: z.int(),
  agreement: z.number().nullable(),
  value: z.number().nullable(),
  ci95_bootstrap: z.tuple([z.number(), z.number()]).nullable(),
  undefined: z.string().nullable(),
});

/** Key for key as others script against it; more keys may come. */
const documents = {
  overview: z.looseObject({
    items: z.int(),
    unassigned: z.int(),
    outstanding: z.int(),
    to_fix: z.int(),
    disputed: z.int(),
    short_of_promotion: z.int(),
    ready: z.int(),
    accepted: z.int(),
    rejected: z.int(),
    rounds: z.array(z.int()),
  }),
  funnel: z.looseObject({
    generated: z.int(),
    stages: z.array(Stage),
    by: z.string().nullable(),
    groups: z.array(Group),
    reasons: z.array(z.looseObject({ decision: z.string(), reason: z.string(), items: z.int() })),
  }),
  consistency: z.looseObject({
    first: z.int(),
    second: z.int(),
    seed: z.int(),
    resamples: z.int(),
    people: z.array(
      z.looseObject({
        person: z.string(),
        items: z.int(),
        fields: z.array(Field),
        changed: z.array(
          z.looseObject({ item: z.string(), from: z.string().nullable(), to: z.string().nullable() }),
        ),
      }),
    ),
    pooled: z.array(Field),
    between: z.array(z.looseObject({ round: z.int(), raters: z.int(), fields: z.array(Field) })),
    outdated: z.int(),
  }),
  fixes: z.looseObject({
    total: z.int(),
    items: z.array(
      z.looseObject({
        item: z.string(),
        title: z.string(),
        reason: z.string(),
        proposal: z.boolean(),
        edition: z.int(),
        since: z.iso.datetime(),
      }),
    ),
  }),
};

const rowsOf = (csv: string): string[][] => parse<string[]>(csv.trimEnd()).data;
const csv = async (...words: string[]): Promise<string[][]> => {
  const { stdout, code, stderr } = await casebook('validation', path, ...words, '--csv');
  expect(code, stderr).toBe(0);
  return rowsOf(stdout);
};

describe('casebook validation', () => {
  it('counts what waits, and leaves the casebook as it was', async () => {
    const before = fingerprint(path);
    const overview = await json(documents.overview, 0, 'validation', path);
    expect(overview).toEqual({
      items: 6,
      unassigned: 1,
      outstanding: 0,
      to_fix: 1,
      disputed: 1,
      short_of_promotion: 0,
      ready: 1,
      accepted: 0,
      rejected: 2,
      outdated: 0,
      undecided: 0,
      rounds: [1, 2],
    });
    const { stdout } = await casebook('validation', path);
    expect(stdout).toMatch(/^items +6\n(?:.*\n)*to fix +1\n(?:.*\n)*rounds +1, 2\n$/u);
    expect(await csv()).toContainEqual(['to_fix', '1']);
    expect(fingerprint(path)).toEqual(before);
  });

  it('shows the funnel, whole and divided', async () => {
    const funnel = await json(documents.funnel, 0, 'validation', path, '--funnel', '--by', 'task');
    expect(funnel.generated).toBe(6);
    expect(funnel.stages.map(({ passed, failed, waiting }) => [passed, failed, waiting])).toEqual([
      [0, 0, 6],
      [0, 0, 6],
      [2, 2, 2],
      [1, 1, 2],
      [0, 0, 3],
    ]);
    expect(funnel.by).toBe('task');
    expect(funnel.groups.reduce((sum, { generated }) => sum + generated, 0)).toBe(6);
    const { stdout } = await casebook('validation', path, '--funnel');
    expect(stdout).toMatch(/^round 1 +2 +2 +2\nround 2 +1 +1 +2$/mu);
    expect(stdout).toMatch(/^fix +1 +the question is unclear$/mu);
    const [head, ...rows] = await csv('--funnel');
    expect(head).toEqual(['group', 'generated', 'stage', 'passed', 'failed', 'waiting']);
    expect(rows[2]).toEqual(['all', '6', 'first_round', '2', '2', '2']);
    const rejected = await json(documents.funnel, 0, 'validation', path, '--funnel', '--status', 'rejected');
    expect(rejected.generated).toBe(2);
  });

  it('tells how consistent people are', async () => {
    const words = ['--consistency', '--first', '1', '--second', '2', '--bootstrap', '50', '--seed', '3'];
    const report = await json(documents.consistency, 0, 'validation', path, ...words);
    expect(report).toMatchObject({ first: 1, second: 2, seed: 3, resamples: 50, outdated: 0 });
    const [bo] = report.people;
    expect(bo).toMatchObject({ person: 'bo', items: 2 });
    expect(bo?.changed).toEqual([{ item: expect.any(String), from: 'accept', to: 'reject' }]);
    expect(report.pooled[0]).toMatchObject({
      field: 'verdict',
      items: 2,
      agreement: 0.5,
      agreement_ci95: [expect.any(Number), expect.any(Number)],
      // Two items are too few for a bootstrap and for the interval of a coefficient.
      agreement_ci95_bootstrap: null,
      value: 0,
      ci95: null,
      no_interval: 'Too few items for an interval: 2; at least 20 are needed.',
    });
    const { stdout } = await casebook('validation', path, ...words);
    expect(stdout).toMatch(/^Changed in the second round: \S+ \(accept to reject\)$/mu);
    expect(await csv(...words)).toContainEqual(
      expect.arrayContaining([
        'person',
        expect.stringMatching(/^rater-\d$/u),
        'verdict',
        '2',
        '0.5',
        'Cohen’s kappa',
        '0',
      ]),
    );
    expect(await json(documents.consistency, 0, 'validation', path, ...words)).toEqual(report);
  });

  it('lists what waits to be fixed', async () => {
    const fixes = await json(documents.fixes, 0, 'validation', path, 'to-fix');
    expect(fixes.total).toBe(1);
    expect(fixes.items).toMatchObject([{ reason: 'the question is unclear', proposal: false, edition: 1 }]);
    const { stdout } = await casebook('validation', path, 'to-fix');
    expect(stdout).toContain('the question is unclear');
    expect(await csv('to-fix')).toHaveLength(2);
  });

  it('says what was asked for wrongly', async () => {
    const wrong: readonly (readonly [string[], RegExp])[] = [
      [['--funnel', '--by', 'weather'], /cannot be divided by "weather".*task/u],
      [['--by', 'task'], /--by divides the --funnel/u],
      [['--funnel', '--consistency'], /exclude each other/u],
      [['--consistency', '--second', '1'], /with itself/u],
      [['--consistency', '--first', '0'], /rounds start at 1/u],
      [['fixes'], /"fixes" is not to-fix/u],
      [['to-fix', '--limit', '0'], /at least 1/u],
    ];
    for (const [words, message] of wrong) {
      const { error } = await json(shapes.error, 2, 'validation', path, ...words);
      expect(error.message).toMatch(message);
    }
    expect((await casebook('validation', path, '--csv', '--json')).code).toBe(2);
    const generic = made.at('generic.casebook');
    await json(z.unknown(), 0, 'new', generic, '--benchmark', 'generic');
    const { error } = await json(shapes.error, 2, 'validation', generic);
    expect(error.message).toMatch(/need no validation/u);
    await json(shapes.error, 3, 'validation', made.at('nowhere.casebook'));
  });
});
