import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { HOME_VARIABLE } from '../../electron/hosts/userFolders.ts';
import type { CertificateFiles } from '../../electron/hosts/network/certificate.ts';
import { CASEBOOK } from './commandLine.ts';
import { present } from './present.ts';

const Started = z.object({ url: z.string() });

/** `casebook host` as a process of its own, at one address over TLS however often it is killed and started again. */
export class HostProcess {
  readonly port: number;
  readonly #options: HostProcessOptions;
  #child: ChildProcess | null = null;
  #isOver = false;

  constructor(port: number, options: HostProcessOptions) {
    this.port = port;
    this.#options = options;
  }

  get origin(): string {
    return `https://localhost:${String(this.port)}`;
  }

  get pid(): number {
    return present(this.#child?.pid);
  }

  /** Starts it and waits until it listens. Throws with what it said where it ended instead. */
  async start(): Promise<void> {
    if (this.#isOver) throw new Error('Nobody would end the host.');
    const { casebook, home, tls, nodeFlags = [] } = this.#options;
    const [node, ...program] = CASEBOOK;
    const at = ['--listen', `127.0.0.1:${String(this.port)}`, '--public-url', this.origin];
    const certificate = ['--tls-cert', tls.cert, '--tls-key', tls.key];
    const child = spawn(node, [...nodeFlags, ...program, 'host', casebook, ...at, ...certificate, '--json'], {
      env: { ...process.env, [HOME_VARIABLE]: home },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    let complaint = '';
    child.stderr
      .setEncoding('utf8')
      .on('data', (text: string) => (complaint = `${complaint}${text}`.slice(-5000)));
    const ended = once(child, 'close').then(() => null);
    const line = createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
    const first = await Promise.race([line, ended]);
    if (first === null || first.done === true) throw new Error(`The host did not start. ${complaint}`);
    Started.parse(JSON.parse(first.value));
  }

  /** Ends it at once, as a power cut would. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Ends it as Ctrl+C does. */
  async stop(): Promise<void> {
    await this.#end('SIGINT');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'close');
    child.kill(signal);
    await gone;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    await this.kill();
  }
}

export interface HostProcessOptions {
  readonly casebook: string;
  /** Where the program has its own files. */
  readonly home: string;
  readonly tls: CertificateFiles;
  readonly nodeFlags?: readonly string[];
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
