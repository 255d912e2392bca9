import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { validation } from '../../shared/benchmarks/mcsbench/validation.ts';
import { answerOf } from '../../shared/domain/document.ts';
import type { ItemId } from '../../shared/base/ids.ts';
import { accessibilityProblems } from '../helpers/accessibility.ts';
import { assignment } from '../helpers/assignment.ts';
import { type RunningApp, startApp } from '../helpers/browserHost.ts';
import { quietly } from '../helpers/casebooks.ts';
import { type GeneratedItem, generatedMcsBench, writeMcsBench } from '../helpers/generatedMcsBench.ts';
import { present } from '../helpers/present.ts';
import { until } from '../helpers/until.ts';

const ITEMS = 30;
const SET = { items: ITEMS, inline: true } as const;

let app: RunningApp;

// Each run, a second attempt as well, has an app and a casebook of its own: nothing of another is in its way.
beforeEach(async () => {
  app = await startApp();
});

afterEach(async () => {
  await app.close();
});

const press = async (page: Page, keys: string): Promise<void> => {
  for (const key of keys.split(' ')) await page.keyboard.press(key);
};

/** Types into what a key has led to. */
async function type(page: Page, text: string): Promise<void> {
  await until(() => page.evaluate(() => document.activeElement?.matches('input, textarea'))).toBe(true);
  await page.keyboard.type(text);
}

/** What the scripted reviewer makes of an item: by what is planted in it, with the chains of what is accepted. */
type Plan = 'accept' | 'chains' | 'propose' | 'reject';

function planOf({ fault, item }: GeneratedItem): Plan {
  if (fault?.people === 'wrong-gold') return 'propose';
  if (fault?.people === 'implausible-distractor') return 'reject';
  if (fault !== null && fault.hints.length > 0) return 'reject';
  return Array.isArray(item['rc_items']) ? 'chains' : 'accept';
}

/** Thirty items of a generated set with their audits, given to the user there. */
async function openSet() {
  const services = await app.core.keeper.create(join(app.folder, 'set.casebook'), {
    benchmark: 'mcsbench',
    title: 'Generated',
  });
  const files = await writeMcsBench(join(app.folder, 'set'), { ...SET, images: true });
  const person = present(services.people.list()[0]);
  await services.importExport.import({ source: files.items, format: 'mcsbench' }, person, quietly);
  await services.importExport.import({ source: files.audits, format: 'mcsbench-audit' }, person, quietly);
  await services.importExport.import(
    { source: files.relations, format: 'mcsbench-relations' },
    person,
    quietly,
  );
  const { rows } = services.items.list({}, { by: 'imported', descending: false }, 0, ITEMS, everything);
  services.assignments.assign(
    assignment({ items: { ids: rows.map(({ id }) => id) }, task: 'validate', people: [person.id] }),
    everything,
  );
  const work = [...generatedMcsBench(SET)].map((each, at) => {
    const row = present(rows[at]);
    return { id: row.id, plan: planOf(each) };
  });
  const stored = (id: ItemId) => {
    const key = { itemId: id, task: 'validate', round: 1, personId: person.id };
    const { records, state } = services.annotations.open(key, everything);
    return { answer: answerOf(records), state };
  };
  return { services, work, stored };
}

/** All chains of the probe side by side, and back. */
async function lookAtAllChains(page: Page): Promise<void> {
  await press(page, 'v');
  await page
    .getByRole('columnheader', { name: /no error type yet/u })
    .first()
    .waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await press(page, 'v');
}

/** Everything about an item, from the covered image to the submission. Nothing but keys. */
async function validate(page: Page, plan: Plan, looksAround: boolean): Promise<void> {
  await press(page, '2');
  await page.getByRole('radiogroup', { name: 'Gold: correct' }).waitFor();
  await until(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('application');
  switch (plan) {
    case 'accept':
      await press(page, 'w y');
      break;
    case 'chains':
      // Relations one and five; operators two and four, where four comes first; scores; then every chain.
      await press(page, 'w t 1 5 o 2 4 s 5 4 4 5 3 k');
      await page.getByRole('region', { name: 'The chains side by side' }).waitFor();
      if (looksAround) await lookAtAllChains(page);
      await press(page, '1 1 1');
      for (let probe = 1; probe <= 3; probe += 1) await press(page, '1 1 2 1 3 2 1 4');
      await press(page, 'k y');
      break;
    case 'propose':
      // The gold option is another: what is wrong is said of it, and the question is proposed in other words.
      await press(page, '2 w u Control+End');
      await type(page, ' Look closely.');
      await press(page, 'Escape y');
      await type(page, 'the gold option is wrong');
      break;
    case 'reject':
      await press(page, 'x');
      await type(page, 'duplicate');
      break;
  }
  await press(page, 'Control+Enter');
}

it('a reviewer validates thirty generated items by keyboard alone, and the log says how long each took', async () => {
  const { services, work, stored } = await openSet();
  const plans = new Set(work.map(({ plan }) => plan));
  expect([...plans].toSorted()).toEqual(['accept', 'chains', 'propose', 'reject']);
  const first = present(work[0]);

  const { page, complaints } = await app.open();
  await page.goto(`${page.url().split('#')[0] ?? ''}#/desk/${first.id}`);
  for (const [at, { id, plan }] of work.entries()) {
    await until(() => page.evaluate(() => location.hash)).toContain(id);
    await page.getByText('Can you answer it without the image?').waitFor();
    await until(() => page.locator('[aria-busy="true"]').count()).toBe(0);
    // Neither gold nor what machines said is in sight before it is answered.
    if (at === 0) expect(await page.getByText(/Gold|auditor/u).count()).toBe(0);
    const isFirstOfPlan = work.findIndex((each) => each.plan === plan) === at;
    await validate(page, plan, isFirstOfPlan);
    await until(() => stored(id).state).toBe('submitted');
  }

  await page.getByText(`All done: ${String(ITEMS)} submitted.`).waitFor();

  const submitted = work.map(({ id, plan }) => ({ plan, id, answer: stored(id).answer }));
  const verdicts = { accept: 'accept', chains: 'accept', propose: 'fix', reject: 'reject' } as const;
  expect(submitted.map(({ answer }) => answer['verdict'])).toEqual(work.map(({ plan }) => verdicts[plan]));
  for (const { plan, id, answer } of submitted) {
    const { payload } = services.items.get(id, everything);
    const proposed = validation.proposed(payload, answer);
    expect(Object.keys(proposed)).toEqual(plan === 'propose' ? ['question'] : []);
    if (plan === 'accept' || plan === 'chains')
      expect(answer).toMatchObject({ goldCorrect: 'yes', clear: 'yes' });
    if (plan === 'propose') expect(answer).toMatchObject({ goldCorrect: 'no', goldOptimal: 'yes' });
    if (plan !== 'chains') continue;
    expect(answer).toMatchObject({
      relations: ['PR1', 'PR5'],
      operator: 'OP4',
      secondOperator: 'OP2',
      quality: 5,
      selfContainedness: 3,
      chainSound: 'yes',
    });
    const errors = Object.entries(answer).flatMap(([field, value]) =>
      /^chain\d[F-J]$/u.test(field) && value !== null ? [value] : [],
    );
    for (const error of [
      'fabrication',
      'incomplete_comparison',
      'affirming_the_consequent',
      'selective_omission',
    ])
      expect(errors.filter((value) => value === error)).toHaveLength(3);
    expect(errors).toHaveLength(12);
  }

  // What machines said stands beside one's own answer once that is given.
  const compared = work.find(({ plan }) => plan === 'chains');
  await page.goto(`${page.url().split('#')[0] ?? ''}#/desk/${compared?.id ?? ''}`);
  const table = page.getByRole('table').filter({ hasText: 'auditor-one' });
  await table.waitFor();
  await until(() => table.getByRole('row').count()).toBeGreaterThan(8);
  expect(await accessibilityProblems(page)).toEqual([]);

  // One entry of the log for each submission, with the time that it took.
  const { events } = services.history.list({ kinds: ['submit'], limit: 100 }, everything);
  expect(events).toHaveLength(ITEMS);
  for (const { summary } of events)
    expect(summary).toMatch(/^Submitted the answer in (?:\d+ min )?(?:\d+ s|less than a second)$/u);
  expect(new Set(events.map(({ itemId }) => itemId))).toEqual(new Set(work.map(({ id }) => id)));
  await page.goto(`${page.url().split('#')[0] ?? ''}#/history`);
  await page
    .getByText(/Submitted the answer in/u)
    .first()
    .waitFor();
  expect(complaints).toEqual([]);
}, 600_000);
