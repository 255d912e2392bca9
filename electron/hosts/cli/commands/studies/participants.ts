import type { Participant } from '../../../../../shared/contract/studies.ts';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import { type Invocation, withCasebook } from '../../invocation.ts';
import { table } from '../../output.ts';
import { doerOf, personCalled } from '../../people.ts';
import { numberOption, WrongUsage } from '../../usage.ts';
import { studyCalled } from './findStudy.ts';
import type { StudyOptions } from './options.ts';

/** `casebook study DIR enrol TITLE` */
export async function enrol(
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
    if (number !== null) return open.participants.enrolNew(id, number, prefix ?? 'P', by);
    const handles = (people ?? '').split(',').map((each) => each.trim());
    return open.participants.enrol(
      id,
      handles.map((handle) => personCalled(open, handle).id),
      by,
    );
  });
  output.result({ participants: enrolled.map(participantDocument) }, participantLines(enrolled));
}

/** `casebook study DIR participants TITLE` */
export async function listParticipants({ output }: Invocation, dir: string, title: string): Promise<void> {
  const found = await withCasebook(dir, 'read', (open) => open.participants.list(studyCalled(open, title)));
  output.result({ participants: found.map(participantDocument) }, participantLines(found));
}

/** `casebook study DIR delete-answers TITLE PARTICIPANT` */
export async function deleteAnswers(
  { output }: Invocation,
  dir: string,
  title: string,
  handle: string,
): Promise<void> {
  const deleted = await withCasebook(dir, 'once', (open) => {
    const study = studyCalled(open, title);
    const found = open.participants.list(study).find((each) => each.handle === handle);
    if (found === undefined)
      throw new CasebookError(
        'not_found',
        `"${handle}" does not take part in this study.`,
        'Nothing was deleted. casebook study DIR participants TITLE lists who does.',
      );
    open.participants.erase(found.studySessionId, doerOf(open));
    return found.answered;
  });
  output.result({ deleted }, [`${String(deleted)} answers of ${handle} were deleted.`]);
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
