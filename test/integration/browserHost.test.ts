import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startBrowserHost } from '../../electron/hosts/browser/browserHost.ts';
import { servePage } from '../../electron/hosts/pages.ts';
import {
  ask,
  call,
  clientFor,
  core,
  folder,
  host,
  hostEachTest,
  signIn,
  url,
} from '../helpers/servedBrowserHost.ts';

hostEachTest();

test('the link gives a cookie that scripts cannot read and other sites cannot use, once', async () => {
  const { pathname, search } = new URL(host.openUrl);
  const first = await ask(pathname + search);
  expect(first.status).toBe(200);
  expect(first.body).toContain('content="0;url=/"');
  const [cookie] = [first.headers['set-cookie'] ?? ''].flat();
  expect(cookie).toContain('HttpOnly');
  expect(cookie).toContain('SameSite=Strict');
  const second = await ask(pathname + search);
  expect(second.status).toBe(401);
  expect(second.headers['set-cookie']).toBeUndefined();
});

test('each start has a name of its own, so that its cookie goes to no other program on this machine', async () => {
  const other = await startBrowserHost({ core, rendererFolder: join(folder, 'pages') });
  try {
    const names = [url.hostname, new URL(other.url).hostname];
    for (const name of names) expect(name).toMatch(/^casebook-[0-9a-f]{20}\.localhost$/u);
    expect(new Set(names).size).toBe(2);
    const { pathname, search } = new URL(host.openUrl);
    // Without a domain a cookie belongs to this very name.
    expect(String((await ask(pathname + search)).headers['set-cookie'])).not.toMatch(/domain=/iu);
  } finally {
    await other.close();
  }
});

test('a browser that finds no such names can use 127.0.0.1', async () => {
  const plain = await startBrowserHost({ core, rendererFolder: join(folder, 'pages'), host: '127.0.0.1' });
  try {
    const { hostname, port } = new URL(plain.openUrl);
    expect(hostname).toBe('127.0.0.1');
    expect((await fetch(plain.openUrl)).status).toBe(200);
    expect((await ask('/', { headers: { host: `localhost:${port}` } })).status).toBe(403);
  } finally {
    await plain.close();
  }
});

test('a made-up or missing token opens nothing, and does not use up the right one', async () => {
  for (const query of ['?token=guess', '?token=', '', '?token=guess&token=again']) {
    expect((await ask(`/open${query}`)).status).toBe(401);
  }
  await signIn();
});

test('another link opens another session', async () => {
  const first = await signIn();
  const second = await signIn(host.newOpenUrl());
  expect(second).not.toBe(first);
  expect((await ask('/', { headers: { cookie: first } })).status).toBe(200);
  expect((await ask('/', { headers: { cookie: second } })).status).toBe(200);
});

test('without the cookie, or with a made-up one, there are no pages, no calls and no images', async () => {
  const image = '/image/019308a4-91a5-7000-8000-000000000000/full';
  for (const cookie of ['', `casebook-${url.port}=guess`, `casebook-${url.port}=`]) {
    expect((await ask('/', { headers: { cookie } })).status).toBe(401);
    expect((await ask('/assets/app-1234.js', { headers: { cookie } })).status).toBe(401);
    expect((await ask(image, { headers: { cookie } })).status).toBe(401);
    expect((await call('/rpc/application/state', cookie)).status).toBe(401);
  }
});

test('a name that somebody else made point here is refused (DNS rebinding)', async () => {
  const cookie = await signIn();
  for (const name of [
    `evil.example:${url.port}`,
    `127.0.0.1:${url.port}`,
    `localhost:${url.port}`,
    '127.0.0.1',
    `127.0.0.1:1`,
    url.hostname,
    `[::1]:${url.port}`,
    'evil.example',
  ]) {
    expect((await ask('/', { headers: { cookie, host: name } })).status, name).toBeGreaterThanOrEqual(400);
    const answer = await call('/rpc/application/state', cookie, { host: name, origin: `http://${name}` });
    expect(answer.status, name).toBeGreaterThanOrEqual(400);
    expect(answer.body).not.toContain('recent');
  }
});

test('another site’s page cannot call, even with the cookie', async () => {
  const cookie = await signIn();
  for (const origin of [
    'http://evil.example',
    'null',
    'http://127.0.0.1:1',
    `http://127.0.0.1:${url.port}`,
    `https://${url.host}`,
  ]) {
    expect((await call('/rpc/application/state', cookie, { origin })).status, origin).toBe(403);
  }
  const unnamed = await ask('/rpc/application/state', { method: 'POST', headers: { cookie }, body: '{}' });
  expect(unnamed.status).toBe(403);
  for (const site of ['cross-site', 'same-site']) {
    expect((await ask('/', { headers: { cookie, 'sec-fetch-site': site } })).status, site).toBe(403);
  }
  expect((await ask('/', { headers: { cookie, 'sec-fetch-site': 'same-origin' } })).status).toBe(200);
});

test('no answer allows other origins to read it', async () => {
  const cookie = await signIn();
  const preflight = await ask('/rpc/application/state', {
    method: 'OPTIONS',
    headers: { cookie, origin: 'http://evil.example', 'access-control-request-method': 'POST' },
  });
  expect(preflight.status).toBe(403);
  for (const answer of [
    preflight,
    await ask('/', { headers: { cookie } }),
    await call('/rpc/application/state', cookie),
  ]) {
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  }
});

test('every page has the policy with a nonce of its own, and what it loads is not guessed at', async () => {
  const cookie = await signIn();
  const nonces = new Set<string>();
  for (const path of ['/', '/index.html']) {
    const { status, headers, body } = await ask(path, { headers: { cookie } });
    expect(status).toBe(200);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    const nonce = /'nonce-([^']+)'/u.exec(policy)?.[1] ?? 'none';
    expect(body).toContain(`content="${nonce}"`);
    nonces.add(nonce);
    expect(headers['x-content-type-options']).toBe('nosniff');
  }
  expect(nonces.size).toBe(2);
  const script = await ask('/assets/app-1234.js', { headers: { cookie } });
  expect(script.headers['content-type']).toContain('javascript');
  expect(script.headers['content-security-policy']).toContain("default-src 'none'");
  expect(script.headers['cache-control']).toContain('immutable');
});

test('what the build made of texts comes compressed to browsers that take it, and is the same', async () => {
  const pages = join(folder, 'pages');
  for (let time = 0; time < 2; time += 1) {
    const packed = await servePage(pages, '/assets/app-1234.js', {}, 'gzip, br');
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(packed.headers.get('content-type')).toContain('javascript');
    expect(gunzipSync(await packed.bytes()).toString('utf8')).toBe('export {};');
  }
  const plain = await servePage(pages, '/assets/app-1234.js', {}, 'br');
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(await plain.text()).toBe('export {};');
  expect((await servePage(pages, '/assets/none.js', {}, 'gzip')).status).toBe(404);
});

test('only the worker with the model for faces may compile WebAssembly, and nothing makes code of text', async () => {
  const cookie = await signIn();
  const policyOf = async (path: string): Promise<string> =>
    String((await ask(path, { headers: { cookie } })).headers['content-security-policy']);
  // What a worker may do is told by its own script's header: the pages' policy stays as it is.
  expect(await policyOf('/assets/wasmWorker-1234.js')).toContain("script-src 'self' 'wasm-unsafe-eval';");
  expect(await policyOf('/assets/wasmWorker-1234.js')).not.toContain("'unsafe-eval'");
  for (const path of [
    '/',
    '/assets/app-1234.js',
    '/assets/wasmWorker-1234.js/index.html',
    '/wasmWorker-1.js',
  ])
    expect(await policyOf(path), path).not.toContain('unsafe');
});

test('no path leads out of the pages', async () => {
  const cookie = await signIn();
  const paths = [
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/..%5csecret.txt',
    '/..\\secret.txt',
    '/../pages-beside.txt',
    '/..%2fpages-beside.txt',
    '//etc/passwd',
    '/%2fetc/passwd',
    '/%00',
    '/%',
    '/assets',
    '/assets/',
    `${url.origin}/..%2fsecret.txt`,
  ];
  for (const path of paths) {
    const { status, body } = await ask(path, { headers: { cookie } });
    expect(status, path).toBeGreaterThanOrEqual(400);
    expect(status, path).toBeLessThan(500);
    expect(body).not.toContain('not for the browser');
    expect(body).not.toContain('root:');
  }
});

test('calls reach the core; a session of its own per browser', async () => {
  const cookie = await signIn();
  const state = await clientFor(cookie).application.state();
  expect(state.host).toBe('browser');
  expect(state.casebook).toBeNull();
});

test('an image that does not exist, or a name that is none, is not found and tells nothing', async () => {
  const cookie = await signIn();
  for (const path of [
    '/image/019308a4-91a5-7000-8000-000000000000/full',
    '/image/..%2f..%2fsecret.txt/full',
    '/image/019308a4-91a5-7000-8000-000000000000/original',
  ]) {
    const { status, headers } = await ask(path, { headers: { cookie } });
    expect(status, path).toBe(404);
    expect(headers['x-content-type-options']).toBe('nosniff');
  }
});

test('calls come as POST only', async () => {
  const cookie = await signIn();
  expect((await ask('/rpc/application/state', { headers: { cookie } })).status).toBe(405);
});

test('it listens on the loopback address alone, and closing it ends waiting connections', async () => {
  await host.close();
  await expect(ask('/')).rejects.toThrow(/ECONNREFUSED/u);
});

test('a taken port is said so', async () => {
  await expect(
    startBrowserHost({ core, port: Number(url.port), rendererFolder: join(folder, 'pages') }),
  ).rejects.toThrow(/EADDRINUSE/u);
});
