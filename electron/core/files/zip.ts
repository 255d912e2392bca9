import type { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise, type ZipFile as ZipReader } from 'yauzl';
import { ZipFile } from 'yazl';
import { CasebookError } from '../../../shared/base/errors.ts';
import { errorCode } from '../base/errors.ts';

/** A file that goes into a zip. */
export interface ZipMember {
  /** Relative, with forward slashes. */
  readonly name: string;
  readonly content: { readonly file: string } | { readonly bytes: Buffer };
  /** What its content has to be; another one ends the writing. Lower-case hexadecimal. */
  readonly sha256: string;
  readonly compress: boolean;
}

/** What came out of a zip. */
export interface UnpackedFile {
  readonly sha256: string;
  readonly bytes: number;
}

/** What somebody takes a zip to be. */
export type ZipKind = 'package' | 'data set';

/** How much a zip may hold before it is refused. */
export interface ZipLimits {
  readonly entries: number;
  /** The largest single file, in bytes. */
  readonly fileBytes: number;
  /** All files together, as a multiple of the zip's own size, beside a free allowance in bytes. */
  readonly ratio: number;
  readonly allowance: number;
}

const MEBIBYTE = 1024 * 1024;

/** Room for any casebook that could be mailed around; compressed nothings swell far beyond the ratio. */
export const ZIP_LIMITS: ZipLimits = {
  entries: 500_000,
  fileBytes: 16 * 1024 * MEBIBYTE,
  ratio: 60,
  allowance: 32 * MEBIBYTE,
};

/** Every member has this time (2000-01-01, UTC): when somebody worked is nobody's business. */
const MEMBER_TIME = new Date(Date.UTC(2000, 0, 1));
const PLAIN_FILE = 0o100_644;

/**
 * Writes a zip to a new file, one member at a time, never more than a block in memory. Throws `damaged` where a
 * member's content is not the one it has to be. A failure leaves what was written: write where it can be removed.
 */
export async function writeZip(
  target: string,
  members: readonly ZipMember[],
  {
    progress,
    signal,
  }: { readonly progress: (done: number, total: number) => void; readonly signal: AbortSignal },
): Promise<void> {
  const zip = new ZipFile();
  const output = zip.outputStream;
  let reading: Readable | null = null;
  let done = 0;
  const failed = new AbortController();
  let failure: unknown = null;
  zip.on('error', (error) => {
    failure ??= error;
    failed.abort();
  });
  for (const { name, content, sha256, compress } of members) {
    const options = { mtime: MEMBER_TIME, mode: PLAIN_FILE, compress };
    if ('bytes' in content) {
      zip.addBuffer(content.bytes, name, options);
      continue;
    }
    zip.addReadStreamLazy(name, options, (give) => {
      const source = createReadStream(content.file);
      const checked = source.pipe(
        hashing((found) => (found.sha256 === sha256 ? null : changed(content.file))),
      );
      source.once('error', (error) => checked.destroy(error));
      checked.once('error', (error) => {
        source.destroy();
        failure ??= error;
        failed.abort();
      });
      checked.once('end', () => progress((done += 1), members.length));
      reading = source;
      give(null, checked);
    });
  }
  zip.end();
  try {
    await pipeline(output, createWriteStream(target, { flags: 'wx', flush: true }), {
      signal: AbortSignal.any([signal, failed.signal]),
    });
  } catch (error) {
    throw failure ?? error;
  } finally {
    destroy(reading);
  }
}

function destroy(stream: Readable | null): void {
  stream?.destroy();
}

/**
 * Unpacks a zip into a folder and verifies it: only plain files with names that `accepts` knows, none twice, none
 * larger than declared, all within the limits. Returns the files by name with their hashes. Throws `invalid_input` or
 * `damaged`; the folder then has what was unpacked so far.
 */
export async function unpackZip(
  file: string,
  folder: string,
  options: {
    /** What the zip is to be, for messages; a package where it is left out. */
    readonly kind?: ZipKind;
    readonly accepts: (name: string) => boolean;
    /** Members that are passed over; none where it is left out. */
    readonly ignores?: (name: string) => boolean;
    readonly progress: (done: number, total: number) => void;
    readonly signal: AbortSignal;
    readonly limits?: ZipLimits;
  },
): Promise<Map<string, UnpackedFile>> {
  const { kind = 'package' } = options;
  const zip = await inWords(file, kind, () => openPromise(file, { autoClose: false, decodeStrings: false }));
  try {
    const entries = await inWords(file, kind, () => examine(zip, file, options));
    const unpacked = new Map<string, UnpackedFile>();
    for (const [name, entry] of entries) {
      options.signal.throwIfAborted();
      const target = join(folder, name);
      await mkdir(dirname(target), { recursive: true });
      unpacked.set(name, await inWords(file, kind, () => unpackEntry(zip, entry, target, options.signal)));
      options.progress(unpacked.size, entries.size);
    }
    return unpacked;
  } finally {
    zip.close();
  }
}

/** Reads the directory of a zip and refuses it before a byte is unpacked where something is wrong with it. */
async function examine(
  zip: ZipReader,
  file: string,
  {
    accepts,
    ignores = () => false,
    kind = 'package',
    limits = ZIP_LIMITS,
    signal,
  }: Parameters<typeof unpackZip>[2],
): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.entries)
    throw refused(file, `it has ${String(zip.entryCount)} files, more than any ${kind}`, kind);
  const most = limits.allowance + limits.ratio * (await stat(file)).size;
  const entries = new Map<string, Entry>();
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    signal.throwIfAborted();
    const name = entry.fileNameRaw.toString('utf8');
    if (ignores(name)) continue;
    const reason = faultOf(name, entry, kind);
    if (reason !== null) throw refused(file, reason, kind);
    if (!accepts(name)) throw refused(file, `"${name}" does not belong in a ${kind}`, kind);
    if (entries.has(name)) throw refused(file, `it has "${name}" twice`, kind);
    total += entry.uncompressedSize;
    if (entry.uncompressedSize > limits.fileBytes || total > most)
      throw refused(file, `unpacked it would be far larger than any ${kind} of its size (a zip bomb)`, kind);
    entries.set(name, entry);
  }
  return entries;
}

const FILE_TYPE = 0o170_000;
const SYMBOLIC_LINK = 0o120_000;

/** What is wrong with an entry, in words; null where it is a plain file that stays inside its folder. */
function faultOf(name: string, entry: Entry, kind: ZipKind): string | null {
  if (name.includes('\\')) return `the name "${name}" contains a backslash`;
  if (name.startsWith('/') || /^[a-z]:/iu.test(name)) return `the name "${name}" is an absolute path`;
  if (name.split('/').includes('..')) return `the name "${name}" leads out of the ${kind}`;
  if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMBOLIC_LINK) return `"${name}" is a link`;
  if (entry.isEncrypted()) return `"${name}" is encrypted`;
  return null;
}

async function unpackEntry(
  zip: ZipReader,
  entry: Entry,
  target: string,
  signal: AbortSignal,
): Promise<UnpackedFile> {
  const result: { found: UnpackedFile | null } = { found: null };
  await pipeline(
    await zip.openReadStreamPromise(entry),
    hashing((found) => {
      result.found = found;
      return null;
    }),
    createWriteStream(target, { flags: 'wx' }),
    { signal },
  );
  if (result.found === null) throw new Error(`${target} was not read to its end.`);
  return result.found;
}

/** Passes bytes on and tells at their end what they were; an error given back ends the stream with it. */
function hashing(end: (found: UnpackedFile) => Error | null): Transform {
  const hash = createHash('sha256');
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, next) {
      hash.update(chunk);
      bytes += chunk.length;
      next(null, chunk);
    },
    flush(next) {
      next(end({ sha256: hash.digest('hex'), bytes }));
    },
  });
}

function changed(file: string): CasebookError {
  return new CasebookError(
    'damaged',
    `The file ${file} changed after it was imported.`,
    'Nothing was written. casebook check lists all such files.',
  );
}

/** What to do about a zip that is refused. */
const HINTS: Readonly<Record<ZipKind, string>> = {
  package: 'Nothing was changed. Casebook never writes such packages; ask for it again.',
  'data set': 'Nothing was changed. Unpack it with another program, and import the folder.',
};

function refused(file: string, reason: string, kind: ZipKind): CasebookError {
  return new CasebookError('invalid_input', `${basename(file)} was refused: ${reason}.`, HINTS[kind]);
}

/** What the zip library says of a file is about its bytes; the system's errors and ours go through as they are. */
async function inWords<T>(file: string, kind: ZipKind, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CasebookError || isSystemError(error)) throw error;
    throw new CasebookError(
      'damaged',
      `${basename(file)} is not a ${kind}, or was damaged in transit (${error instanceof Error ? error.message : String(error)}).`,
      kind === 'package' ? 'Nothing was changed. Ask for it again.' : HINTS[kind],
      { cause: error },
    );
  }
}

function isSystemError(error: unknown): boolean {
  const code = errorCode(error);
  if (error instanceof Error && error.name === 'AbortError') return true;
  return code !== null && /^E[A-Z]+$/u.test(code);
}
