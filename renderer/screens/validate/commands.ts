import type { CommandDefinition } from '../../ui/commands/commands.ts';
import { commandsOf } from '../../ui/commands/commandsOf.ts';

const validate = commandsOf('validate', { group: 'Validate', scope: 'validate' });

/** The commands of Validate. The form itself is the Desk's. */
export const validateCommands = {
  begin: validate('begin', 'Answer the next item', ['Enter']),
  assignRound: validate('giveOut', 'Assign a round…', ['A']),
  fixFirst: validate('fixFirst', 'Fix the first item', ['F']),
  save: validate('save', 'Save as a new edition and go to the next item to fix', ['Ctrl+Enter'], true),
  applyText: validate('takeOverText', 'Use the text proposed for this field', ['Alt+T'], true),
  applyProposal: validate('takeOver', 'Use a whole proposal; press again for the next one', ['Alt+P'], true),
  reason: validate('reason', 'Write the reason', ['Alt+R'], true),
  editions: validate('editions', 'Editions of the item', ['Alt+V'], true),
  next: validate('next', 'Next item to fix', ['PageDown']),
  previous: validate('previous', 'Previous item to fix', ['PageUp']),
  leave: validate('leave', 'Back to the items to fix', ['Alt+L', 'Escape'], true),
  toFix: validate('toFix', 'Validate: to fix', []),
  funnel: validate('funnel', 'Validate: funnel', []),
  consistency: validate('consistency', 'Validate: consistency', []),
} as const satisfies Readonly<Record<string, CommandDefinition>>;
