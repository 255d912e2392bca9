import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { proposalOf } from '../../shared/benchmarks/observatory/proposals.ts';
import type { Box } from '../../shared/base/geometry.ts';
import { type AppWindow, type RunningApp, startApp } from '../helpers/browserHost.ts';
import { onScreen } from '../helpers/onScreen.ts';
import { FACE_PHOTOGRAPHS, type FaceCasebook, FACELESS, putFaces } from '../helpers/facePhotographs.ts';
import { passOn } from '../helpers/hostFetch.ts';
import { runInPalette } from '../helpers/palette.ts';
import { present } from '../helpers/present.ts';
import { until } from '../helpers/until.ts';

/*
 * The real model on real photographs, in the browser host; `faceMeshDesktop` has the same in the desktop program.
 */

let app: RunningApp;
let window: AppWindow;
let page: Page;
let book: FaceCasebook;
let count = 0;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => {
  await app.close();
});

beforeEach(async ({ task }) => {
  count += 1;
  const services = await app.core.keeper.create(join(app.folder, `Faces ${String(count)}.casebook`), {
    benchmark: 'observatory',
    title: 'Faces',
  });
  const faces = Object.keys(FACE_PHOTOGRAPHS);
  const photographs = task.name.startsWith('eyes') ? faces : ['sample3.jpg', 'sample5.jpg', FACELESS];
  book = await putFaces(services, join(app.folder, `photographs ${String(count)}`), photographs);
  window = await app.open();
  page = window.page;
});

afterEach(async () => {
  await window.context.close();
  await app.core.keeper.close();
  expect(window.complaints).toEqual([]);
});

async function openDesk(photograph: string): Promise<void> {
  await page.goto(`${page.url().split('#')[0] ?? ''}#/desk/${book.idOf(photograph)}`);
  await page.getByText(photograph).first().waitFor();
  await page.getByRole('button', { name: /^Propose boxes/u }).waitFor();
}

/** What the form says in the end; the model starts within seconds, and slower on a busy machine. */
const said = async (text: string | RegExp): Promise<void> => {
  await page.getByText(text).first().waitFor({ timeout: 90_000 });
};

/** Intersection over union, written down here apart from the program's own. */
function overlap(a: Box, b: Box): number {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  const shared = Math.max(0, across) * Math.max(0, down);
  return shared / (a.width * a.height + b.width * b.height - shared);
}

test('eyes, nose and mouth of six faces are proposed where they are, and nothing leaves the machine', async () => {
  const origins = new Set<string>();
  window.context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'blob:' && protocol !== 'data:') origins.add(origin);
  });
  for (const [photograph, expected] of Object.entries(FACE_PHOTOGRAPHS)) {
    await openDesk(photograph);
    await page.keyboard.press('p');
    await said(/^4 boxes proposed\./u);
    await until(() => book.regionsOf(photograph).length).toBe(4);
    for (const region of book.regionsOf(photograph)) {
      const { label, x, y, width, height } = region;
      expect(proposalOf(region)).toEqual({ by: 'MediaPipe Face Mesh', box: { x, y, width, height } });
      const place = present(expected[label], `${label} was not expected.`);
      expect(overlap(region, place), `${photograph} ${label}`).toBeGreaterThan(0.8);
    }
  }
  expect([...origins]).toEqual([new URL(page.url()).origin]);
});

test('where there is no face, that is said, and nothing is changed', async () => {
  await openDesk(FACELESS);
  await page.getByRole('button', { name: /^Propose boxes/u }).click();
  await said('No face was found in the original. Draw the boxes by hand.');
  expect(book.regionsOf(FACELESS)).toEqual([]);
});

test('faces are proposed as areas to redact, to be checked before anything is changed', async () => {
  await page.goto(`${page.url().split('#')[0] ?? ''}#/desk/${book.idOf('sample3.jpg')}`);
  await page.getByText('sample3.jpg').first().waitFor();
  await onScreen(page);
  await page.getByRole('button', { name: 'Redact parts of the image (Alt+R)' }).click();
  await page.getByRole('button', { name: 'Find faces' }).click();
  await said(/faces? found\. Check each area/u);
  await page.getByText(/^[1-4] areas?$/u).waitFor();
  const image = () =>
    app.core
      .services()
      .casebook.database.prepare('SELECT image_id FROM item_image WHERE item_id = ? ORDER BY position')
      .pluck()
      .get(book.idOf('sample3.jpg'));
  const before = image();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  expect(image()).toBe(before);
});

test('the whole list is gone through, and what came of it is said', async () => {
  await openDesk('sample3.jpg');
  await onScreen(page);
  await page.getByRole('button', { name: 'For the whole list …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Propose boxes for the whole list' });
  const before = book.regionsOf('sample5.jpg');
  await dialog.getByRole('button', { name: 'Propose boxes' }).click();
  await said(/^Boxes proposed for 1 item\./u);
  await dialog.getByText('No face was found in 1 item.').waitFor();
  expect(before).toEqual([]);
  await until(() => book.regionsOf('sample5.jpg').map(({ label }) => label)).toEqual([
    'left_eye',
    'right_eye',
    'nose',
    'mouth',
  ]);
  // The current one has its own key.
  expect(book.regionsOf('sample3.jpg')).toEqual([]);
});

test('in the Library the items selected are gone through, or by command all that are listed', async () => {
  await page.goto(`${page.url().split('#')[0] ?? ''}#/library`);
  const items = page.getByRole('option');
  await until(() => items.count()).toBe(3);
  await items.filter({ hasText: 'sample5' }).click();
  await page.getByText('1 selected').waitFor();
  await page.getByRole('button', { name: 'Propose face boxes…' }).click();
  const one = page.getByRole('dialog', { name: 'Propose boxes for 1 selected item' });
  await one.getByRole('button', { name: 'Propose boxes' }).click();
  await said(/^Boxes proposed for 1 item\./u);
  await until(() => book.regionsOf('sample5.jpg').length).toBe(4);
  expect(book.regionsOf('sample3.jpg')).toEqual([]);
  await one.getByRole('button', { name: 'Close' }).click();
  await one.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByText('1 selected').waitFor({ state: 'detached' });
  const before = book.regionsOf('sample5.jpg');
  await runInPalette(page, 'Propose boxes for the faces of the selected items, or of all listed …');
  const all = page.getByRole('dialog', { name: 'Propose boxes for 3 listed items' });
  await all.getByRole('button', { name: 'Propose boxes' }).click();
  await said(/^Boxes proposed for 1 item\./u);
  await all.getByText('No face was found in 1 item.').waitFor();
  await all.getByText('Unchanged: 1 item.').waitFor();
  await until(() => book.regionsOf('sample3.jpg').length).toBe(4);
  expect(book.regionsOf('sample5.jpg')).toEqual(before);
});

test('a look can be cancelled, and begun again', async () => {
  // It is not over before it is cancelled.
  const cancelled = Promise.withResolvers<void>();
  await window.context.route(/\/assets\/wasmWorker-/u, async (route) => {
    await cancelled.promise;
    // What asked for it may be gone.
    await route.continue().catch(() => undefined);
  });
  await openDesk(FACELESS);
  await page.keyboard.press('p');
  await page.getByText('Looking for a face …').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Looking for a face …').waitFor({ state: 'detached' });
  cancelled.resolve();
  await page.keyboard.press('p');
  await said('No face was found in the original. Draw the boxes by hand.');
});

test('without WebGL 2 it says so, and boxes can still be drawn', async () => {
  await window.context.route(/\/assets\/wasmWorker-/u, async (route) => {
    const response = await passOn(route);
    // As on a machine whose graphics are blocked.
    const body = `OffscreenCanvas.prototype.getContext = () => null;\n${response.body.toString('utf8')}`;
    await route.fulfill({ ...response, body });
  });
  await openDesk(FACELESS);
  await page.keyboard.press('p');
  await said('Casebook cannot detect faces here: WebGL 2 is missing.');
  await page.getByText(/Draw boxes by hand, or import them from a COCO file\./u).waitFor();
  expect(book.regionsOf(FACELESS)).toEqual([]);
});
