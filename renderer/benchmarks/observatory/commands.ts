import type { CommandDefinition } from '../../ui/commands/commands.ts';

/** The commands of the form of the Perceptual Observatory. */
export const observatoryCommands = {
  drawMissing: form('drawMissing', 'Draw what is missing, by drag or two clicks', ['D']),
  pointMissing: form('pointMissing', 'Draw what is missing, by extreme points', ['E']),
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
  notVisible: form('notVisible', 'The attribute is not visible, or is after all', ['V']),
  accept: form('accept', 'The boxes are right: submit, and go to the next item that is not verified', ['Y']),
  nextVariant: form('nextVariant', 'Next variant', ['.']),
  previousVariant: form('previousVariant', 'Previous variant', [',']),
  original: form('original', 'Back to the original', ['O']),
  beside: form('beside', 'Variant and original side by side, or the variant alone', ['C']),
  confirm: form('confirm', 'The boxes hold on this variant: confirm, and go to the next', ['K']),
  confirmAll: form('confirmAll', 'Confirm all variants that are no exceptions', ['Shift+K']),
  exception: form('exception', 'The boxes do not hold on this variant, or do after all', ['X']),
} as const satisfies Readonly<Record<string, CommandDefinition>>;

function form(name: string, title: string, defaultKeys: readonly string[]): CommandDefinition {
  return {
    id: `observatory.${name}`,
    title,
    group: 'Perceptual Observatory',
    defaultKeys,
    scope: 'desk',
    benchmark: 'observatory',
  };
}
