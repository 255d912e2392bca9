import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { CanvasBench } from '../canvas/StandaloneCanvas.tsx';
import type { CanvasRegion } from '../../renderer/canvas/types.ts';
import { serveCanvasPage, type ServedPages } from './canvasPage.ts';
import { present } from './present.ts';

declare global {
  interface Window {
    canvasBench?: CanvasBench;
    showScene?: (query: string) => Promise<void>;
  }
}

/** Margin around a fitted image, in CSS pixels: what turns places on the screen into image pixels below. */
export const MARGIN = 12;
export const SIZE = { width: 800, height: 600 };
const VIEWPORT = { width: 1200, height: 800 };

/** For all files of the process. */
let served: Promise<ServedPages> | null = null;
export let page: Page;
const complaints: string[] = [];

type GivenBox = Partial<CanvasRegion> & { readonly image?: number };

export async function open(
  boxes: readonly GivenBox[] = [],
  images: readonly string[] = ['/one.png'],
  extra = '',
): Promise<void> {
  const query = new URLSearchParams(images.map((image) => ['image', image]));
  query.set('boxes', JSON.stringify(boxes));
  await page.evaluate(async (scene) => window.showScene?.(scene), `${query}${extra}`);
  await page.waitForFunction(
    () => window.canvasBench !== undefined && !document.body.innerText.includes('Loading the image'),
  );
  await surface().focus();
}

export const surface = () => page.getByRole('application');
export const regions = (): Promise<readonly CanvasRegion[]> =>
  page.evaluate(() => window.canvasBench?.regions ?? []);
export const selection = (): Promise<readonly string[]> =>
  page.evaluate(() => window.canvasBench?.selection ?? []);
export const gestures = (): Promise<string[]> =>
  page.evaluate(() => (window.canvasBench?.changes ?? []).map((entry) => entry.gesture));

/** Where an image pixel is on the page while the image is fitted, and the scale there. */
export async function fittedPlace(x: number, y: number): Promise<{ x: number; y: number; scale: number }> {
  const bounds = present(await surface().boundingBox());
  const scale = Math.min(
    (bounds.width - 2 * MARGIN) / SIZE.width,
    (bounds.height - 2 * MARGIN) / SIZE.height,
  );
  return {
    x: bounds.x + (bounds.width - SIZE.width * scale) / 2 + x * scale,
    y: bounds.y + (bounds.height - SIZE.height * scale) / 2 + y * scale,
    scale,
  };
}

export async function moveTo(x: number, y: number): Promise<void> {
  const place = await fittedPlace(x, y);
  await page.mouse.move(place.x, place.y, { steps: 3 });
}

export async function clickAt(x: number, y: number): Promise<void> {
  await moveTo(x, y);
  await page.mouse.down();
  await page.mouse.up();
}

export async function drag(x0: number, y0: number, x1: number, y1: number): Promise<void> {
  await moveTo(x0, y0);
  await page.mouse.down();
  await moveTo(x1, y1);
  await page.mouse.up();
}

export function expectBox(
  region: CanvasRegion | undefined,
  x: number,
  y: number,
  width: number,
  height: number,
  within = 1,
): void {
  const found = present(region);
  expect(Math.abs(found.x - x)).toBeLessThanOrEqual(within);
  expect(Math.abs(found.y - y)).toBeLessThanOrEqual(within);
  expect(Math.abs(found.width - width)).toBeLessThanOrEqual(within);
  expect(Math.abs(found.height - height)).toBeLessThanOrEqual(within);
}

export async function expectLive(text: RegExp): Promise<void> {
  await page.waitForFunction(
    ([source]) => new RegExp(source ?? '').test(document.querySelector('output')?.textContent ?? ''),
    [text.source],
  );
}

export async function nextFrame(): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(undefined))));
}

/** Draws the images, and serves them with the page. */
async function serve(): Promise<ServedPages> {
  const folder = await mkdtemp(join(tmpdir(), 'casebook-canvas-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const plain = { ...SIZE, channels: 3, background: '#8899aa' } as const;
  await sharp({ create: plain }).png().toFile(join(folder, 'one.png'));
  await sharp({ create: { ...plain, background: '#443322' } })
    .png()
    .toFile(join(folder, 'two.png'));
  await sharp({ create: { ...SIZE, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .png()
    .toFile(join(folder, 'clear.png'));
  return serveCanvasPage(folder);
}

/** Registers the hooks that give the tests of a file one page with a canvas, on which each shows a scene of its own. */
export function useCanvas(): void {
  beforeAll(async () => {
    const { address, browser } = await (served ??= serve());
    page = await browser.newPage({ viewport: VIEWPORT });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${address}canvas.html`);
    await page.waitForFunction(() => window.canvasBench !== undefined);
  });

  afterAll(async () => {
    await page.close();
  });

  // One page for all tests, each of which loads its own scene: what one that failed held down is let go of.
  beforeEach(async () => {
    complaints.length = 0;
    for (const button of ['left', 'middle'] as const) await page.mouse.up({ button });
    for (const key of ['Shift', 'Control', 'Alt', ' ']) await page.keyboard.up(key);
    await page.mouse.move(0, 0);
    await page.setViewportSize(VIEWPORT);
  });

  afterEach(() => {
    expect(complaints).toEqual([]);
  });
}
