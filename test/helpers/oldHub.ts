import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { HUB_HEADER, PROTOCOL } from '../../shared/hub/protocol.ts';

/** A hub as it was before it could tell what came in before roles were checked: everything else it hands on to a hub of today. */
export async function startOldHub(
  target: string,
): Promise<{ readonly url: string; asked(): number; [Symbol.asyncDispose](): Promise<void> }> {
  let asked = 0;
  const app = new Hono();
  app.get('/v1/earlier', (context) => {
    asked += 1;
    context.header(HUB_HEADER, PROTOCOL);
    return context.json({ code: 'invalid', message: 'The hub does not know this address.' }, 404);
  });
  app.all('*', async ({ req }) => {
    const body = req.method === 'GET' ? null : await req.arrayBuffer();
    const { pathname } = new URL(req.url);
    const answer = await fetch(`${target}${pathname}`, { method: req.method, headers: req.header(), body });
    const headers = new Headers(answer.headers);
    headers.delete('content-encoding');
    return new Response(await answer.arrayBuffer(), { status: answer.status, headers });
  });
  const { server, port } = await new Promise<{ server: ReturnType<typeof serve>; port: number }>(
    (resolve) => {
      const listening = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, (info) =>
        resolve({ server: listening, port: info.port }),
      );
    },
  );
  return {
    url: `http://127.0.0.1:${String(port)}`,
    asked: () => asked,
    async [Symbol.asyncDispose]() {
      if ('closeAllConnections' in server) server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
