import type { CommandDefinition } from '../../ui/commands/commands.ts';
import { commandsOf } from '../../ui/commands/commandsOf.ts';

const form = commandsOf('observatory', {
  group: 'Perceptual Observatory',
  scope: 'desk',
  benchmark: 'observatory',
});

/** The commands of the form of the Perceptual Observatory. */
export const observatoryCommands = {
  drawMissing: form('drawMissing', 'Draw the missing attributes by dragging or with two clicks', ['D']),
  pointMissing: form('pointMissing', 'Draw the missing attributes from extreme points', ['E']),
  propose: form('propose', 'Propose boxes for the face', ['P']),
  proposeList: form('proposeList', 'Propose boxes for the faces of the whole list …', ['Shift+P']),
  proposeChosen: {
    id: 'observatory.proposeChosen',
    title: 'Propose boxes for the faces of the selected items, or of all listed …',
    group: 'Perceptual Observatory',
    defaultKeys: [],
    scope: 'library',
    benchmark: 'observatory',
  },
  mirror: form('mirror', 'Copy a box to the other side', ['M']),
  notVisible: form('notVisible', 'Mark the attribute as not visible, or as visible', ['V']),
  accept: form('accept', 'Accept the boxes, submit, and go to the next unverified item', ['Y']),
  nextVariant: form('nextVariant', 'Next variant', ['.']),
  previousVariant: form('previousVariant', 'Previous variant', [',']),
  original: form('original', 'Back to the original', ['O']),
  beside: form('beside', 'Variant and original side by side, or the variant alone', ['C']),
  confirm: form('confirm', 'Confirm that the boxes fit this variant, and go to the next', ['K']),
  confirmAll: form('confirmAll', 'Confirm all variants except the exceptions', ['Shift+K']),
  exception: form('exception', 'Mark this variant as an exception, or unmark it', ['X']),
} as const satisfies Readonly<Record<string, CommandDefinition>>;
