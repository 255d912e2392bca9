import { useFirstKey } from '../../../ui/commands/keymap.ts';
import type { Key } from '../../../ui/commands/press.ts';
import { adjudicateCommands } from '../commands.ts';

/** In the order of the raters' columns. */
const ACCEPTS = [
  adjudicateCommands.accept1,
  adjudicateCommands.accept2,
  adjudicateCommands.accept3,
  adjudicateCommands.accept4,
  adjudicateCommands.accept5,
  adjudicateCommands.accept6,
  adjudicateCommands.accept7,
  adjudicateCommands.accept8,
  adjudicateCommands.accept9,
] as const;

/** Gives the key that accepts a rater's answer in the current line, by the place of their column; none past the ninth. */
export function useAcceptKey(): (place: number) => Key | undefined {
  const keyOf = useFirstKey();
  return (place) => {
    const command = ACCEPTS[place];
    return command === undefined ? undefined : keyOf(command);
  };
}
