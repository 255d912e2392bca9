import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Participant, Study } from '../../../../shared/contract/studies.ts';
import { StudySettings } from '../../../../shared/contract/studies.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { FollowUps, withFollowUps } from '../../../../shared/domain/followUps.ts';
import { sayGoingBack } from '../../../../shared/domain/goingBack.ts';
import type { StudyId } from '../../../../shared/base/ids.ts';
import { issuesInWords } from '../../../../shared/base/issues.ts';
import { parseJson } from '../../../../shared/base/jsonText.ts';
import { asCasebookError } from '../../../core/base/errors.ts';
import { everything } from '../../../core/access/viewpoint.ts';
import { reportStudy } from '../../../core/features/studies/report/reportStudy.ts';
import type { Services } from '../../../core/app/services.ts';
import type { Invocation } from '../invocation.ts';
import { progressOf, withCasebook } from '../invocation.ts';
import { table } from '../output.ts';
import { WrongUsage, numberOption } from '../usage.ts';
import { doerOf, personCalled } from './people.ts';
import type { RecruitmentOptions } from './recruitment.ts';
import { exportTranslations, translate } from './translations.ts';
import { board, forgetIds, links, panelStatus, recruit } from './recruitment.ts';

export interface StudyOptions extends RecruitmentOptions {
  readonly count?: string;
  readonly prefix?: string;
  readonly people?: string;
  readonly force: boolean;
  readonly unfinished: boolean;
  readonly names: boolean;
}

const ACTIONS = [
  'list',
  'new',
  'open',
  'close',
  'reopen',
  'enrol',
  'participants',
  'report',
  'delete-answers',
  'recruit',
  'links',
  'board',
  'panel-status',
  'forget-ids',
  'translations',
  'translate',
] as const;

/** The actions that need something after the study's title, and what. */
const TARGETS: Readonly<Record<string, string>> = {
  report: 'a folder to write to',
  'delete-answers': 'the name of a participant',
  'panel-status': 'the panel’s CSV file to read',
  translations: 'a CSV file to write',
  translate: 'a CSV file to read',
};
/** Those that can also do without. */
const MAY_HAVE_TARGET: ReadonlySet<string> = new Set(['links']);

/** `casebook study` */
export async function studyCommand(
  invocation: Invocation,
  dir: string,
  [action = 'list', title, target, ...rest]: readonly string[],
  options: StudyOptions,
): Promise<void> {
  const known = ACTIONS.find((each) => each === action);
  if (known === undefined || rest.length > 0)
    throw new WrongUsage(`study: "${action}" is not among ${ACTIONS.join(', ')}.`);
  if (known === 'list') return list(invocation, dir);
  if (title === undefined) throw new WrongUsage(`study ${known} needs the title of a study.`);
  const wanted = TARGETS[known];
  if (target !== undefined && wanted === undefined && !MAY_HAVE_TARGET.has(known))
    throw new WrongUsage(`study ${known} takes one title; quote it where it has spaces.`);
  if (target === undefined && wanted !== undefined) throw new WrongUsage(`study ${known} needs ${wanted}.`);
  const find = (open: Services): StudyId => studyCalled(open, title);
  const named = target ?? '';
  switch (known) {
    case 'new':
      return create(invocation, dir, title, options);
    case 'open':
    case 'close':
    case 'reopen':
      return move(invocation, dir, known, title);
    case 'enrol':
      return enrol(invocation, dir, title, options);
    case 'participants':
      return participants(invocation, dir, title);
    case 'delete-answers':
      return deleteAnswers(invocation, dir, title, named);
    case 'report':
      return report(invocation, dir, title, named, options);
    case 'recruit':
      return recruit(invocation, dir, find, options, readSettings);
    case 'links':
      return links(invocation, dir, find, target, options);
    case 'board':
      return board(invocation, dir, find);
    case 'panel-status':
      return panelStatus(invocation, dir, find, named);
    case 'forget-ids':
      return forgetIds(invocation, dir, find);
    case 'translations':
      return exportTranslations(invocation, dir, find, named, options);
    case 'translate':
      return translate(invocation, dir, find, named);
  }
}

async function list({ output }: Invocation, dir: string): Promise<void> {
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

async function create(
  { output }: Invocation,
  dir: string,
  title: string,
  { settings: file }: StudyOptions,
): Promise<void> {
  const given = file === undefined ? {} : await readSettings(file);
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

async function readSettings(file: string): Promise<Record<string, unknown>> {
  try {
    return z.record(z.string(), z.unknown()).parse(parseJson(await readFile(file, 'utf8')));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError)
      throw new WrongUsage(`--settings: ${file} is not a JSON object (${error.message}).`);
    throw asCasebookError(error);
  }
}

async function move(
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

async function enrol(
  { output }: Invocation,
  dir: string,
  title: string,
  { count, prefix, people }: StudyOptions,
): Promise<void> {
  if ((count === undefined) === (people === undefined))
    throw new WrongUsage('study enrol needs either --count or --people.');
  const number = count === undefined ? null : numberOption('--count', count, 1000);
  if (number === 0) throw new WrongUsage('--count: at least 1 is required.');
  const enrolled = await withCasebook(dir, 'once', (open) => {
    const id = studyCalled(open, title);
    const by = doerOf(open);
    if (number !== null) return open.studies.enrolNew(id, number, prefix ?? 'P', by);
    const handles = (people ?? '').split(',').map((each) => each.trim());
    return open.studies.enrol(
      id,
      handles.map((handle) => personCalled(open, handle).id),
      by,
    );
  });
  output.result({ participants: enrolled.map(participantDocument) }, participantLines(enrolled));
}

async function participants({ output }: Invocation, dir: string, title: string): Promise<void> {
  const found = await withCasebook(dir, 'read', (open) =>
    open.studies.participants(studyCalled(open, title)),
  );
  output.result({ participants: found.map(participantDocument) }, participantLines(found));
}

async function deleteAnswers(
  { output }: Invocation,
  dir: string,
  title: string,
  handle: string,
): Promise<void> {
  const deleted = await withCasebook(dir, 'once', (open) => {
    const study = studyCalled(open, title);
    const found = open.studies.participants(study).find((each) => each.handle === handle);
    if (found === undefined)
      throw new CasebookError(
        'not_found',
        `"${handle}" does not take part in this study.`,
        'Nothing was deleted. casebook study DIR participants TITLE lists who does.',
      );
    open.studies.erase(found.studySessionId, doerOf(open));
    return found.answered;
  });
  output.result({ deleted }, [`${String(deleted)} answers of ${handle} were deleted.`]);
}

async function report(
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

/** The study of a title. Throws `not_found` where there is none, `conflict` where there are several. */
function studyCalled({ studies }: Services, title: string): StudyId {
  const [first, second] = studies
    .list(everything)
    .filter((each) => each.title === title || each.id === title);
  if (first === undefined) {
    throw new CasebookError(
      'not_found',
      `There is no study called "${title}" in this casebook.`,
      'casebook study DIR lists them.',
    );
  }
  if (second !== undefined) {
    throw new CasebookError(
      'conflict',
      `There are several studies called "${title}".`,
      'Use the id instead: casebook study DIR list --json shows it.',
    );
  }
  return first.id;
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

function participantDocument(participant: Participant): Record<string, unknown> {
  const { handle, number, state, answered, steps, attention, excluded } = participant;
  return {
    handle,
    number,
    state,
    answered,
    steps,
    attention,
    median_ms: participant.medianMilliseconds,
    away_share: participant.awayShare,
    interruptions: participant.interruptions,
    timed_out: participant.timedOut,
    excluded: excluded === null ? null : excluded.reason,
  };
}

function participantLines(all: readonly Participant[]): readonly string[] {
  if (all.length === 0) return ['Nobody is enrolled yet.'];
  return table(
    all.map(({ handle, state, answered, steps, attention, excluded }) => [
      handle,
      state,
      `${String(answered)} of ${String(steps)} answered`,
      ...(attention.failed > 0 ? [`${String(attention.failed)} checks failed`] : []),
      ...(excluded === null ? [] : [`excluded: ${excluded.reason}`]),
    ]),
  );
}
