import { resolve } from 'node:path';
import { serve } from '../../../serve.ts';
import type { Invocation } from '../invocation.ts';
import { WrongUsage, numberOption } from '../usage.ts';

export interface ServeOptions {
  readonly port: string;
  readonly open: boolean;
  readonly plainAddress?: boolean;
}

const HIGHEST_PORT = 65_535;

/** `casebook serve`: runs until it is interrupted. */
export async function serveCommand(
  { output }: Invocation,
  dir: string | undefined,
  options: ServeOptions,
): Promise<void> {
  const port = numberOption('--port', options.port, HIGHEST_PORT);
  try {
    await serve({
      ...(dir === undefined ? {} : { casebook: resolve(dir) }),
      port,
      open: options.open,
      ...(options.plainAddress === true ? { host: '127.0.0.1' as const } : {}),
      announce({ url, openUrl }) {
        output.result({ url, open: openUrl }, [`Casebook is at ${openUrl}`]);
        output.message('The link opens once. Press Enter for another, Ctrl+C to stop.');
      },
    });
  } catch (error) {
    if (isListening(error))
      throw new WrongUsage(`--port: ${String(port)} cannot be used (${error.message}).`);
    throw error;
  }
}

function isListening(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && error.syscall === 'listen';
}
