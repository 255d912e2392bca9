import { describe, expect, it } from 'vitest';
import { present } from '../helpers/present.ts';
import {
  clickAt,
  drag,
  expectBox,
  expectLive,
  fittedPlace,
  gestures,
  moveTo,
  open,
  page,
  regions,
  selection,
  SIZE,
  surface,
  useCanvas,
} from '../helpers/canvasScenes.ts';

useCanvas();

/** What the pointer says that a press would do. */
const cursor = (): Promise<string> => surface().evaluate((element) => getComputedStyle(element).cursor);

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
