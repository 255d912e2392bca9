import { Buffer, isAscii } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Json } from '../../../../shared/base/json.ts';
import { NestedTooDeeply, parseJson } from '../../../../shared/base/jsonText.ts';
import { JsonSplitter, MalformedJson, type SplitElement } from './jsonSplitter.ts';
import { inMegabytes, LARGEST_ELEMENT } from './limits.ts';
import { LineSplitter } from './lineSplitter.ts';

/** One element of a source file, read; or what is wrong with it. */
export type SourceElement =
  | {
      readonly ok: true;
      readonly member: string | null;
      readonly index: number | null;
      readonly value: Json;
      /** As the file has it. */
      readonly text: string;
    }
  | {
      readonly ok: false;
      /** Null, too, where the file itself cannot be read from here on. */
      readonly member: string | null;
      /** How to find it in the file, in words. */
      readonly where: string;
      readonly reason: string;
      /** The element, or the beginning of one that is too long; empty where nothing is known of it. */
      readonly text: string;
      /** Whether that is all of it. */
      readonly isWhole: boolean;
    };

/** Whether elements stand one a line or in lists. */
export type SourceLayout = 'lines' | 'lists';

const CHUNK = 1 << 20;

/**
 * How a file is laid out, by its name and its first character: .jsonl and .ndjson hold a value a line, and so
 * does a file of another name that begins with an object, other than .json.
 */
export async function layoutOf(path: string): Promise<SourceLayout> {
  const extension = extname(path).toLowerCase();
  if (extension === '.jsonl' || extension === '.ndjson') return 'lines';
  if (extension === '.json') return 'lists';
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
    const text = buffer
      .toString('utf8', 0, bytesRead)
      .replace(/^\uFEFF/u, '')
      .trimStart();
    return text.startsWith('{') ? 'lines' : 'lists';
  } finally {
    await file.close();
  }
}

/**
 * Reads a source file element by element while the program goes on doing other things; `progress` gets the bytes
 * read so far. Problems come as elements: after one that spoils the rest of the file, nothing follows.
 */
export async function* readSource(
  path: string,
  layout: SourceLayout,
  options: {
    readonly signal: AbortSignal;
    readonly progress: (done: number, total: number) => void;
    /** Gets the names of the members that are lists, empty ones included, once all was read. */
    readonly lists?: (names: ReadonlySet<string>) => void;
  },
): AsyncGenerator<SourceElement, void> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const cutter = new Cutter(layout);
    const buffer = Buffer.allocUnsafe(CHUNK);
    for (let done = 0; ;) {
      options.signal.throwIfAborted();
      const { bytesRead } = await file.read(buffer, 0, CHUNK, done);
      done += bytesRead;
      const elements = bytesRead === 0 ? cutter.end() : cutter.push(buffer.subarray(0, bytesRead));
      for (const element of elements) yield element;
      options.progress(done, size);
      if (bytesRead === 0 || cutter.spoilt()) {
        options.lists?.(cutter.lists());
        return;
      }
    }
  } finally {
    await file.close();
  }
}

/** The same in one go, for use within a transaction, in which nothing else may happen. */
export function* readSourceNow(path: string, layout: SourceLayout): Generator<SourceElement, void> {
  const file = openSync(path, 'r');
  try {
    const cutter = new Cutter(layout);
    const buffer = Buffer.allocUnsafe(CHUNK);
    for (;;) {
      const bytesRead = readSync(file, buffer, 0, CHUNK, null);
      yield* bytesRead === 0 ? cutter.end() : cutter.push(buffer.subarray(0, bytesRead));
      if (bytesRead === 0 || cutter.spoilt()) return;
    }
  } finally {
    closeSync(file);
  }
}

class Cutter {
  readonly #layout: SourceLayout;
  readonly #splitter;
  #count = 0;
  #spoilt = false;
  #first = true;

  constructor(layout: SourceLayout) {
    this.#layout = layout;
    this.#splitter = layout === 'lines' ? new LineSplitter() : new JsonSplitter();
  }

  push(chunk: Buffer): SourceElement[] {
    if (this.#first && isUtf16(chunk)) {
      this.#spoilt = true;
      const reason = 'It is written in UTF-16; save it as UTF-8.';
      return [{ ok: false, member: null, where: 'the file', reason, text: '', isWhole: false }];
    }
    this.#first = false;
    return this.#guard(() => this.#splitter.push(chunk));
  }

  end(): SourceElement[] {
    return this.#guard(() =>
      this.#splitter instanceof LineSplitter ? this.#splitter.end() : (this.#splitter.end(), []),
    );
  }

  /** Whether a problem was met after which the rest cannot be read. */
  spoilt(): boolean {
    return this.#spoilt;
  }

  /** The members so far that are lists. */
  lists(): ReadonlySet<string> {
    return this.#splitter instanceof JsonSplitter ? this.#splitter.lists : new Set();
  }

  #guard(cut: () => readonly SplitElement[]): SourceElement[] {
    if (this.#spoilt) return [];
    try {
      return cut().map((element) => {
        this.#count += 1;
        return readElement(element, this.#layout);
      });
    } catch (error) {
      if (!(error instanceof MalformedJson)) throw error;
      this.#spoilt = true;
      return [
        {
          ok: false,
          member: null,
          text: '',
          isWhole: false,
          where: `item ${String(this.#count + 1)} (byte ${String(error.offset)})`,
          reason: error.message,
        },
      ];
    }
  }
}

function isUtf16(chunk: Buffer): boolean {
  return (chunk[0] === 0xff && chunk[1] === 0xfe) || (chunk[0] === 0xfe && chunk[1] === 0xff);
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function readElement(element: SplitElement, layout: SourceLayout): SourceElement {
  const { member, index, bytes, length } = element;
  const where = placeOf(element, layout);
  const beginning = bytes.toString('latin1');
  const bad = (reason: string, place = where): SourceElement => ({
    ok: false,
    member,
    where: place,
    reason,
    text: beginning,
    isWhole: length <= LARGEST_ELEMENT,
  });
  if (length > LARGEST_ELEMENT) {
    const reason = `It is ${inMegabytes(length)} long; the limit is ${inMegabytes(LARGEST_ELEMENT)}.`;
    return bad(reason, `${nameIn(beginning)}${where}`);
  }
  try {
    // ASCII needs no decoding proper, which makes reading a good deal faster.
    const text = isAscii(bytes) ? beginning : strictUtf8.decode(bytes);
    return { ok: true, member, index, value: parseJson(text), text };
  } catch (error) {
    if (error instanceof NestedTooDeeply) return bad(error.message);
    if (error instanceof SyntaxError) return bad(`It is not JSON: ${plain(error)}.`);
    if (error instanceof TypeError) return bad('It contains bytes that are not UTF-8.');
    throw error;
  }
}

const SHOWN = 80;

/** How to find an element in the file: by its line, or by its number in its list or its key. */
function placeOf({ member, index, offset }: SplitElement, layout: SourceLayout): string {
  if (layout === 'lines') return `line ${String((index ?? 0) + 1)}`;
  const key = member === null ? 'item' : member.slice(0, SHOWN);
  const place = index === null ? key : `${key} ${String(index + 1)}`;
  return `${place} (byte ${String(offset)})`;
}

/** An item's name among the plain members that it begins with. */
const NAME =
  /^\s*\{(?:\s*"[^"\\]*"\s*:\s*(?:"(?:[^"\\]|\\.)*"|[\w.+-]+)\s*,)*?\s*"(?:data_path|id)"\s*:\s*"?(?<name>[^"\\,}]{1,80})/u;

/** The name of an element that is not read, where its beginning tells; with a comma, to go before its place. */
function nameIn(beginning: string): string {
  const name = isAscii(Buffer.from(beginning, 'latin1')) ? NAME.exec(beginning)?.groups?.['name'] : undefined;
  return name === undefined ? '' : `${name.trim()}, `;
}

/** The parser's message without the excerpt of the text: logs and reports quote no item texts. */
function plain({ message }: SyntaxError): string {
  return message
    .replace(/,? ?"[\s\S]*" is not valid JSON$/u, '')
    .replace(/ in JSON at/u, ' at')
    .trim();
}
