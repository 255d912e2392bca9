import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Fault, planted } from './faults.ts';

const repository = join(import.meta.dirname, '../..');

/** What came of running tests on a fault. */
export type Outcome = 'red' | 'green' | 'tooLong';

/** A copy of the working tree, with its packages: faults are planted there, never in the tree itself. */
export interface Copy {
  /** Puts faults into files of their own; the former ones are taken out. */
  plant(faults: readonly Fault[]): void;
  /** The faults among these, which are in files of their own, that the compiler refuses. */
  refused(faults: readonly Fault[]): Promise<readonly Fault[]>;
  /** Runs test files until the first is red. */
  test(files: readonly string[], limitSeconds: number): Promise<Outcome>;
  [Symbol.dispose](): void;
}

/** Makes one in the folder for temporary files; it goes when the scope ends. */
export function makeCopy(): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'casebook-mutants-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  for (const file of listed.split('\0').filter((each) => each !== '' && existsSync(join(repository, each)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(repository, file), join(folder, file));
  }
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'), 'dir');
  /** The texts of the files that hold a fault, without it: the working tree may change meanwhile. */
  const clean = new Map<string, string>();
  let running: ChildProcess | null = null;

  /** The end of a program: its exit code, null where it took too long, and what it said. */
  const run = async (command: string, given: readonly string[], limitSeconds: number) =>
    new Promise<{ readonly code: number | null; readonly said: string }>((resolve, reject) => {
      // In a group of its own: a test's own programs end with it.
      const program = spawn(command, given, {
        cwd: folder,
        detached: true,
        env: { ...process.env, CI: 'true' },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      running = program;
      let said = '';
      let isLate = false;
      for (const stream of [program.stdout, program.stderr])
        stream.on('data', (chunk: Buffer) => {
          said += chunk.toString('utf8');
        });
      const timer = setTimeout(() => {
        isLate = true;
        endGroup(program);
      }, limitSeconds * 1000);
      program.on('error', reject);
      program.on('close', (code) => {
        clearTimeout(timer);
        running = null;
        resolve({ code: isLate ? null : (code ?? 1), said });
      });
    });

  const plant: Copy['plant'] = (faults) => {
    for (const [file, text] of clean) writeFileSync(join(folder, file), text);
    clean.clear();
    for (const { file, ...edit } of faults) {
      const text = readFileSync(join(folder, file), 'utf8');
      clean.set(file, text);
      writeFileSync(join(folder, file), planted(text, edit));
    }
  };

  const refused: Copy['refused'] = async (faults) => {
    if (faults.length === 0) return [];
    plant(faults);
    const messages: string[] = [];
    for (const project of ['electron', 'shared'].filter((each) =>
      faults.some(({ file }) => file.startsWith(`${each}/`)),
    ))
      messages.push(
        (
          await run(
            'tsc',
            [
              '-p',
              project,
              '--pretty',
              'false',
              '--incremental',
              '--tsBuildInfoFile',
              `${project}.tsbuildinfo`,
            ],
            COMPILER_SECONDS,
          )
        ).said,
      );
    plant([]);
    const files = new Set(
      [...messages.join('\n').matchAll(/^(?<file>[^\s(]+)\(\d+,\d+\): error/gmu)].map(
        ({ groups }) => groups?.['file'] ?? '',
      ),
    );
    if (files.size === 0) return [];
    const own = faults.filter(({ file }) => files.has(file));
    if (own.length === files.size || faults.length === 1) return own.length === 0 ? faults : own;
    // One of them shows in another file: which one, halves tell.
    const rest = faults.filter((fault) => !own.includes(fault));
    const middle = Math.ceil(rest.length / 2);
    const halves = rest.length === 0 ? [] : [rest.slice(0, middle), rest.slice(middle)];
    const found = [...own];
    for (const half of halves) found.push(...(await refused(half)));
    return found;
  };

  return {
    plant,
    refused,
    async test(files, limitSeconds) {
      const { code, said } = await run(
        'vitest',
        ['run', '--project', 'node', '--bail', '1', '--reporter', 'dot', ...files],
        limitSeconds,
      );
      if (code === null) return 'tooLong';
      if (code === 0) return 'green';
      if (!/\bFAIL\b|Unhandled|failed/u.test(said)) throw new Error(`The tests could not be run.\n${said}`);
      return 'red';
    },
    [Symbol.dispose]() {
      if (running !== null) endGroup(running);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Long enough for the compiler on a busy machine. */
const COMPILER_SECONDS = 600;

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // It has ended by itself meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
