import { resolve } from 'node:path';
import { listeningReason } from '../../../../core/base/networkReason.ts';
import { linkHint } from '../../../browser/linkHint.ts';
import { serve } from '../../../../serve.ts';
import type { Invocation } from '../../invocation.ts';
import { numberOption, WrongUsage } from '../../usage.ts';

export interface ServeOptions {
  readonly port: string;
  readonly open: boolean;
  readonly plainAddress?: boolean;
}

const HIGHEST_PORT = 65_535;

/** `casebook serve`: runs until it is interrupted. */
export async function serveInBrowser(
  { output }: Invocation,
  dir: string | undefined,
  options: ServeOptions,
): Promise<void> {
  const port = numberOption('--port', options.port, HIGHEST_PORT);
  try {
    await serve({
      ...(dir === undefined ? {} : { casebook: resolve(dir) }),
      // Without one, the port that personal links lead to comes first.
      ...(port > 0 && { port }),
      open: options.open,
      ...(options.plainAddress === true ? { host: '127.0.0.1' as const } : {}),
      announce({ url, openUrl }) {
        output.result({ url, open: openUrl }, [`Casebook is at ${openUrl}`]);
        output.message(linkHint(process.stdin.isTTY));
      },
    });
  } catch (error) {
    const why = listeningReason(error);
    if (why !== null) throw new WrongUsage(`--port: ${String(port)} cannot be used: ${why}.`);
    throw error;
  }
}
