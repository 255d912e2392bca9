import { everything } from '../../electron/core/access/viewpoint.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ComparisonsReport, ComparisonsRequest, MetricsRequest } from '../../shared/contract/metrics.ts';
import { normalTwoSided } from '../../shared/statistics/gamma.ts';
import { comparisonFamily, ranksOf } from '../../shared/figures/comparisonFamily.ts';
import { seededRandom } from '../../shared/statistics/random.ts';
import { freshCasebook } from '../helpers/casebooks.ts';
import { casebook } from '../helpers/commandLine.ts';
import { giveAnswers, type GivenItem } from '../helpers/givenAnswers.ts';
import { clued, unclued } from '../helpers/judgedCasebook.ts';
import { present } from '../helpers/present.ts';

/** How often each is right; harder items make everybody err together. */
const WHO = [
  ['p1', 0.94],
  ['p2', 0.94],
  ['p3', 0.6],
  ['alpha', 0.7],
  ['beta', 0.62],
  ['gamma', 0.3],
] as const;

const ITEMS = 100;
const random = seededRandom(3);
const rights = Array.from({ length: ITEMS }, () => {
  const ease = random() * 0.4 - 0.2;
  return new Map(WHO.map(([by, share]) => [by as string, random() < share + ease]));
});
const isClued = (place: number): boolean => place % 2 === 0;
const items = rights.map((right, place): GivenItem => {
  const name = `item-${String(place)}`;
  return {
    externalId: name,
    payload: isClued(place) ? clued(name) : unclued(name),
    answers: WHO.map(([by]) => ({
      by,
      step: 'main_ins',
      answer: 'Something.',
      verdicts: [
        {
          judge: 'jo',
          criterion: isClued(place) ? 'cue_match' : 'false_match',
          value: right.get(by) === isClued(place) ? 'YES' : 'NO',
        },
      ],
    })),
  };
});

let book: Awaited<ReturnType<typeof freshCasebook>>;
beforeAll(async () => {
  book = await freshCasebook('caughtcheating');
  giveAnswers(book, { items, models: ['alpha', 'beta', 'gamma'] });
});
afterAll(async () => {
  await book[Symbol.asyncDispose]();
});

const compare = (metric: string, more: Partial<ComparisonsRequest> = {}): Promise<ComparisonsReport> =>
  book.metrics.compare(
    ComparisonsRequest.parse({ bootstrap: 200, metric, ...more }),
    () => undefined,
    new AbortController().signal,
    everything,
  );

const pairOf = ({ pairs }: ComparisonsReport, first: string, second: string) =>
  present(pairs.find((pair) => pair.first === first && pair.second === second));

describe('respondents compared on the same items', () => {
  it('by an accuracy: McNemar’s test on the items that one alone has right', async () => {
    const report = await compare('clued_accuracy');
    const pair = pairOf(report, 'alpha', 'gamma');
    const both = rights.filter((_, place) => isClued(place));
    const alone = (one: string, other: string): number =>
      both.filter((right) => right.get(one) === true && right.get(other) === false).length;
    const [b, c] = [alone('alpha', 'gamma'), alone('gamma', 'alpha')];
    expect(pair).toMatchObject({
      items: 50,
      groups: 50,
      test: 'mcnemar',
      interval: 'tango',
      undefined: null,
    });
    expect(pair.difference).toBeCloseTo((b - c) / 50, 12);
    expect(pair.p).toBeCloseTo(normalTwoSided((b - c) / Math.sqrt(b + c)), 12);
    expect(pair.ci95?.[0]).toBeLessThan(pair.difference ?? 0);
    expect(pair.ci95?.[1]).toBeGreaterThan(pair.difference ?? 0);
    expect(report.conditions).toEqual([]);
  });

  it('people as one, over people and items: three people leave more open than fifty answers would', async () => {
    const report = await compare('clued_accuracy');
    expect(report.pairs.map(({ first, second }) => `${first} ${second}`)).toEqual([
      'people alpha',
      'people beta',
      'people gamma',
      'alpha beta',
      'alpha gamma',
      'beta gamma',
    ]);
    const pair = pairOf(report, 'people', 'gamma');
    expect(pair).toMatchObject({ test: 't', interval: 'score' });
    const [low = 0, high = 0] = pair.ci95 ?? [];
    expect(high - low).toBeGreaterThan(0.25);
    expect(low > 0 || high < 0).toBe((pair.p ?? 1) < 0.05);
  });

  it('by a figure that is no share: interval and test from one standard error, of few people too', async () => {
    const report = await compare('f1');
    const pair = pairOf(report, 'alpha', 'gamma');
    expect(pair).toMatchObject({ items: 100, test: 't', interval: 't' });
    expect(pair.p).toBeLessThan(0.05);
    const close = pairOf(report, 'alpha', 'beta');
    expect(close.p).toBeGreaterThan(0.05);
    expect(pairOf(report, 'people', 'alpha')).toMatchObject({ test: 't', interval: 't' });
    for (const { ci95, p } of report.pairs)
      expect((ci95?.[0] ?? 0) > 0 || (ci95?.[1] ?? 0) < 0).toBe((p ?? 1) < 0.05);
    expect(await compare('f1')).toEqual(report);
  });

  it('the majority of people beside them, in a family of its own', async () => {
    const report = await compare('clued_accuracy');
    expect(report.majority.map(({ first, second, test }) => [first, second, test])).toEqual([
      ['majority', 'alpha', 'mcnemar'],
      ['majority', 'beta', 'mcnemar'],
      ['majority', 'gamma', 'mcnemar'],
    ]);
    const [, , worst] = report.majority;
    expect(worst?.p).toBeLessThan(0.001);
    const against = await compare('clued_accuracy', { against: 'beta' });
    expect(against.majority.map(({ second }) => second)).toEqual(['beta']);
  });

  it('gives ranks that follow from the adjusted tests', async () => {
    const ranks = ranksOf(comparisonFamily((await compare('clued_accuracy')).pairs));
    expect(ranks?.map(({ key }) => key).at(-1)).toBe('gamma');
    for (const { rank, low, high } of ranks ?? []) {
      expect(low).toBeLessThanOrEqual(rank);
      expect(high).toBeGreaterThanOrEqual(rank);
    }
  });

  it('on the command line, as a table, as LaTeX, and against one alone', async () => {
    const path = book.casebook.path;
    const words = ['metrics', path, '--compare', 'clued_accuracy'];
    const told = await casebook(...words);
    expect(told.code).toBe(0);
    expect(told.stdout).toMatch(/^alpha - gamma +50 +\S+ \[\S+, \S+\] +\S.* McNemar$/mu);
    expect(told.stdout).toMatch(/^alpha is higher than gamma by \S+ points \[.*\], p .* after Holm\.$/mu);
    expect(told.stdout).toMatch(/^gamma +4 +4 to 4$|^gamma +4 +\d to 4$/mu);
    const one = await casebook(...words, '--against', 'gamma', '--json');
    expect(JSON.parse(one.stdout)).toMatchObject({
      metric: 'clued_accuracy',
      ranks: null,
      pairs: [{ first: 'gamma' }, { first: 'gamma' }, { first: 'gamma' }],
    });
    const latex = await casebook(...words, '--latex');
    expect(latex.stdout).toMatch(/\\begin\{tabular\}\{@\{\}lrr+l?@\{\}\}/u);
    expect(latex.stdout).toContain('adjusted for 6 tests (Holm 1979).');
    const nobody = await casebook(...words, '--against', 'zed');
    expect(nobody).toMatchObject({ code: 2, stderr: expect.stringContaining('choose from people, alpha') });
    const unknown = await casebook('metrics', path, '--compare', 'beauty');
    expect(unknown).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no figure "beauty"'),
    });
    const two = await casebook('metrics', path, '--latex', '--csv');
    expect(two).toMatchObject({ code: 2, stderr: expect.stringContaining('Choose one of --latex') });
  });

  it('gives the tables of the papers as CSV, Markdown and LaTeX, and of items', async () => {
    const path = book.casebook.path;
    const csv = await casebook('metrics', path, '--csv', '--bootstrap', '0');
    expect(csv.stdout.split('\n')[0]).toMatch(/^Model,Kind,Items,/u);
    const markdown = await casebook('metrics', path, '--markdown', '--bootstrap', '0');
    expect(markdown.stdout).toMatch(/^\| alpha \| \d\d\.\d \\\[/mu);
    expect(markdown.stdout).toContain('Coverage: complete.');
    const counts = await casebook(
      'metrics',
      path,
      '--markdown',
      '--bootstrap',
      '0',
      '--counts',
      '--no-intervals',
    );
    expect(counts.stdout).toMatch(/^\| alpha \| \d+ \| \d\d\.\d \(\d+ of \d+\) \|/mu);
    const wide = await casebook('metrics', path, '--latex', '--table-width', 'broad');
    expect(wide).toMatchObject({ code: 2, stderr: expect.stringContaining('column, columns, page') });
    const latex = await casebook('items', path, '--latex');
    expect(latex.stdout).toContain('Rasch (1960), by marginal maximum likelihood');
    const fixed = await casebook('items', path, '--variance', 'fixed', '--json');
    expect(JSON.parse(fixed.stdout)).toMatchObject({ variance: { value: 1, estimated: false } });
    expect(await casebook('items', path, '--variance', 'big')).toMatchObject({ code: 2 });
  });
});

describe('planning on the command line', () => {
  it('says how many items and raters a study needs, and what is out of range', async () => {
    const kappa = await casebook('plan', '--kappa', '0.6', '--share', '0.7', '--json');
    expect(JSON.parse(kappa.stdout)).toMatchObject({
      rows: [{ raters: 2, items: 296, ratings: 592 }, {}, {}, {}, {}],
    });
    const difference = await casebook('plan', '--first', '0.7', '--second', '0.6', '--discordant', '0.3');
    expect(difference.stdout).toContain('234 items');
    expect(await casebook('plan')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Give --kappa'),
    });
    expect(await casebook('plan', '--kappa', '1.2')).toMatchObject({ code: 2 });
    expect(await casebook('plan', '--kappa', 'much')).toMatchObject({ code: 2 });
  });
});

describe('48 items that show one image', () => {
  it('count as one: no interval and no test, and the reason is the image', async () => {
    const one = await freshCasebook('caughtcheating');
    await using _one = one;
    const given = giveAnswers(one, {
      models: ['alpha', 'beta'],
      items: Array.from({ length: 48 }, (_, place) => ({
        externalId: `item-${String(place)}`,
        payload: clued('one photo'),
        answers: ['alpha', 'beta'].map((by, at) => ({
          by,
          step: 'main_ins',
          answer: 'Something.',
          verdicts: [{ judge: 'jo', criterion: 'cue_match', value: place % (at + 2) === 0 ? 'YES' : 'NO' }],
        })),
      })),
    });
    const show = one.casebook.database.prepare(
      `INSERT INTO item_image (item_id, position, role, name) VALUES (?, 0, 'photo', 'one photo.png')`,
    );
    for (const id of given.items) show.run(id);
    const request = ComparisonsRequest.parse({ bootstrap: 100, metric: 'clued_accuracy' });
    const { pairs } = await one.metrics.compare(
      request,
      () => undefined,
      new AbortController().signal,
      everything,
    );
    expect(pairs[0]).toMatchObject({ items: 48, groups: 1, ci95: null, p: null });
    expect(pairs[0]?.noInterval).toBe(
      'The 48 items show the same image or entity, so they count as one. An interval and a test take at least 2 different ones: add items with other images.',
    );
    const { rows } = await one.metrics.report(
      MetricsRequest.parse({ bootstrap: 100 }),
      () => undefined,
      new AbortController().signal,
      everything,
    );
    expect(rows[0]?.figures['clued_accuracy']).toMatchObject({
      ci95: null,
      noInterval:
        'The 48 items show the same image or entity, so they count as one. An interval takes at least 2 different ones: add items with other images.',
    });
  });
});
