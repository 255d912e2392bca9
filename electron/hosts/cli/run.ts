import { CommanderError } from 'commander';
import { exitCode } from '../../../shared/base/errors.ts';
import { asCasebookError } from '../../core/base/errors.ts';
import { type CommandOutput, StreamOutput, type Streams } from './output.ts';
import { describeByRegistries } from './command.ts';
import { createProgram, type RunOutcome } from './program.ts';
import { WrongUsage } from './usage.ts';
import { withPlaceInApp } from './whileOpen.ts';

/** The words that show help with options. */
const HELP: ReadonlySet<string> = new Set(['help', '--help', '-h']);

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs one command; gives the exit code: 0 done, 1 problems found, 2 usage, 3 cannot be opened, 4 disk. */
export async function run(words: readonly string[], streams: Streams = process): Promise<number> {
  const output = new StreamOutput(words.includes('--json'), streams);
  const cancel = new AbortController();
  const outcome: RunOutcome = { code: 0, words: [] };
  const interrupt = (): void => cancel.abort();
  // Once: a second Ctrl+C skips the tidying up.
  for (const signal of SIGNALS) process.once(signal, interrupt);
  try {
    const code = await runCommand(words, output, cancel.signal, outcome);
    await output.settled();
    return code;
  } catch (error) {
    const known = withPlaceInApp(asCasebookError(error), outcome.words);
    output.failure(known);
    return exitCode(known.code);
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt);
  }
}

async function runCommand(
  words: readonly string[],
  output: CommandOutput,
  signal: AbortSignal,
  outcome: RunOutcome,
): Promise<number> {
  try {
    const program = createProgram(output, signal, outcome);
    if (words.some((word) => HELP.has(word))) await describeByRegistries(program);
    await program.parseAsync([...words], { from: 'user' });
    return outcome.code;
  } catch (error) {
    if (error instanceof WrongUsage) {
      output.misuse(error.message);
      return 2;
    }
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      // Without a command the whole help was shown; with one, what was wrong has not been said yet.
      output.misuse(error.code === 'commander.help' ? null : error.message.replace(/^error: /u, ''));
      return 2;
    }
    throw error;
  }
}
