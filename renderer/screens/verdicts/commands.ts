import type { CommandDefinition } from '../../ui/commands/commands.ts';
import { commandsOf } from '../../ui/commands/commandsOf.ts';

const verdict = commandsOf('verdicts', { group: 'Verdicts', scope: 'verdicts' });

/** The commands of Verdicts. The keys of the verdicts themselves come with the criterion. */
export const verdictCommands = {
  decide: verdict('decide', 'Decide and go to the next case', ['Enter', 'Ctrl+Enter'], true),
  next: verdict('next', 'Next case', ['PageDown', 'ArrowRight']),
  previous: verdict('previous', 'Previous case', ['PageUp', 'ArrowLeft']),
  note: verdict('note', 'Write a note', ['Alt+N'], true),
  image: verdict('image', 'Show or hide the image', ['G']),
  queue: verdict('queue', 'Show or hide the queue of cases', ['Alt+Q'], true),
  undoDecision: verdict('takeBack', 'Undo the decision just made', ['Ctrl+Z']),
  reopen: verdict('reopen', 'Reopen the decision…', ['Alt+O']),
  leave: verdict('leave', 'Leave the case', ['Alt+L', 'Escape'], true),
  missedParaphrase: cause('missedParaphrase', 'Cause: missed a paraphrase', 'P'),
  tooLenient: cause('tooLenient', 'Cause: too lenient', 'L'),
  tooStrict: cause('tooStrict', 'Cause: too strict', 'S'),
  followedTone: cause('followedTone', 'Cause: followed the answer’s tone', 'T'),
  referenceAmbiguous: cause('referenceAmbiguous', 'Cause: ambiguous reference', 'R'),
  humanSlip: cause('humanSlip', 'Cause: human slip', 'H'),
  misparsed: cause('misparsed', 'Cause: the reply was misread', 'M'),
  other: cause('other', 'Cause: other', 'O'),
  give: verdict('give', 'Assign judging…', []),
} as const satisfies Readonly<Record<string, CommandDefinition>>;

function cause(name: string, title: string, key: string): CommandDefinition {
  return verdict(name, title, [key]);
}
