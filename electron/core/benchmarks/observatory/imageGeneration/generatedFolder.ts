import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
} from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import { Json } from '../../../../../shared/base/json.ts';
import { parseJson } from '../../../../../shared/base/jsonText.ts';
import { errorCode } from '../../../base/errors.ts';

/** The list that `import --format observatory` reads. */
export const LIST = 'observatory.jsonl';
/** What has been made so far, a line each, so that a run that ended early can be gone on with. */
const JOURNAL = '.material.jsonl';

const Entry = z.object({ file: z.string(), key: z.string(), made: Json });
type Entry = z.infer<typeof Entry>;

/** A folder that images are made in, over as many runs as it takes. */
export interface GeneratedFolder {
  /** Where to write an image of this relative path. */
  place(file: string): string;
  /** What was noted of an image that is there and was made from the same; undefined else. */
  known(file: string, key: string): Promise<Json | undefined>;
  /** Notes an image that is there now: what it was made from, and what is to be known of it. */
  note(entry: Entry): Promise<void>;
  /** Writes the list: beside its place, then renamed. */
  finish(lines: Iterable<string>): Promise<void>;
  close(): Promise<void>;
}

/** Opens a new or empty folder, or one that images were made in before. Throws `exists` for any other. */
export async function openGeneratedFolder(folder: string): Promise<GeneratedFolder> {
  const before = await contentsOf(folder);
  if (before.length > 0 && !before.includes(JOURNAL)) {
    throw new CasebookError(
      'exists',
      `The folder ${folder} is not empty.`,
      'Nothing was made. Choose a new folder, or one with earlier generated images.',
    );
  }
  await mkdir(folder, { recursive: true });
  const journal = join(folder, JOURNAL);
  const entries = before.includes(JOURNAL) ? await readJournal(journal) : new Map<string, Entry>();
  const handle = await open(journal, 'a');
  // One after the other: two writes to a file at the same time could mix.
  let noted = Promise.resolve();
  return {
    place: (file) => join(folder, file),
    async known(file, key) {
      const entry = entries.get(file);
      return entry?.key === key && (await isThere(join(folder, file))) ? entry.made : undefined;
    },
    async note(entry) {
      const line = `${JSON.stringify(entry)}\n`;
      const writing = noted.then(() => handle.appendFile(line));
      noted = writing.catch(() => undefined);
      await writing;
      entries.set(entry.file, entry);
    },
    finish: (lines) => writeList(join(folder, LIST), lines),
    close: () => handle.close(),
  };
}

async function contentsOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** The journal up to its last whole line; a line that a crash cut off goes, and what it told of is made again. */
async function readJournal(path: string): Promise<Map<string, Entry>> {
  const text = await readFile(path, 'utf8');
  const end = text.lastIndexOf('\n') + 1;
  if (end < text.length) await truncate(path, new TextEncoder().encode(text.slice(0, end)).length);
  const entries = new Map<string, Entry>();
  for (const line of text.slice(0, end).split('\n')) {
    const entry = entryOf(line);
    if (entry !== null) entries.set(entry.file, entry);
  }
  return entries;
}

/** Null for a line that says nothing: its image is made again. */
function entryOf(line: string): Entry | null {
  try {
    const value: unknown = parseJson(line);
    return Entry.safeParse(value).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    return (await stat(path)).size > 0;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

async function writeList(path: string, lines: Iterable<string>): Promise<void> {
  const beside = `${path}.partial`;
  try {
    const file = await open(beside, 'w');
    try {
      await writeLines(file, lines);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

const BLOCK = 1 << 20;

async function writeLines(file: FileHandle, lines: Iterable<string>): Promise<void> {
  let pending: string[] = [];
  let length = 0;
  const flush = async (): Promise<void> => {
    await file.writeFile(pending.join(''));
    pending = [];
    length = 0;
  };
  for (const line of lines) {
    pending.push(`${line}\n`);
    length += line.length;
    if (length >= BLOCK) await flush();
  }
  await flush();
}
