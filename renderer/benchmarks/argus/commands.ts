import type { CommandDefinition } from '../../ui/commands/commands.ts';
import { commandsOf } from '../../ui/commands/commandsOf.ts';

const form = commandsOf('argus', { group: 'Argus Inspection', scope: 'desk', benchmark: 'argus' });

/** The commands of the Argus Inspection form. */
export const argusCommands = {
  accept: form('accept', 'Verdict: accept', ['Y']),
  fix: form('fix', 'Verdict: fix', ['M']),
  reject: form('reject', 'Verdict: reject', ['X']),
  restYes: form('restYes', 'Answer yes to all open questions about the texts', ['Alt+Y'], true),
  mend: form('mend', 'Correct the texts', ['W']),
  discardImages: form('discardImages', 'Discard all images', ['D']),
  compare: form('compare', 'All images side by side, or the chosen one', ['C']),
  logicCheck: form('logicCheck', 'Show the models’ answers', ['K']),
} as const satisfies Readonly<Record<string, CommandDefinition>>;
