import { resolve } from 'node:path';
import { z } from 'zod';
import { ItemStatus } from '../../../shared/domain/status.ts';
import { openCasebook } from '../../core/derived/casebook.ts';
import { assertWritable } from '../../core/records/casebook.ts';
import type { Progress } from '../../core/base/work.ts';
import { asCasebookError } from '../../core/base/errors.ts';
import type { CorePorts } from '../../core/base/ports.ts';
import { createServices, type Services } from '../../core/app/services.ts';
import { createHostPorts } from '../hostPorts.ts';
import type { CommandOutput } from './output.ts';
import { WrongUsage } from './usage.ts';

/** What every command gets. */
export interface Invocation {
  readonly output: CommandOutput;
  /** Aborts on Ctrl+C. */
  readonly signal: AbortSignal;
  /** Makes the exit code 1. */
  foundProblems(): void;
}

/** Progress of long work on standard error. */
export const progressOf =
  ({ output }: Invocation): Progress =>
  (phase, done, total) =>
    output.progress(phase, done, total);

/**
 * Opens a casebook for a command and closes it again. `once` writes at most once, and fails where another program has
 * the casebook (`in_use`) or it cannot be written to; `either` writes where it can and reads where it cannot.
 */
export async function withCasebook<T>(
  dir: string,
  intent: 'once' | 'read' | 'either',
  work: (open: Services) => Promise<T> | T,
): Promise<T> {
  return withPorts(async (ports) => {
    const open = createServices(
      await openCasebook(resolve(dir), ports, intent === 'either' ? 'write' : intent),
    );
    try {
      if (intent === 'once') assertWritable(open.casebook);
      return await work(open);
    } finally {
      await open.close();
    }
  });
}

/** Gives a command the ports of this host. What nobody expected goes into the log with its whole trace. */
export async function withPorts<T>(work: (ports: CorePorts) => Promise<T>): Promise<T> {
  const host = createHostPorts({ host: 'browser', log: 'command-line' });
  try {
    return await work(host.ports);
  } catch (error) {
    if (asCasebookError(error).code === 'internal') {
      host.ports.logger.error('A command failed unexpectedly.', {
        stack: error instanceof Error ? error.stack : String(error),
      });
    }
    throw error;
  } finally {
    await host.close();
  }
}

/** The statuses of a `--status` option; null is any. */
export function statusOption(text: string): ItemStatus[] | null {
  if (text === 'any') return null;
  const parsed = z.array(ItemStatus).safeParse(text.split(',').map((each) => each.trim()));
  if (!parsed.success)
    throw new WrongUsage(`--status: "${text}" is not among ${ItemStatus.options.join(', ')}, any.`);
  return parsed.data;
}
