import type { Page } from 'playwright-core';
import { restingBox } from './restingBox.ts';
import { until } from './until.ts';

/** A place on the canvas, in shares of it from its top left corner. */
export type Share = readonly [x: number, y: number];

/** Waits until a press on the image begins a box: what was clicked for it may arm the canvas a moment later. */
export async function armed(page: Page): Promise<void> {
  await until(() => page.getByRole('button', { name: 'New box' }).getAttribute('aria-pressed')).toBe('true');
}

/** Drags over the canvas from one place to another. */
export async function dragOver(page: Page, from: Share, to: Share): Promise<void> {
  const box = await restingBox(page.getByRole('application'));
  const at = ([x, y]: Share) => [box.x + x * box.width, box.y + y * box.height] as const;
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]));
  await page.mouse.move(...at(to));
  await page.mouse.up();
}
