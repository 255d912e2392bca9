import { open } from 'node:fs/promises';
import { ImageId } from '../../shared/base/ids.ts';
import { securityHeaders } from './contentSecurityPolicy.ts';
import type { Connection } from '../core/base/connection.ts';
import type { Core } from '../core/app/createCore.ts';
import type { ImageVariant } from '../../shared/contract/images.ts';
import { asCasebookError } from '../core/base/errors.ts';

/**
 * Answers a request for an image of the open casebook, in every host. An image's id never means other pixels, so this
 * window may cache it (hence private), except images shown in a study and files with metadata, which the window's next
 * user may not see.
 */
export async function serveImage(
  core: Pick<Core, 'displayImage'>,
  id: string,
  variant: string,
  session: Connection,
): Promise<Response> {
  // Opened by itself, an image (an SVG among them) must not be able to do anything.
  const headers = securityHeaders("default-src 'none'; style-src 'unsafe-inline'; sandbox");
  const imageId = ImageId.safeParse(id);
  if (!imageId.success || !isVariant(variant)) {
    return new Response('There is no such image.', { status: 404, headers });
  }
  try {
    const { path, bytes, mime, keep } = await core.displayImage(imageId.data, variant, session);
    const { size, content } =
      bytes === undefined ? await streamFile(path) : { size: bytes.length, content: inPieces(bytes) };
    return new Response(content, {
      headers: {
        ...headers,
        'content-type': mime,
        'content-length': String(size),
        'cache-control': keep ? 'private, max-age=31536000, immutable' : 'no-store',
      },
    });
  } catch (error) {
    const problem = asCasebookError(error);
    const status = problem.code === 'not_found' ? 404 : problem.code === 'forbidden' ? 403 : 500;
    // Not the problem's own words: they name the file, and names of files give answers away to raters.
    const words =
      status === 500 ? 'The image cannot be read.' : 'There is no such image, or its file is missing.';
    return new Response(words, { status, headers: { ...headers, 'content-type': 'text/plain' } });
  }
}

const isVariant = (name: string): name is ImageVariant =>
  name === 'full' || name === 'thumbnail' || name === 'shown';

/** An encrypted connection keeps room for the largest piece that it ever sent, for as long as it is open. */
const PIECE_BYTES = 64 * 1024;

/** Bytes as they are asked for. */
function inPieces(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent < bytes.length) controller.enqueue(bytes.subarray(sent, sent + PIECE_BYTES));
      sent += PIECE_BYTES;
      if (sent >= bytes.length) controller.close();
    },
  });
}

/** A file's size and its content as it is asked for, so that large images never lie in memory whole. */
async function streamFile(path: string): Promise<{ size: number; content: ReadableStream<Uint8Array> }> {
  const file = await open(path);
  const { size } = await file.stat().catch(async (error: unknown) => {
    await file.close();
    throw error;
  });
  const content = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { bytesRead, buffer } = await file.read(new Uint8Array(PIECE_BYTES));
      if (bytesRead > 0) {
        controller.enqueue(buffer.subarray(0, bytesRead));
        return;
      }
      await file.close();
      controller.close();
    },
    cancel: () => file.close(),
  });
  return { size, content };
}
