import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useDesk } from '../helpers/deskPage.ts';
import { onScreen, pressAtOnce } from '../helpers/onScreen.ts';
import { until } from '../helpers/until.ts';

const desk = useDesk();

/** Keeps calls back until they are let go, and tells how many have come. */
async function holdBack(page: Page, pattern: string) {
  const held: Route[] = [];
  let isHeld = true;
  const hold = async (route: Route) => {
    if (isHeld) held.push(route);
    else await route.continue();
  };
  await page.route(pattern, hold);
  return {
    count: () => held.length,
    async release() {
      isHeld = false;
      for (const route of held.splice(0)) await route.continue();
    },
  };
}

/** Discards the photo on screen, with a reason, and leaves the focus at the image. */
async function discard(page: Page, stored: () => { readonly answer: Readonly<Record<string, unknown>> }) {
  await onScreen(page);
  await pressAtOnce(page, 'd');
  const reason = page.getByRole('combobox', { name: 'Why do you discard it?' });
  await until(() => reason.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type('poor quality');
  await pressAtOnce(page, 'Escape');
  await page.getByRole('application').focus();
  await until(() => stored().answer['discardReason']).toBe('poor quality');
}

describe('a key after Ctrl+Enter', () => {
  it('changes neither the item submitted nor the next one before its image is on screen', async () => {
    const { page, shownId, id, stored, openDesk, choice } = desk();
    const [second] = stored(id(1)).document.images;
    const image = await holdBack(page, `**/image/${second?.id ?? ''}/full*`);
    const submit = await holdBack(page, '**/rpc/annotations/submit');
    await openDesk(0);
    await discard(page, () => stored(id(0)));
    const answer = stored(id(0)).answer;
    const opening = await holdBack(page, '**/rpc/annotations/open');

    await pressAtOnce(page, 'Control+Enter');
    await until(submit.count).toBe(1);
    await pressAtOnce(page, 'u');
    await page.getByText('Key ignored: the next item was not on screen yet.').waitFor();
    await submit.release();
    await until(opening.count).toBeGreaterThan(0);
    await pressAtOnce(page, 'u');
    await opening.release();

    await until(shownId).toBe(id(1));
    await page.getByText('Loading the image…').waitFor();
    await pressAtOnce(page, 'u');
    await page.getByText('Key ignored: the image was not on screen yet.').waitFor();
    await pressAtOnce(page, 'Control+Enter');
    await choice('Is there a clue?', 'Clued').click();
    expect(await choice('Is there a clue?', 'Clued').isChecked()).toBe(false);

    await image.release();
    await onScreen(page);
    await pressAtOnce(page, 'k');
    await until(() => stored(id(1)).answer['triage']).toBe('keep');
    expect(stored(id(0)).document).toMatchObject({ state: 'submitted', version: 1 });
    expect(stored(id(0)).answer).toEqual(answer);
    expect(stored(id(1)).document).toMatchObject({ state: 'draft', version: 1 });
    expect(stored(id(1)).answer['label'] ?? null).toBeNull();
  });

  it('that leads on waits for the submission, and is not lost', async () => {
    const { page, shownId, id, stored, openDesk } = desk();
    await openDesk(0);
    await discard(page, () => stored(id(0)));
    const submit = await holdBack(page, '**/rpc/annotations/submit');
    await pressAtOnce(page, 'Control+Enter');
    await until(submit.count).toBe(1);
    await pressAtOnce(page, 'PageDown');
    expect(await shownId()).toBe(id(0));
    await submit.release();
    await until(shownId).toBe(id(2));
    expect(stored(id(0)).document).toMatchObject({ state: 'submitted', version: 1 });
  });

  it('makes no second version of an item that is the last, unless it is pressed again', async () => {
    const { page, shownId, id, stored, openDesk } = desk();
    await openDesk(3);
    await discard(page, () => stored(id(3)));
    await pressAtOnce(page, 'Control+Enter');
    await page.getByText('That was the last item in this list.').waitFor();
    expect(await shownId()).toBe(id(3));
    await pressAtOnce(page, 'u');
    await page.getByText('This item is submitted. Press the key again to change it.').waitFor();
    expect(stored(id(3)).document).toMatchObject({ state: 'submitted', version: 1 });
    await pressAtOnce(page, 'u');
    await until(() => stored(id(3)).document.version).toBe(2);
  });
});
