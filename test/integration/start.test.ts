import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSilentServer, type Server, type Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, test, vi } from 'vitest';
import { installedRuntime, noWindow, obtainRuntime, PATIENCE } from '../../electron/runtime.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { hostFetch } from '../helpers/hostFetch.ts';

const ROOT = resolve(import.meta.dirname, '../..');

const servers: Server[] = [];
const asking: Socket[] = [];

afterEach(() => {
  vi.unstubAllEnvs();
  for (const server of servers.splice(0)) server.close();
  for (const socket of asking.splice(0)) socket.destroy();
});

/** Takes connections and says nothing. */
const silentServer = (): Server => createSilentServer((socket) => void asking.push(socket));

/** An installation of Electron without its runtime, whose installer does what it is told. */
function electronWithout(folder: string, installer: string): string {
  const electron = join(folder, 'electron');
  mkdirSync(electron);
  writeFileSync(join(electron, 'package.json'), JSON.stringify({ version: '1.2.3' }));
  writeFileSync(join(electron, 'install.js'), installer);
  return electron;
}

/** Makes this server the source of Electron's runtime. */
async function sourceIs(server: Server): Promise<void> {
  servers.push(server);
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', () => listening());
  });
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The source has no port.');
  vi.stubEnv('npm_config_electron_mirror', undefined);
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', undefined);
  vi.stubEnv('ELECTRON_MIRROR', `http://127.0.0.1:${String(address.port)}/`);
}

const HANGING = 'setInterval(() => undefined, 1000);';
const INSTALLING = `
  const { mkdirSync, writeFileSync } = require('node:fs');
  const { join } = require('node:path');
  mkdirSync(join(__dirname, 'dist'));
  writeFileSync(join(__dirname, 'dist', 'electron'), '');
  writeFileSync(join(__dirname, 'path.txt'), 'electron');`;
/** Installs once there is a file called told. */
const WAITING = `
  const told = require('node:path').join(__dirname, 'told');
  const look = setInterval(() => {
    if (!require('node:fs').existsSync(told)) return;
    clearInterval(look);
    ${INSTALLING}
  }, 10);`;
/** Longer than any test takes. */
const FOR_EVER = { source: 10 * 60_000, cache: 10 * 60_000, download: 10 * 60_000 };

test('a source that never answers is given up within ten seconds', async () => {
  using folder = temporaryFolder();
  await sourceIs(silentServer());
  expect(PATIENCE.source + PATIENCE.cache).toBeLessThan(10_000);
  const patience = { ...FOR_EVER, source: 100, cache: 100 };
  const runtime = await obtainRuntime(() => undefined, electronWithout(folder.path, HANGING), patience);
  expect(runtime).toEqual({ executable: null, reason: 'its source is not responding' });
});

test('an installer that fails is not waited for', async () => {
  using folder = temporaryFolder();
  await sourceIs(createServer((_request, answer) => answer.writeHead(404).end()));
  const electron = electronWithout(folder.path, 'process.exit(1)');
  const runtime = await obtainRuntime(() => undefined, electron, FOR_EVER);
  expect(runtime.executable).toBeNull();
});

test('what the installer has in store is used, though its source is silent', async () => {
  using folder = temporaryFolder();
  await sourceIs(silentServer());
  const electron = electronWithout(folder.path, INSTALLING);
  expect(installedRuntime(electron)).toBeNull();
  const runtime = await obtainRuntime(() => undefined, electron, FOR_EVER);
  expect(runtime).toEqual({ executable: join(electron, 'dist', 'electron') });
  expect(installedRuntime(electron)).toBe(runtime.executable);
});

test('a download that has begun is said, and waited for', async () => {
  using folder = temporaryFolder();
  await sourceIs(createServer((_request, answer) => answer.end()));
  const electron = electronWithout(folder.path, WAITING);
  let said = 0;
  const began = (): void => {
    said += 1;
    writeFileSync(join(electron, 'told'), '');
  };
  const runtime = await obtainRuntime(began, electron, FOR_EVER);
  expect(said).toBe(1);
  expect(runtime.executable).not.toBeNull();
});

/** Everything a program has printed so far, and a promise of the first line that matches. */
function reading(program: ChildProcess): { lines: string[]; line(pattern: RegExp): Promise<string> } {
  const lines: string[] = [];
  const waiting: { pattern: RegExp; found: (line: string) => void }[] = [];
  for (const stream of [program.stdout, program.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      for (const { pattern, found } of waiting) if (pattern.test(line)) found(line);
    });
  }
  return {
    lines,
    line: (pattern) =>
      new Promise((found, failed) => {
        const known = lines.find((line) => pattern.test(line));
        if (known !== undefined) found(known);
        waiting.push({ pattern, found });
        program.once('close', () => failed(new Error(`It ended with:\n${lines.join('\n')}`)));
      }),
  };
}

function start(home: string, ...options: readonly string[]): ChildProcess {
  return spawn(process.execPath, [join(ROOT, 'electron', 'start.ts'), '--no-open', ...options], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, CASEBOOK_HOME: home, DISPLAY: '', WAYLAND_DISPLAY: '' },
  });
}

/** How it ended, once everything that it said was read. */
async function exitCode(program: ChildProcess): Promise<number | null> {
  return new Promise((done) => {
    program.once('close', done);
  });
}

test('the app opens in the browser by the link that is printed, and ends when it is told to', async () => {
  using folder = temporaryFolder();
  const program = start(folder.path, '--browser');
  const link = /http:\S+/u.exec(await reading(program).line(/Casebook is at http/u))?.[0] ?? '';
  const opened = await hostFetch(new Request(link));
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
  const page = await hostFetch(new Request(new URL('/', link), { headers: { cookie } }));
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('<div id="root">');
  const ended = exitCode(program);
  program.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test.runIf(process.platform === 'linux')(
  'the browser is started with a file that only its user can read, not with the link',
  async () => {
    using folder = temporaryFolder();
    const [browser, record] = [folder.join('browser'), folder.join('record')];
    const look = `printf '%s\\n' "$*" "$(stat -c %a "$1")" "$(cat "$1")" > '${record}.part' && mv '${record}.part' '${record}'`;
    writeFileSync(browser, `#!/bin/sh\n${look}\n`, { mode: 0o700 });
    vi.stubEnv('BROWSER', browser);
    const program = spawn(process.execPath, [join(ROOT, 'electron', 'start.ts'), '--browser'], {
      cwd: ROOT,
      stdio: 'ignore',
      env: { ...process.env, CASEBOOK_HOME: folder.join('home'), DISPLAY: '', WAYLAND_DISPLAY: '' },
    });
    const ended = exitCode(program);
    const [given = '', mode, page = ''] = await vi.waitFor(() => readFileSync(record, 'utf8').split('\n'), {
      timeout: 120_000,
    });
    expect(given).not.toMatch(/token|http/u);
    expect(mode).toBe('600');
    const link = /url=([^"]+)/u.exec(page)?.[1] ?? '';
    expect((await hostFetch(new Request(link))).headers.get('set-cookie')).toContain('HttpOnly');
    program.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(existsSync(given)).toBe(false);
  },
);

test('a session without a screen, or of the system’s administrator, is told from one that can show a window', () => {
  expect(noWindow('linux', {}, 1000)).toContain('no screen');
  expect(noWindow('linux', { DISPLAY: '', WAYLAND_DISPLAY: '' }, 1000)).toContain('no screen');
  expect(noWindow('linux', { DISPLAY: ':0' }, 0)).toContain('root');
  expect(noWindow('linux', { DISPLAY: ':0' }, 1000)).toBeNull();
  expect(noWindow('linux', { WAYLAND_DISPLAY: 'wayland-0' }, 1000)).toBeNull();
  for (const platform of ['darwin', 'win32'] as const) expect(noWindow(platform, {}, undefined)).toBeNull();
});

test('a casebook that cannot be opened is named, with what to do, and nothing is served', async () => {
  using folder = temporaryFolder();
  const program = start(folder.path, '--browser', folder.join('Gone.casebook'));
  const { lines } = reading(program);
  expect(await exitCode(program)).toBe(1);
  expect(lines.at(-1)).toContain('There is nothing at');
  expect(lines.join('\n')).not.toContain('http://');
});
