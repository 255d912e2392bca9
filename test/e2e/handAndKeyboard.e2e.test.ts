import { beforeEach, describe, expect, it } from 'vitest';
import { useDesk } from '../helpers/deskPage.ts';
import { armed } from '../helpers/drawing.ts';
import { restingBox } from '../helpers/restingBox.ts';
import { type Hand, handOn } from '../helpers/touch.ts';
import { until } from '../helpers/until.ts';

// Fingers, pens and keyboards of other countries, with what they did read back from the casebook.
const desk = useDesk();
let hand: Hand;

beforeEach(async () => {
  const { page, openDesk, choice, stored, id } = desk();
  hand = await handOn(page);
  await openDesk(0);
  await choice('Triage', 'Keep').click();
  await choice('Is there a clue?', 'Clued').click();
  await until(() => stored(id(0)).answer['label']).toBe(true);
});

/** A place on the canvas, in shares of it. */
async function at(x: number, y: number): Promise<{ readonly x: number; readonly y: number }> {
  const box = await restingBox(desk().image());
  return { x: box.x + x * box.width, y: box.y + y * box.height };
}

/** How large the image is shown, in percent. */
async function zoom(): Promise<number> {
  const text = await desk()
    .page.getByText(/^\d+ %$/u)
    .first()
    .innerText();
  return Number.parseInt(text, 10);
}

async function armForClue(): Promise<void> {
  const { page } = desk();
  await page.getByRole('button', { name: /Add a clue/u }).click();
  await page.getByRole('button', { name: 'Draw box for clue 1' }).click();
  await armed(page);
}

describe('a keyboard of another country', () => {
  it('types the letters of Option into a text, and nothing else happens', async () => {
    const { page, field, stored, id, shownId } = desk();
    await page.getByRole('button', { name: /Add a clue/u }).click();
    await field('Text of clue 1').click();
    for (const [key, code] of [
      ['ł', 'KeyL'],
      ['ó', 'KeyO'],
      ['ż', 'KeyZ'],
      ['ć', 'KeyC'],
      ['ą', 'KeyA'],
    ] as const)
      await hand.key({ key, code, held: 'Alt' });
    await until(() => JSON.stringify(stored(id(0)).answer['clues'])).toContain('"łóżćą"');
    expect(await shownId()).toBe(id(0));
    expect(await page.getByRole('toolbar', { name: 'Crop' }).count()).toBe(0);
    expect(await field('Text of clue 1').inputValue()).toBe('łóżćą');
  });

  it('chooses by digits that are typed with Shift, and by the same keys without', async () => {
    const { choice, stored, id } = desk();
    const before = await zoom();
    await choice('Scene', 'hotel').focus();
    await hand.key({ key: '2', code: 'Digit2', held: 'Shift' });
    await until(() => stored(id(0)).answer['scene']).not.toBe(null);
    const second = stored(id(0)).answer['scene'];
    expect(second).not.toBe('hotel');
    expect(await zoom()).toBe(before);
    await hand.key({ key: '&', code: 'Digit1' });
    await until(() => stored(id(0)).answer['scene']).toBe('hotel');
    await hand.key({ key: 'é', code: 'Digit2' });
    await until(() => stored(id(0)).answer['scene']).toBe(second);
  });
});

describe('fingers', () => {
  it('pinch to zoom and move the image, drawing nothing, also while a tool is in hand', async () => {
    const { stored, id } = desk();
    await armForClue();
    const fitted = await zoom();
    await hand.pinch([await at(0.45, 0.5), await at(0.3, 0.4)], [await at(0.55, 0.5), await at(0.7, 0.4)]);
    await until(zoom).toBeGreaterThan(fitted * 2);
    const large = await zoom();
    await hand.pinch([await at(0.3, 0.4), await at(0.45, 0.5)], [await at(0.7, 0.4), await at(0.55, 0.5)]);
    await until(zoom).toBeLessThan(large);
    expect(stored(id(0)).regions).toHaveLength(0);
    // The tool is still in hand.
    await armed(desk().page);
  });

  it('draw with the tool, one at a time, and move the image without it', async () => {
    const { page, image, stored, id } = desk();
    await armForClue();
    await hand.drag(await at(0.4, 0.4), await at(0.45, 0.5), await at(0.55, 0.6));
    await until(() => stored(id(0)).regions.length).toBe(1);
    const [drawn] = stored(id(0)).regions;
    expect(drawn?.label).toBe('clue-1');
    expect(drawn?.width).toBeGreaterThan(10);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('Control+=');
    const zoomed = await image().screenshot();
    await hand.drag(await at(0.7, 0.8), await at(0.6, 0.8), await at(0.5, 0.8));
    await until(async () => (await image().screenshot()).equals(zoomed)).toBe(false);
    expect(stored(id(0)).regions).toEqual([drawn]);
  });

  it('leave the image to the pen, though a palm was there first', async () => {
    const { stored, id } = desk();
    await armForClue();
    await hand.fingers('touchStart', [await at(0.8, 0.9)]);
    await hand.pen('mousePressed', await at(0.4, 0.4));
    await hand.pen('mouseMoved', await at(0.5, 0.5));
    await hand.pen('mouseMoved', await at(0.6, 0.6));
    await hand.pen('mouseReleased', await at(0.6, 0.6));
    await hand.fingers('touchEnd', []);
    await until(() => stored(id(0)).regions.length).toBe(1);
    const [drawn] = stored(id(0)).regions;
    const { width } = stored(id(0)).document.images[0] ?? { width: 0 };
    expect(drawn?.width).toBeGreaterThan(width * 0.1);
    expect(drawn?.width).toBeLessThan(width * 0.5);
  });
});

describe('a button that was let go of where nobody saw it', () => {
  it('ends the box where the pointer was last seen with it', async () => {
    const { page, stored, id } = desk();
    await armForClue();
    const from = await at(0.4, 0.4);
    const to = await at(0.5, 0.5);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 3 });
    await hand.moveReleased(await at(0.9, 0.9));
    await until(() => stored(id(0)).regions.length).toBe(1);
    const [drawn] = stored(id(0)).regions;
    await hand.moveReleased(await at(0.2, 0.9));
    await page.mouse.up();
    expect(stored(id(0)).regions).toEqual([drawn]);
    const { width } = stored(id(0)).document.images[0] ?? { width: 0 };
    expect(drawn?.width).toBeLessThan(width * 0.3);
  });
});
