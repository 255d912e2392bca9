import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { ContractRouterClient } from '@orpc/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type BrowserHost, startBrowserHost } from '../../electron/hosts/browser/browserHost.ts';
import { type Core, createCore } from '../../electron/core/app/createCore.ts';
import { createHostPorts, type HostPorts } from '../../electron/hosts/hostPorts.ts';
import { HOME_VARIABLE } from '../../electron/hosts/userFolders.ts';
import type { Contract } from '../../shared/contract/index.ts';
import { hostFetch } from './hostFetch.ts';

export let folder: string;
let ports: HostPorts;
export let core: Core;
export let host: BrowserHost;
export let url: URL;

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** A request as raw as a hostile program can make it: fetch would not send these headers and paths. */
export function ask(
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: Buffer | string } = {},
): Promise<Answer> {
  const { method = 'GET', headers = {}, body } = options;
  return new Promise((resolve, reject) => {
    const sent = { host: url.host, ...headers };
    const asked = request({ host: '127.0.0.1', port: url.port, path, method, headers: sent }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

export async function signIn(link = host.openUrl): Promise<string> {
  const { pathname, search } = new URL(link);
  const answer = await ask(pathname + search);
  expect(answer.status).toBe(200);
  const [cookie = ''] = [answer.headers['set-cookie'] ?? ''].flat();
  return cookie.split(';')[0] ?? '';
}

export const call = (path: string, cookie: string, more: Record<string, string> = {}): Promise<Answer> =>
  ask(path, {
    method: 'POST',
    headers: { cookie, origin: url.origin, 'content-type': 'application/json', ...more },
    body: '{}',
  });

export function clientFor(cookie: string): ContractRouterClient<Contract> {
  return createORPCClient(
    new RPCLink({ url: new URL('/rpc', url), headers: { cookie, origin: url.origin }, fetch: hostFetch }),
  );
}

/** Registers the hooks that give the tests of a file one core, and each test a browser host of its own. */
export function hostEachTest(): void {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'casebook-browser-host-'));
    process.env[HOME_VARIABLE] = join(folder, 'home');
    await mkdir(join(folder, 'pages', 'assets'), { recursive: true });
    await writeFile(join(folder, 'secret.txt'), 'not for the browser');
    await writeFile(join(folder, 'pages-beside.txt'), 'not for the browser either');
    await writeFile(join(folder, 'pages', 'index.html'), '<meta name="csp-nonce" content="__CSP_NONCE__">');
    await writeFile(join(folder, 'pages', 'assets', 'app-1234.js'), 'export {};');
    await writeFile(join(folder, 'pages', 'assets', 'wasmWorker-1234.js'), 'export {};');
    ports = createHostPorts({ host: 'browser', log: 'browser' });
    core = createCore(ports.ports);
  });

  afterAll(async () => {
    await core.close();
    await ports.close();
    delete process.env[HOME_VARIABLE];
    await rm(folder, { recursive: true, force: true });
  });

  beforeEach(async () => {
    host = await startBrowserHost({ core, rendererFolder: join(folder, 'pages') });
    url = new URL(host.url);
  });

  afterEach(() => host.close());
}
