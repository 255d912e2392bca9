import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CHANNELS } from '../../electron/hosts/electron/channels.ts';
import { HOME_VARIABLE } from '../../electron/hosts/userFolders.ts';
import { PRIVILEGED_SCHEMES, START_PAGE } from '../../electron/hosts/electron/schemes.ts';
import { startShell } from '../../electron/hosts/electron/shell.ts';
import type { Contract } from '../../shared/contract/index.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { fakeChannel, FakeElectron, FakeEvent, menuItem } from '../helpers/electron/fakeElectron.ts';
import { present } from '../helpers/present.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** A database is closed in milliseconds, or in seconds where the disk is busy. */
const PATIENCE = { timeout: 30_000 };

let folder: ReturnType<typeof temporaryFolder>;
let electron: FakeElectron;
let uncaught: ((error: unknown) => void)[];

beforeEach(() => {
  folder = temporaryFolder();
  vi.stubEnv(HOME_VARIABLE, folder.path);
  mkdirSync(folder.join('out', 'renderer'), { recursive: true });
  writeFileSync(folder.join('out', 'renderer', 'index.html'), '<meta content="__CSP_NONCE__">');
  electron = new FakeElectron();
  electron.app.root = ROOT;
  uncaught = [];
});

afterEach(async () => {
  await quit();
  vi.unstubAllEnvs();
  folder[Symbol.dispose]();
});

async function start(
  commandLine: readonly string[] = ['casebook'],
  platform: NodeJS.Platform = 'linux',
): Promise<void> {
  await startShell(electron, {
    output: folder.join('out'),
    platform,
    commandLine,
    folder: folder.path,
    resourcesPath: '/resources',
    onUncaught: (listener) => uncaught.push(listener),
  });
}

async function quit(): Promise<void> {
  const event = new FakeEvent();
  electron.app.emit('will-quit', event);
  if (event.prevented) await vi.waitFor(() => expect(electron.app.exits).not.toEqual([]), PATIENCE);
}

/** What the preload does when the window's page asks for the contract. */
function connect(frame: { url: string; parent: unknown } | null = { url: START_PAGE, parent: null }) {
  const [page, main] = fakeChannel();
  electron.ipcMain.listeners.get(CHANNELS.connect)?.({
    senderFrame: frame,
    ports: [main],
    preventDefault: () => undefined,
  });
  const client: ContractRouterClient<Contract> = createORPCClient(new RPCLink({ port: page }));
  page.start();
  return { client, main };
}

test('what must be done before Electron is ready is done before', async () => {
  await start();
  const { steps } = electron.app;
  expect(steps.indexOf('schemes')).toBeLessThan(steps.indexOf('ready'));
  expect(steps.indexOf('sandbox')).toBeLessThan(steps.indexOf('ready'));
  expect(electron.schemes).toEqual(PRIVILEGED_SCHEMES);
  expect(electron.schemes.every(({ privileges }) => privileges?.bypassCSP !== true)).toBe(true);
  expect(electron.windows).toHaveLength(1);
});

test('a second instance does nothing but end', async () => {
  electron.app.firstInstance = false;
  await start();
  expect(electron.app.quits).toBe(1);
  expect(electron.windows).toEqual([]);
  expect(electron.app.steps).toEqual([]);
});

test('the contract is carried over the port, and a casebook made through it shows in the menu', async () => {
  await start();
  const { client } = connect();
  expect((await client.application.state()).host).toBe('desktop');
  const path = folder.join('Own & other.casebook');
  await client.casebooks.create({ path, benchmark: 'generic', title: 'Own & other' });
  await vi.waitFor(() => expect(menuItem(electron.menu, 'Own && other')).not.toBeNull(), PATIENCE);
  expect(electron.app.recent).toContain(path);
});

test('a frame that is not the window’s page gets no contract and no clipboard', async () => {
  await start();
  for (const frame of [
    null,
    { url: 'https://example.org/', parent: null },
    { url: START_PAGE, parent: {} },
  ]) {
    const { main } = connect(frame);
    expect(main.closed).toBe(true);
    const copy = electron.ipcMain.handlers.get(CHANNELS.copy);
    expect(() => copy?.({ senderFrame: frame }, 'stolen')).toThrow('Only the window’s page');
  }
  expect(electron.copied).toBe('');
});

test('the page can put text, and only text, on the clipboard', async () => {
  await start();
  const copy = electron.ipcMain.handlers.get(CHANNELS.copy);
  const senderFrame = { url: START_PAGE, parent: null };
  copy?.({ senderFrame }, 'a report');
  expect(electron.copied).toBe('a report');
  expect(() => copy?.({ senderFrame }, { toString: () => 'x' })).toThrow('Only text');
});

test('a casebook on the command line waits for the page and is then opened by it', async () => {
  const path = folder.join('Given.casebook');
  await start(['casebook', '--flag', 'Given.casebook']);
  expect(electron.window.webContents.sent).toEqual([]);
  connect();
  expect(electron.window.webContents.sent).toEqual([{ channel: CHANNELS.openCasebook, values: [path] }]);
});

test('a casebook opened from the file manager or a second start goes to the one window, which comes forward', async () => {
  await start();
  connect();
  const event = new FakeEvent();
  electron.app.emit('open-file', event, '/data/One.casebook');
  electron.app.emit('second-instance', {}, ['casebook', 'Two.casebook'], '/data');
  expect(event.prevented).toBe(true);
  expect(electron.windows).toHaveLength(1);
  expect(electron.window.done).toEqual(['show', 'focus', 'show', 'focus']);
  expect(electron.window.webContents.sent.map(({ values }) => values[0])).toEqual([
    '/data/One.casebook',
    join('/data', 'Two.casebook'),
  ]);
});

test('on macOS the program outlives its window, and a casebook opened then opens one', async () => {
  await start(['casebook'], 'darwin');
  electron.window.emit('closed');
  electron.app.emit('window-all-closed');
  expect(electron.app.quits).toBe(0);
  electron.app.emit('open-file', new FakeEvent(), '/data/One.casebook');
  expect(electron.windows).toHaveLength(2);
  connect();
  expect(electron.window.webContents.sent).toHaveLength(1);
});

test('elsewhere the program ends with its window', async () => {
  await start();
  electron.window.emit('closed');
  electron.app.emit('window-all-closed');
  expect(electron.app.quits).toBe(1);
});

test('the menu runs the window’s commands', async () => {
  await start();
  await vi.waitFor(() => expect(electron.menu).not.toEqual([]), PATIENCE);
  const click = present(menuItem(electron.menu, 'Import…')?.click);
  Reflect.apply(click, undefined, []);
  expect(electron.window.webContents.sent).toEqual([
    { channel: CHANNELS.command, values: ['transfer.import'] },
  ]);
});

test('pages come with the policy and nothing outside their folder; images only by their id', async () => {
  await start();
  const { handlers } = electron.session.defaultSession;
  const pages = present(handlers.get('app'));
  const images = present(handlers.get('casebook-image'));
  const page = await pages(new Request(START_PAGE));
  expect(page.status).toBe(200);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("connect-src 'self' casebook-image:");
  expect(policy).not.toContain('unsafe');
  const nonce = /'nonce-([^']+)'/u.exec(policy)?.[1] ?? 'none';
  expect(await page.text()).toContain(nonce);
  for (const url of [
    'app://casebook/..%2f..%2fsettings%2fsettings.json',
    'app://elsewhere/index.html',
    'app://casebook/nothing.js',
  ]) {
    expect((await pages(new Request(url))).status, url).toBe(404);
  }
  for (const path of [
    '019308a4-91a5-7000-8000-000000000000/full',
    'x/full',
    '..%2f..%2fetc%2fpasswd/full',
    'a/b/c/d',
  ]) {
    expect((await images(new Request(`casebook-image://local/${path}`))).status, path).toBe(404);
  }
});

test('an image of the casebook is given to the window’s origin alone', async () => {
  await start();
  const { client } = connect();
  await client.casebooks.create({ path: folder.join('Own.casebook'), benchmark: 'generic', title: 'Own' });
  const image = await client.images.add({ path: join(ROOT, 'test/fixtures/shell/dot.png') });
  const answer = electron.session.defaultSession.handlers.get('casebook-image');
  const full = await answer?.(new Request(`casebook-image://local/${image.id}/full`));
  expect(full?.status).toBe(200);
  expect(full?.headers.get('content-type')).toBe('image/png');
  expect(full?.headers.get('access-control-allow-origin')).toBe('app://casebook');
  expect(full?.headers.get('x-content-type-options')).toBe('nosniff');
  expect((await full?.arrayBuffer())?.byteLength).toBe(Number(full?.headers.get('content-length')));
});

test('the database is closed before the process ends', async () => {
  await start();
  const { client } = connect();
  await client.casebooks.create({ path: folder.join('Own.casebook'), benchmark: 'generic', title: 'Own' });
  const event = new FakeEvent();
  electron.app.emit('will-quit', event);
  expect(event.prevented).toBe(true);
  await vi.waitFor(() => expect(electron.app.exits).toEqual([0]), PATIENCE);
  await expect(client.casebooks.settings()).rejects.toThrow('No casebook is open');
});

test('an error that nobody caught is said before the end', async () => {
  await start();
  expect(uncaught).toHaveLength(1);
  uncaught[0]?.(new Error('out of luck'));
  expect(electron.dialog.errors).toHaveLength(1);
  expect(electron.app.exits).toEqual([1]);
});
