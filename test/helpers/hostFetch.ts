import { request as send } from 'node:http';
import type { Route } from 'playwright-core';

/**
 * Sends a request to the browser host as a browser would: names below `localhost` are this machine, which Node leaves to
 * the system, and not every system knows.
 */
export async function hostFetch(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const body = Buffer.from(await request.arrayBuffer());
  return new Promise((resolve, reject) => {
    const sent = send(
      {
        host: '127.0.0.1',
        port: url.port,
        path: url.pathname + url.search,
        method: request.method,
        headers: { ...Object.fromEntries(request.headers), host: url.host, 'content-length': body.length },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          const headers = new Headers();
          for (const [name, value] of Object.entries(answer.headers)) {
            for (const each of [value ?? []].flat()) headers.append(name, each);
          }
          const status = answer.statusCode ?? 500;
          const content = status === 204 || status === 304 ? null : Buffer.concat(chunks);
          resolve(new Response(content, { status, headers }));
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Sends what a page asked for on to the host, as `route.fetch` does where it finds the host; what to fulfil it with. */
export async function passOn(
  route: Route,
): Promise<{ readonly status: number; readonly headers: Record<string, string>; readonly body: Buffer }> {
  const request = route.request();
  const sent = request.postDataBuffer();
  const response = await hostFetch(
    new Request(request.url(), {
      method: request.method(),
      headers: await request.allHeaders(),
      ...(sent === null ? {} : { body: new Uint8Array(sent) }),
    }),
  );
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  };
}
