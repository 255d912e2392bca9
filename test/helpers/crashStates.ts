import { execFileSync, spawnSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

/** One change that a program made to a folder, as the system was asked for it. */
type Step =
  | { readonly kind: 'make' | 'folder' | 'remove'; readonly path: string }
  | { readonly kind: 'write'; readonly path: string; readonly at: number | null; readonly bytes: Buffer }
  | { readonly kind: 'cut'; readonly path: string; readonly length: number }
  | { readonly kind: 'rename'; readonly path: string; readonly to: string };

const TRACED =
  'openat,write,pwrite64,writev,pwritev,ftruncate,unlink,unlinkat,rename,renameat,renameat2,mkdir,mkdirat,copy_file_range,sendfile';

/** Whether the program that records system calls is there (Linux alone has it). */
export function hasStrace(): boolean {
  return spawnSync('strace', ['-V']).status === 0;
}

/**
 * Runs a program that works on `folder` and gives every change that it made there, in order. The folder is afterwards
 * what the program left.
 */
export function recordChanges(
  folder: string,
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
): Step[] {
  if (!hasStrace())
    throw new Error(
      'This test records system calls with strace, which is not here: npm test installs it on Linux; other systems lack it.',
    );
  const aside = mkdtempSync(join(tmpdir(), 'casebook-strace-'));
  try {
    const log = join(aside, 'log');
    execFileSync(
      'strace',
      [
        '-f',
        '-qq',
        '-y',
        '-xx',
        '-s',
        '16777216',
        '-e',
        `trace=${TRACED}`,
        '-e',
        'signal=none',
        '-o',
        log,
        ...words,
      ],
      { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...environment } },
    );
    return stepsOf(readFileSync(log, 'latin1'), folder);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/**
 * The folder at every moment at which its program can have been killed: before it, after each change. Of a copy that is
 * being written into its backups, which nothing reads before it is whole, the writes in a row count as one.
 */
export function* statesOf(before: string, steps: readonly Step[], place: string): Generator<number, void> {
  for (let count = 0; count <= steps.length; count += 1) {
    const [last, next] = [steps[count - 1], steps[count]];
    const isOneOfMany = last?.kind === 'write' && next?.kind === 'write' && last.path === next.path;
    if (isOneOfMany && last.path.startsWith('backups/')) continue;
    rmSync(place, { recursive: true, force: true });
    cpSync(before, place, { recursive: true });
    for (const step of steps.slice(0, count)) apply(step, place);
    yield count;
  }
}

function apply(step: Step, place: string): void {
  const path = join(place, step.path);
  switch (step.kind) {
    case 'make':
      return closeSync(openSync(path, 'a'));
    case 'folder':
      return void mkdirSync(path, { recursive: true });
    case 'remove':
      return rmSync(path, { recursive: true, force: true });
    case 'rename':
      return renameSync(path, join(place, step.to));
    case 'cut':
    case 'write': {
      const descriptor = openSync(path, 'r+');
      try {
        if (step.kind === 'cut') ftruncateSync(descriptor, step.length);
        else writeSync(descriptor, step.bytes, 0, step.bytes.length, step.at ?? statSync(path).size);
      } finally {
        closeSync(descriptor);
      }
    }
  }
}

const FILE = String.raw`\d+<([^>]*)>`;
const TEXT = String.raw`"((?:\\x[0-9a-f]{2})*)"`;
const AT = String.raw`(?:AT_FDCWD(?:<[^>]*>)?|\d+<[^>]*>), `;

/** Reads the log of strace. Whatever changed the folder and is not understood is an error, not a gap. */
function stepsOf(log: string, folder: string): Step[] {
  const steps: Step[] = [];
  const made = new Set<string>();
  const inside = (path: string): string | null => {
    const way = relative(folder, path);
    return way === '' || way.startsWith('..') ? null : way;
  };
  const take = (call: string): void => {
    const named = (pattern: string): RegExpExecArray | null => new RegExp(`^${pattern}`, 'u').exec(call);
    const [, file] = named(`\\w+\\(${FILE}`) ?? [];
    const opened = named(`openat\\(${AT}${TEXT}, ([A-Z_|]+)`);
    const twice = named(`(?:rename|renameat|renameat2)\\((?:${AT})?${TEXT}, (?:${AT})?${TEXT}`);
    const once = named(`(unlink|unlinkat|mkdir|mkdirat)\\((?:${AT})?${TEXT}`);
    const written = named(`(pwrite64|write)\\(${FILE}, ${TEXT}, (\\d+)(?:, (\\d+))?\\)`);
    const cut = named(`ftruncate\\(${FILE}, (\\d+)\\)`);
    if (opened !== null) {
      const path = inside(plain(opened[1]));
      const flags = opened[2] ?? '';
      if (path === null || !flags.includes('O_CREAT')) return;
      if (!made.has(path)) steps.push({ kind: 'make', path });
      made.add(path);
      if (flags.includes('O_TRUNC')) steps.push({ kind: 'cut', path, length: 0 });
    } else if (twice !== null) {
      const [path, to] = [inside(plain(twice[1])), inside(plain(twice[2]))];
      if (path === null || to === null) return;
      made.delete(path);
      steps.push({ kind: 'rename', path, to });
    } else if (once !== null) {
      const path = inside(plain(once[2]));
      if (path === null) return;
      made.delete(path);
      steps.push({ kind: once[1]?.startsWith('mkdir') === true ? 'folder' : 'remove', path });
    } else if (written !== null) {
      const path = inside(plain(written[2]));
      const at = written[5] === undefined ? null : Number(written[5]);
      if (path !== null) steps.push({ kind: 'write', path, at, bytes: bytesOf(written[3] ?? '') });
    } else if (cut !== null) {
      const path = inside(plain(cut[1]));
      if (path !== null) steps.push({ kind: 'cut', path, length: Number(cut[2]) });
    } else if (file !== undefined && inside(plain(file)) !== null) {
      throw new Error(`A change was not understood: ${call.slice(0, 200)}`);
    }
  };
  const begun = new Map<string, string>();
  for (const line of log.split('\n')) {
    const [, thread = '', said = ''] = /^(\d+) +(.*)$/u.exec(line) ?? [];
    if (said.endsWith('<unfinished ...>')) {
      begun.set(thread, said.slice(0, -'<unfinished ...>'.length).trimEnd());
      continue;
    }
    const rest = /^<\.\.\. \w+ resumed>(.*)$/u.exec(said)?.[1];
    const call = rest === undefined ? said : `${begun.get(thread) ?? ''}${rest.trimStart()}`;
    // What failed changed nothing, and so does what is written to a file that is gone.
    if (/ = -1 [A-Z]+/u.test(call) || /^\w+\(\d+<[^>]*>\(deleted\)/u.test(call)) continue;
    take(call);
  }
  return steps;
}

/** strace writes names in full as hexadecimal numbers, or as they are. */
const plain = (name = ''): string => (name.startsWith('\\x') ? bytesOf(name).toString('utf8') : name);
const bytesOf = (hex: string): Buffer => Buffer.from(hex.replaceAll('\\x', ''), 'hex');
