import type { CommandDefinition } from '../../app/commands.ts';
import type { Letter } from '../../../shared/benchmarks/mcsbench/options.ts';

/** The commands of the MCSBench form. */
export const formCommands = {
  accept: form('accept', 'Verdict: accept', ['Y']),
  fix: form('fix', 'Verdict: fix', ['M']),
  reject: form('reject', 'Verdict: reject', ['X']),
  restYes: form('restYes', 'Answer what is open with yes', ['Alt+Y'], true),
  definitions: form('definitions', 'Definitions of relations and operators', ['P']),
} as const satisfies Readonly<Record<string, CommandDefinition>>;

/** Goes to one option. */
export const optionCommands: Readonly<Record<Letter, CommandDefinition>> = {
  A: form('optionA', 'Go to option A', ['A']),
  B: form('optionB', 'Go to option B', ['B']),
  C: form('optionC', 'Go to option C', ['C']),
  D: form('optionD', 'Go to option D', ['D']),
  E: form('optionE', 'Go to option E', ['E']),
};

function form(
  name: string,
  title: string,
  defaultKeys: readonly string[],
  whileTyping?: true,
): CommandDefinition {
  return {
    id: `mcsbench.${name}`,
    title,
    group: 'MCSBench',
    defaultKeys,
    scope: 'desk',
    ...(whileTyping && { whileTyping }),
  };
}
