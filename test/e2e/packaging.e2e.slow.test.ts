import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ensureRenderer, ensureShell } from '../../electron/build.ts';
import { launchChromium } from '../helpers/chromium.ts';
import { extractArchive, readArchive, writeHollowElectron } from '../helpers/electron/archive.ts';
import { launchProgram } from '../helpers/electron/standIn/launch.ts';
import { seedCasebook } from '../helpers/seedCasebook.ts';
import { until } from '../helpers/until.ts';

/*
 * Packs the program for Linux around an Electron without contents, and looks at what came out.
 */

const ROOT = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

const OWN_PACKAGES = [
  '@emnapi/runtime',
  '@img/colour',
  '@img/sharp-wasm32',
  'better-sqlite3',
  'detect-libc',
  'piscina',
  'semver',
  'sharp',
  'tslib',
];
/** SHA-256 of the graph, the models and the program of MediaPipe Face Mesh 0.4.1633559619. */
const MODEL = [
  '139546bf05aebb33e2611b6b945f3a1629c316ca924e33cec1547c85ddef9f53',
  'dbe5905c582c0462cdaea17e7e6ecea92edaa8cccc515c5e2e7291f2cbb5fb99',
  'fb9e9cfe8b83a914e40eab2efd3b0d92a61f82a7c968589f223ab2a7e331d314',
];

let folder: string;
let unpacked: string;
let archive: string;
let paths: readonly string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'casebook-package-'));
  await ensureRenderer(() => undefined);
  await ensureShell(() => undefined);
  await run(process.execPath, [join(ROOT, 'electron', 'artwork.ts')]);
  writeHollowElectron(join(folder, 'electron'));
  const packager = createRequire(import.meta.url).resolve('electron-builder/package.json');
  await run(
    process.execPath,
    [
      join(dirname(packager), 'cli.js'),
      '--linux',
      '--x64',
      '--dir',
      '--publish',
      'never',
      `-c.electronDist=${join(folder, 'electron')}`,
      `-c.directories.output=${join(folder, 'dist')}`,
    ],
    { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 },
  );
  unpacked = join(folder, 'dist', 'linux-unpacked');
  archive = join(unpacked, 'resources', 'app.asar');
  paths = readArchive(archive).map(({ path }) => path);
}, 600_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

test('the package holds the program, whole', () => {
  expect(paths).toEqual(
    expect.arrayContaining([
      'LICENSE',
      'package.json',
      'out/main/main.js',
      'out/main/imageWorker.js',
      'out/main/computeWorker.js',
      'out/main/importWorker.js',
      'out/main/migrations/0004-schema.sql',
      'out/preload/preload.cjs',
      'out/renderer/index.html',
      'node_modules/better-sqlite3/prebuilds/linux-x64.node',
      'node_modules/@img/sharp-wasm32/package.json',
      'node_modules/piscina/dist/worker.js',
    ]),
  );
  for (const path of [
    'icons/icon.png',
    'icons/icon.svg',
    'samples/caughtcheating/manifest.json',
    'samples/caughtcheating/drawn/amber-room.webp',
  ]) {
    expect(existsSync(join(unpacked, 'resources', 'resources', path)), path).toBe(true);
  }
});

test('the model for faces is among the pages, to the letter', () => {
  const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
  const assets = readArchive(archive).filter(({ path }) => path.startsWith('out/renderer/assets/face_mesh'));
  expect(assets.map((file) => sha256(file.read())).toSorted()).toEqual([...MODEL].toSorted());
});

test('and nothing that does not belong there', () => {
  const packages = new Set(
    paths.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/u.exec(path)?.[1] ?? []),
  );
  expect([...packages].toSorted()).toEqual(OWN_PACKAGES.toSorted());
  const binaries = paths.filter((path) => path.endsWith('.node'));
  expect(binaries).toEqual(['node_modules/better-sqlite3/prebuilds/linux-x64.node']);
  for (const start of [
    'test/',
    'electron/',
    'renderer/',
    'shared/',
    'resources/',
    'dist/',
    '.git',
    '.ci',
    'coverage/',
  ]) {
    expect(paths.filter((path) => path.startsWith(start))).toEqual([]);
  }
  expect(paths.filter((path) => /\.(?:ts|tsx|map|md)$/u.test(path))).toEqual([]);
});

test('binaries lie outside the archive, where the system can load them', () => {
  const inside = readArchive(archive).filter((file) => file.path.endsWith('.node') && !file.unpacked);
  expect(inside).toEqual([]);
});

test('the executable is good for this program only', async () => {
  const wire = await getCurrentFuseWire(join(unpacked, 'casebook'));
  const expected = {
    [FuseV1Options.RunAsNode]: FuseState.DISABLE,
    [FuseV1Options.EnableCookieEncryption]: FuseState.ENABLE,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: FuseState.DISABLE,
    [FuseV1Options.EnableNodeCliInspectArguments]: FuseState.DISABLE,
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: FuseState.ENABLE,
    [FuseV1Options.OnlyLoadAppFromAsar]: FuseState.ENABLE,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: FuseState.DISABLE,
  };
  expect(wire).toMatchObject(expected);
});

test('what is in the package runs by itself: opens a casebook and makes its thumbnails without native sharp', async () => {
  // A folder for each attempt: nothing of another is in its way.
  const own = await mkdtemp(join(folder, 'running-'));
  const program = join(own, 'extracted');
  extractArchive(archive, program);
  vi.stubEnv('CASEBOOK_HOME', join(own, 'home'));
  const casebook = join(own, 'Packed.casebook');
  await seedCasebook(casebook, { items: 2, photographs: 1, boxes: 1, seed: 3, width: 300, height: 200 });
  await rm(join(casebook, 'thumbnails'), { recursive: true });
  const browser = await launchChromium();
  try {
    const packed = await launchProgram(browser, program);
    const page = await packed.electron.page();
    await page.getByRole('heading', { name: 'Casebook', level: 1 }).waitFor();
    packed.electron.app.emit('second-instance', {}, ['casebook', casebook], own);
    const picture = page.locator('img[src*="casebook-image"]').first();
    await picture.waitFor();
    await until(() =>
      picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)),
    ).toBeGreaterThan(0);
    await packed.quit();
  } finally {
    await browser.close();
    vi.unstubAllEnvs();
  }
});
