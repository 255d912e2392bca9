import { describe, expect, it } from 'vitest';
import {
  clickAt,
  drag,
  expectBox,
  expectLive,
  gestures,
  moveTo,
  open,
  page,
  regions,
  selection,
  surface,
  useCanvas,
} from '../helpers/canvasScenes.ts';

useCanvas();

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
