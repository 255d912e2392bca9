import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { ForeignFormat } from '../../../../shared/foreign/foreignPart.ts';
import { errorCode } from '../../base/errors.ts';
import { fileReason } from '../../base/fileReason.ts';
import type { ReadImage } from './boxes.ts';
import type { CountedNoun } from '../reading/tally.ts';
import { inMegabytes, LARGEST_ELEMENT, MOST_BOXES, MOST_BOXES_ON_IMAGE } from '../reading/limits.ts';

/** Takes what a reader of boxes finds, image by image, so that no reader keeps a whole source. */
export interface BoxSink {
  image(image: ReadImage): void;
  /** What a reader cannot make sense of. */
  problem(item: string, field: string | null, reason: string): void;
  /** What is left out by name without stopping the import: a box that is nowhere on its image, or has no size. */
  leaveOut(item: string, field: string | null, reason: string): void;
  /** An image of the data set that the source says nothing about: an item without an answer. */
  bareImage(image: Pick<ReadImage, 'file' | 'split' | 'rights' | 'foreign'>): void;
  /** What the source says of the whole data set; to be called once. */
  set(set: ReadSet): void;
  /**
   * Counts what cannot be carried, a line a kind in the report.
   * @param what one of it and several of it, such as "relation" and "relations"
   */
  left(what: CountedNoun, count: number): void;
  /** What a user should know of the source as a whole, or of an image. */
  warn(item: string | null, field: string | null, message: string): void;
}

/** What a source says of a whole data set of boxes. */
export interface ReadSet {
  /** All of its categories, in its order, those without a box included. */
  readonly categories: readonly string[];
  /** Its header, as text of its format: what its writer needs to give it back; null: nothing to keep. */
  readonly foreign: { readonly format: ForeignFormat; readonly source: string } | null;
}

export interface ReadOptions {
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number) => void;
}

/** Of one file this many problems are named, the others counted. */
const NAMED = 20;

/**
 * The problems of one file.
 * The first problems of a file go to the sink at once.
 */
export class FileProblems {
  readonly #sink: BoxSink;
  readonly #file: string;
  #count = 0;

  constructor(sink: BoxSink, file: string) {
    this.#sink = sink;
    this.#file = file;
  }

  add(field: string | null, reason: string): void {
    this.#count += 1;
    if (this.#count <= NAMED) this.#sink.problem(this.#file, field, reason);
  }

  /** To be called after the last: says how many were not named. */
  end(): void {
    if (this.#count > NAMED)
      this.#sink.problem(this.#file, null, `It has ${String(this.#count - NAMED)} more problems.`);
  }
}

/** Counts the boxes, or the images, of a source. Throws `invalid_input` where there are too many for one import. */
export function createCount(noun: 'boxes' | 'images'): (more: number) => void {
  let count = 0;
  return (more) => {
    count += more;
    if (count <= MOST_BOXES) return;
    throw new CasebookError(
      'invalid_input',
      `The source has more than ${MOST_BOXES.toLocaleString('en')} ${noun}, the limit of one import.`,
      'Nothing was changed. Split the source and import the parts separately.',
    );
  };
}

/** Why an image of too many boxes is left out. */
export const TOO_MANY_BOXES = `It has more than ${MOST_BOXES_ON_IMAGE.toLocaleString('en')} boxes, the limit for one image.`;

/**
 * Reads files that each have the boxes of one image, and passes the images on. An unreadable file is named, and the
 * others go on. Throws `invalid_input` for too many boxes, and when the signal aborts.
 * @param read what one file says; null where it is left out, after its problem was added
 */
export async function readFiles(
  folder: string,
  files: readonly string[],
  { signal, progress }: ReadOptions,
  sink: BoxSink,
  read: (text: string, file: string, problems: FileProblems) => ReadImage | null,
): Promise<void> {
  const count = createCount('boxes');
  for (const [index, file] of files.entries()) {
    signal.throwIfAborted();
    progress(index, files.length);
    const found = await readSmallFile(join(folder, file));
    if (!found.ok) {
      sink.problem(file, null, found.reason);
      continue;
    }
    const problems = new FileProblems(sink, file);
    const image = read(found.text, file, problems);
    problems.end();
    if (image === null) continue;
    count(image.boxes.length);
    sink.image(image);
  }
}

/** The text of a small file, without its byte order mark; or why it is not read, in words. */
export async function readSmallFile(
  path: string,
): Promise<{ readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string }> {
  try {
    const { size } = await stat(path);
    if (size > LARGEST_ELEMENT) {
      const reason = `It is ${inMegabytes(size)} long; the limit for one file is ${inMegabytes(LARGEST_ELEMENT)}.`;
      return { ok: false, reason };
    }
    return { ok: true, text: (await readFile(path, 'utf8')).replace(/^\uFEFF/u, '') };
  } catch (error) {
    const code = errorCode(error);
    if (code === null) throw error;
    if (code === 'EACCES' || code === 'EPERM')
      return { ok: false, reason: 'You have no permission to read it.' };
    return { ok: false, reason: `It cannot be read: ${fileReason(code)}.` };
  }
}
