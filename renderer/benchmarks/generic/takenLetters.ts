import { canvasCommands, deskCommands } from '../../ui/commands/deskCommands.ts';
import { applicationCommands, casebookCommands } from '../../ui/commands/globalCommands.ts';
import { type Keymap, keysOf, useKeymap } from '../../ui/commands/keymap.ts';

/** The letters that mean something at the Desk already, under these keys; in lower case. */
function takenLetters(keymap: Keymap): ReadonlySet<string> {
  const commands = [deskCommands, canvasCommands, applicationCommands, casebookCommands].flatMap((each) =>
    Object.values(each),
  );
  const keys = commands.flatMap((command) => keysOf(command, keymap));
  return new Set(keys.filter((key) => /^[a-z]$/iu.test(key)).map((key) => key.toLowerCase()));
}

/** The same under the person's own keys. */
export const useTakenLetters = (): ReadonlySet<string> => takenLetters(useKeymap());
