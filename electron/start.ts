import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { ensureRenderer, ensureShell } from './build.ts';
import { installedRuntime, noWindow, obtainRuntime } from './runtime.ts';
import { PLAIN_ADDRESS } from './hosts/cli/usage.ts';
import { serve } from './serve.ts';
import { CasebookError } from '../shared/base/errors.ts';

/*
 * `npm start`: the desktop app where its runtime is present or can be had, otherwise the same app in the browser.
 */

interface StartOptions {
  readonly browser?: boolean;
  readonly open: boolean;
  readonly port?: number;
  readonly plainAddress?: boolean;
}

/** A desktop program that ends within this time with an error never came up. */
const CAME_UP_MS = 5_000;

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function start(casebook: string | undefined, options: StartOptions): Promise<void> {
  const path = casebook === undefined ? undefined : resolve(casebook);
  const reason = options.browser === true ? null : await startDesktop(path);
  if (reason === 'done') return;
  if (reason !== null) say(`${reason}; opening Casebook in the browser instead.`);
  await ensureRenderer(say);
  await serve({
    open: options.open,
    ...(path === undefined ? {} : { casebook: path }),
    ...(options.port === undefined ? {} : { port: options.port }),
    ...(options.plainAddress === true ? { host: '127.0.0.1' as const } : {}),
  });
}

/** Runs the desktop app to its end ("done"), or says why it cannot be run. */
async function startDesktop(casebook: string | undefined): Promise<string> {
  const hindrance = noWindow(process.platform, process.env, process.getuid?.());
  if (hindrance !== null) {
    const missing = installedRuntime() === null;
    return missing
      ? `Electron’s runtime is not installed, and ${hindrance}`
      : `Electron cannot run: ${hindrance}`;
  }
  const runtime = await obtainRuntime(() => say('Fetching Electron’s runtime (once, some 120 MB) …'));
  if (runtime.executable === null) return `Electron’s runtime could not be fetched (${runtime.reason})`;
  await ensureRenderer(say);
  await ensureShell(say);
  const root = resolve(import.meta.dirname, '..');
  return run(runtime.executable, [root, ...(casebook === undefined ? [] : [casebook])]);
}

function run(executable: string, args: readonly string[]): Promise<string> {
  const began = Date.now();
  const { ELECTRON_RUN_AS_NODE: _asNode, ...env } = process.env;
  return new Promise((done) => {
    const app = spawn(executable, args, { stdio: 'inherit', env });
    const stop = (): void => {
      app.kill('SIGTERM');
    };
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
    app.once('error', (error) => done(`Electron did not start (${error.message})`));
    app.once('exit', (code) => {
      const failed = code !== 0 && Date.now() - began < CAME_UP_MS;
      if (code !== 0 && !failed) process.exitCode = 1;
      done(failed ? `Electron stopped immediately (code ${String(code)})` : 'done');
    });
  });
}

function portNumber(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return port;
}

const program = new Command('npm start --')
  .description('Opens Casebook in its own window, or in the browser if there is no desktop runtime.')
  .argument('[casebook]', 'the casebook to open (default: the welcome screen)')
  .option('--browser', 'use the browser even if the desktop runtime is present')
  .option('--port <port>', 'the browser host’s port', portNumber)
  .option('--plain-address', PLAIN_ADDRESS)
  .option('--no-open', 'print the link without opening a browser')
  .action(start);

try {
  await program.parseAsync();
} catch (error) {
  const hint = error instanceof CasebookError && error.hint !== null ? ` ${error.hint}` : '';
  say(`${error instanceof Error ? error.message : String(error)}${hint}`);
  process.exitCode = 1;
}
