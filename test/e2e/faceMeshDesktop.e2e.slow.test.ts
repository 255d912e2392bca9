import { join, resolve } from 'node:path';
import { expect, test, vi } from 'vitest';
import { ensureRenderer, ensureShell } from '../../electron/build.ts';
import { createCore } from '../../electron/core/app/createCore.ts';
import { launchChromium } from '../helpers/chromium.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { launchProgram } from '../helpers/electron/standIn/launch.ts';
import { putFaces } from '../helpers/facePhotographs.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PHOTOGRAPH = 'sample3.jpg';

test('the desktop program proposes boxes, with pages, model and images from its own schemes', async () => {
  await ensureRenderer(() => undefined);
  await ensureShell(() => undefined);
  using folder = temporaryFolder();
  vi.stubEnv('CASEBOOK_HOME', join(folder.path, 'home'));
  const path = join(folder.path, 'Faces.casebook');
  const core = createCore(testPorts(folder.path));
  const services = await core.keeper.create(path, { benchmark: 'observatory', title: 'Faces' });
  const book = await putFaces(services, join(folder.path, 'photographs'), [PHOTOGRAPH]);
  const item = book.idOf(PHOTOGRAPH);
  await core.close();
  const browser = await launchChromium();
  try {
    const program = await launchProgram(browser, ROOT);
    const page = await program.electron.page();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.getByRole('heading', { name: 'Casebook', level: 1 }).waitFor();
    program.electron.app.emit('second-instance', {}, ['casebook', path], folder.path);
    await page.getByText(PHOTOGRAPH).first().waitFor();
    await page.evaluate((id) => {
      location.hash = `#/desk/${id}`;
    }, item);
    await page.getByRole('button', { name: /^Propose boxes/u }).click();
    await page
      .getByText(/^4 boxes proposed\./u)
      .first()
      .waitFor({ timeout: 90_000 });
    expect(complaints).toEqual([]);
    await program.quit();
  } finally {
    await browser.close();
    vi.unstubAllEnvs();
  }
});
