import type { Connection } from '../../core/base/connection.ts';
import type { Core } from '../../core/app/createCore.ts';
import type { SessionApi } from './electronApi.ts';
import { serveImage } from '../imageResponse.ts';
import { servePage } from '../pages.ts';
import { IMAGE_PROTOCOL, IMAGE_SOURCE, isImage, isOwnPage, PAGE_ORIGIN, PAGE_PROTOCOL } from './schemes.ts';

/** Answers the window's own schemes: `app://casebook/...` and `casebook-image://local/<id>/<full|thumbnail>`. */
export function handleProtocols(
  session: Pick<SessionApi, 'protocol'>,
  core: Pick<Core, 'displayImage'>,
  connection: Connection,
  rendererFolder: string,
): void {
  session.protocol.handle(PAGE_PROTOCOL, (request) => answerPage(request, rendererFolder));
  session.protocol.handle(IMAGE_PROTOCOL, (request) => answerImage(request, core, connection));
}

async function answerPage(request: Request, folder: string): Promise<Response> {
  if (!isOwnPage(request.url) || request.method !== 'GET') return new Response('Not found', { status: 404 });
  return servePage(folder, new URL(request.url).pathname, { imageSource: IMAGE_SOURCE });
}

async function answerImage(
  request: Request,
  core: Pick<Core, 'displayImage'>,
  connection: Connection,
): Promise<Response> {
  const [, id = '', variant = '', ...more] = new URL(request.url).pathname.split('/');
  if (!isImage(request.url) || request.method !== 'GET' || more.length > 0) {
    return new Response('Not found', { status: 404 });
  }
  const response = await serveImage(core, id, variant, connection);
  // Another scheme is another origin: without these the page could neither show the image nor read its pixels.
  response.headers.set('access-control-allow-origin', PAGE_ORIGIN);
  response.headers.set('cross-origin-resource-policy', 'cross-origin');
  return response;
}
