import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BrowserHost, startBrowserHost } from '../../electron/hosts/browser/browserHost.ts';
import { type RunningApp, startApp } from '../helpers/browserHost.ts';

let app: RunningApp;
let host: BrowserHost;

beforeAll(async () => {
  app = await startApp();
  host = await startBrowserHost({ core: app.core });
});

afterAll(async () => {
  await host.close();
  await app.close();
});

test('a file that leads to the link opens the app', async () => {
  const file = join(app.folder, 'open.html');
  writeFileSync(file, `<meta http-equiv="refresh" content="0;url=${host.newOpenUrl()}">`);
  const context = await app.browser.newContext();
  const page = await context.newPage();
  await page.goto(pathToFileURL(file).href);
  await page.getByRole('button', { name: 'New casebook…' }).waitFor();
  // What was let in stays let in.
  await page.reload();
  await page.getByRole('button', { name: 'New casebook…' }).waitFor();
  await context.close();
});

test('a link on another site’s page opens the app', async () => {
  const context = await app.browser.newContext();
  const page = await context.newPage();
  await page.setContent(`<a href="${host.newOpenUrl()}">Open</a>`);
  await page.getByRole('link').click();
  await page.getByRole('button', { name: 'New casebook…' }).waitFor();
  await context.close();
});

test('another program on this machine is never sent the cookie', async () => {
  const sent: (string | undefined)[] = [];
  const other = createServer((request, response) => {
    sent.push(request.headers.cookie);
    response.end('another program');
  });
  await new Promise<void>((listening) => {
    other.listen(0, '127.0.0.1', () => listening());
  });
  const address = other.address();
  if (address === null || typeof address === 'string') throw new Error('The other program has no port.');
  const { page, context } = await app.open();
  try {
    for (const name of ['127.0.0.1', 'localhost', 'casebook.localhost']) {
      await page.goto(`http://${name}:${String(address.port)}/`);
    }
    expect(sent.length).toBeGreaterThan(2);
    expect(new Set(sent)).toEqual(new Set([undefined]));
    expect((await context.cookies()).length).toBe(1);
  } finally {
    await context.close();
    other.closeAllConnections();
    other.close();
  }
});
