import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** How often something is looked at that may only be on its way in or out. */
const LOOKS = 4;

/** The rules whose outcome hangs on the theme. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'] as const;

/** What axe objects to on the page, each with the elements, in words; empty: nothing. What is gone when it looks again does not count. */
export async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  let problems = await look(page);
  for (let times = 1; times < LOOKS && problems.length > 0; times += 1) problems = await look(page);
  return problems;
}

/**
 * What axe objects to on the page in light and in dark. The two differ in nothing but colours, so that dark is asked
 * about those alone; the page is light again afterwards.
 */
export async function accessibilityProblemsInBothThemes(page: Page): Promise<readonly string[]> {
  const light = await accessibilityProblems(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  let dark = await look(page, OF_COLOURS);
  for (let times = 1; times < LOOKS && dark.length > 0; times += 1) dark = await look(page, OF_COLOURS);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((problem) => `In dark, ${problem}`)];
}

async function look(page: Page, rules: readonly string[] = []): Promise<readonly string[]> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (rules.length === 0 ? axe : axe.withRules([...rules])).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary ?? ''}`),
  );
}
