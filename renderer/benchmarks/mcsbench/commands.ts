import type { CommandDefinition } from '../../ui/commands/commands.ts';
import type { ChainLetter, OptionLetter } from '../../../shared/benchmarks/mcsbench/options.ts';
import { commandsOf } from '../../ui/commands/commandsOf.ts';

const form = commandsOf('mcsbench', { group: 'MCSBench', scope: 'desk', benchmark: 'mcsbench' });
const chain = commandsOf('mcsbench', {
  group: 'MCSBench: reasoning chains',
  scope: 'overlay',
  benchmark: 'mcsbench',
});

/** The commands of the MCSBench form. */
export const formCommands = {
  accept: form('accept', 'Verdict: accept', ['Y']),
  fix: form('fix', 'Verdict: fix', ['M']),
  reject: form('reject', 'Verdict: reject', ['X']),
  restYes: form('restYes', 'The rest is fine: answer yes to all open questions', ['W', 'Alt+Y'], true),
  relations: form('relations', 'Choose relation primitives', ['T']),
  operators: form('operators', 'Choose reasoning operators', ['O']),
  scores: form('scores', 'Give scores', ['S']),
  chains: form('chains', 'Reasoning chains side by side', ['K']),
  texts: form('texts', 'Correct the texts', ['U']),
  definitions: form('definitions', 'Definitions of relations, operators and errors', ['P']),
  submitHere: form('submitHere', 'Submit and compare with the auditors', ['Ctrl+Shift+Enter'], true),
} as const satisfies Readonly<Record<string, CommandDefinition>>;

/** Goes to one option. */
export const optionCommands: Readonly<Record<OptionLetter, CommandDefinition>> = {
  A: form('optionA', 'Go to option A', ['A']),
  B: form('optionB', 'Go to option B', ['B']),
  C: form('optionC', 'Go to option C', ['C']),
  D: form('optionD', 'Go to option D', ['D']),
  E: form('optionE', 'Go to option E', ['E']),
};

const goToChain: Readonly<Record<ChainLetter, CommandDefinition>> = {
  F: chain('chainF', 'Go to chain F', ['F']),
  G: chain('chainG', 'Go to chain G', ['G']),
  H: chain('chainH', 'Go to chain H', ['H']),
  I: chain('chainI', 'Go to chain I', ['I']),
  J: chain('chainJ', 'Go to chain J', ['J']),
};

/** While reasoning chains stand side by side. */
export const chainCommands = {
  ...goToChain,
  next: chain('nextChain', 'Next chain', ['N', 'ArrowRight']),
  previous: chain('previousChain', 'Previous chain', ['B', 'ArrowLeft']),
  overview: chain('overview', 'All chains of the probe, or one of them', ['V']),
  clear: chain('clearError', 'Clear the error type', ['Backspace', 'Delete']),
  close: chain('closeChains', 'Back to the image', ['K', 'Escape']),
} as const satisfies Readonly<Record<string, CommandDefinition>>;
