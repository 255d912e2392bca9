import { describe, expect, it } from 'vitest';
import { present } from '../helpers/present.ts';
import {
  clickAt,
  expectBox,
  expectLive,
  fittedPlace,
  gestures,
  MARGIN,
  moveTo,
  nextFrame,
  open,
  page,
  regions,
  SIZE,
  surface,
  useCanvas,
} from '../helpers/canvasScenes.ts';

useCanvas();

/** The image pixel under the pointer, as the canvas itself reads it out. */
async function pixelUnderPointer(): Promise<{ x: number; y: number }> {
  const text = await page.getByText(/^x -?\d+ {2}y -?\d+$/).innerText();
  const [, x, y] = /x (-?\d+) {2}y (-?\d+)/.exec(text) ?? [];
  return { x: Number(x), y: Number(y) };
}

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
