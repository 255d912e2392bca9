import { CasebookError } from '../../../shared/base/errors.ts';
import { nameOf } from './command.ts';
import { COMMANDS } from './commands.ts';

/**
 * Where the app does what a command does, as the command declares it; null where the app has nothing of the kind.
 * @param words the command’s name and what follows it, such as `people`, `add`, `ana`
 */
export function placeInApp([name = '', action = '']: readonly string[]): string | null {
  for (const declared of COMMANDS) {
    if ('commands' in declared) {
      if (declared.name === name)
        return declared.commands.find((each) => nameOf(each) === action)?.inApp ?? null;
    } else if (nameOf(declared) === name) {
      return declared.actionsInApp?.[action] ?? declared.inApp ?? null;
    }
  }
  return null;
}

/**
 * A refusal because another program has the casebook says where that program does the same; every other error stays as it is.
 * @param words the command that was refused
 */
export function withPlaceInApp(error: CasebookError, words: readonly string[]): CasebookError {
  const place = error.code === 'in_use' ? placeInApp(words) : null;
  if (place === null) return error;
  return new CasebookError(
    error.code,
    error.message,
    `Nothing was changed. In the open app, use ${place}. Or close the casebook there and run the command again.`,
    { cause: error },
  );
}
