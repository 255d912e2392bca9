import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { present } from '../present.ts';
import { seedCasebook } from '../seedCasebook.ts';

/*
 * Starts the program that `npm run package` left unpacked in dist/, opens a casebook in it and waits for an image
 * whose thumbnail it has to make: fuses, archive, native modules and workers as people get them. Its fuses close the way by which Electron is
 * usually driven, so this goes through Chromium's own debugging port.
 */

const DIST = resolve(import.meta.dirname, '../../../dist');
const PLACES = [
  'linux-unpacked/casebook',
  'win-unpacked/Casebook.exe',
  'mac*/Casebook.app/Contents/MacOS/Casebook',
];
const PATIENCE_MS = 120_000;

const [program] = PLACES.flatMap((place) => globSync(place, { cwd: DIST }));
if (program === undefined) throw new Error(`There is no unpacked program in ${DIST}.`);

const home = await mkdtemp(join(tmpdir(), 'casebook-packaged-'));
const port = await freePort();
const casebook = join(home, 'Packaged.casebook');
await seedCasebook(casebook, { items: 2, photographs: 1, boxes: 1, seed: 5, width: 300, height: 200 });
await rm(join(casebook, 'thumbnails'), { recursive: true, force: true });
const running = spawn(join(DIST, program), [`--remote-debugging-port=${String(port)}`, casebook], {
  stdio: 'inherit',
  env: { ...process.env, CASEBOOK_HOME: home },
});
try {
  const browser = await connect(`http://127.0.0.1:${String(port)}`);
  const context = browser.contexts()[0];
  const page = present(
    context?.pages()[0] ?? (await context?.waitForEvent('page', { timeout: PATIENCE_MS })),
  );
  await page.locator('img[src^="casebook-image:"]').first().waitFor({ timeout: PATIENCE_MS });
  await browser.close();
  console.log('The packaged program opened a casebook and drew its image.');
} catch (error) {
  console.error(await readFile(join(home, 'logs', 'desktop.log'), 'utf8').catch(() => 'It wrote no log.'));
  throw error;
} finally {
  const ended = new Promise((done) => {
    running.once('exit', done);
  });
  if (running.exitCode === null && running.kill()) await ended;
  await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/** Chromium's debugging port opens a while after the start. */
async function connect(address: string) {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await chromium.connectOverCDP(address);
    } catch (error) {
      if (Date.now() > deadline || running.exitCode !== null) throw error;
      await new Promise((done) => {
        setTimeout(done, 250);
      });
    }
  }
}

async function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address === null || typeof address === 'string') failed(new Error('There is no free port.'));
        else done(address.port);
      });
    });
  });
}
