import { readFile } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { getMimeType } from 'hono/utils/mime';
import {
  contentSecurityPolicy,
  createNonce,
  NONCE_PLACEHOLDER,
  type PolicyAdditions,
  securityHeaders,
} from './contentSecurityPolicy.ts';
import { errorCode } from '../core/base/errors.ts';

const pack = promisify(gzip);

/** The worker with the model for faces, as the build names it. A worker's policy is that of its own script. */
const WEB_ASSEMBLY_WORKER = /^\/assets\/wasmWorker-[\w-]+\.js$/u;

/**
 * Answers a request for a built page or its files, in every host. `pathname`: the address's path, still encoded;
 * anything outside `folder` is not found. Each page gets a new nonce.
 * @param encodings what the window takes besides plain bytes, as its `Accept-Encoding` says
 */
export async function servePage(
  folder: string,
  pathname: string,
  additions: PolicyAdditions = {},
  encodings = '',
): Promise<Response> {
  const nonce = createNonce();
  const webAssembly = WEB_ASSEMBLY_WORKER.test(pathname);
  const headers = securityHeaders(contentSecurityPolicy(nonce, { ...additions, webAssembly }));
  const file = fileBelow(folder, pathname);
  const packed =
    file !== null && PACKED.test(pathname) && /\bgzip\b/u.test(encodings) ? await packedText(file) : null;
  if (packed !== null) {
    return new Response(packed, {
      headers: {
        ...headers,
        ...kept(pathname),
        'content-encoding': 'gzip',
        'content-length': String(packed.length),
        vary: 'accept-encoding',
      },
    });
  }
  const content = file === null ? null : await read(file);
  if (file === null || content === null) {
    return new Response('Not found', { status: 404, headers: { ...headers, 'content-type': 'text/plain' } });
  }
  if (extname(file) === '.html') {
    return new Response(content.toString('utf8').replaceAll(NONCE_PLACEHOLDER, nonce), {
      headers: { ...headers, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    });
  }
  return new Response(new Uint8Array(content), { headers: { ...headers, ...kept(pathname) } });
}

/** What a file of the build is, and how long it may be kept: the build puts a hash of the content into assets' names. */
const kept = (pathname: string): Record<string, string> => ({
  'content-type': getMimeType(pathname) ?? 'application/octet-stream',
  'cache-control': pathname.startsWith('/assets/') ? 'private, max-age=31536000, immutable' : 'no-cache',
});

/** Texts of the build that never change. */
const PACKED = /^\/assets\/[\w.-]+\.(?:js|css|svg|json)$/u;

/** They are compressed once: a class of hundreds loads the same ones within a minute. */
const packedTexts = new Map<string, Promise<Uint8Array<ArrayBuffer> | null>>();

/** A file of the build, compressed with gzip; null where there is none. */
async function packedText(file: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const known = packedTexts.get(file);
  if (known !== undefined) return known;
  const made = read(file).then(async (content) =>
    content === null ? null : new Uint8Array(await pack(content)),
  );
  packedTexts.set(file, made);
  // What was not there may be built yet.
  if ((await made) === null) packedTexts.delete(file);
  return made;
}

/** The file that a path names below the folder; null where it leads out of it or is not a path at all. */
function fileBelow(folder: string, pathname: string): string | null {
  const base = resolve(folder);
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
  // A backslash separates folders on one system and is part of a name on another: the build writes none.
  if (/[\0\\]/u.test(decoded)) return null;
  const file = resolve(join(base, decoded === '/' ? 'index.html' : decoded));
  return file.startsWith(base + sep) ? file : null;
}

async function read(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if (['ENOENT', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG'].includes(errorCode(error) ?? '')) return null;
    throw error;
  }
}
