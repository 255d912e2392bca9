import { readFile } from 'node:fs/promises';
import { createServer as createSocketServer } from 'node:net';
import { join } from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { call } from '@orpc/server';
import { createServer, type ViteDevServer } from 'vite';
import { developmentPolicy, NONCE_PLACEHOLDER, securityHeaders } from './hosts/contentSecurityPolicy.ts';
import type { Core } from './core/app/createCore.ts';
import { servePage } from './hosts/pages.ts';
import { serve } from './serve.ts';

/*
 * `npm run dev`: the browser host on the sample casebook, with the window's pages straight from their sources and
 * replaced in place when those change. The core is loaded once: a change there wants a restart.
 */

const ICONS = '/resources/icons/';
const RESOURCES = join(import.meta.dirname, '..', 'resources', 'icons');

/** The policy in the page itself, too strict for scripts put in while developing. */
const OWN_POLICY = /<meta\s+http-equiv="Content-Security-Policy"[^>]*>/u;

/** A page of the renderer's own folder. */
const PAGE = /^\/[a-z]+\.html$/u;

const RENDERER = join(import.meta.dirname, '..', 'renderer');

const socketPort = await freePort();
const vite = await createServer({
  configFile: join(RENDERER, 'vite.config.ts'),
  appType: 'custom',
  server: { middlewareMode: true, hmr: { host: '127.0.0.1', port: socketPort } },
  // The built pages are found relative to themselves; these are served from the root.
  base: '/',
});
const headers = securityHeaders(developmentPolicy(`ws://127.0.0.1:${String(socketPort)}`));

try {
  await serve({
    open: !process.argv.includes('--no-open'),
    pages: (request, bindings) => answer(vite, request, bindings),
    prepare: openSample,
  });
} finally {
  await vite.close();
}

async function openSample(core: Core): Promise<void> {
  await call(core.router.casebooks.openSample, undefined, {
    context: core.contextOf(core.createSession()),
  });
}

async function answer(
  server: ViteDevServer,
  request: Request,
  { incoming, outgoing }: HttpBindings,
): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === '/' || PAGE.test(pathname)) {
    const page = await readFile(join(RENDERER, pathname === '/' ? 'index.html' : pathname.slice(1)), 'utf8');
    const html = await server.transformIndexHtml(pathname, page);
    return new Response(html.replace(OWN_POLICY, '').replaceAll(NONCE_PLACEHOLDER, ''), {
      headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
    });
  }
  // The icon lies outside the pages' folder.
  if (pathname.startsWith(ICONS)) return servePage(RESOURCES, pathname.slice(ICONS.length - 1));
  server.middlewares(incoming, outgoing, () => {
    outgoing.writeHead(404);
    outgoing.end();
  });
  return RESPONSE_ALREADY_SENT;
}

/** A port for the socket over which changes are told; another one each time, so that two can run at once. */
async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createSocketServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('There is no free port.'));
        else resolve(address.port);
      });
    });
  });
}
