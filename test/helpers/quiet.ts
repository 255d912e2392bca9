import type { Page, Request } from 'playwright-core';
import { present } from './present.ts';
import { until } from './until.ts';

const underWay = new WeakMap<Page, Set<Request>>();

/** Follows what the page asks for, from now on; once for each page, before it goes anywhere. */
export function followRequests(page: Page): void {
  const requests = new Set<Request>();
  underWay.set(page, requests);
  page.on('request', (request) => {
    // What an earlier document asked for is nobody's business any more.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) requests.clear();
    requests.add(request);
  });
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
}

/**
 * Waits until nothing is under way between the page and the core, and what came of it is drawn. (Playwright's own
 * `networkidle` is reached once for each document, and then stays reached whatever is asked for.)
 */
export async function quiet(page: Page): Promise<void> {
  const requests = present(underWay.get(page));
  await until(async () => {
    if (requests.size > 0) return requests.size;
    // What was drawn last may ask for more.
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => setTimeout(resolve));
        }),
    );
    return requests.size;
  }).toBe(0);
}
