import { Command, Help } from 'commander';
import packageJson from '../../../package.json' with { type: 'json' };
import type { CommandDeclaration, CommandGroup } from './command.ts';
import { COMMANDS } from './commands.ts';
import type { Invocation } from './invocation.ts';
import type { CommandOutput } from './output.ts';

const EXIT_CODES = `
Exit codes:
  0  done
  1  the work found problems, which are listed, or failed
  2  wrong usage, or the target exists already
  3  the casebook cannot be opened: missing, not a casebook, newer, in use, damaged
  4  the disk is full or read-only; no partial files remain

For the formats of sources and targets, see casebook formats.`;

/** What became of a run. */
export interface RunOutcome {
  code: number;
  /** The name of the command that ran, with what followed it but the casebook. */
  words: readonly string[];
}

/** `people DIR add ANA` is `people add ANA`, `hub sync DIR` is `hub sync`. */
function wordsOf(action: Command): string[] {
  const group = action.parent?.parent == null ? [] : [action.parent.name()];
  const [, ...rest] = action.args;
  return [...group, action.name(), ...rest];
}

/** The command line. `outcome.code` becomes 1 where the work found problems. */
export function createProgram(output: CommandOutput, signal: AbortSignal, outcome: RunOutcome): Command {
  const program = new Command('casebook')
    .description('Builds, checks and measures benchmarks for multimodal models.')
    .version(packageJson.version)
    // A command can have a --version of its own: the part after its name has its own options.
    .enablePositionalOptions()
    .addHelpText('after', EXIT_CODES)
    // That a switch is off, a list empty and a title blank by default needs no words.
    .configureHelp({
      optionDescription: (option) =>
        new Help().optionDescription(option).replace(/ \(default: (?:false|\[\]|"")\)$/u, ''),
    })
    // What is wrong is said by the person who catches it, once, in the form that was asked for.
    .configureOutput({ outputError: () => undefined })
    .exitOverride()
    .hook('preAction', (_, action) => {
      outcome.words = wordsOf(action);
    });
  const invocation: Invocation = { output, signal, foundProblems: () => (outcome.code = 1) };
  for (const declared of COMMANDS) addCommand(program, declared, invocation);
  return program;
}

function addCommand(
  parent: Command,
  declared: CommandDeclaration | CommandGroup,
  invocation: Invocation,
): void {
  if ('commands' in declared) {
    const group = parent.command(declared.name).description(declared.summary).enablePositionalOptions();
    for (const each of declared.commands) addCommand(group, each, invocation);
    return;
  }
  const command = parent
    .command(declared.usage)
    .description(declared.summary)
    .option('--json', 'one JSON document on standard output');
  declared.options?.(command);
  command.action(declared.run(invocation));
}
