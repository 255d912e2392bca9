import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServices, type Services } from '../../electron/core/app/services.ts';
import { createCasebook } from '../../electron/core/derived/casebook.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { type RunningApp, startApp } from '../helpers/browserHost.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { giveAnswers, type GivenAnswer, type GivenItem } from '../helpers/givenAnswers.ts';
import { choices, rate } from '../helpers/ratedCasebook.ts';
import { TELLING, tellNames } from '../helpers/tellingNames.ts';
import { until } from '../helpers/until.ts';

const folder = temporaryFolder();
let app: RunningApp;
const answered = join(folder.path, 'Answered.casebook');
const rated = join(folder.path, 'Rated.casebook');

function item(place: number): GivenItem {
  const externalId = `item-${String(place)}`;
  const label = place % 2 === 0;
  const payload: JsonObject = {
    data_path: externalId,
    label,
    scene: place < 20 ? 'hotel' : 'dining',
    target_partner: 'girlfriend',
    main_ins: 'Anything suspicious?',
    ...(label && { detm_cue: 'A second glass.' }),
  };
  const answers = ['p1', 'p2', 'gpt'].map((by, who): GivenAnswer => ({
    by,
    step: 'main_ins',
    answer: 'Something.',
    ...(by !== 'gpt' && { position: place, seconds: 10 + who }),
    verdicts: ['jo', 'ji', 'llm-judge'].map((judge, at) => ({
      judge,
      criterion: label ? 'cue_match' : 'false_match',
      value: (place + who) % (at + 3) === 0 ? 'NO' : 'YES',
    })),
  }));
  return { externalId, payload, answers };
}

async function make(path: string, benchmark: string, fill: (open: Services) => unknown): Promise<void> {
  const ports = testPorts(folder.path);
  const open = createServices(await createCasebook(path, { benchmark, title: 'Figures' }, ports));
  await fill(open);
  tellNames(open.casebook.database);
  await open.close();
}

beforeAll(async () => {
  await make(answered, 'caughtcheating', (open) =>
    giveAnswers(open, { models: ['gpt'], items: Array.from({ length: 40 }, (_, place) => item(place)) }),
  );
  await make(rated, 'generic', (open) =>
    rate(open, {
      vocabulary: choices({ verdict: ['yes', 'no'] }),
      items: Array.from({ length: 30 }, (_, place) => ({
        externalId: `item-${String(place)}`,
        ratings: ['ana', 'ben', 'cy'].map((rater, who) => ({
          rater,
          answer: { verdict: (place + who) % 3 === 0 ? 'no' : 'yes' },
        })),
      })),
    }),
  );
  app = await startApp();
});
afterAll(async () => {
  await app.close();
  folder[Symbol.dispose]();
});

/** Opens a screen of a casebook as its curator. */
async function open(path: string, screen: string): Promise<Page> {
  const { page } = await app.open({ acceptDownloads: true });
  await app.core.keeper.open(path);
  const curator = app.core
    .services()
    .people.list()
    .find(({ roles }) => roles.includes('curator'));
  await page.evaluate(async (id) => {
    await fetch('/rpc/people/workAs', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ json: { id } }),
    });
  }, curator?.id);
  await page.goto(new URL(`/#/${screen}`, page.url()).href);
  await page.reload();
  return page;
}

/** Everything that the menus of a screen save, by menu and form. */
async function savedFrom(page: Page, named: boolean): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const buttons = page.getByRole('button', { name: /: copy or save / });
  const names = await buttons.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''));
  for (const name of new Set(names)) {
    for (const form of ['CSV', 'Markdown', 'LaTeX', 'SVG']) {
      await page.getByRole('button', { name, exact: true }).first().click();
      const choice = page.getByRole('menuitemcheckbox', { name: 'With names' });
      const save = page.getByRole('menuitem', { name: `Save as ${form}` });
      await page
        .getByRole('menuitem', { name: /^Save as/ })
        .first()
        .waitFor();
      if (named && (await choice.count()) > 0 && (await choice.getAttribute('aria-checked')) === 'false')
        await choice.click();
      if ((await save.count()) > 0) {
        const [file] = await Promise.all([page.waitForEvent('download'), save.click()]);
        files.set(
          `${name}, ${form}`,
          `${file.suggestedFilename()}\n${await readFile(await file.path(), 'utf8')}`,
        );
      } else await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'hidden' });
    }
  }
  return files;
}

describe('names of people', () => {
  it.each<[string, string, string, RegExp]>([
    ['Results', answered, 'results', /copy or save abilities of respondents/],
    ['Agreement', rated, 'agreement', /copy or save what each rater said/],
    ['Trust', answered, 'verdicts/trust', /copy or save the agreement of people/],
  ])(
    'are in nothing that %s saves or prints, unless they are asked for',
    async (_name, path, screen, last) => {
      const page = await open(path, screen);
      await page.getByRole('button', { name: last }).first().waitFor();
      await until(() => page.getByText(TELLING).count()).toBeGreaterThan(0);
      const files = await savedFrom(page, false);
      expect(files.size).toBeGreaterThan(2);
      for (const [name, text] of files) expect(text, name).not.toMatch(TELLING);
      expect([...files.values()].join('\n')).toMatch(/rater-\d/u);

      await page.emulateMedia({ media: 'print' });
      await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
      expect(await page.getByRole('main').innerText()).not.toMatch(TELLING);
      await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
      await page.emulateMedia({ media: 'screen' });

      const named = await savedFrom(page, true);
      expect([...named.values()].join('\n')).toMatch(TELLING);
    },
  );
});
