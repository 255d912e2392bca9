import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CanvasBench } from '../canvas/StandaloneCanvas.tsx';
import type { CanvasRegion } from '../../renderer/canvas/types.ts';
import { serveCanvasPage } from '../helpers/canvasPage.ts';
import type { ServedPages } from '../helpers/canvasPage.ts';
import { present } from '../helpers/present.ts';
import { until } from '../helpers/until.ts';

declare global {
  interface Window {
    canvasBench?: CanvasBench;
  }
}

/** Margin around a fitted image, in CSS pixels: what turns places on the screen into image pixels below. */
const MARGIN = 12;
const SIZE = { width: 800, height: 600 };
const VIEWPORT = { width: 1200, height: 800 };

let pages: ServedPages;
let folder: string;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'casebook-canvas-'));
  const plain = { ...SIZE, channels: 3, background: '#8899aa' } as const;
  await sharp({ create: plain }).png().toFile(join(folder, 'one.png'));
  await sharp({ create: { ...plain, background: '#443322' } })
    .png()
    .toFile(join(folder, 'two.png'));
  await sharp({ create: { ...SIZE, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .png()
    .toFile(join(folder, 'clear.png'));
  pages = await serveCanvasPage(folder);
  page = await pages.browser.newPage({ viewport: VIEWPORT });
  page.on('pageerror', (error) => complaints.push(error.message));
});

afterAll(async () => {
  await pages.close();
  await rm(folder, { recursive: true, force: true });
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

type GivenBox = Partial<CanvasRegion> & { readonly image?: number };

async function open(
  boxes: readonly GivenBox[] = [],
  images: readonly string[] = ['/one.png'],
  extra = '',
): Promise<void> {
  const query = new URLSearchParams(images.map((image) => ['image', image]));
  query.set('boxes', JSON.stringify(boxes));
  await page.goto(`${pages.address}canvas.html?${query}${extra}`);
  await page.waitForFunction(
    () => window.canvasBench !== undefined && !document.body.innerText.includes('Loading the image'),
  );
  await surface().focus();
}

const surface = () => page.getByRole('application');
const regions = (): Promise<readonly CanvasRegion[]> =>
  page.evaluate(() => window.canvasBench?.regions ?? []);
const selection = (): Promise<readonly string[]> => page.evaluate(() => window.canvasBench?.selection ?? []);
const gestures = (): Promise<string[]> =>
  page.evaluate(() => (window.canvasBench?.changes ?? []).map((entry) => entry.gesture));

/** Where an image pixel is on the page while the image is fitted, and the scale there. */
async function fittedPlace(x: number, y: number): Promise<{ x: number; y: number; scale: number }> {
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

async function moveTo(x: number, y: number): Promise<void> {
  const place = await fittedPlace(x, y);
  await page.mouse.move(place.x, place.y, { steps: 3 });
}

async function clickAt(x: number, y: number): Promise<void> {
  await moveTo(x, y);
  await page.mouse.down();
  await page.mouse.up();
}

async function drag(x0: number, y0: number, x1: number, y1: number): Promise<void> {
  await moveTo(x0, y0);
  await page.mouse.down();
  await moveTo(x1, y1);
  await page.mouse.up();
}

/** What the pointer says that a press would do. */
const cursor = (): Promise<string> => surface().evaluate((element) => getComputedStyle(element).cursor);

/** The image pixel under the pointer, as the canvas itself reads it out. */
async function pixelUnderPointer(): Promise<{ x: number; y: number }> {
  const text = await page.getByText(/^x -?\d+ {2}y -?\d+$/).innerText();
  const [, x, y] = /x (-?\d+) {2}y (-?\d+)/.exec(text) ?? [];
  return { x: Number(x), y: Number(y) };
}

function expectBox(
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

describe('drawing', () => {
  it('draws by a drag, tells its owner once and selects the box', async () => {
    await open();
    await page.keyboard.press('r');
    await drag(100, 100, 300, 250);
    const [box] = await regions();
    expectBox(box, 100, 100, 200, 150);
    expect(box?.label).toBe('reflection');
    expect(await gestures()).toEqual(['draw']);
    expect(await selection()).toEqual([box?.id]);
    // Armed for one box only: another drag on the image draws nothing.
    await drag(500, 400, 600, 500);
    expect(await regions()).toHaveLength(1);
  });

  it('draws by two clicks, from any corner', async () => {
    await open();
    await page.keyboard.press('n');
    await clickAt(300, 250);
    await moveTo(200, 200);
    expect(await regions()).toHaveLength(0);
    await clickAt(100, 120);
    expectBox((await regions())[0], 100, 120, 200, 130);
    expect(await gestures()).toEqual(['draw']);
  });

  it('stays armed with Shift until Esc', async () => {
    await open();
    await page.keyboard.press('Shift+R');
    await drag(50, 50, 100, 100);
    await drag(150, 50, 200, 100);
    expect(await regions()).toHaveLength(2);
    await page.keyboard.press('Escape');
    await drag(250, 50, 300, 100);
    expect(await regions()).toHaveLength(2);
  });

  it('begins within the box just drawn while the tool is armed, by a drag or two clicks', async () => {
    await open();
    await page.keyboard.press('Shift+R');
    await drag(100, 100, 500, 400);
    await moveTo(200, 200);
    expect(await cursor()).toBe('crosshair');
    await drag(200, 200, 300, 300);
    await clickAt(250, 250);
    await clickAt(450, 350);
    const [outer, inner, last] = await regions();
    expectBox(outer, 100, 100, 400, 300);
    expectBox(inner, 200, 200, 100, 100);
    expectBox(last, 250, 250, 200, 100);
    expect(await gestures()).toEqual(['draw', 'draw', 'draw']);
    expect(await selection()).toEqual([last?.id]);
  });

  it('resizes the box just drawn by its handles while the tool stays armed', async () => {
    await open();
    await page.keyboard.press('Shift+R');
    await drag(100, 100, 300, 250);
    await moveTo(300, 250);
    expect(await cursor()).toBe('nwse-resize');
    await drag(300, 250, 400, 350);
    expectBox((await regions())[0], 100, 100, 300, 250);
    // Dropped halfway, it goes back; what is armed stays so.
    await moveTo(100, 100);
    await page.mouse.down();
    await moveTo(50, 50);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expectBox((await regions())[0], 100, 100, 300, 250);
    // With Shift the next box begins where a handle is; a click there is its first corner.
    await page.keyboard.down('Shift');
    await drag(100, 100, 200, 200);
    await page.keyboard.up('Shift');
    await clickAt(200, 200);
    await clickAt(260, 280);
    expectBox((await regions())[0], 100, 100, 300, 250);
    expectBox((await regions())[1], 100, 100, 100, 100);
    expectBox((await regions())[2], 200, 200, 60, 80);
    expect(await gestures()).toEqual(['draw', 'resize', 'draw', 'draw']);
  });

  it('resizes by handles before the first of four points, which may lie on one', async () => {
    await open([{ x: 100, y: 100, width: 200, height: 150 }]);
    await clickAt(200, 175);
    await page.evaluate(() => window.canvasBench?.handle()?.drawByPoints(true));
    await drag(300, 250, 350, 300);
    expectBox((await regions())[0], 100, 100, 250, 200);
    for (const [x, y] of [
      [350, 300],
      [500, 320],
      [400, 200],
      [420, 450],
    ] as const)
      await clickAt(x, y);
    expectBox((await regions())[0], 100, 100, 250, 200);
    expectBox((await regions())[1], 350, 200, 150, 250);
    expect(await gestures()).toEqual(['resize', 'draw']);
  });

  it('needs no tool where a drag draws: the box just drawn is moved once it has been clicked', async () => {
    await open([], undefined, '&dragDraws');
    await drag(100, 100, 500, 400);
    await moveTo(200, 200);
    expect(await cursor()).toBe('crosshair');
    await drag(200, 200, 300, 300);
    expectBox((await regions())[0], 100, 100, 400, 300);
    expectBox((await regions())[1], 200, 200, 100, 100);
    // Its handles are there all the while.
    await drag(300, 300, 320, 320);
    expectBox((await regions())[1], 200, 200, 120, 120);
    await drag(250, 250, 450, 350);
    expectBox((await regions())[2], 250, 250, 200, 100);
    await clickAt(400, 320);
    expect(await cursor()).toBe('crosshair');
    await moveTo(405, 320);
    expect(await cursor()).toBe('move');
    await drag(400, 320, 420, 340);
    expectBox((await regions())[2], 270, 270, 200, 100);
    expect(await gestures()).toEqual(['draw', 'draw', 'resize', 'draw', 'move']);
  });

  it('drops a box begun and leaves the tool at Esc, then the selection', async () => {
    await open([{ x: 10, y: 10, width: 50, height: 50 }]);
    await clickAt(30, 30);
    expect(await selection()).toEqual(['box-0']);
    await page.keyboard.press('r');
    await moveTo(300, 300);
    await page.mouse.down();
    await moveTo(400, 400);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await regions()).toHaveLength(1);
    expect(await selection()).toEqual(['box-0']);
    await page.keyboard.press('Escape');
    expect(await selection()).toEqual([]);
    expect(await gestures()).toEqual([]);
  });

  it('cuts a box at the edge of the image', async () => {
    await open();
    await page.keyboard.press('r');
    await drag(700, 500, 830, 590);
    const [box] = await regions();
    expectBox(box, 700, 500, 100, 90);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBe(SIZE.width);
  });

  it('puts corners on whole pixels where that is wanted', async () => {
    await open();
    await page.getByRole('button', { name: 'View' }).click();
    await page.getByLabel('Boxes on whole pixels').check({ force: true });
    await page.keyboard.press('Escape');
    await surface().focus();
    await page.keyboard.press('r');
    await drag(101.4, 100.3, 300.7, 250.6);
    const [box] = await regions();
    for (const value of [box?.x, box?.y, box?.width, box?.height]) expect(Number.isInteger(value)).toBe(true);
  });

  it('is done by keyboard alone, placed and sized to the pixel', async () => {
    await open();
    await page.keyboard.press('r');
    await page.keyboard.press('Enter');
    for (let step = 0; step < 7; step += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Alt+ArrowLeft');
    await page.keyboard.press('Alt+Shift+ArrowDown');
    expect(await regions()).toHaveLength(0);
    await page.keyboard.press('Enter');
    // A fifth of the view, begun in its middle, then moved by (7, 10) and sized by (-1, 10).
    const box = present((await regions())[0]);
    expect(box.x + (box.width + 1) / 2).toBeCloseTo(400 + 7, 0);
    expect(box.y + (box.height - 10) / 2).toBeCloseTo(300 + 10, 0);
    expect(await gestures()).toEqual(['keyboard draw']);
    expect(await selection()).toEqual([box.id]);
    await expectLive(/1 of 1/);
  });

  it('begins with a fifth of the image where a corner of it is in sight, and crosses it while a key is held', async () => {
    await open();
    const place = await fittedPlace(400, 300);
    await page.mouse.move(place.x, place.y);
    for (let step = 0; step < 4; step += 1) await page.mouse.wheel(0, -120);
    // As far to the bottom right as it goes.
    for (let step = 0; step < 20; step += 1) {
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('b');
    await page.keyboard.press('Enter');
    const [begun] = await regions();
    expect(begun?.width).toBe(SIZE.width / 5);
    expect(begun?.height).toBe(SIZE.height / 5);
    expect((begun?.x ?? 0) + (begun?.width ?? 0)).toBeLessThanOrEqual(SIZE.width);
    await page.keyboard.press('b');
    for (let step = 0; step < 30; step += 1) await page.keyboard.down('ArrowLeft');
    await page.keyboard.up('ArrowLeft');
    await page.keyboard.press('Enter');
    expect((await regions()).at(-1)?.x).toBeLessThan((begun?.x ?? 0) - 250);
  });

  it('leaves nothing behind when a keyboard box is dropped', async () => {
    await open();
    await page.keyboard.press('b');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    expect(await regions()).toHaveLength(0);
    expect(await gestures()).toEqual([]);
  });

  it('is refused with a reason without a label, and where nothing may be changed', async () => {
    await open();
    await page
      .getByRole('button', { name: 'Clear' })
      .or(page.locator('.mantine-InputClearButton-root'))
      .first()
      .click();
    await surface().focus();
    await page.keyboard.press('r');
    await drag(100, 100, 300, 250);
    expect(await regions()).toHaveLength(0);
    await open([{ x: 10, y: 10, width: 50, height: 50 }], ['/one.png'], '&readOnly');
    await page.keyboard.press('r');
    await expectLive(/You cannot change boxes/);
    await drag(30, 30, 90, 90);
    await page.keyboard.press('Delete');
    expect(await gestures()).toEqual([]);
    expect(await selection()).toEqual(['box-0']);
  });
});

async function expectLive(text: RegExp): Promise<void> {
  await page.waitForFunction(
    ([source]) => new RegExp(source ?? '').test(document.querySelector('output')?.textContent ?? ''),
    [text.source],
  );
}

describe('selecting', () => {
  const nested = [
    { x: 100, y: 100, width: 400, height: 300 },
    { x: 200, y: 150, width: 200, height: 150 },
    { x: 250, y: 180, width: 60, height: 40 },
  ];

  it('takes the smallest box under the pointer, then those around it, and begins again', async () => {
    await open(nested);
    const seen: string[] = [];
    for (let click = 0; click < 4; click += 1) {
      await clickAt(280, 200);
      seen.push(...(await selection()));
    }
    expect(seen).toEqual(['box-2', 'box-1', 'box-0', 'box-2']);
    await clickAt(700, 550);
    expect(await selection()).toEqual([]);
  });

  it('moves the selected outer box by a drag that begins on the box inside it', async () => {
    await open(nested);
    await clickAt(120, 120);
    expect(await selection()).toEqual(['box-0']);
    await drag(280, 200, 330, 230);
    const [outer, middle] = await regions();
    expectBox(outer, 150, 130, 400, 300);
    expectBox(middle, 200, 150, 200, 150, 0);
  });

  it('goes through the boxes with Tab and Shift+Tab and lets the keyboard go on past the last', async () => {
    await open(nested);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await selection()).toEqual(['box-1']);
    await page.keyboard.press('Shift+Tab');
    expect(await selection()).toEqual(['box-0']);
    await page.keyboard.press('Shift+Tab');
    expect(await surface().evaluate((element) => element === document.activeElement)).toBe(false);
  });

  it('adds with Shift-click, and by a rubber band around whole boxes', async () => {
    await open([
      { x: 50, y: 50, width: 40, height: 40 },
      { x: 150, y: 50, width: 40, height: 40 },
      { x: 50, y: 300, width: 40, height: 40 },
    ]);
    await clickAt(70, 70);
    await page.keyboard.down('Shift');
    await clickAt(170, 70);
    expect([...(await selection())].sort()).toEqual(['box-0', 'box-1']);
    await clickAt(70, 70);
    expect(await selection()).toEqual(['box-1']);
    await page.keyboard.up('Shift');
    await drag(20, 20, 120, 400);
    expect([...(await selection())].sort()).toEqual(['box-0', 'box-2']);
    expect(await gestures()).toEqual([]);
  });
});

describe('locked boxes', () => {
  const locked = { x: 100, y: 100, width: 200, height: 150, locked: true };
  const own = { x: 500, y: 400, width: 100, height: 100 };

  it('are selected, but not moved, resized, deleted or copied, and it is said why', async () => {
    await open([locked]);
    await clickAt(200, 175);
    expect(await selection()).toEqual(['box-0']);
    await drag(200, 175, 300, 300);
    await expectLive(/This box is locked/);
    // Where a handle would be.
    await drag(300, 250, 400, 350);
    for (const key of ['ArrowRight', 'Shift+ArrowDown', 'Alt+ArrowRight', 'Control+d', '2', 'Delete']) {
      await page.keyboard.press(key);
    }
    expect(await gestures()).toEqual([]);
    expectBox((await regions())[0], 100, 100, 200, 150, 0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expectLive(/box 1 of 1/);
    await page.keyboard.press('ArrowRight');
    await expectLive(/This box is locked/);
  });

  it('say why while they are dragged, where one looks', async () => {
    await open([locked]);
    await moveTo(200, 175);
    await page.mouse.down();
    await moveTo(260, 220);
    await page.getByText('This box is locked.').first().waitFor();
    await moveTo(300, 240);
    expect(await page.locator('span', { hasText: 'This box is locked' }).count()).toBe(1);
    await page.mouse.up();
    await moveTo(320, 250);
    expect(await page.locator('span', { hasText: 'This box is locked' }).count()).toBe(0);
  });

  it('stay where they are when boxes selected with them are moved and deleted', async () => {
    await open([locked, own]);
    await page.keyboard.press('Control+a');
    await drag(550, 450, 580, 480);
    expectBox((await regions())[0], 100, 100, 200, 150, 0);
    expectBox((await regions())[1], 530, 430, 100, 100);
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    expect((await regions()).map(({ id }) => id)).toEqual(['box-0']);
  });

  it('leave the first click to a box about the same thing that can be changed', async () => {
    await open([locked, { x: 90, y: 90, width: 220, height: 170 }]);
    await drag(200, 175, 220, 175);
    expect(await selection()).toEqual(['box-1']);
    expectBox((await regions())[1], 110, 90, 220, 170);
    await page.keyboard.press('Escape');
    await clickAt(200, 175);
    await clickAt(200, 175);
    expect(await selection()).toEqual(['box-0']);
  });
});

describe('changing boxes', () => {
  const one = [{ x: 300, y: 200, width: 100, height: 80, note: 'kept' }];

  it('moves by a drag, stops at the edge and keeps the size', async () => {
    await open(one);
    await drag(350, 240, 400, 300);
    expectBox((await regions())[0], 350, 260, 100, 80);
    await drag(400, 300, 2000, 300);
    const [box] = await regions();
    expect(box).toMatchObject({ x: 700, width: 100, height: 80, note: 'kept' });
    expect(await gestures()).toEqual(['move', 'move']);
  });

  it('resizes by each of the eight handles', async () => {
    const pulls = [
      ['nw', 300, 200, [-20, -10], [280, 190, 120, 90]],
      ['n', 350, 200, [-20, -10], [300, 190, 100, 90]],
      ['ne', 400, 200, [20, -10], [300, 190, 120, 90]],
      ['e', 400, 240, [20, -10], [300, 200, 120, 80]],
      ['se', 400, 280, [20, 10], [300, 200, 120, 90]],
      ['s', 350, 280, [20, 10], [300, 200, 100, 90]],
      ['sw', 300, 280, [-20, 10], [280, 200, 120, 90]],
      ['w', 300, 240, [-20, 10], [280, 200, 120, 80]],
    ] as const;
    for (const [, x, y, [dx, dy], [left, top, width, height]] of pulls) {
      await open(one);
      await clickAt(350, 240);
      await drag(x, y, x + dx, y + dy);
      expectBox((await regions())[0], left, top, width, height);
      expect(await gestures()).toEqual(['resize']);
    }
  });

  it('restores a box at Esc in the middle of a move or a resize', async () => {
    await open(one);
    const before = await regions();
    for (const [x, y] of [
      [350, 240],
      [400, 280],
    ] as const) {
      await clickAt(350, 240);
      await moveTo(x, y);
      await page.mouse.down();
      await moveTo(x + 60, y + 60);
      await page.keyboard.press('Escape');
      await page.mouse.up();
      expect(await regions()).toEqual(before);
    }
    expect(await gestures()).toEqual([]);
    expect(await selection()).toEqual(['box-0']);
  });

  it('nudges by one and ten pixels and stops at the edges', async () => {
    await open([{ x: 3, y: 590, width: 20, height: 9 }]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowDown');
    expect((await regions())[0]).toMatchObject({ x: 2, y: 591 });
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Shift+ArrowDown');
    expect((await regions())[0]).toMatchObject({ x: 0, y: 591, width: 20, height: 9 });
    // Nothing to do at the edge: nothing is told.
    expect(await gestures()).toEqual(['nudge', 'nudge', 'nudge']);
  });

  it('resizes by keys, never below one pixel nor beyond the image', async () => {
    await open([{ x: 780, y: 100, width: 5, height: 4 }]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Alt+Shift+ArrowLeft');
    await page.keyboard.press('Alt+Shift+ArrowUp');
    expect((await regions())[0]).toMatchObject({ x: 780, y: 100, width: 1, height: 1 });
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('Alt+Shift+ArrowRight');
    expect((await regions())[0]).toMatchObject({ x: 780, width: 20 });
  });

  it('moves several boxes as one, none of them beyond the edge', async () => {
    await open([
      { x: 10, y: 10, width: 30, height: 30 },
      { x: 100, y: 100, width: 30, height: 30 },
    ]);
    await page.keyboard.press('Control+a');
    await drag(115, 115, 15, 115);
    expect(await regions()).toMatchObject([
      { x: 0, y: 10 },
      { x: 90, y: 100 },
    ]);
    await page.keyboard.press('ArrowLeft');
    expect(await gestures()).toEqual(['move']);
  });

  it('duplicates, labels, hides and deletes the selection', async () => {
    await open(one);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+d');
    const [original, copy] = await regions();
    expect(copy).toMatchObject({ label: original?.label, width: 100, height: 80, note: 'kept' });
    expect(copy?.id).not.toBe(original?.id);
    expect(await selection()).toEqual([copy?.id]);
    await page.keyboard.press('3');
    expect((await regions())[1]?.label).toBe('cutlery');
    await page.keyboard.press('h');
    await expectLive(/Box hidden/);
    await page.getByText('2 boxes, 1 hidden').waitFor();
    await page.keyboard.press('h');
    await page.keyboard.press('Shift+H');
    await page.getByText('2 boxes, 2 hidden').waitFor();
    await page.keyboard.press('Shift+H');
    await page.keyboard.press('Delete');
    expect((await regions()).map((region) => region.id)).toEqual([original?.id]);
    await page.keyboard.press('Delete');
    expect(await gestures()).toEqual(['duplicate', 'label', 'delete']);
  });
});

describe('looking', () => {
  it('stays in its frame, fitted or zoomed, however long an arrow key is held', async () => {
    await open();
    const middle = await fittedPlace(400, 300);
    const looked = async (): Promise<{ x: number; y: number }> => {
      await page.mouse.move(middle.x + 1, middle.y);
      await page.mouse.move(middle.x, middle.y);
      return pixelUnderPointer();
    };
    const before = await looked();
    for (let step = 0; step < 12; step += 1) await page.keyboard.press('ArrowRight');
    // The margin around it is all the room that a fitted image has.
    const fitted = await looked();
    expect(Math.abs(fitted.x - before.x)).toBeLessThanOrEqual(MARGIN * 14);
    expect(fitted.y).toBe(before.y);
    for (let step = 0; step < 4; step += 1) await page.mouse.wheel(0, -120);
    for (let step = 0; step < 40; step += 1) await page.keyboard.press('ArrowRight');
    const pushed = await looked();
    expect(pushed.x).toBeLessThanOrEqual(SIZE.width + 1);
    expect(pushed.x).toBeGreaterThan(before.x);
  });

  it('keeps the image point under the pointer while the wheel zooms', async () => {
    await open();
    for (const [x, y] of [
      [200, 150],
      [610, 420],
    ] as const) {
      await page.keyboard.press('Shift+1');
      await moveTo(x, y);
      const before = await pixelUnderPointer();
      for (let step = 0; step < 8; step += 1) {
        await page.mouse.wheel(0, -120);
        await nextFrame();
        const place = await fittedPlace(x, y);
        await page.mouse.move(place.x, place.y);
        const now = await pixelUnderPointer();
        expect(Math.abs(now.x - before.x)).toBeLessThanOrEqual(1);
        expect(Math.abs(now.y - before.y)).toBeLessThanOrEqual(1);
      }
    }
  });

  it('pans with the middle button and with Space, also between the two clicks of a box', async () => {
    await open();
    // A quarter larger than fitted, about its middle: an image that fits stays where it is.
    await page.keyboard.press('Control+=');
    await page.keyboard.press('r');
    await clickAt(200, 200);
    const from = await fittedPlace(400, 300);
    await page.keyboard.down(' ');
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x - 50, from.y - 30, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up(' ');
    await page.mouse.move(from.x, from.y);
    await page.mouse.down({ button: 'middle' });
    await page.mouse.move(from.x - 50, from.y - 30, { steps: 4 });
    await page.mouse.up({ button: 'middle' });
    const corner = await fittedPlace(300, 300);
    await page.mouse.move(corner.x, corner.y);
    await page.mouse.down();
    await page.mouse.up();
    const { scale } = corner;
    expectBox((await regions())[0], 240, 220, 80 + 80 / scale, 80 + 48 / scale);
  });

  it('fits at a double click and at Shift+1, and shows 100 % at Shift+2', async () => {
    await open([{ x: 300, y: 200, width: 200, height: 200 }]);
    const zoom = page.getByText(/^\d+ %$/);
    const fitted = await zoom.innerText();
    await page.keyboard.press('Shift+2');
    expect(await zoom.innerText()).toBe('100 %');
    await page.keyboard.press('Control+=');
    expect(await zoom.innerText()).toBe('125 %');
    const middle = await fittedPlace(400, 300);
    await page.mouse.dblclick(middle.x, middle.y);
    expect(await zoom.innerText()).toBe(fitted);
    await page.keyboard.press('Shift+2');
    await page.keyboard.press('Shift+1');
    expect(await zoom.innerText()).toBe(fitted);
  });

  it('keeps a chosen place when the window changes its size', async () => {
    await open();
    await moveTo(400, 300);
    const middle = await fittedPlace(400, 300);
    await page.mouse.wheel(0, -400);
    await page.setViewportSize({ width: 900, height: 700 });
    await nextFrame();
    await nextFrame();
    const bounds = present(await surface().boundingBox());
    expect(middle.scale).toBeGreaterThan(0);
    await page.mouse.move(bounds.x + bounds.width / 2, bounds.y + bounds.height / 2);
    const under = await pixelUnderPointer();
    expect(Math.abs(under.x - 400)).toBeLessThanOrEqual(2);
    expect(Math.abs(under.y - 300)).toBeLessThanOrEqual(2);
  });

  it('shows images side by side, zooms them together and draws in either', async () => {
    await open([], ['/one.png', '/two.png']);
    const bounds = present(await surface().boundingBox());
    const pane = (bounds.width - 8) / 2;
    const scale = Math.min((pane - 2 * MARGIN) / SIZE.width, (bounds.height - 2 * MARGIN) / SIZE.height);
    const centre = (side: 0 | 1) => bounds.x + side * (pane + 8) + pane / 2;
    const middle = bounds.y + bounds.height / 2;
    // Zoomed with the pointer in the middle of the left image, the right one shows its middle as well.
    await page.mouse.move(centre(0), middle);
    for (let step = 0; step < 5; step += 1) await page.mouse.wheel(0, -120);
    await nextFrame();
    await page.mouse.move(centre(1), middle);
    const under = await pixelUnderPointer();
    expect(Math.abs(under.x - SIZE.width / 2)).toBeLessThanOrEqual(1);
    expect(Math.abs(under.y - SIZE.height / 2)).toBeLessThanOrEqual(1);
    await page.mouse.move(centre(1) + 100, middle);
    const beside = await pixelUnderPointer();
    expect(100 / (beside.x - under.x)).toBeGreaterThan(scale * 1.5);
    await page.keyboard.press('Shift+1');
    await page.keyboard.press('r');
    await page.mouse.move(centre(1) - 100 * scale, middle - 50 * scale);
    await page.mouse.down();
    // Dragged into the neighbour's place, it still ends at its own image's edge.
    await page.mouse.move(centre(0), middle + 50 * scale, { steps: 4 });
    await page.mouse.up();
    const [box] = await regions();
    expect(box?.imageId).toBe('image-1');
    expectBox(box, 0, 250, 300, 100);
  });

  it('never changes the image or the boxes by brightness, contrast or edges', async () => {
    await open([{ x: 100, y: 100, width: 50, height: 50 }]);
    await page.getByRole('button', { name: 'View' }).click();
    await page.getByLabel('Edges only').check({ force: true });
    await page.getByRole('slider', { name: 'Brightness' }).press('ArrowRight');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'View changed' }).waitFor();
    expect(await regions()).toMatchObject([{ x: 100, y: 100, width: 50, height: 50 }]);
    expect(await gestures()).toEqual([]);
  });

  it('says in plain words that an image cannot be read, or is missing', async () => {
    await open([], ['/not-there.png', 'missing']);
    await page.getByText('This image could not be shown.').waitFor();
    await page.getByText('This image is missing.').waitFor();
    await page.keyboard.press('r');
    await expectLive(/Wait for the image/);
  });
});

describe('the picture', () => {
  const SKY_BLUE = [86, 180, 233];
  const GROUND = [136, 153, 170];
  const one = [{ x: 200, y: 200, width: 300, height: 200, label: 'slippers' }];

  it('shows boxes at rest as crisp lines of the same width at every zoom', async () => {
    await open([{ x: 300, y: 200, width: 200, height: 200, label: 'slippers' }]);
    const widths: number[] = [];
    for (const key of ['Control+=', 'Control+-'] as const) {
      await page.keyboard.press('Shift+2');
      for (let step = 0; step < 5; step += 1) await page.keyboard.press(key);
      widths.push(await countAcrossLeftEdge(SKY_BLUE));
    }
    expect(widths).toEqual([2, 2]);
  });

  it('takes hidden boxes off the image, and shows a selected one thicker, with handles', async () => {
    await open(one);
    expect(await countColor(SKY_BLUE)).toBeGreaterThan(1000);
    const atRest = await countColor(SKY_BLUE);
    await page.keyboard.press('Tab');
    expect(await countColor(SKY_BLUE)).toBeGreaterThan(atRest * 1.2);
    expect(await countColor([255, 255, 255], true)).toBeGreaterThan(8 * 40);
    await page.keyboard.press('Shift+H');
    expect(await countColor(SKY_BLUE)).toBe(0);
    await page.keyboard.press('Shift+H');
    expect(await countColor(SKY_BLUE)).toBeGreaterThan(atRest);
  });

  it('changes with brightness while the boxes keep their colour', async () => {
    await open(one);
    const before = await countColor(SKY_BLUE);
    expect(await countColor(GROUND)).toBeGreaterThan(100_000);
    await page.getByRole('button', { name: 'View' }).click();
    const brightness = page.getByRole('slider', { name: 'Brightness' });
    for (let step = 0; step < 4; step += 1) await brightness.press('ArrowRight');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'View changed' }).waitFor();
    await brightness.waitFor({ state: 'detached' });
    expect(await countColor(GROUND)).toBe(0);
    expect(await countColor(GROUND.map((value) => Math.round(value * 1.2)))).toBeGreaterThan(100_000);
    expect(await countColor(SKY_BLUE)).toBe(before);
  });

  it('lies on squares where it is transparent', async () => {
    await open([], ['/clear.png']);
    const [white, grey] = [await countColor([255, 255, 255]), await countColor([201, 201, 201])];
    expect(Math.min(white, grey)).toBeGreaterThan(100_000);
    await open();
    expect(await countColor([201, 201, 201])).toBe(0);
  });

  it('shows edges instead of the image, made beside the page', async () => {
    await open(one);
    await page.getByRole('button', { name: 'View' }).click();
    await page.getByLabel('Edges only').check({ force: true });
    // A flat image has no edges: it turns black.
    await until(() => countColor([0, 0, 0])).toBeGreaterThan(50_000);
  });

  it('magnifies the neighbourhood of the pointer in the loupe', async () => {
    await open();
    await page.getByRole('button', { name: 'Magnifier' }).click();
    const loupe = page.locator('canvas[width="176"]');
    expect(await loupe.isVisible()).toBe(false);
    await moveTo(300, 300);
    await loupe.waitFor({ state: 'visible' });
    const bounds = await loupe.boundingBox();
    const pointer = await fittedPlace(300, 300);
    if (bounds === null) throw new Error('The loupe is not on the page');
    const inside = (point: { x: number; y: number }): boolean =>
      point.x > bounds.x &&
      point.x < bounds.x + bounds.width &&
      point.y > bounds.y &&
      point.y < bounds.y + bounds.height;
    expect(inside(pointer)).toBe(false);
    // It makes way when the pointer comes to its corner.
    await page.mouse.move(bounds.x + 60, bounds.y + 60);
    await until(async () => (await loupe.boundingBox())?.x).not.toBe(bounds.x);
  });

  it('has the new box within two frames of the button going up', async () => {
    await open();
    await page.keyboard.press('r');
    const from = await fittedPlace(100, 100);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    const to = await fittedPlace(300, 250);
    await page.mouse.move(to.x, to.y, { steps: 3 });
    const frames = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const look = (count: number): void => {
            if ((window.canvasBench?.regions.length ?? 0) > 0) resolve(count);
            else requestAnimationFrame(() => look(count + 1));
          };
          addEventListener('pointerup', () => look(0), { once: true });
        }),
    );
    await nextFrame();
    await page.mouse.up();
    expect(await frames).toBeLessThanOrEqual(2);
  });
});

type Pixel = readonly number[];

interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** How many of the page's pixels in the place of the canvas have this colour. */
async function countPixels([red = 0, green = 0, blue = 0]: Pixel, clip?: Clip): Promise<number> {
  await nextFrame();
  await nextFrame();
  const bounds = present(clip ?? (await surface().boundingBox()));
  const data = await sharp(await page.screenshot({ clip: bounds }))
    .removeAlpha()
    .raw()
    .toBuffer();
  const near = (at: number, value: number): boolean => Math.abs((data[at] ?? -99) - value) <= 2;
  let count = 0;
  for (let at = 0; at < data.length; at += 3)
    if (near(at, red) && near(at + 1, green) && near(at + 2, blue)) count += 1;
  return count;
}

async function countColor(color: Pixel, nearSelection = false): Promise<number> {
  const place = nearSelection ? await fittedPlace(190, 190) : undefined;
  const clip = place && { x: place.x, y: place.y, width: 320 * place.scale, height: 220 * place.scale };
  return countPixels(color, clip);
}

/** How many pixels of a colour lie across the left edge of the box under test, halfway down, wherever the zoom has put it. */
async function countAcrossLeftEdge(color: Pixel): Promise<number> {
  const bounds = present(await surface().boundingBox());
  const row = {
    x: bounds.x,
    y: Math.round(bounds.y + bounds.height / 2),
    width: bounds.width / 2,
    height: 1,
  };
  return countPixels(color, row);
}

async function nextFrame(): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(undefined))));
}
