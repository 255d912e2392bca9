import { type Study, StudySettings } from '../../../../../shared/contract/studies.ts';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import { FollowUps, withFollowUps } from '../../../../../shared/domain/followUps.ts';
import { sayGoingBack } from '../../../../../shared/domain/goingBack.ts';
import { issuesInWords } from '../../../../../shared/base/issues.ts';
import { everything } from '../../../../core/access/viewpoint.ts';
import { reportStudy } from '../../../../core/features/studies/report/reportStudy.ts';
import { type Invocation, progressOf, withCasebook } from '../../invocation.ts';
import { table } from '../../output.ts';
import { doerOf } from '../../people.ts';
import { WrongUsage } from '../../usage.ts';
import { studyCalled } from './findStudy.ts';
import { readSettings, type StudyOptions } from './options.ts';

/** `casebook study DIR list` */
export async function listStudies({ output }: Invocation, dir: string): Promise<void> {
  const studies = await withCasebook(dir, 'read', (open) => open.studies.list(everything));
  output.result(
    { studies: studies.map(document) },
    studies.length === 0
      ? ['There are no studies yet. casebook study DIR new TITLE creates one.']
      : table(
          studies.map(({ title, state, items, participants: { total, finished, excluded } }) => [
            title,
            state,
            `${String(items)} items`,
            `${String(finished)} of ${String(total)} finished`,
            ...(excluded > 0 ? [`${String(excluded)} excluded`] : []),
          ]),
        ),
  );
}

/** `casebook study DIR new TITLE` */
export async function createStudy(
  { output }: Invocation,
  dir: string,
  title: string,
  { settings: file }: StudyOptions,
): Promise<void> {
  const given = await readSettings(file);
  const study = await withCasebook(dir, 'once', (open) => {
    const options = open.studies.options();
    if (options === null) {
      throw new CasebookError(
        'invalid_input',
        'The benchmark of this casebook has no questions for participants.',
        'Nothing was changed.',
      );
    }
    const { initial, followUps } = options;
    const wanted = FollowUps.safeParse(given['followUps']);
    const start =
      followUps !== null && wanted.success
        ? withFollowUps(initial, wanted.data, followUps.instructions)
        : initial;
    const instructions = sayGoingBack(start.texts.instructions, given['allowBack'] === true);
    const parsed = StudySettings.safeParse({ ...start, texts: { ...start.texts, instructions }, ...given });
    if (!parsed.success) throw new WrongUsage(`--settings: ${issuesInWords(parsed.error)}`);
    return open.studies.save({ title, settings: parsed.data }, doerOf(open), everything);
  });
  output.result(document(study), [
    `"${study.title}" is set up with ${String(study.items)} items (seed ${String(study.settings.seed)}). casebook study DIR open "${study.title}" opens it.`,
  ]);
}

/** `casebook study DIR open TITLE`, and close and reopen. */
export async function moveStudy(
  { output }: Invocation,
  dir: string,
  action: 'open' | 'close' | 'reopen',
  title: string,
): Promise<void> {
  const study = await withCasebook(dir, 'once', (open) =>
    open.studies[action](studyCalled(open, title), doerOf(open), everything),
  );
  output.result(document(study), [
    `"${study.title}" is ${study.state} with ${String(study.items)} items and ${String(study.participants.total)} participants.`,
  ]);
}

/** `casebook study DIR report TITLE FOLDER` */
export async function writeReport(
  invocation: Invocation,
  dir: string,
  title: string,
  target: string,
  { force, unfinished, names }: StudyOptions,
): Promise<void> {
  const written = await withCasebook(dir, 'read', (open) =>
    reportStudy(open, studyCalled(open, title), { target, force, unfinished, names }, everything, {
      progress: progressOf(invocation),
      signal: invocation.signal,
    }),
  );
  invocation.output.result(written, [
    `${String(written.participants)} participants and ${String(written.responses)} answers; written to ${target}:`,
    ...written.files.map((file) => `  ${file}`),
  ]);
}

function document({
  id,
  title,
  state,
  items,
  participants: people,
  settings,
}: Study): Record<string, unknown> {
  return { id, title, state, items, seed: settings.seed, participants: people };
}
