import type { CommandDefinition } from '../../ui/commands/commands.ts';
import { commandsOf } from '../../ui/commands/commandsOf.ts';

const form = commandsOf('caughtcheating', {
  group: 'CaughtCheating',
  scope: 'desk',
  benchmark: 'caughtcheating',
});

/** The commands of the CaughtCheating form. */
export const clueCommands = {
  keep: form('keep', 'Triage: keep', ['K']),
  discard: form('discard', 'Triage: discard', ['D']),
  needsCrop: form('needsCrop', 'Triage: needs crop', ['C']),
  needsRedaction: form('needsRedaction', 'Triage: needs redaction', ['X']),
  clued: form('clued', 'Clued or unclued', ['Alt+U'], true),
  isClued: form('isClued', 'Clued', ['Y']),
  isUnclued: form('isUnclued', 'Unclued', ['U']),
  scene: form('scene', 'Go to the scene', ['S']),
  partner: form('partner', 'Boyfriend or girlfriend', ['P']),
  signOff: form('signOff', 'Sign off the photo', ['O']),
  drawClue: form('drawClue', 'Draw a box for the clue', ['Alt+B'], true),
  addClue: form('addClue', 'New clue', ['Alt+N'], true),
  suggest: form('suggest', 'Suggest questions from the clue', ['Alt+S'], true),
  claim: form('claim', 'Write the claim from its template', ['Alt+T'], true),
} as const satisfies Readonly<Record<string, CommandDefinition>>;
