import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import { answerFile, judgedFile, plantAnswers, plantVerdicts, unitKey } from '../helpers/answerFiles.ts';
import { type RunningApp, startApp } from '../helpers/browserHost.ts';
import { dataPath, put, quietly } from '../helpers/casebooks.ts';
import { drawFlag } from '../helpers/pictures.ts';
import { cluedItems, LATER } from '../helpers/study.ts';
import { forward, goOn } from '../helpers/studySessionPage.ts';
import { hasFocus } from '../helpers/focus.ts';
import { until } from '../helpers/until.ts';

/*
 * The whole job of a lab that has a benchmark and wants to know how people do on it, beside a model, and how far an LLM
 * judge can be trusted: from a study to a table and the file that the data set's evaluation script reads, by screens alone.
 */

/** Numbers 3 and 6 are unclued; the first is for practice. */
const items = cluedItems(6);
const MODEL = 'Qwibble-72B';
const LLM_JUDGE = 'Verdiktor-4.1';
const JUDGES = ['jude', 'juno'] as const;
const NOTHING = 'There is no clear evidence.';
/** On this answer the judges do not agree. */
const ARGUED = 'Something in it is odd.';

/** What the participant answers to the claim question of an item. */
const CLAIMS: Readonly<Record<string, string>> = {
  1: 'I only practise.',
  2: `Yes, I see the ${LATER} clue 2.`,
  3: NOTHING,
  4: ARGUED,
  5: `Look at the ${LATER} clue 5.`,
  6: 'A second glass stands there.',
};

const said = plantAnswers(items, { seed: 3, skill: 0.6 });
const machine = plantVerdicts(said, { seed: 4, errors: 0.4, criteria: ['cue_match'] });

let app: RunningApp;
let windows: { readonly complaints: readonly string[] }[] = [];

// Each run, a second attempt as well, has an app and a casebook of its own: nothing of another is in its way.
beforeEach(async () => {
  windows = [];
  app = await startApp();
  const source = put(join(app.folder, 'source', 'data_info.json'), JSON.stringify(items));
  for (const [index, item] of items.entries())
    await drawFlag(join(app.folder, 'source', dataPath(item)), 640 + index, 480);
  const book = await app.core.keeper.create(join(app.folder, 'a.casebook'), {
    benchmark: 'caughtcheating',
    title: 'Six photos',
    person: 'Ana',
  });
  await book.importExport.import({ source, format: 'caughtcheating' }, null, quietly);
}, 120_000);
afterEach(() => app.close());

async function open(): Promise<Page> {
  const window = await app.open();
  windows.push(window);
  return window.page;
}

const rail = (page: Page, title: string) =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: new RegExp(`^${title}`, 'u') });

/** Sets the study up and opens it; gives the one participant's link. */
async function setUp(page: Page): Promise<string> {
  await rail(page, 'Baseline').click();
  await page.getByRole('button', { name: 'New study' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Pilot');
  await page.getByPlaceholder('None; type to search').click();
  await page.getByRole('option').first().click();
  await page.keyboard.press('Escape');
  await page.getByRole('option').first().waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Create study', exact: true }).click();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Open study', exact: true }).click();
  await page.getByRole('button', { name: 'Enrol…' }).click();
  await page.getByRole('textbox', { name: 'How many' }).fill('1');
  await page.getByRole('button', { name: 'Enrol 1 participant' }).click();
  await page.getByRole('button', { name: 'Actions for P01' }).click();
  await page.getByRole('menuitem', { name: 'Personal link…' }).click();
  const link = await page
    .getByRole('dialog')
    .getByText(/^http:/u)
    .innerText();
  await page.keyboard.press('Escape');
  return link;
}

/** Takes part in the study to its end, every decomposed question answered with yes. */
async function workAs(page: Page, link: string): Promise<void> {
  await page.goto(link);
  const end = page.getByRole('heading', { name: 'Thank you' });
  const main = page.getByRole('main');
  await forward(page).waitFor();
  for (let steps = 0; steps < 60 && (await end.count()) === 0; steps += 1) {
    if ((await page.getByRole('textbox').count()) > 0) {
      const number = /Claim (\d)/u.exec(await main.innerText())?.[1] ?? '';
      const answer = CLAIMS[number] ?? '';
      if (answer === NOTHING) await page.getByRole('checkbox', { name: NOTHING }).check();
      else await page.getByRole('textbox').fill(answer);
    } else if ((await page.getByRole('radio').count()) > 0) await page.keyboard.press('y');
    await goOn(page);
  }
  await end.waitFor();
}

/** The model's answers and the LLM's verdicts on them, from files. */
async function importAnswers(page: Page): Promise<void> {
  await page.keyboard.press('Control+i');
  const dialog = page.getByRole('dialog', { name: 'Import' });
  const from = dialog.getByRole('textbox', { name: 'From' });
  await from.fill(put(join(app.folder, 'inference.json'), JSON.stringify(answerFile(items, said))));
  await dialog.getByRole('combobox', { name: 'Respondent', exact: true }).fill(MODEL);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog.getByText('Imported', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Import more' }).click();
  await from.fill(put(join(app.folder, 'judged.json'), JSON.stringify(judgedFile(items, said, machine))));
  await dialog.getByRole('combobox', { name: 'LLM judge' }).fill(LLM_JUDGE);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog.getByText('Imported', { exact: true }).waitFor();
  // Another file of answers is of another model: nobody’s answers are replaced by mistake.
  await dialog.getByRole('button', { name: 'Import more' }).click();
  await from.fill(put(join(app.folder, 'another.json'), JSON.stringify(answerFile(items, said))));
  await until(() => dialog.getByRole('combobox', { name: 'Format' }).inputValue()).toBe(
    'CaughtCheating answers',
  );
  await until(() => dialog.getByRole('combobox', { name: 'Respondent', exact: true }).inputValue()).toBe('');
  await page.keyboard.press('Escape');
}

async function assignJudging(page: Page): Promise<void> {
  await rail(page, 'Team').click();
  for (const name of JUDGES) {
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await page.getByRole('checkbox', { name: /^Annotator/u }).setChecked(false);
    await page.getByRole('checkbox', { name: /^Judge/u }).setChecked(true);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('row', { name: new RegExp(name, 'u') }).waitFor();
  }
  await page.getByRole('button', { name: 'Assign judging…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign judging' });
  for (const criterion of ['Key points', 'Non-deterministic clue', 'Decomposed question'])
    await dialog.getByRole('checkbox', { name: criterion }).click();
  for (const judge of JUDGES) await dialog.getByRole('checkbox', { name: judge }).click();
  await dialog.getByRole('textbox', { name: 'Judges per answer' }).fill('2');
  // Clues in three and four answers, and none in one and two: who chose the sentence itself is not judged.
  await dialog.getByRole('button', { name: 'Assign 20 verdicts' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Whether what the page shows is to be answered with yes: the clue stands in the answer, or nothing was found. */
async function isRight(page: Page): Promise<boolean> {
  const text = await page.getByRole('main').innerText();
  const answer = /Answer\s+([^]*?)\s+(?:Deterministic clue|Expected answer)\s/u.exec(text)?.[1] ?? '';
  const clue = new RegExp(`Deterministic clue\\s+(${LATER} clue \\d)`, 'u').exec(text)?.[1];
  return answer.includes(clue ?? NOTHING);
}

/** Judges everything by keyboard; `juno` finds a clue where none is named. */
async function judge(name: string): Promise<void> {
  const page = await open();
  await page.getByRole('button', { name: new RegExp(`^${name}`, 'u') }).click();
  // Enter is the button's once it has the focus.
  await hasFocus(page.getByRole('button', { name: 'Begin judging' }));
  await page.keyboard.press('Enter');
  const done = page.getByRole('heading', { name: 'Everything is judged' });
  const next = page.getByRole('region', { name: 'Next criterion' });
  const card = page.getByRole('group', { name: 'Verdict' });
  for (let cards = 0; cards < 40; cards += 1) {
    await done.or(next).or(card).first().waitFor();
    if ((await done.count()) > 0) return;
    const before = await page.getByRole('main').innerText();
    if ((await next.count()) > 0) await page.keyboard.press('Enter');
    else {
      const errs = name === 'juno' && before.includes(ARGUED);
      await page.keyboard.press((await isRight(page)) !== errs ? 'y' : 'n');
    }
    await until(() => page.getByRole('main').innerText()).not.toBe(before);
  }
  throw new Error(`${name} is never done.`);
}

async function decide(page: Page, cases: number): Promise<void> {
  await rail(page, 'Verdicts').click();
  await page
    .getByRole('navigation', { name: 'Parts of Verdicts' })
    .getByRole('link', { name: 'Queue' })
    .click();
  await page.getByRole('heading', { name: `${String(cases)} cases to decide` }).waitFor();
  await page.getByRole('button', { name: 'Open first case' }).click();
  for (let decided = 0; decided < cases; decided += 1) {
    await page.getByRole('button', { name: /^Decide(?! all)/u }).waitFor();
    await page.keyboard.press((await isRight(page)) ? 'y' : 'n');
    await page.keyboard.press('p');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Decision' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Decision' }).waitFor({ state: 'detached' });
  }
  await page.getByRole('heading', { name: 'Everything is decided' }).waitFor();
}

/** The figures of a respondent in the table of Results, without intervals. */
async function figures(page: Page, respondent: string): Promise<string[]> {
  const row = page
    .getByRole('table', { name: 'Table 1', exact: true })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: respondent, exact: true }) });
  const cells = await row.getByRole('cell').allInnerTexts();
  // Items, coverage, and the figures: coverage in words is left out.
  return cells.filter((_, at) => at !== 1).map((cell) => cell.split('\n')[0]?.trim() ?? '');
}

const percent = (right: number, of: number): string => ((100 * right) / of).toFixed(1);

it('goes from a study through judges and their disagreements to results and a file', async () => {
  const page = await open();
  const link = await setUp(page);
  const other = await app.browser.newContext({ reducedMotion: 'reduce' });
  await workAs(await other.newPage(), link);
  await other.close();

  await importAnswers(page);
  await assignJudging(page);
  for (const name of JUDGES) await judge(name);

  // Exactly where the LLM errs, and the one answer that the two people judge differently.
  expect(machine.wrong.size).toBeGreaterThan(1);
  await decide(page, machine.wrong.size + 1);

  await page
    .getByRole('navigation', { name: 'Parts of Verdicts' })
    .getByRole('link', { name: 'Trust' })
    .click();
  const rightly = said.units.filter(
    (unit) => machine.wrong.has(unitKey(unit)) && unit.right === 'YES',
  ).length;
  const errors = `${String(rightly)}${String(machine.wrong.size - rightly)}`;
  const direction = page
    .getByRole('table', { name: `Trust in ${LLM_JUDGE}` })
    .getByRole('table', { name: 'Error direction: Deterministic clue' });
  await until(async () =>
    (await direction.getByRole('row').allTextContents()).map((row) => row.replaceAll(/\s/gu, '')),
  ).toEqual(['ErrorssaysNOforYESsaysYESforNO', `before${errors}`, `after${errors}`]);

  await rail(page, 'Results').click();
  // Two of three clues named, one of two unclued photos left alone; nobody listed key points.
  await until(async () => (await figures(page, 'People (1)')).filter((_, at) => at !== 2)).toEqual([
    '5',
    '66.7',
    '50.0',
    '66.7',
    '66.7',
    '66.7',
  ]);
  // The model answered the practice item, too: compared are the items that people answered as well.
  const compared = new Set(items.slice(1).map((item) => item['data_path']));
  const right = (wanted: string): number =>
    said.units.filter((unit) => unit.criterion === wanted && unit.right === 'YES' && compared.has(unit.item))
      .length;
  await until(async () => {
    const model = await figures(page, MODEL);
    return [model[1], model[3]];
  }).toEqual([percent(right('cue_match'), 3), percent(right('false_match'), 2)]);

  await page.keyboard.press('Control+e');
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await dialog.getByRole('combobox', { name: 'Format' }).click();
  await page.getByRole('option', { name: 'CaughtCheating answers' }).click();
  const target = join(app.folder, 'people.json');
  await dialog.getByRole('textbox', { name: 'To' }).fill(target);
  await dialog.getByPlaceholder('everybody').click();
  await page.getByRole('option', { name: 'P01' }).click();
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await dialog.getByText(`Written to ${target}`).waitFor();
  const written = z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .parse(JSON.parse(readFileSync(target, 'utf8')));
  const answered = items.slice(1);
  expect(written).toEqual(
    Object.fromEntries(answered.map((item, index) => [String(index), entryOf(item, index + 2)])),
  );
  expect(Object.values(written).map((entry) => Object.keys(entry))).toEqual(
    answered.map((item) => [...Object.keys(item), 'img_path', 'answers']),
  );
  for (const { complaints } of windows) expect(complaints).toEqual([]);
}, 180_000);

/** What the evaluation script reads of one item: the item, where its image is, and each question with its answer. */
function entryOf(item: JsonObject, number: number): JsonObject {
  const n = String(number);
  const decomposed: Json[] =
    item['label'] === true
      ? [
          ['p_sub_ins', `Is there a ${LATER} ${n}?`, 'Yes'],
          ['r_sub_ins', `Does the ${LATER} ${n} mean company?`, 'Yes'],
          ['r_sub_ins', `Is ${LATER} ${n} proof?`, 'Yes'],
        ]
      : [];
  return {
    ...item,
    img_path: `./dataset/${dataPath(item)}`,
    answers: [['main_ins', item['main_ins'] ?? null, CLAIMS[n] ?? null], ...decomposed],
  };
}
