import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Fault } from './badLink.ts';
import type { HubClientOptions } from './hubClientProcess.ts';

const PROGRAM = resolve(import.meta.dirname, '../../electron/cli.ts');
const CLIENT = resolve(import.meta.dirname, 'hubClientProcess.ts');

/** Every fault that a bad link has. */
export const FAULTS: readonly Fault[] = ['lost', 'answer lost', 'repeated', 'cut', 'stalled', 'portal'];

/** Lets this many of ten requests meet a fault. */
export const faultsInTen =
  (count: number) =>
  (_: number, draw: number): Fault =>
    draw < count / 10 ? (FAULTS[Math.floor((draw / (count / 10)) * FAULTS.length)] ?? 'passes') : 'passes';

/** One process of a hub, on a port of its own; killed and started again. */
export class HubProcess {
  readonly port: number;
  readonly #database: string;
  readonly #home: string;
  #child: ChildProcess | null = null;
  kills = 0;
  constructor(port: number, database: string, home: string) {
    [this.port, this.#database, this.#home] = [port, database, home];
  }
  start(): void {
    this.#child = spawn(
      process.execPath,
      [PROGRAM, 'hub', 'serve', '--database', this.#database, '--listen', `127.0.0.1:${String(this.port)}`],
      { env: { ...process.env, CASEBOOK_HOME: this.#home }, stdio: 'ignore' },
    );
  }
  async kill(): Promise<void> {
    if (await killed(this.#child)) this.kills += 1;
  }
}

/** Somebody's program, which joins a hub, answers and exchanges; killed and started again. */
export class ClientProcess {
  readonly #options: HubClientOptions;
  #child: ChildProcess | null = null;
  kills = 0;
  /** Answers that it said to be on disk. */
  readonly answered = new Set<string>();
  readonly joined = Promise.withResolvers<void>();
  readonly done = Promise.withResolvers<void>();
  constructor(options: HubClientOptions) {
    this.#options = options;
  }
  get isDone(): boolean {
    return this.#isDone;
  }
  #isDone = false;
  start(): void {
    const child = spawn(process.execPath, [CLIENT, JSON.stringify(this.#options)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child = child;
    createInterface({ input: child.stdout }).on('line', (line) => this.#hear(line));
  }
  #hear(line: string): void {
    const [word = '', rest = ''] = line.split(' ');
    if (word === 'answered') this.answered.add(rest);
    else if (word === 'joined') this.joined.resolve();
    else if (word === 'done') {
      this.#isDone = true;
      this.done.resolve();
    } else this.done.reject(new Error(line));
  }
  async kill(): Promise<void> {
    if (await killed(this.#child)) this.kills += 1;
  }
}

/** Kills a process at once and waits for its end; false where it had ended by itself. */
async function killed(child: ChildProcess | null): Promise<boolean> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return false;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  return true;
}

/** A port that nobody listens at. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  return address.port;
}
