import { CasebookError } from '../../../shared/base/errors.ts';

/**
 * Where the app does what a command does: a command that finds its casebook open in the app sends people there. By the
 * command’s words; its name alone covers all its actions. Screens, menus and buttons as they are written in the window.
 */
const PLACES: Readonly<Record<string, string>> = {
  import: 'the menu under the casebook’s title > Import…',
  attach: 'the menu under the casebook’s title > Attach missing images…',
  delete: 'Library: select the items, then Delete…',
  split: 'Library: select the items, then Split…',
  assign: 'Team > Assign items…',
  'people add': 'Team > Add a person',
  'people set': 'Team: the person’s roles',
  'people deactivate': 'Team: the person’s menu > Deactivate…',
  'people activate': 'Team: the person’s menu > Reactivate',
  package: 'Team: the person’s menu > Write package…',
  merge: 'Team > Merge…',
  'conflicts settle': 'Team > Conflicts',
  judge: 'Verdicts > LLM judge',
  'study new': 'Baseline > New study…',
  study: 'Baseline: the study’s page',
  'hub connect': 'Team > Connect to a hub…',
  'hub sync': 'Team > Exchange now (the app also exchanges by itself)',
  'hub disconnect': 'Team > the hub’s menu > Disconnect…',
  restore: 'Settings > Backups',
  'query-sets': 'Image generation > Build questions',
};

/**
 * Where the app does it.
 * @param words the command’s name and what follows it, such as `people`, `add`, `ana`
 */
export function placeInApp([name = '', action = '']: readonly string[]): string | null {
  return PLACES[`${name} ${action}`] ?? PLACES[name] ?? null;
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
