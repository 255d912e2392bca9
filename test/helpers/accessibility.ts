import axe from 'axe-core';
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

/** How often something is looked at that may be fading in or out. */
const LOOKS = 4;

/** The rules whose outcome hangs on the theme. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'] as const;

/** What axe objects to on the page, each with the elements, in words; empty: nothing. What is gone when it looks again does not count. */
export function accessibilityProblems(page: Page): Promise<readonly string[]> {
  return lookUntilGone(page);
}

/**
 * What axe objects to on the page in light and in dark. The two differ in nothing but colours, so that dark is asked
 * about those alone; the page is light again afterwards.
 */
export async function accessibilityProblemsInBothThemes(page: Page): Promise<readonly string[]> {
  const light = await lookUntilGone(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await lookUntilGone(page, OF_COLOURS);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((problem) => `In dark, ${problem}`)];
}

async function lookUntilGone(page: Page, rules: readonly string[] = []): Promise<readonly string[]> {
  let problems = await look(page, rules);
  for (let times = 1; times < LOOKS && problems.length > 0; times += 1) problems = await look(page, rules);
  return problems;
}

/** The pages have no frames, so that axe is asked within the page itself: once loaded it stays with the document. */
async function look(page: Page, rules: readonly string[]): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async (only) => {
      const found = await window.axe.run(document, {
        resultTypes: ['violations'],
        ...(only.length > 0 && { runOnly: only }),
      });
      return found.violations.map(({ id, help, nodes }) => ({
        id,
        help,
        nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
      }));
    },
    [...rules],
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary ?? ''}`),
  );
}
