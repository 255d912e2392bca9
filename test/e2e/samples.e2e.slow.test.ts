import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { benchmarks } from '../../shared/benchmarks/registry.ts';
import { type RunningApp, startApp } from '../helpers/browserHost.ts';
import { settled } from '../helpers/curatorPage.ts';
import { internalNames } from '../helpers/internalNames.ts';
import { until } from '../helpers/until.ts';

/** Where pictures of the screens go; null: nobody wants to see them. */
const shots = process.env['CASEBOOK_SHOTS'] ?? null;
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
];
/** Titles like those of empty screens that say something: "4 items to decide" offers the first of them. */
const FINE = /^(?:\d|Nothing found$|This benchmark has no )/u;
/** Fewer words than these are no screen. */
const LEAST = 40;

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => {
  await app.close();
});

const main = (page: Page) => page.getByRole('main');

/** Waits until a screen has its heading, and what is computed for it is there. */
async function arrive(page: Page): Promise<void> {
  await main(page).getByRole('heading').first().waitFor();
  await settled(page);
  // Figures are computed; a busy machine takes minutes for them.
  await page.getByRole('progressbar').first().waitFor({ state: 'detached', timeout: 300_000 });
  await settled(page);
}

/** What is wrong with the screen that is shown, in words that begin with its name. */
async function wrongOn(page: Page, name: string, items: readonly string[]): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const title of await main(page).locator('[data-empty] h2').allInnerTexts())
    if (!FINE.test(title)) problems.push(`is empty: ${title}`);
  const text = await main(page).innerText();
  if (text.length < LEAST) problems.push(`says next to nothing: ${text}`);
  // The licences of others are as they are.
  const licences = await main(page).locator('pre').allInnerTexts();
  problems.push(...internalNames(text, [...items, ...licences]).map((found) => `shows ${found}`));
  for (const found of internalNames(
    (
      await main(page)
        .locator('[aria-label], [title]')
        .evaluateAll((all) => all.flatMap((each) => [each.ariaLabel ?? '', each.getAttribute('title') ?? '']))
    ).join('\n'),
    items,
  ))
    problems.push(`has a label with ${found}`);
  return problems.map((problem) => `${name} ${problem}`);
}

async function shoot(page: Page, name: string): Promise<void> {
  if (shots === null) return;
  mkdirSync(shots, { recursive: true });
  for (const size of SIZES)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      await settled(page);
      const file = `${name.replaceAll(/\W+/gu, '-').toLowerCase()}-${colorScheme}-${String(size.width)}.png`;
      await page.screenshot({ path: join(shots, file) });
    }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Goes to every place that some links lead to, and says what is wrong there. */
async function walk(
  page: Page,
  links: () => ReturnType<Page['getByRole']>,
  visit: (name: string) => Promise<void>,
): Promise<void> {
  const count = await links().count();
  for (let place = 0; place < count; place += 1) {
    const link = links().nth(place);
    // A number beside the name says how much waits.
    const name = (await link.innerText()).split('\n')[0] ?? '';
    await link.click();
    await until(() => link.getAttribute('aria-current')).toBe('page');
    await arrive(page);
    await visit(name);
  }
}

describe.each(benchmarks.flatMap(({ id, title, sample }) => (sample === undefined ? [] : [{ id, title }])))(
  'the sample of $title',
  ({ id, title }) => {
    it('has life on every screen, in words that people know', async () => {
      await app.core.keeper.close();
      const { page, context, complaints } = await app.open({ viewport: { width: 1440, height: 900 } });
      await page.getByRole('button', { name: `Open sample of ${title}` }).click();
      const screens = page.getByRole('navigation', { name: 'Screens' });
      await screens.waitFor({ timeout: 300_000 });
      // Items and labels are called as the data call them.
      const items = app.core
        .services()
        .casebook.database.prepare<[], string>('SELECT external_id FROM item UNION SELECT label FROM region')
        .pluck()
        .all();
      const problems: string[] = [];
      const look = async (name: string): Promise<void> => {
        problems.push(...(await wrongOn(page, name, items)));
        await shoot(page, `${id} ${name}`);
      };
      const visited: string[] = [];
      await walk(
        page,
        () => screens.getByRole('link'),
        async (name) => {
          visited.push(name);
          await look(name);
          const parts = () => main(page).getByRole('navigation').getByRole('link');
          if ((await parts().count()) > 1)
            await walk(page, parts, async (part) => {
              await look(`${name}, ${part}`);
            });
        },
      );
      expect(visited).toEqual(expect.arrayContaining(['Library', 'My work', 'Team', 'Settings']));
      expect(problems).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    }, 900_000);
  },
);
