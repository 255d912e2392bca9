import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { _electron } from 'playwright-core';
import { expect, test } from 'vitest';
import { ensureRenderer, ensureShell } from '../../electron/build.ts';
import { installedRuntime } from '../../electron/runtime.ts';
import { seedCasebook } from '../helpers/seedCasebook.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** What the smoke test came to; it never passes over a machine in silence. */
type Outcome =
  | { readonly ran: false; readonly because: string }
  | { readonly ran: true; readonly sandboxed: boolean; readonly host: string; readonly drew: boolean };

/** Opens a casebook in the real desktop program, where Electron's runtime is installed. */
async function smoke(): Promise<Outcome> {
  const executablePath = installedRuntime();
  if (executablePath === null) return { ran: false, because: 'Electron’s runtime is not installed here' };
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) {
    return { ran: false, because: 'this session has no screen' };
  }
  await ensureRenderer(() => undefined);
  await ensureShell(() => undefined);
  const folder = await mkdtemp(join(tmpdir(), 'casebook-smoke-'));
  const casebook = join(folder, 'Smoke.casebook');
  await seedCasebook(casebook, { items: 2, photographs: 1, boxes: 1, seed: 5, width: 300, height: 200 });
  const environment = Object.entries({ ...process.env, CASEBOOK_HOME: join(folder, 'home') });
  const program = await _electron.launch({
    executablePath,
    args: [ROOT, casebook],
    env: Object.fromEntries(
      environment.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
  });
  try {
    const page = await program.firstWindow();
    const picture = page.locator('img[src^="casebook-image:"]').first();
    await picture.waitFor({ timeout: 60_000 });
    const drew = await picture.evaluate(
      async (image) => image instanceof HTMLImageElement && image.decode().then(() => image.naturalWidth > 0),
    );
    const seen = await page.evaluate(() => ({
      host: String(Reflect.get(Object(Reflect.get(window, 'casebook')), 'host')),
      sandboxed: !('require' in window) && !('process' in window),
    }));
    return { ran: true, drew, ...seen };
  } finally {
    await program.close();
    await rm(folder, { recursive: true, force: true });
  }
}

test('the desktop program opens a casebook and draws its images, or it is said that it was not tried', async () => {
  const outcome = await smoke();
  process.stderr.write(
    outcome.ran ? 'Desktop smoke test: ran.\n' : `Desktop smoke test: did not run, ${outcome.because}.\n`,
  );
  if (outcome.ran) expect(outcome).toEqual({ ran: true, sandboxed: true, host: 'desktop', drew: true });
  // Where the runtime is promised (the build workflow), not having run is a failure.
  else expect(process.env['CASEBOOK_DESKTOP'], outcome.because).toBeUndefined();
});
