import type { Invocation } from '../../invocation.ts';
import { WrongUsage } from '../../usage.ts';
import type { StudyOptions } from './options.ts';
import { deleteAnswers, enrol, listParticipants } from './participants.ts';
import { board, forgetIds, links, panelStatus, recruit } from './recruitment.ts';
import { createStudy, listStudies, moveStudy, writeReport } from './studyPage.ts';
import { exportTranslations, translate } from './translations.ts';

type Run<Target> = (
  invocation: Invocation,
  dir: string,
  title: string,
  target: Target,
  options: StudyOptions,
) => Promise<void>;

/** What `casebook study DIR ACTION TITLE TARGET` does with one study, which needs a target: `target` says what. */
interface TargetedAction {
  readonly target: string;
  readonly run: Run<string>;
}

/** What it does without a target, or with and without. */
interface PlainAction {
  readonly target?: undefined;
  readonly mayHaveTarget?: true;
  readonly run: Run<string | undefined>;
}

const LIST = 'list';

const ACTIONS: ReadonlyMap<string, TargetedAction | PlainAction> = new Map<
  string,
  TargetedAction | PlainAction
>([
  ['new', { run: (invocation, dir, title, _, options) => createStudy(invocation, dir, title, options) }],
  ['open', { run: (invocation, dir, title) => moveStudy(invocation, dir, 'open', title) }],
  ['close', { run: (invocation, dir, title) => moveStudy(invocation, dir, 'close', title) }],
  ['reopen', { run: (invocation, dir, title) => moveStudy(invocation, dir, 'reopen', title) }],
  ['enrol', { run: (invocation, dir, title, _, options) => enrol(invocation, dir, title, options) }],
  ['participants', { run: listParticipants }],
  ['report', { target: 'a folder to write to', run: writeReport }],
  ['delete-answers', { target: 'the name of a participant', run: deleteAnswers }],
  ['recruit', { run: (invocation, dir, title, _, options) => recruit(invocation, dir, title, options) }],
  ['links', { mayHaveTarget: true, run: links }],
  ['board', { run: board }],
  ['panel-status', { target: 'the panel’s CSV file to read', run: panelStatus }],
  ['forget-ids', { run: forgetIds }],
  ['translations', { target: 'a CSV file to write', run: exportTranslations }],
  ['translate', { target: 'a CSV file to read', run: translate }],
]);

/** `casebook study` */
export async function manageStudies(
  invocation: Invocation,
  dir: string,
  [name = LIST, title, target, ...rest]: readonly string[],
  options: StudyOptions,
): Promise<void> {
  const action = ACTIONS.get(name);
  if ((action === undefined && name !== LIST) || rest.length > 0)
    throw new WrongUsage(`study: "${name}" is not among ${[LIST, ...ACTIONS.keys()].join(', ')}.`);
  if (action === undefined) return listStudies(invocation, dir);
  if (title === undefined) throw new WrongUsage(`study ${name} needs the title of a study.`);
  if (action.target === undefined) {
    if (target !== undefined && action.mayHaveTarget !== true)
      throw new WrongUsage(`study ${name} takes one title; quote it where it has spaces.`);
    return action.run(invocation, dir, title, target, options);
  }
  if (target === undefined) throw new WrongUsage(`study ${name} needs ${action.target}.`);
  return action.run(invocation, dir, title, target, options);
}
