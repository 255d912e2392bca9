import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { DOMAINS } from '../../shared/benchmarks/argus/domains.ts';
import { PAPER_VOLUMES } from '../../shared/benchmarks/argus/parameters.ts';
import { type MetricsReport, MetricsRequest } from '../../shared/contract/metrics.ts';
import { figuresTable, layoutsOf } from '../../shared/figures/resultsTables.ts';
import { freshCasebook } from '../helpers/casebooks.ts';
import { casebook, json } from '../helpers/commandLine.ts';
import { giveAnswers, type GivenItem } from '../helpers/givenAnswers.ts';
import { present } from '../helpers/present.ts';

/** Six items of each of two domains: in the first one trap is found, in the second four are, with x = 4 and y = 2. */
const FOUND = { 'Food and Water': 1, 'Wildlife and Environment': 4 } as const;
const items = Object.entries(FOUND).flatMap(([domain, found]) =>
  Array.from({ length: 6 }, (_, at): GivenItem => {
    const externalId = `${domain} ${String(at)}`;
    const verdicts = (scores: Readonly<Record<string, number>>) =>
      Object.entries(scores).map(([criterion, value]) => ({ judge: 'llm-j', criterion, value }));
    return {
      externalId,
      payload: {
        id: externalId,
        domain,
        scenario: 's',
        trap: 't',
        basic_question: 'b',
        deceptive_question: 'd',
        answer: 'a',
      },
      answers: [
        {
          by: 'm1',
          condition: 'basic',
          step: 'description',
          answer: 'x',
          verdicts: verdicts({ d: at < found ? 1 : 0 }),
        },
        { by: 'm1', condition: 'basic', step: 'question', answer: 'y', verdicts: verdicts({ x: 4, y: 2 }) },
      ],
    };
  }),
);

let book: Awaited<ReturnType<typeof freshCasebook>>;
beforeAll(async () => {
  book = await freshCasebook('argus');
  giveAnswers(book, { items, models: ['m1'] });
});
afterAll(async () => {
  await book[Symbol.asyncDispose]();
});

const report = (more: MetricsRequest = {}): Promise<MetricsReport> =>
  book.metrics.report(
    MetricsRequest.parse({ bootstrap: 0, ...more }),
    () => undefined,
    new AbortController().signal,
    everything,
  );

/** The overall score as it is printed, with its title. */
function overallIn({ metrics, rows }: MetricsReport): readonly [title: string, value: string] {
  const title = metrics.find(({ id }) => id === 'overall')?.title ?? '';
  return [title, (rows[0]?.figures['overall']?.value ?? Number.NaN).toFixed(4)];
}

/** The heads of the columns of an exported table. */
const heads = (found: MetricsReport): string[] =>
  layoutsOf(found).flatMap((layout) =>
    figuresTable({ report: found, layout, rows: found.rows }).columns.map(({ title }) => title),
  );

describe('the overall score of 6 + 6 items', () => {
  it('weighs domains by their items in this casebook, and says so', async () => {
    const found = await report();
    expect(overallIn(found)).toEqual(['Overall by own volumes', '0.0964']);
    expect(found.rows[0]?.figures['overall']?.value).toBe(found.rows[0]?.figures['score_mean']?.value);
    expect(found.notes[0]).toBe(
      'The overall score weights each domain by its number of items in this casebook: Food and Water 6, Wildlife and Environment 6.',
    );
    expect(heads(found)).toContain('Overall by own volumes');
    expect(heads(found)).not.toContain('Overall');
  });

  it('weighs them by the paper’s 1,430 where that is chosen, and says so', async () => {
    const found = await report({ parameters: { volumes: 'paper' } });
    expect(overallIn(found)).toEqual(['Overall by the paper’s volumes', '0.0869']);
    expect(found.notes[0]).toContain('the paper’s 1,430 items');
    expect(heads(found)).toContain('Overall by the paper’s volumes');
    // For once: the casebook goes on with its own.
    expect(overallIn(await report())[1]).toBe('0.0964');
  });

  it('is the same both ways where the items are the paper’s', () => {
    const own = { p: 3, q: 0.8, r: 6, volumes: 'own', ownVolumes: PAPER_VOLUMES };
    const metrics = present(book.casebook.benchmark.metrics);
    const sums = metrics
      .columns(own)
      .map((column, at) => PAPER_VOLUMES[column.replace('items: ', '')] ?? at * 0.7);
    const overall = (volumes: string) => metrics.figures(sums, { ...own, volumes })['overall'];
    expect(overall('own')).toEqual(overall('paper'));
    expect(overall('own')?.n).toBe(DOMAINS.reduce((sum, { volume }) => sum + volume, 0));
  });

  it('follows what a curator saves, and leaves rejected items out of the volumes', async () => {
    const curator = present(book.people.list()[0]?.id);
    book.metrics.saveParameters({ ...book.metrics.choices().parameters, volumes: 'paper' }, curator);
    expect(overallIn(await report())).toEqual(['Overall by the paper’s volumes', '0.0869']);
    expect(overallIn(await report({ parameters: { volumes: 'own' } }))[1]).toBe('0.0964');
    book.metrics.saveParameters({ ...book.metrics.choices().parameters, volumes: 'own' }, curator);
    const [first] = items;
    book.casebook.database
      .prepare(`UPDATE item SET status = 'rejected' WHERE external_id = ?`)
      .run(first?.externalId ?? '');
    expect((await report()).notes[0]).toContain('Food and Water 5, Wildlife and Environment 6');
    book.casebook.database.prepare(`UPDATE item SET status = 'draft'`).run();
  });

  it('refuses what is no parameter, with what there is', async () => {
    await expect(report({ parameters: { volume: 'paper' } })).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'The figures of Argus Inspection have no parameter “volume”.',
      hint: 'Choose from p, q, r, volumes.',
    });
    await expect(report({ parameters: { volumes: 'theirs' } })).rejects.toThrow(/must be own, paper/u);
  });

  it('is chosen and named on the command line', async () => {
    const Metrics = z.looseObject({
      parameters: z.looseObject({ volumes: z.string() }),
      respondents: z.object({ m1: z.looseObject({ overall: z.looseObject({ value: z.number() }) }) }),
    });
    const overall = async (...words: string[]) => {
      const found = await json(Metrics, 0, 'metrics', book.casebook.path, '--bootstrap', '0', ...words);
      return [found.parameters.volumes, found.respondents.m1.overall.value.toFixed(4)];
    };
    expect(await overall()).toEqual(['own', '0.0964']);
    expect(await overall('--parameter', 'volumes=paper')).toEqual(['paper', '0.0869']);
    const text = await casebook(
      'metrics',
      book.casebook.path,
      '--bootstrap',
      '0',
      '--parameter',
      'volumes=paper',
    );
    expect(text.stdout).toContain('Overall by the paper’s volumes');
    for (const [words, said] of [
      ['volumes', '--parameter: "volumes" is not a name and a value, such as volumes=paper.'],
      ['q=-1', 'q: must not be below 0'],
    ] as const) {
      const refused = await casebook('metrics', book.casebook.path, '--parameter', words);
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain(said);
    }
  });
});
