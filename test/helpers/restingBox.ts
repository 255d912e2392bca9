import type { Locator } from 'playwright-core';
import { present } from './present.ts';
import { until } from './until.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where an element is on the screen once it stays there: elements above or beside it may still load. */
export async function restingBox(element: Locator): Promise<Box> {
  const seen: (Box | null)[] = [];
  await until(async () => {
    seen.push(await element.boundingBox());
    const [before, now] = seen.slice(-2);
    return now != null && JSON.stringify(now) === JSON.stringify(before);
  }).toBe(true);
  return present(seen.at(-1));
}
