import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accessibilityProblems } from '../helpers/accessibility.ts';
import {
  ADJUDICATOR,
  type AnswersToJudge,
  JUDGES,
  LLM_JUDGE,
  makeAnswersToJudge,
  RESPONDENTS,
} from '../helpers/answersToJudge.ts';
import { type RunningApp, startApp } from '../helpers/browserHost.ts';
import { hasFocus } from '../helpers/focus.ts';
import { passOn } from '../helpers/hostFetch.ts';
import { present } from '../helpers/present.ts';
import { quiet } from '../helpers/quiet.ts';
import { until } from '../helpers/until.ts';

let app: RunningApp;
let book: AnswersToJudge;

// Each run, a second attempt as well, has an app and a casebook of its own: nothing of another is in its way.
beforeEach(async () => {
  app = await startApp();
  book = await makeAnswersToJudge(app.core, app.folder);
});
afterEach(async () => {
  await app.close();
});

/** A window with a current user, with all that the core said to it since, and what the page complained of. */
async function openAs(name: string, options: Parameters<RunningApp['open']>[0] = {}) {
  const { page, complaints } = await app.open(options);
  await page.getByRole('button', { name: new RegExp(name, 'u') }).click();
  // A person who chooses their name is led to where they begin once that is read: only then does another screen stay.
  await page.getByRole('button', { name: /^Working as/u }).waitFor();
  await quiet(page);
  const heard: { readonly path: string; readonly body: string }[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith('/rpc/')) return;
    response.text().then(
      (body) => heard.push({ path: pathname, body }),
      // The page has gone on before the body was there.
      () => undefined,
    );
  });
  return { page, complaints, heard };
}

const rail = (page: Page) => page.getByRole('navigation', { name: 'Screens' });

/** The current verdicts of a judge on a criterion, newest rows only. */
function verdictsOf(judge: string, criterion: string) {
  return book.services.casebook.database
    .prepare<[string, string], { value: string; active: number | null; rows: number }>(
      `SELECT c.value, c.active_ms AS active, 1 AS rows
       FROM current_judgment c JOIN person p ON p.id = c.person_id
       WHERE p.handle = ? AND c.criterion = ?`,
    )
    .all(judge, criterion);
}

describe('a judge', () => {
  beforeEach(() => {
    const cara = present(book.services.people.list()[0]);
    book.services.judging.assign(
      'First round',
      {
        criteria: ['cue_match', 'key_points', 'false_match'],
        judges: [book.people.jude],
        overlap: 1,
        seed: 7,
        unjudgedOnly: false,
      },
      cara,
    );
  });
  it('judges 32 answers by keyboard alone, corrects one, skips one, and says so; nobody is named', async () => {
    const { page, complaints, heard } = await openAs(JUDGES[0]);
    const place = () => page.getByText(/^(Judged · |Skipped · )?\d+ of \d+$/u);
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await until(() => page.url()).toContain('#/judge');
    await expect(rail(page).getByRole('link', { name: 'Library' }).count()).resolves.toBe(0);
    await page.getByRole('heading', { name: 'To judge' }).waitFor();
    // Enter is the button's once it has the focus.
    await hasFocus(page.getByRole('button', { name: 'Begin judging' }));
    await press('Enter');

    await page.getByRole('group', { name: 'Verdict' }).waitFor();
    await until(() => place().textContent()).toBe('1 of 12');
    await press('i');
    await page.getByRole('dialog', { name: /Instruction/u }).waitFor();
    await press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await press('y', 'n', 'y');
    await until(() => place().textContent()).toBe('4 of 12');
    await press('Backspace');
    await until(() => place().textContent()).toBe('Judged · 3 of 12');
    await press('n');
    await until(() => place().textContent()).toBe('4 of 12');
    await press('Control+Space');
    await hasFocus(page.getByRole('textbox', { name: 'Why?' }));
    await page.keyboard.type('not sure');
    await press('Enter');
    await until(() => place().textContent()).toBe('5 of 12');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await press('Alt+n');
    await until(() => page.evaluate(() => document.activeElement?.matches('input'))).toBe(true);
    await page.keyboard.type('yes and no');
    await press('Enter');
    await until(() => page.evaluate(() => document.activeElement?.matches('input'))).toBe(false);
    await press(...Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? 'y' : 'n')));
    await page.getByRole('heading', { name: 'Deterministic clue: done' }).waitFor();
    await until(() => verdictsOf(JUDGES[0], 'cue_match').length).toBe(11);
    await page.getByRole('region', { name: 'Next criterion' }).waitFor();
    await press('Enter');

    const text = page.getByRole('application', { name: /Answer/u });
    for (let card = 1; card <= 12; card += 1) {
      await until(() => place().textContent()).toBe(`${String(card)} of 12`);
      await until(() => text.evaluate((element) => document.activeElement === element)).toBe(true);
      // The second sentence whole, then two words of the next.
      await press('ArrowDown', 's', 'm', 'Shift+ArrowRight', 'm');
      const marked = () => page.getByRole('region', { name: 'Key points' }).getByRole('listitem').count();
      await until(marked).toBe(2);
      // Marked by mistake.
      if (card === 1) {
        await press('Delete');
        await until(marked).toBe(1);
        await press('m');
        await until(marked).toBe(2);
      }
      await press('Enter');
    }
    await page.getByRole('heading', { name: 'Key points: done' }).waitFor();
    await page.getByRole('region', { name: 'Next criterion' }).waitFor();
    await press('Enter');
    await page.getByRole('group', { name: 'Verdict' }).waitFor();
    await until(() => place().textContent()).toBe('1 of 8');
    await press('y', 'n', 'y', 'n', 'y', 'n', 'y', 'n');
    // One was skipped; it is the only thing left, and counted.
    await page.getByRole('heading', { name: 'Everything is judged' }).waitFor();
    const counts = page.getByRole('table', { name: 'Your verdicts' });
    await until(() => counts.getByRole('row').allTextContents()).toEqual([
      'CriterionJudgedSkipped',
      'Deterministic clue111',
      'Key points120',
      'No clear evidence80',
    ]);

    const given = verdictsOf(JUDGES[0], 'cue_match');
    expect(given.map(({ value }) => value).filter((value) => value === '"YES"')).toHaveLength(5);
    expect(given.every(({ active }) => active !== null && active >= 0)).toBe(true);
    const points = verdictsOf(JUDGES[0], 'key_points').map(({ value }): unknown => JSON.parse(value));
    expect(points).toHaveLength(12);
    expect(points.every((list) => Array.isArray(list) && list.length > 0)).toBe(true);
    expect(verdictsOf(JUDGES[0], 'false_match')).toHaveLength(8);

    expect(heard.length).toBeGreaterThan(30);
    for (const { path, body } of heard)
      for (const name of [...RESPONDENTS, LLM_JUDGE])
        expect(body.includes(name), `${path} names ${name}`).toBe(false);
    expect(complaints).toEqual([]);

    // Read nothing that a screen reader could not, by the person who comes back when everything is judged.
    const later = await openAs(JUDGES[0]);
    await later.page.getByRole('heading', { name: 'To judge' }).waitFor();
    expect(await accessibilityProblems(later.page)).toEqual([]);
    await later.page.getByRole('button', { name: 'Review: Key points' }).click();
    await later.page.getByRole('heading', { name: 'Everything is judged' }).waitFor();
    await later.page.getByRole('button', { name: 'Review your verdicts' }).click();
    await later.page.getByRole('application', { name: /Answer/u }).waitFor();
    expect(await accessibilityProblems(later.page)).toEqual([]);
  });
});

describe('a verdict whose acknowledgement is lost', () => {
  beforeEach(() => {
    const cara = present(book.services.people.list()[0]);
    book.services.judging.assign(
      'First round',
      { criteria: ['cue_match'], judges: [book.people.jude], overlap: 1, seed: 7, unjudgedOnly: false },
      cara,
    );
  });
  it('is shown as unsaved, sent again, and given once', async () => {
    const { page } = await openAs(JUDGES[0]);
    await page.getByRole('button', { name: 'Begin judging' }).click();
    await page.getByRole('group', { name: 'Verdict' }).waitFor();
    await page.getByText('1 of 12').waitFor();
    let lost = 0;
    await page.route('**/rpc/judging/give', async (route) => {
      lost += 1;
      // It arrives, its answer does not.
      await passOn(route);
      await route.abort('connectionreset');
    });
    await page.keyboard.press('y');
    await page.keyboard.press('n');
    await page.getByText(/not saved: Casebook is not responding\./u).waitFor();
    await until(() => page.getByText('3 of 12').count()).toBe(1);
    expect(lost).toBeGreaterThan(0);
    await page.unroute('**/rpc/judging/give');
    await page.getByText('Saved', { exact: true }).waitFor();
    await until(() => verdictsOf(JUDGES[0], 'cue_match').length).toBe(2);
    const rows = book.services.casebook.database
      .prepare<[], number>('SELECT count(*) FROM judgment')
      .pluck()
      .get();
    expect(rows).toBe(2);
  });

  it('is taken up by the page that comes after one that went away', async () => {
    const { page } = await openAs(JUDGES[0]);
    await page.getByRole('button', { name: 'Begin judging' }).click();
    await page.getByText('1 of 12').waitFor();
    await page.keyboard.press('y');
    await page.keyboard.press('n');
    await page.getByText('3 of 12').waitFor();
    await until(() => verdictsOf(JUDGES[0], 'cue_match').length).toBe(2);
    // The page knows it too: nothing is under way any more when the connection goes.
    await page.getByText('Saved', { exact: true }).waitFor();
    await quiet(page);
    await page.route('**/rpc/judging/give', (route) => route.abort('connectionreset'));
    await page.keyboard.press('y');
    await page.getByText(/not saved/u).waitFor();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.unroute('**/rpc/judging/give');
    await page.reload();
    await until(() => verdictsOf(JUDGES[0], 'cue_match').length).toBe(3);
    await page.getByText('4 of 12').waitFor();
  });
});

describe('an adjudicator', () => {
  const PLANTED = 4;

  beforeEach(() => {
    const { people, llm, responses } = book;
    const answers = responses.slice(0, 6).flat();
    for (const [at, response] of answers.entries()) {
      book.verdict(people.jude, response, 'cue_match', 'YES');
      // Where the person and the LLM differ.
      book.verdict(
        llm,
        response,
        'cue_match',
        at < PLANTED ? 'NO' : 'YES',
        'It says so in other words, thought the machine.',
      );
    }
  });
  it('decides the planted disagreements by keyboard, learns who said what only then, and leaves the curator figures', async () => {
    const { page, heard, complaints } = await openAs(ADJUDICATOR);
    const secrets = [...RESPONDENTS, LLM_JUDGE, JUDGES[0], 'thought the machine'];
    /** What of what was heard gives somebody away; who works here at all is known to everybody. */
    const namings = () =>
      heard
        .filter(({ path }) => !path.startsWith('/rpc/people/') && !path.startsWith('/rpc/application/'))
        .flatMap(({ path, body }) =>
          secrets.filter((secret) => body.includes(secret)).map((secret) => `${path}: ${secret}`),
        );
    await page.keyboard.press('Alt+0');
    await page.getByRole('navigation', { name: 'Cases' }).waitFor();
    await until(() =>
      rail(page)
        .getByRole('link', { name: /Verdicts/u })
        .textContent(),
    ).toContain(`${String(PLANTED)} to decide`);
    await expect(page.getByRole('navigation', { name: 'Parts of Verdicts' }).count()).resolves.toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    // Enter is the button's once it has the focus.
    await hasFocus(page.getByRole('button', { name: 'Open first case' }));
    await page.keyboard.press('Enter');

    for (let number = 1; number <= PLANTED; number += 1) {
      const kase = page.getByRole('article');
      await kase.getByText('Disputed').waitFor();
      const said = kase.getByRole('region', { name: 'Verdicts' });
      await until(async () => (await said.getByText(/^(Yes|No)$/u).allTextContents()).toSorted()).toEqual([
        'No',
        'Yes',
      ]);
      if (number === 1) {
        expect(namings()).toEqual([]);
        expect(await accessibilityProblems(page)).toEqual([]);
        // Neither the verdict nor the cause is there yet.
        await page.keyboard.press('Enter');
        await kase.getByText('Choose a verdict and a cause.').waitFor();
      }
      heard.length = 0;
      await page.keyboard.press('y');
      await page.keyboard.press('p');
      await page.keyboard.press('Enter');
      await kase.getByRole('region', { name: 'Decision' }).waitFor();
      await kase.getByText(LLM_JUDGE).waitFor();
      await kase.getByText('It says so in other words, thought the machine.').waitFor();
      await until(() => said.getByRole('img', { name: 'LLM' }).count()).toBe(1);
      if (number === 1) {
        // A second thought.
        await page.keyboard.press('Control+z');
        await kase.getByText('Disputed').waitFor();
        await until(() => kase.getByText(LLM_JUDGE).count()).toBe(0);
        await page.keyboard.press('y');
        await page.keyboard.press('p');
        await page.keyboard.press('Enter');
        await kase.getByText(LLM_JUDGE).waitFor();
      }
      await page.keyboard.press('Enter');
    }
    await page.getByRole('heading', { name: 'Everything is decided' }).waitFor();
    const rows = book.services.casebook.database
      .prepare<[], { state: string; value: string }>(
        "SELECT state, value FROM verdict_state WHERE criterion = 'cue_match' AND state = 'decided'",
      )
      .all();
    expect(rows).toEqual(Array.from({ length: PLANTED }, () => ({ state: 'decided', value: '"YES"' })));
    expect(complaints).toEqual([]);
    await lookAtTrust();
  });

  /** The curator's figures of trust and effect that follow from what was decided. */
  async function lookAtTrust(): Promise<void> {
    const { page } = await openAs('cara');
    await page.keyboard.press('Alt+0');
    await page
      .getByRole('navigation', { name: 'Parts of Verdicts' })
      .getByRole('link', { name: 'Trust' })
      .click();
    const trust = page.getByRole('table', { name: `Trust in ${LLM_JUDGE}` });
    const direction = trust.getByRole('table', { name: 'Error direction: Deterministic clue' });
    await direction.waitFor();
    await until(async () =>
      (await direction.getByRole('row').allTextContents()).map((row) => row.replaceAll(/\s/gu, '')),
    ).toEqual(['ErrorssaysNOforYESsaysYESforNO', `before${String(PLANTED)}0`, `after${String(PLANTED)}0`]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page
      .getByRole('navigation', { name: 'Parts of Verdicts' })
      .getByRole('link', { name: 'Effect' })
      .click();
    await page.getByRole('button', { name: `${RESPONDENTS[0]}, Clued accuracy: 2 verdicts` }).click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page
      .getByRole('button', { name: /^Case of/u })
      .first()
      .click();
    await page.getByRole('article').getByText(RESPONDENTS[0]).waitFor();
  }

  it('gets new disagreements when a curator assigns judging', async () => {
    const { page, complaints } = await openAs('cara');
    await page.keyboard.press('Alt+4');
    await page.getByRole('button', { name: 'Assign judging…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign judging' });
    await dialog.getByRole('checkbox', { name: 'Key points' }).click();
    await dialog.getByRole('checkbox', { name: 'Non-deterministic clue' }).click();
    await dialog.getByRole('checkbox', { name: 'juno' }).click();
    const give = dialog.getByRole('button', { name: /^Assign \d+ verdicts?$/u });
    await give.waitFor();
    // What it comes to is asked of the core whenever something is chosen.
    await quiet(page);
    const count = /\d+/u.exec((await give.textContent()) ?? '')?.[0] ?? '';
    expect(Number(count)).toBeGreaterThan(0);
    await give.click();
    await dialog.waitFor({ state: 'detached' });
    const judging = page.getByRole('region', { name: 'Judging' });
    await judging.getByText(`0 of ${count}`).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await judging.getByRole('button', { name: `Withdraw ${count} open…` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw verdicts' }).click();
    await page.getByText(`${count} open verdicts withdrawn.`).waitFor();
    expect(complaints).toEqual([]);
  });
});
