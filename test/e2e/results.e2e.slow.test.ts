import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCasebook } from '../../electron/core/derived/casebook.ts';
import { createServices } from '../../electron/core/app/services.ts';
import { DOMAINS } from '../../shared/benchmarks/argus/domains.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { accessibilityProblems } from '../helpers/accessibility.ts';
import { type AppWindow, type RunningApp, startApp } from '../helpers/browserHost.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { giveAnswers, type GivenAnswer, type GivenAnswers, type GivenItem } from '../helpers/givenAnswers.ts';
import { restingBox } from '../helpers/restingBox.ts';
import { until } from '../helpers/until.ts';
import { openAsCurator } from '../helpers/asCurator.ts';

const folder = temporaryFolder();
const clues = join(folder.path, 'Clues.casebook');
const traps = join(folder.path, 'Traps.casebook');
const empty = join(folder.path, 'Empty.casebook');
const generic = join(folder.path, 'Generic.casebook');
let app: RunningApp;
let windows: AppWindow[] = [];

/** Of 25 clued items two participants name the clue in 14, of 25 unclued ones they find nothing in 17; a model in 5 and 20. */
const SAID = { p1: [14, 17], p2: [14, 17], gpt: [5, 20] } as const;

function clueItem(place: number): GivenItem {
  const label = place < 25;
  const externalId = `${label ? 'true' : 'false'}-${String(place)}`;
  const payload: JsonObject = {
    data_path: externalId,
    label,
    scene: place % 2 === 0 ? 'hotel' : 'dining',
    target_partner: 'girlfriend',
    main_ins: 'Anything suspicious?',
    ...(label && { detm_cue: 'A second glass.' }),
  };
  const answers = Object.entries(SAID).map(([by, [found, none]]): GivenAnswer => {
    const right = label ? place < found : place - 25 < none;
    return {
      by,
      step: 'main_ins',
      answer: 'Something.',
      ...(by !== 'gpt' && { position: place, seconds: 40 - place / 2 }),
      verdicts: [
        { judge: 'jo', criterion: label ? 'cue_match' : 'false_match', value: right ? 'YES' : 'NO' },
        ...(by === 'gpt' && label
          ? [{ judge: 'llm-judge', criterion: 'cue_match', value: place < 10 ? 'YES' : 'NO' }]
          : []),
      ],
    };
  });
  return { externalId, payload, answers };
}

const trapItems = DOMAINS.map(({ name }, at): GivenItem => {
  const answers = ['m1', 'm2'].flatMap((by) =>
    ['basic', 'deceptive'].flatMap((condition): GivenAnswer[] => [
      {
        by,
        condition,
        step: 'description',
        answer: 'A stove.',
        verdicts: [{ judge: 'llm-judge', criterion: 'd', value: 1 }],
      },
      {
        by,
        condition,
        step: 'question',
        answer: 'Do not.',
        verdicts: [
          { judge: 'llm-judge', criterion: 'x', value: condition === 'basic' ? 4 : 3 + (at % 2) },
          { judge: 'llm-judge', criterion: 'y', value: 4 },
        ],
      },
    ]),
  );
  return {
    externalId: name,
    payload: {
      id: name,
      domain: name,
      scenario: 's',
      trap: 't',
      basic_question: 'b',
      deceptive_question: 'd',
      answer: 'a',
    },
    answers,
  };
});

async function make(path: string, benchmark: string, given: GivenAnswers): Promise<void> {
  const casebook = await createCasebook(path, { benchmark, title: 'Answers' }, testPorts(folder.path));
  const open = createServices(casebook);
  giveAnswers(open, given);
  await open.close();
}

beforeAll(async () => {
  await make(clues, 'caughtcheating', {
    models: ['gpt'],
    items: Array.from({ length: 50 }, (_, place) => clueItem(place)),
  });
  await make(traps, 'argus', { models: ['m1', 'm2'], items: trapItems });
  await make(empty, 'caughtcheating', { items: [] });
  await make(generic, 'generic', { items: [] });
});

afterAll(() => {
  folder[Symbol.dispose]();
});

beforeEach(async () => {
  app = await startApp();
});

afterEach(async () => {
  const complaints = windows.flatMap((window) => window.complaints);
  windows = [];
  await app.close();
  expect(complaints).toEqual([]);
});

/** Opens the screen on a casebook, with its curator as the current user. */
async function open(casebook: string, options: Parameters<RunningApp['open']>[0] = {}): Promise<Page> {
  const window = await app.open({ acceptDownloads: true, ...options });
  windows.push(window);
  return openAsCurator(app, window.page, casebook, 'Results');
}

/** The cells of a line of a table, without intervals. */
async function line(page: Page, table: string, head: string): Promise<string[]> {
  const row = page
    .getByRole('table', { name: table, exact: true })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: head, exact: true }) });
  const cells = await row.getByRole('cell').allInnerTexts();
  return cells.map((cell) => cell.split('\n')[0]?.trim() ?? '');
}

describe('Results', () => {
  it('shows people, their majority and models side by side, in the papers’ layout', async () => {
    const page = await open(clues);
    await until(() => line(page, 'Table 1', 'People (2)')).toEqual([
      '50',
      'all',
      '56.0',
      '–a',
      '68.0',
      '63.6',
      '56.0',
      '59.6',
    ]);
    // Two of one mind are their majority.
    await until(async () => (await line(page, 'Table 1', 'Majority of people (2)')).at(-1)).toBe('59.6');
    await until(async () => (await line(page, 'Table 1', 'gpt')).slice(0, 3)).toEqual(['50', 'all', '20.0']);
    await page.getByRole('img', { name: 'F1 of people and models' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it.each([
    [1024, 700],
    [1440, 900],
  ])('keeps the last figure in sight at %i x %i, and says why one is missing', async (width, height) => {
    const page = await open(clues, { viewport: { width, height } });
    const table = page.getByRole('table', { name: 'Table 1', exact: true });
    const endOf = async (part: Locator): Promise<number> => {
      const { x, width: wide } = await restingBox(part);
      return x + wide;
    };
    await table.waitFor();
    const last = await endOf(table.getByRole('columnheader', { name: 'F1', exact: true }));
    expect(last).toBeLessThanOrEqual(await endOf(page.getByRole('button', { name: 'Compute again' })));
    expect(
      await table
        .getByTitle('No answer on an item with a non-deterministic clue is judged.')
        .first()
        .innerText(),
    ).toBe('–a');
  });

  it('has the rows that the paper prints beside one’s own, where somebody wants them', async () => {
    const page = await open(clues);
    await until(() => line(page, 'Table 1', 'gpt')).toContain('20.0');
    expect(await page.getByRole('rowheader', { name: /\(paper\)$/u }).count()).toBe(0);
    await page.getByRole('switch', { name: 'Published rows' }).click();
    await until(() => line(page, 'Table 1', 'Human (paper)')).toEqual([
      '',
      '',
      '56.0',
      '',
      '68.0',
      '63.6',
      '56.0',
      '59.6',
    ]);
    await page.getByText('they are not computed here').waitFor();
  });

  it('counts the verdicts of one judge where somebody chooses them', async () => {
    const page = await open(clues);
    await until(() => line(page, 'Table 1', 'gpt')).toContain('20.0');
    await page.getByRole('combobox', { name: 'Verdicts' }).click();
    await page.getByRole('option', { name: 'Only llm-judge’s' }).click();
    await until(() => line(page, 'Table 1', 'gpt')).toContain('40.0');
    await page.getByText('Only the verdicts of llm-judge count.').first().waitFor();
  });

  it('divides the figures, and opens the items of a value in the Library', async () => {
    const page = await open(clues);
    await page.getByRole('combobox', { name: 'Figures by' }).click();
    await page.getByRole('option', { name: 'Scene' }).click();
    await until(() => line(page, 'F1 by Scene', 'hotel')).toContain('25');
    await page.getByRole('img', { name: 'F1 by Scene' }).waitFor();
    await page.getByRole('button', { name: /Scene hotel: 25 items/u }).click();
    await page
      .getByText(/25 (?:of 50 )?items/u)
      .first()
      .waitFor();
  });

  it('opens the items behind a figure in the Library: of a table, of a facet, and of who differs', async () => {
    const page = await open(clues);
    const opened = async (name: RegExp, count: number): Promise<void> => {
      await page.getByRole('button', { name }).first().click();
      await page.waitForURL(/#\/library/u);
      await page
        .getByText(new RegExp(`${String(count)} (?:of 50 )?items`, 'u'))
        .first()
        .waitFor();
      await page.goto(new URL('/#/results', page.url()).href);
      await page.getByRole('heading', { name: 'Results', level: 1 }).waitFor();
    };
    await opened(/^gpt, Clued Acc: 20\.0, .*5 of 25/u, 25);
    await opened(/^gpt, F1: .*n = 50/u, 50);
    await page.getByRole('combobox', { name: 'Figures by' }).click();
    await page.getByRole('option', { name: 'Scene' }).click();
    await opened(/^hotel, gpt: /u, 25);
    await opened(/^People – gpt, Items: 50/u, 50);
  });

  it('tells how time and order go with correctness', async () => {
    const page = await open(clues);
    await page.getByRole('img', { name: 'Time against correctness' }).waitFor();
    await page.getByRole('img', { name: 'Correctness over the order' }).waitFor();
    await page.getByText('ρ = -1.000, p < 0.0001').waitFor();
    await until(async () => (await line(page, 'Answers over the order', 'Answers 1 to 5'))[1]).toBe('1.000');
  });

  it('hands the table out as LaTeX, and plots as files', async () => {
    const page = await open(clues);
    await until(() => line(page, 'Table 1', 'gpt')).toContain('20.0');
    await page.getByRole('button', { name: 'Table: copy or save the figures' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Save as LaTeX' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('results-caughtcheating-table-1.tex');
    const tex = await readFile(await download.path(), 'utf8');
    expect(tex).toContain('\\multicolumn{1}{c}{Clued} & \\multicolumn{1}{c}{Unclued} \\\\');
    expect(tex).toMatch(/People \(2\) & 56\.0 & 68\.0 \\\\/u);
    expect(tex).toContain('Left out, without a figure in any row: Clued IoU');
    await page.getByRole('button', { name: 'Plot: copy or save the figures' }).click();
    const [plot] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Save as SVG' }).click(),
    ]);
    expect(await readFile(await plot.path(), 'utf8')).toMatch(/^<svg [^]*<\/svg>$/u);
  });

  it('compares versions, and follows the parameters that are saved', async () => {
    const page = await open(traps);
    await until(() => line(page, 'Table 4', 'm1')).toContain('0.973');
    await page.getByRole('heading', { name: 'Basic against deceptive' }).waitFor();
    const tests = 'Basic against deceptive: For each respondent, over the groups';
    await until(async () => (await line(page, tests, 'm1')).slice(0, 2)).toEqual(['10', '0.973']);
    await page.getByLabel('p, steepness').fill('1');
    await page.getByRole('img', { name: 'f(x, y) over the scores x and y' }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    // 1 / (1 + exp(-(4 + 3.2 - 6)))
    await until(() => line(page, 'Table 4', 'm1')).toContain('0.769');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('says what to do where nobody has answered', async () => {
    const page = await open(empty);
    await page.getByRole('heading', { name: 'Nobody has answered anything yet' }).waitFor();
    await page.getByRole('button', { name: 'Set up a baseline' }).waitFor();
  });

  it('says where to look where the benchmark has no figures', async () => {
    const page = await open(generic);
    await page.getByRole('heading', { name: 'This benchmark has no figures of its own' }).waitFor();
  });
});
