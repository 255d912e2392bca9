import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOwnFrame } from '../../electron/hosts/electron/connection.ts';
import { contentSecurityPolicy, NONCE_PLACEHOLDER } from '../../electron/hosts/contentSecurityPolicy.ts';
import { ExternalLinks } from '../../electron/hosts/electron/externalLinks.ts';
import { IMAGE_SOURCE, isInternal, isOwnPage, START_PAGE } from '../../electron/hosts/electron/schemes.ts';
import { confineContents, hardenSession, silenceBrowser } from '../../electron/hosts/electron/security.ts';
import { FakeContents, FakeElectron, FakeEvent } from '../helpers/electron/fakeElectron.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

const PERMISSIONS = [
  'clipboard-read',
  'clipboard-sanitized-write',
  'display-capture',
  'fileSystem',
  'fullscreen',
  'geolocation',
  'media',
  'midiSysex',
  'notifications',
  'openExternal',
  'pointerLock',
  'storage-access',
  'unknown',
];

const OUTSIDE = [
  'http://example.org/',
  'https://example.org/',
  'ws://127.0.0.1:9/',
  'wss://example.org/',
  'ftp://example.org/',
  'file:///etc/passwd',
  'app://elsewhere/index.html',
  'app:casebook',
  'casebook-image://elsewhere/1/full',
  'chrome://settings',
  'javascript:alert(1)',
  'blob:https://example.org/1',
  'about:blank',
  '',
];

test('every permission and device is denied', () => {
  const electron = new FakeElectron();
  const session = electron.session.defaultSession;
  hardenSession(session);
  for (const permission of PERMISSIONS) {
    let granted: boolean | null = null;
    session.permissionRequest?.({}, permission, (answer) => {
      granted = answer;
    });
    expect(granted, permission).toBe(false);
  }
  expect(session.permissionCheck?.()).toBe(false);
  expect(session.devicePermission?.()).toBe(false);
  expect(session.spellChecker).toBe(false);
});

test('only what a page made itself can be saved as a file', () => {
  const session = new FakeElectron().session.defaultSession;
  hardenSession(session);
  const prevented = (url: string): boolean => {
    const event = new FakeEvent();
    session.emit('will-download', event, { getURL: () => url });
    return event.prevented;
  };
  expect(prevented('blob:app://casebook/0e6a')).toBe(false);
  for (const url of [...OUTSIDE, START_PAGE, 'casebook-image://local/1/full', 'blob:https://example.org/1'])
    expect(prevented(url), url).toBe(true);
});

test('no request leaves the program', () => {
  const { session } = new FakeElectron();
  hardenSession(session.defaultSession);
  for (const url of OUTSIDE) expect(session.defaultSession.lets(url), url).toBe(false);
  for (const url of [
    START_PAGE,
    'casebook-image://local/1/full',
    'blob:app://casebook/1',
    'data:image/png;base64,',
  ]) {
    expect(session.defaultSession.lets(url), url).toBe(true);
  }
});

test('an address that is not exactly the own one is never taken for it', () => {
  fc.assert(
    fc.property(fc.webUrl(), (url) => {
      expect(isOwnPage(url)).toBe(false);
      expect(isInternal(url)).toBe(false);
    }),
  );
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9._-]+$/u), (text) => {
      expect(isOwnPage(`app://casebook${text}/`)).toBe(false);
      expect(isOwnPage(`app://${text}.casebook/`)).toBe(false);
    }),
  );
  for (const url of [
    'app://casebook@example.org/',
    'app://x@casebook/',
    'app://casebook:1/',
    'app:casebook',
  ]) {
    expect(isOwnPage(url), url).toBe(false);
  }
});

test('the browser inside is told not to speak, and every process is sandboxed', () => {
  const { app } = new FakeElectron();
  silenceBrowser(app);
  expect(app.sandboxed).toBe(true);
  expect(app.switches.has('disable-background-networking')).toBe(true);
});

function confined(): { electron: FakeElectron; contents: FakeContents } {
  const electron = new FakeElectron();
  const contents = new FakeContents();
  confineContents(contents, new ExternalLinks(electron.dialog, electron.shell.openExternal, quiet));
  return { electron, contents };
}

test.for(['will-navigate', 'will-redirect', 'will-frame-navigate'])('%s leads nowhere else', (name) => {
  const { contents, electron } = confined();
  for (const url of OUTSIDE) {
    const event = new FakeEvent(url);
    contents.emit(name, event);
    expect(event.prevented, url).toBe(true);
  }
  const own = new FakeEvent(START_PAGE);
  contents.emit(name, own);
  expect(own.prevented).toBe(false);
  expect(electron.external).toEqual([]);
});

test('no second window and no embedded page', () => {
  const { contents } = confined();
  for (const url of [...OUTSIDE, START_PAGE])
    expect(contents.openHandler?.({ url })).toEqual({ action: 'deny' });
  const embedded = new FakeEvent();
  contents.emit('will-attach-webview', embedded);
  expect(embedded.prevented).toBe(true);
});

test('a link goes to the browser only over https and only when the person says so', async () => {
  const { contents, electron } = confined();
  for (const url of OUTSIDE.filter((each) => !each.startsWith('https:'))) contents.openHandler?.({ url });
  contents.openHandler?.({ url: 'https://trusted.example@evil.example/' });
  expect(electron.dialog.asked).toEqual([]);

  contents.openHandler?.({ url: 'https://example.org/refused' });
  await settled();
  expect(electron.external).toEqual([]);

  electron.dialog.presses.push(0);
  contents.openHandler?.({ url: 'https://example.org/wanted' });
  await settled();
  expect(electron.external).toEqual(['https://example.org/wanted']);
  expect(electron.dialog.asked.at(-1)).toMatchObject({ detail: 'https://example.org/wanted', defaultId: 1 });
});

test('a page that opens links in a row gets one question at a time', async () => {
  const { contents, electron } = confined();
  for (let count = 0; count < 50; count += 1)
    contents.openHandler?.({ url: `https://example.org/${String(count)}` });
  expect(electron.dialog.asked).toHaveLength(1);
  await settled();
  contents.openHandler?.({ url: 'https://example.org/later' });
  expect(electron.dialog.asked).toHaveLength(2);
});

test('only the window’s own page is listened to', () => {
  expect(isOwnFrame({ url: START_PAGE, parent: null })).toBe(true);
  expect(isOwnFrame({ url: `${START_PAGE}#/desk`, parent: null })).toBe(true);
  expect(isOwnFrame(null)).toBe(false);
  expect(isOwnFrame({ url: START_PAGE, parent: { url: START_PAGE } })).toBe(false);
  for (const url of OUTSIDE) expect(isOwnFrame({ url, parent: null }), url).toBe(false);
});

test('the policy that stands in the page allows nothing that the hosts’ header does not', () => {
  const page = readFileSync(join(import.meta.dirname, '../../renderer/index.html'), 'utf8');
  const inPage = directives(/Content-Security-Policy"\s+content="([^"]+)"/u.exec(page)?.[1] ?? '');
  const inHeader = directives(contentSecurityPolicy(NONCE_PLACEHOLDER, { imageSource: IMAGE_SOURCE }));
  for (const [name, sources] of inPage) {
    // Narrower than the header's: the page's own scripts by their nonce, and what those load.
    if (name === 'script-src') expect(sources).toBe(`'nonce-${NONCE_PLACEHOLDER}' 'strict-dynamic'`);
    else expect(sources, name).toBe(inHeader.get(name));
  }
  expect(inPage.get('default-src')).toBe("'none'");
});

function directives(policy: string): Map<string, string> {
  return new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );
}

/** Everything that waits for a promise already kept has run. */
async function settled(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}
