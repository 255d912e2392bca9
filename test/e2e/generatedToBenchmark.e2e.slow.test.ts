import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { validation } from '../../shared/benchmarks/mcsbench/validation.ts';
import { type AppWindow, type RunningApp, startApp } from '../helpers/browserHost.ts';
import { readWithDuckDb } from '../helpers/duckdbReader.ts';
import { type GeneratedFiles, generatedMcsBench, writeMcsBench } from '../helpers/generatedMcsBench.ts';
import { onScreen } from '../helpers/onScreen.ts';
import { present } from '../helpers/present.ts';
import { quiet } from '../helpers/quiet.ts';
import { until } from '../helpers/until.ts';

/*
 * A generated benchmark on its whole way, by screens alone: generated items and what machines said of them come in, two
 * reviewers validate them by keyboard in two rounds, an adjudicator decides where they differ, the curator mends what is
 * to be mended and accepts the rest, and what is exported is the benchmark with the record of how it came about.
 */

const SET = { items: 15 } as const;
const ITEMS = [...generatedMcsBench(SET)];
/** Chains come for two items alone: each takes fifteen answers of every reviewer. */
const CHAINED = 2;
const REVIEWERS = ['Rae Reed', 'Rob Ruiz'] as const;
type Reviewer = (typeof REVIEWERS)[number];

/** What a reviewer makes of an item; of all others they say that it is to be accepted. */
type Plan =
  | { readonly reject: string }
  | { readonly fix: string; readonly addition?: string }
  | { readonly accept: true };
type Plans = Readonly<Record<number, Plan>>;

const ACCEPT: Plan = { accept: true };
/** The numbers of items, in the order of import. */
const [DISPUTED, MENDED, REJECTED, DECIDED_TO_MEND, CHANGED_MIND] = [3, 5, 8, 10, 12] as const;
const ADDITION = { [MENDED]: ' Look closely.', [DECIDED_TO_MEND]: ' Name one.' } as const;

const FIRST: Readonly<Record<Reviewer, Plans>> = {
  'Rae Reed': {
    [DISPUTED]: { reject: 'two options are right' },
    [MENDED]: { fix: 'the question is unclear', addition: ADDITION[MENDED] },
    [REJECTED]: { reject: 'duplicate' },
    [DECIDED_TO_MEND]: { fix: 'the question is unclear', addition: ADDITION[DECIDED_TO_MEND] },
  },
  'Rob Ruiz': {
    [MENDED]: { fix: 'hard to read' },
    [REJECTED]: { reject: 'the same as another item' },
  },
};
const GONE = [DISPUTED, REJECTED];
const KEPT = ITEMS.length - GONE.length;
/** In the second round, by the place in it: the items that were rejected before are not in it. */
const SECOND: Readonly<Record<Reviewer, Plans>> = {
  'Rae Reed': {},
  'Rob Ruiz': { [CHANGED_MIND - GONE.length]: { reject: 'answerable without the image' } },
};

let app: RunningApp;
let files: GeneratedFiles;
let window: AppWindow;
let page: Page;

// Each run, a second attempt as well, has an app of its own: nothing of another is in its way.
beforeEach(async () => {
  app = await startApp();
  files = await writeMcsBench(join(app.folder, 'generated'), { ...SET, images: true });
  const chains = ITEMS.filter((each) => each.chains.length > 0).slice(0, CHAINED);
  writeFileSync(
    files.chains,
    chains.flatMap((each) => each.chains.map((chain) => `${JSON.stringify(chain)}\n`)).join(''),
  );
  window = await app.open();
  page = window.page;
}, 60_000);

afterEach(async () => {
  await app.close();
  expect(window.complaints).toEqual([]);
});

const idOf = (number: number): string => ITEMS[number - 1]?.id ?? '';
const generatedQuestion = (number: number): string => z.string().parse(ITEMS[number - 1]?.item['question']);

it('generated items become a benchmark, from an empty window to the data set', async () => {
  await begin();
  await bringIn();
  await lookForHints();

  await goTo('Validate');
  // Chosen once it is saved.
  await page.getByRole('radio', { name: 'Two rounds' }).click();
  await page.getByText('Two rounds: Casebook has sorted all items again.').waitFor();
  await addPeople();
  await assignItems('Assign round 1…', ITEMS.length);
  for (const name of REVIEWERS) await answerAll(name, 1, ITEMS.length, FIRST[name]);

  await sitDown('Ana Arendt');
  await goTo('Validate');
  await tile('Disputed', 2).waitFor();
  await tile('To fix', 1).waitFor();
  await tile('Rejected', 1).waitFor();
  await tile('Short of acceptance', ITEMS.length - 4).waitFor();

  await sitDown('Ada Abel');
  await page.getByRole('button', { name: 'Open most disputed case' }).click();
  await decideAll({ [DISPUTED]: 'reject', [DECIDED_TO_MEND]: 'fix' });
  await page.getByText('Everything is decided').waitFor();

  await sitDown('Ana Arendt');
  await mendAll();
  for (const name of REVIEWERS) await answerAll(name, 1, 2, {});

  await sitDown('Ana Arendt');
  await goTo('Validate');
  await tile('Short of acceptance', KEPT).waitFor();
  await assignItems('Assign another round…', KEPT);
  for (const name of REVIEWERS) await answerAll(name, 2, KEPT, SECOND[name]);
  await sitDown('Ada Abel');
  await page.getByRole('button', { name: 'Open most disputed case' }).click();
  await decideAll({ [CHANGED_MIND]: 'accept' });
  await page.getByText('Everything is decided').waitFor();

  await sitDown('Ana Arendt');
  await lookAtConsistency();
  await acceptWhatIsReady();
  await lookAtFunnel();
  await exportItems();
  await exportDataSet();
}, 1_200_000);

const rail = (): Locator => page.getByRole('navigation', { name: 'Screens' });
const part = (name: string): Locator =>
  page.getByRole('navigation', { name: 'Parts of Validate' }).getByRole('link', { name });

async function goTo(screen: string): Promise<void> {
  await rail()
    .getByRole('link', { name: new RegExp(`^${screen}`, 'u') })
    .click();
}

async function sitDown(name: string): Promise<void> {
  await page.getByRole('button', { name: /^Working as / }).click();
  await page.getByRole('menuitem', { name }).click();
  // A person who chooses their name is led to where they begin once that is read: only then does another screen stay.
  await page.getByRole('button', { name: `Working as ${name}` }).waitFor();
  await quiet(page);
}

/** A number of the overview, with its name. */
const tile = (title: string, count: number): Locator =>
  page.getByRole('button', { name: new RegExp(`^${String(count)}\\s*${title}`, 'u') });

async function begin(): Promise<void> {
  await page.getByRole('button', { name: 'New casebook…' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Generated');
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ana Arendt');
  await page.getByRole('radio', { name: 'MCSBench' }).check();
  await page.getByRole('button', { name: /^Create/u }).click();
  await page.getByText('This casebook has no items yet').waitFor();
  await goTo('Validate');
  await page.getByRole('button', { name: 'Open Library' }).click();
  await page.getByText('This casebook has no items yet').waitFor();
}

/** The items, and what machines said of them; the format of each file is recognised. */
async function bringIn(): Promise<void> {
  await page.keyboard.press('Control+i');
  const dialog = page.getByRole('dialog', { name: 'Import' });
  for (const [file, format, figure] of [
    [files.items, 'MCSBench items', `added${String(ITEMS.length)}`],
    [files.audits, 'MCSBench auditors', `updated${String(ITEMS.length)}`],
    [files.chains, 'MCSBench reasoning chains', `updated${String(CHAINED)}`],
    [files.relations, 'MCSBench relations', `updated${String(ITEMS.length)}`],
  ] as const) {
    await dialog.getByRole('textbox', { name: 'From' }).fill(file);
    await until(() => dialog.getByRole('combobox', { name: 'Format' }).inputValue()).toBe(format);
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.getByText('Imported', { exact: true }).waitFor();
    await until(async () => (await dialog.innerText()).replaceAll(/\s/gu, '')).toContain(figure);
    if (file !== files.relations) await dialog.getByRole('button', { name: 'Import more' }).click();
  }
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await dialog.waitFor({ state: 'detached' });
}

/** What can be told of the items by themselves. */
async function lookForHints(): Promise<void> {
  const named = files.planted.hints.filter(({ kind }) => kind === 'concept-in-question');
  expect(named).toHaveLength(1);
  await goTo('Health');
  await page.getByText(/^1 item .*concept’s name in the question$/u).waitFor();
}

async function addPeople(): Promise<void> {
  await goTo('Team');
  for (const [name, role] of [
    [REVIEWERS[0], 'Reviewer'],
    [REVIEWERS[1], 'Reviewer'],
    ['Ada Abel', 'Adjudicator'],
  ] as const) {
    await page.getByText('Next: add annotators').or(page.getByText('Next: assign items')).waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    const roles = page.getByRole('group', { name: 'Roles' });
    for (const each of ['Annotator', 'Reviewer', 'Adjudicator'])
      await roles.getByRole('checkbox', { name: each }).setChecked(each === role);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: `Work as ${name}` }).waitFor();
  }
  // Reviewers are who is to answer.
  await page.getByText('Next: assign items').waitFor();
}

/** Both reviewers are given the same items, in the order of import. */
async function assignItems(button: string, items: number): Promise<void> {
  await goTo('Validate');
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign items' });
  for (const name of REVIEWERS) await dialog.getByRole('checkbox', { name }).click();
  await dialog.getByText('Order of import', { exact: true }).click();
  await dialog.getByRole('button', { name: `Assign ${String(items)} items, 2 people each` }).click();
  await dialog.waitFor({ state: 'detached' });
  await tile('Outstanding', items).waitFor();
}

/** Everything that somebody was given, by keyboard from the first to the last. */
async function answerAll(name: Reviewer, round: number, items: number, plans: Plans): Promise<void> {
  await sitDown(name);
  await page.getByRole('button', { name: /^Answer (?:first|next) item/u }).waitFor();
  await page.getByText(`${String(items)} open`).waitFor();
  await until(() => page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON');
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { name: /^Item [0-9]+ of [0-9]+, round [0-9]+, blind$/u });
  const rounds = page.getByRole('list', { name: 'Your rounds' });
  for (let number = 1; number <= items; number += 1) {
    await heading.waitFor();
    const title = await heading.innerText();
    expect(title).toContain(`, round ${String(round)},`);
    await validate(plans[number] ?? ACCEPT);
    await page.keyboard.press('Control+Enter');
    await until(async () => (await rounds.count()) === 1 || (await headingOf(heading)) !== title).toBe(true);
  }
  await rounds
    .getByText(/All [0-9]+ done/u)
    .last()
    .waitFor();
}

const headingOf = async (heading: Locator): Promise<string> =>
  (await heading.allInnerTexts())[0] ?? 'on the way to the next';

/** Everything about an item, from the covered image to the verdict. Nothing but keys. */
async function validate(plan: Plan): Promise<void> {
  await page.getByText('Can you answer it without the image?').waitFor();
  await until(() => page.locator('[aria-busy="true"]').count()).toBe(0);
  // Neither gold nor what machines said is in sight before it is answered.
  expect(await page.getByText(/Gold|auditor/u).count()).toBe(0);
  await page.keyboard.press('2');
  await page.getByRole('radiogroup', { name: 'Gold: correct' }).waitFor();
  await until(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('application');
  if ('reject' in plan) {
    await page.keyboard.press('x');
    await type(plan.reject);
    return;
  }
  await page.keyboard.press('w');
  if (!('fix' in plan)) {
    await answerChains();
    await page.keyboard.press('y');
    return;
  }
  if (plan.addition !== undefined) {
    await page.keyboard.press('u');
    await isTyping();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(plan.addition);
    await page.keyboard.press('Escape');
  }
  // A text that is to change makes "accept" a "fix".
  await page.keyboard.press(plan.addition === undefined ? 'm' : 'y');
  await type(plan.fix);
}

/** Every question about the reasoning chains of an item, where it has any: an item without them is not accepted. */
async function answerChains(): Promise<void> {
  if ((await page.getByRole('combobox', { name: /^What is wrong with chain/u }).count()) === 0) return;
  const chains = page.getByRole('region', { name: 'The chains side by side' });
  await page.keyboard.press('k');
  await chains.waitFor();
  // The gold chain holds; then a lens and an error of each other chain of three probes.
  await page.keyboard.type(`111${'11213214'.repeat(3)}`);
  await page.keyboard.press('k');
  await chains.waitFor({ state: 'detached' });
}

/** Waits until a key has led into a text field. */
const isTyping = () =>
  until(() => page.evaluate(() => document.activeElement?.matches('input, textarea'))).toBe(true);

async function type(text: string): Promise<void> {
  await isTyping();
  await page.keyboard.type(text);
}

/** Decides these items in the order in which they come; their questions tell which they are, their names come after. */
async function decideAll(verdicts: Readonly<Record<number, string>>): Promise<void> {
  const left = new Set(Object.keys(verdicts).map(Number));
  const item = page.getByRole('region', { name: 'The item' });
  while (left.size > 0) {
    await page.getByRole('heading', { name: /^Case [0-9]{6}$/u }).waitFor();
    await item.waitFor();
    const words = await item.innerText();
    const number = present([...left].find((each) => words.includes(generatedQuestion(each))));
    left.delete(number);
    await decide(number, verdicts[number] ?? '');
  }
}

/** Takes over all that one rater says. */
async function decide(number: number, verdict: string): Promise<void> {
  await onScreen(page);
  const theirs = page.getByRole('button', { name: new RegExp(`^Accept .’s Verdict: ${verdict}$`, 'u') });
  const [letter = ''] = /(?<=Accept ).(?=’s)/u.exec(await theirs.innerText()) ?? [];
  await page.getByRole('button', { name: `Accept all of ${letter}` }).click();
  await page.getByRole('radio', { name: 'Rater’s misreading' }).check();
  await page.getByRole('button', { name: 'Decide' }).click();
  await page.getByRole('region', { name: 'Decision', exact: true }).getByText('Rae Reed').first().waitFor();
  await page.getByRole('heading', { name: idOf(number) }).waitFor();
  await page.keyboard.press('Control+Enter');
}

/** The curator takes over what was proposed, item by item. */
async function mendAll(): Promise<void> {
  await goTo('Validate');
  await part('To fix').click();
  await page.getByText('2 items wait for another wording').waitFor();
  await until(() => page.getByRole('list', { name: 'Items to fix' }).getByRole('button').count()).toBe(2);
  await page.keyboard.press('f');
  for (const rest of [1, 0]) {
    const article = page.getByRole('article', { name: /^Fix mcs-/u });
    const title = (await article.getAttribute('aria-label')) ?? '';
    const number = title.endsWith(idOf(MENDED)) ? MENDED : DECIDED_TO_MEND;
    const question = article.getByRole('textbox', { name: 'Question', exact: true });
    await until(() => question.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press('Alt+P');
    await until(() => question.inputValue()).toContain(ADDITION[number]);
    await article.getByText('2 people need to answer again, blind.').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText(`${idOf(number)} is now edition 2. 2 people need to answer again.`).waitFor();
    if (rest > 0) await until(() => article.getAttribute('aria-label')).not.toBe(title);
  }
  await page.getByText('Nothing to fix').waitFor();
}

async function lookAtConsistency(): Promise<void> {
  await goTo('Validate');
  await part('Consistency').click();
  await page.getByRole('table', { name: 'Test and retest of each person' }).waitFor({ timeout: 60_000 });
  const changed = page.getByRole('region', { name: /^Changed by rob/iu });
  await until(() => changed.getByRole('listitem').allTextContents()).toEqual([
    expect.stringContaining(idOf(CHANGED_MIND)),
  ]);
  expect(await page.getByRole('region', { name: /^Changed by rae/iu }).count()).toBe(0);
}

async function acceptWhatIsReady(): Promise<void> {
  await part('Queue').click();
  await tile('Ready to accept', KEPT).click();
  const items = page.getByRole('listbox', { name: `${String(KEPT)} items` });
  await items.focus();
  await page.keyboard.press('Control+a');
  await page.getByText(`${String(KEPT)} selected`).waitFor();
  await page.getByRole('button', { name: /^Accept/u }).click();
  await page.getByText('No items match').waitFor();
}

/** What is accepted is in the benchmark; the funnel says how many of it failed a gate of machines. */
async function lookAtFunnel(): Promise<void> {
  const passed = ITEMS.filter(({ item, audits }, at) => {
    const { shortcut, audit } = validation.gates({ ...item, audit: [...audits] });
    return shortcut !== 'failed' && audit !== 'failed' && !GONE.some((number) => number === at + 1);
  });
  await goTo('Validate');
  await part('Funnel').click();
  await page
    .getByRole('button', { name: new RegExp(`^Accepted, Passed: ${String(KEPT)}\\b`, 'u') })
    .waitFor();
  const despite = `${String(KEPT)} accepted, ${String(KEPT - passed.length)} of them despite a failed gate`;
  await page.getByText(despite).first().waitFor();
  await page.getByRole('button', { name: new RegExp(`^Accepted, Passed: ${String(KEPT)}\\b`, 'u') }).click();
  await page.getByRole('listbox', { name: `${String(KEPT)} items` }).waitFor();
  await page.getByRole('button', { name: 'Remove filter Accepted: passed' }).click();
  await page.getByRole('listbox', { name: `${String(ITEMS.length)} items` }).waitFor();
}

async function exportAs(format: string, target: string): Promise<void> {
  await page.keyboard.press('Control+e');
  const dialog = page.getByRole('dialog', { name: 'Export' });
  const chosen = dialog.getByRole('combobox', { name: 'Format' });
  // Filled once the formats are known.
  await until(() => chosen.inputValue()).not.toBe('');
  if ((await chosen.inputValue()) !== format) {
    await chosen.click();
    await page.getByRole('option', { name: format, exact: true }).click();
  }
  await dialog.getByRole('textbox', { name: 'To', exact: true }).fill(target);
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await dialog.getByText(`Written to ${target}`).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

const linesOf = <T>(file: string, schema: z.ZodType<T>): T[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => schema.parse(JSON.parse(line)));

const Item = z.looseObject({ id: z.string(), question: z.string() });
const Entry = z.looseObject({
  id: z.string(),
  edition: z.int(),
  decision: z.string(),
  rounds: z.array(
    z.looseObject({
      round: z.int(),
      answers: z.array(z.looseObject({ rater: z.string(), decision: z.string(), edition: z.int() })),
    }),
  ),
});

/** The benchmark itself, and how each of its items came to be in it. */
async function exportItems(): Promise<void> {
  const target = join(app.folder, 'benchmark');
  await exportAs('MCSBench items', target);
  const items = linesOf(join(target, 'mcsbench.jsonl'), Item);
  const kept = ITEMS.filter((_, at) => !GONE.some((number) => number === at + 1));
  expect(items.map(({ id }) => id)).toEqual(kept.map(({ id }) => id));
  const questionOf = (number: number) => items.find(({ id }) => id === idOf(number))?.question;
  for (const number of [MENDED, DECIDED_TO_MEND] as const)
    expect(questionOf(number)).toBe(generatedQuestion(number) + ADDITION[number]);

  const record = linesOf(join(target, 'validation.jsonl'), Entry);
  expect(record.map(({ id, decision }) => ({ id, decision }))).toEqual(
    kept.map(({ id }) => ({ id, decision: 'accept' })),
  );
  const mended = record.find(({ id }) => id === idOf(MENDED));
  expect(mended?.edition).toBe(2);
  expect(
    mended?.rounds.map(({ round, answers }) => [
      round,
      answers.map(({ edition, decision }) => `${decision} ${String(edition)}`).toSorted(),
    ]),
  ).toEqual([
    [1, ['accept 2', 'accept 2', 'fix 1', 'fix 1']],
    [2, ['accept 2', 'accept 2']],
  ]);
}

async function exportDataSet(): Promise<void> {
  const target = join(app.folder, 'data set');
  await exportAs('Hugging Face data set', target);
  const { rows } = await readWithDuckDb(join(target, 'data', '*.parquet'));
  expect(rows).toHaveLength(KEPT);
  expect(rows.map((row) => row['id'])).toContain(idOf(CHANGED_MIND));
  for (const file of ['README.md', 'croissant.json']) expect(existsSync(join(target, file))).toBe(true);
}
