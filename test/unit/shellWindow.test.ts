import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { lastWords, watchWindow } from '../../electron/hosts/electron/mishaps.ts';
import { bringForward, openWindow } from '../../electron/hosts/electron/window.ts';
import { placeWindow, readWindowState, saveWindowState } from '../../electron/hosts/electron/windowState.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { FakeElectron, FakeEvent, type FakeWindow } from '../helpers/electron/fakeElectron.ts';

interface Line {
  readonly level: string;
  readonly message: string;
}

function listeningLogger(): { lines: Line[]; logger: Parameters<typeof lastWords>[1] } {
  const lines: Line[] = [];
  const keep = (level: string) => (message: string) => {
    lines.push({ level, message });
  };
  return { lines, logger: { info: keep('info'), warn: keep('warn'), error: keep('error') } };
}

const rectangle = fc.record({
  x: fc.integer({ min: -5000, max: 5000 }),
  y: fc.integer({ min: -5000, max: 5000 }),
  width: fc.integer({ min: 200, max: 6000 }),
  height: fc.integer({ min: 200, max: 4000 }),
});
const display = rectangle.map((workArea) => ({ workArea }));

test('wherever the window was, its top can be taken hold of on one of the displays', () => {
  fc.assert(
    fc.property(
      fc.option(fc.record({ ...rectangleRecord(), maximized: fc.boolean() })),
      fc.array(display, { minLength: 1, maxLength: 4 }),
      (last, displays) => {
        const placed = placeWindow(last, displays);
        const reachable = displays.some(({ workArea: area }) => {
          const across = Math.min(placed.x + placed.width, area.x + area.width) - Math.max(placed.x, area.x);
          return (
            across >= Math.min(120, placed.width) &&
            placed.y >= area.y - 1 &&
            placed.y + 40 <= area.y + area.height
          );
        });
        expect(reachable).toBe(true);
        expect(placed.maximized).toBe(last?.maximized ?? false);
      },
    ),
  );
});

function rectangleRecord() {
  const size = fc.integer({ min: 200, max: 6000 });
  const place = fc.integer({ min: -5000, max: 5000 });
  return { x: place, y: place, width: size, height: size };
}

test('a window that fits stays exactly where it was', () => {
  const last = { x: 100, y: 50, width: 1000, height: 700, maximized: true };
  expect(placeWindow(last, [{ workArea: { x: 0, y: 0, width: 1920, height: 1040 } }])).toEqual(last);
});

test('the window’s place is remembered, and a damaged memory does no harm', () => {
  using folder = temporaryFolder();
  const { lines, logger } = listeningLogger();
  const file = folder.join('deep', 'window.json');
  expect(readWindowState(file, logger)).toBeNull();
  expect(lines).toEqual([]);
  const state = { x: 1, y: 2, width: 1000, height: 800, maximized: false };
  saveWindowState(file, state, logger);
  expect(readWindowState(file, logger)).toEqual(state);
  for (const damaged of [
    '',
    '{',
    'null',
    '{"x":1}',
    '{"x":"1","y":2,"width":3,"height":4,"maximized":false}',
  ]) {
    writeFileSync(file, damaged);
    expect(readWindowState(file, logger), damaged).toBeNull();
  }
  expect(lines).toHaveLength(5);
  // A folder where the file should be: it cannot be written, and the window closes all the same.
  mkdirSync(folder.join('window.json'));
  saveWindowState(folder.join('window.json'), state, logger);
  expect(lines).toHaveLength(6);
});

function opened(electron: FakeElectron, stateFile: string): FakeWindow {
  openWindow({
    electron,
    output: '/out',
    stateFile,
    developerTools: false,
    logger: listeningLogger().logger,
  });
  return electron.window;
}

test('the window’s page gets no more than a web page has', () => {
  using folder = temporaryFolder();
  const window = opened(new FakeElectron(), folder.join('window.json'));
  expect(window.options.webPreferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    devTools: false,
  });
  expect(window.loaded).toEqual(['app://casebook/index.html']);
});

test('the window appears when it has something to show, as it was closed', () => {
  using folder = temporaryFolder();
  const electron = new FakeElectron();
  const first = opened(electron, folder.join('window.json'));
  expect(first.options.show).toBe(false);
  first.emit('ready-to-show');
  expect(first.done).toEqual(['show']);
  first.bounds = { x: 33.4, y: 44, width: 1000, height: 700 };
  first.maximized = true;
  first.emit('close');
  expect(JSON.parse(readFileSync(folder.join('window.json'), 'utf8'))).toMatchObject({
    x: 33,
    maximized: true,
  });
  const second = opened(electron, folder.join('window.json'));
  expect(second.options).toMatchObject({ x: 33, y: 44, width: 1000, height: 700 });
  expect(second.maximized).toBe(false);
  second.emit('ready-to-show');
  expect(second.maximized).toBe(true);
});

test('a minimised window comes forward', () => {
  using folder = temporaryFolder();
  const window = opened(new FakeElectron(), folder.join('window.json'));
  window.minimized = true;
  bringForward(window);
  expect(window.done).toEqual(['restore', 'show', 'focus']);
});

function watched(): { electron: FakeElectron; window: FakeWindow; lines: Line[] } {
  const electron = new FakeElectron();
  const window = electron.createWindow({});
  const { lines, logger } = listeningLogger();
  watchWindow(window, electron, logger);
  return { electron, window, lines };
}

test('a window whose process ended is opened again, or the program ends', () => {
  const { electron, window, lines } = watched();
  electron.dialog.presses.push(0);
  window.webContents.emit('render-process-gone', {}, { reason: 'oom', exitCode: 5 });
  expect(window.webContents.reloads).toBe(1);
  expect(electron.dialog.asked[0]).toMatchObject({ message: 'The window stopped working.' });
  expect(lines.map(({ level }) => level)).toEqual(['error']);
  window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
  expect(electron.app.quits).toBe(1);
  window.webContents.emit('render-process-gone', {}, { reason: 'clean-exit', exitCode: 0 });
  expect(electron.dialog.asked).toHaveLength(2);
});

test('a hanging window asks once, and the question goes away when it reacts again', async () => {
  const { electron, window } = watched();
  window.emit('unresponsive');
  window.emit('unresponsive');
  expect(electron.dialog.asked).toHaveLength(1);
  const [question] = electron.dialog.asked;
  expect(question !== undefined && 'signal' in question && question.signal?.aborted).toBe(false);
  window.emit('responsive');
  expect(question !== undefined && 'signal' in question && question.signal?.aborted).toBe(true);
  await settled();
  expect(window.webContents.crashes).toBe(0);
  electron.dialog.presses.push(1);
  window.emit('unresponsive');
  await settled();
  expect(window.webContents.crashes).toBe(1);
  expect(window.webContents.reloads).toBe(1);
});

test('closing while edits wait asks first; staying is what happens by itself', () => {
  const { electron, window } = watched();
  const stay = new FakeEvent();
  window.webContents.emit('will-prevent-unload', stay);
  expect(stay.prevented).toBe(false);
  electron.dialog.presses.push(1);
  const close = new FakeEvent();
  window.webContents.emit('will-prevent-unload', close);
  expect(close.prevented).toBe(true);
});

test('an error nobody foresaw is logged, said, and ends the program', () => {
  const electron = new FakeElectron();
  const { lines, logger } = listeningLogger();
  lastWords(electron, logger)(new Error('out of luck'));
  expect(lines).toHaveLength(1);
  expect(electron.dialog.errors[0]?.content).toContain('out of luck');
  expect(electron.app.exits).toEqual([1]);
});

async function settled(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}
