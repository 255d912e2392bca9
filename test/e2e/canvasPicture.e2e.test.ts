import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { present } from '../helpers/present.ts';
import { until } from '../helpers/until.ts';
import { fittedPlace, moveTo, nextFrame, open, page, surface, useCanvas } from '../helpers/canvasScenes.ts';

useCanvas();

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
