import { afterEach, beforeEach, expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { argusItems } from '../helpers/argusItems.ts';
import { type RunningApp, startApp } from '../helpers/browserHost.ts';
import { generatedCasebook } from '../helpers/deskCasebook.ts';
import { clientAs } from '../helpers/blindCasebook.ts';
import { present } from '../helpers/present.ts';

let app: RunningApp;

beforeEach(async () => {
  app = await startApp();
});

afterEach(async () => {
  await app.close();
});

it('an open Desk takes fixes in at once: the new text, who changed it, and nothing of the earlier answers', async () => {
  const { services, person } = await generatedCasebook(app, 'argus', argusItems());
  const first = present(
    services.items.list({}, { by: 'imported', descending: false }, 0, 9, everything).rows[0],
  );
  const { page, complaints } = await app.open();
  await page.goto(`${page.url().split('#')[0] ?? ''}#/desk/${first.id}`);
  await page.getByRole('radiogroup', { name: 'Logical' }).waitFor();
  for (const key of ['1', '1', '1']) await page.keyboard.press(key);
  const rey = services.people.add({ handle: 'rey', name: 'Rey', roles: ['reviewer'] }, person.id).id;
  const window = await clientAs(app.core, rey);
  const kase = await window.validation.case({ itemId: first.id });
  await window.validation.fix({
    itemId: first.id,
    edition: kase.edition,
    texts: { scenario: 'A new scene in a kitchen, told in other words.' },
    reason: 'x',
    annotationId: null,
  });
  await page.getByText('The text was changed by Rey just now.').waitFor();
  expect(await page.getByRole('group', { name: 'Proposed texts' }).count()).toBe(0);
  expect(await page.getByText('A new scene in a kitchen').count()).toBeGreaterThan(0);
  expect(await page.locator('input[type=radio]:checked').count()).toBe(0);
  const mine = await clientAs(app.core, person.id);
  const again = await mine.validation.case({ itemId: first.id });
  await mine.validation.fix({
    itemId: first.id,
    edition: again.edition,
    texts: { trap: 'Other trap' },
    reason: 'x',
    annotationId: null,
  });
  await page.getByText('You changed the text just now.').waitFor();
  await page.getByText('You fixed this text.').waitFor();
  for (const key of ['1', '1', '1', '1']) await page.keyboard.press(key);
  await page.getByRole('radiogroup', { name: 'Verdict' }).waitFor();
  expect(complaints).toEqual([]);
});
