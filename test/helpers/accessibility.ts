import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** How often something is looked at that may only be on its way in or out. */
const LOOKS = 4;

/** What axe objects to on the page, each with the elements, in words; empty: nothing. What is gone when it looks again does not count. */
export async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  let problems = await look(page);
  for (let times = 1; times < LOOKS && problems.length > 0; times += 1) problems = await look(page);
  return problems;
}

async function look(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary ?? ''}`),
  );
}
