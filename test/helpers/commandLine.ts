import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { Writable } from 'node:stream';
import { z } from 'zod';
import { run } from '../../electron/hosts/cli/run.ts';
import { HOME_VARIABLE } from '../../electron/hosts/userFolders.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Shared by all tests, so that the program's own code is read from its cache. */
const HOME = join(tmpdir(), `casebook-test-home-${String(process.getuid?.() ?? '')}`);

/** The command line as a program and its arguments. */
export const CASEBOOK: readonly [string, ...string[]] = [process.execPath, join(ROOT, 'electron', 'cli.ts')];

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs `casebook` in this process, through the same code: starting a program takes longer than most commands. What
 * concerns the process itself (help, signals, streams, locks, a disk) goes through {@link casebookProcess}.
 */
export async function casebook(...words: string[]): Promise<Finished> {
  process.env[HOME_VARIABLE] = HOME;
  const stdout = collected();
  const stderr = collected();
  const code = await run(words, { stdout: stdout.stream, stderr: stderr.stream });
  return { code, signal: null, stdout: stdout.text(), stderr: stderr.text() };
}

/** Runs `casebook` as a process of its own. */
export async function casebookProcess(...words: string[]): Promise<Finished> {
  return finish(start([...CASEBOOK, ...words]));
}

/** A stream that keeps what is written to it. */
function collected(): { readonly stream: Writable; text(): string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') };
}

/** Runs any program with the surroundings that `casebook` has in tests. */
export async function program(words: readonly string[]): Promise<Finished> {
  return finish(start(words));
}

/** Starts a program; who starts it ends it. */
export function start(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): ChildProcessWithoutNullStreams {
  const [command = '', ...rest] = words;
  return spawn(command, rest, {
    env: { ...process.env, CASEBOOK_HOME: HOME, npm_lifecycle_event: 'test', ...environment },
  });
}

/** Waits for the end of a program and gives what it said. */
export async function finish(child: ChildProcessWithoutNullStreams): Promise<Finished> {
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.end();
  await once(child, 'close');
  return { code: child.exitCode, signal: child.signalCode, stdout, stderr };
}

/** The one JSON document that standard output holds, with a line end and nothing else, in its shape. */
export function documentOf<T>({ stdout }: Finished, shape: z.ZodType<T>): T {
  if (!stdout.endsWith('\n') || stdout.trim().split('\n').length !== 1)
    throw new Error(`Standard output is not one document on one line: ${stdout}`);
  const value: unknown = JSON.parse(stdout);
  return shape.parse(value);
}

/** Runs `casebook … --json` and gives its document, which has to come with this exit code and without Node's warnings. */
export async function json<T>(shape: z.ZodType<T>, code: number, ...words: string[]): Promise<T> {
  return documentAfter(shape, code, words, await casebook(...words, '--json'));
}

/** The same, in a process of its own. */
export async function jsonOfProcess<T>(shape: z.ZodType<T>, code: number, ...words: string[]): Promise<T> {
  return documentAfter(shape, code, words, await casebookProcess(...words, '--json'));
}

function documentAfter<T>(
  shape: z.ZodType<T>,
  code: number,
  words: readonly string[],
  finished: Finished,
): T {
  if (finished.code !== code || /warning/iu.test(finished.stderr)) {
    throw new Error(
      `casebook ${words.join(' ')} ended with ${String(finished.code ?? finished.signal)}, expected ${String(code)}.\n${finished.stdout.slice(0, 2000)}\n${finished.stderr}`,
    );
  }
  return documentOf(finished, shape);
}

const count = z.int().nonnegative();

/** The documents of `--json`, key for key as others script against them; more keys may come. */
export const shapes = {
  import: z.looseObject({
    added: count,
    updated: count,
    unchanged: count,
    skipped: z.array(z.looseObject({ item: z.string(), field: z.string().nullable(), reason: z.string() })),
    images: z.looseObject({ added: count, missing: count, missing_names: z.array(z.string()) }),
    warnings: z.array(z.unknown()),
  }),
  export: z.looseObject({
    items: count,
    images: count,
    left_out: z.array(z.looseObject({ item: z.string(), reason: z.string() })),
    files: z.array(z.string()),
  }),
  items: z.looseObject({
    total: count,
    items: z.array(
      z.looseObject({
        id: z.uuid(),
        external_id: z.string(),
        benchmark: z.string(),
        status: z.enum(['draft', 'in_review', 'accepted', 'rejected']),
        label: z.string().nullable(),
        images: count,
        tags: z.array(z.string()),
      }),
    ),
  }),
  check: z.looseObject({
    ok: z.boolean(),
    problems: z.array(
      z.looseObject({ where: z.string(), what: z.string(), severity: z.enum(['error', 'warning']) }),
    ),
  }),
  error: z.strictObject({
    error: z.strictObject({ code: z.string(), message: z.string().min(1), hint: z.string().nullable() }),
  }),
};

/** Every file below a folder with the hash of its bytes: the same before and after means untouched. */
export function fingerprint(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry): [string, string] => {
        const path = join(entry.parentPath, entry.name);
        return [relative(folder, path), createHash('sha256').update(readFileSync(path)).digest('hex')];
      })
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
