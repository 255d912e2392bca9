import { csvLine } from '../../../../../shared/base/csv.ts';
import type { StudyRecord } from './record.ts';

const at = (time: number | null): string => (time === null ? '' : new Date(time).toISOString());
const cell = (value: number | null): string | number => value ?? '';
const flag = (value: boolean | null): string => (value === null ? '' : value ? 'yes' : 'no');

/** Who took part, a line each; by pseudonym or handle, never by name. */
export function* participantLines({ participants, unfinished }: StudyRecord): Generator<string> {
  yield csvLine([
    'participant',
    'number',
    'state',
    'answered',
    'steps',
    'started_at',
    'ended_at',
    'checks_passed',
    'checks_failed',
    'median_seconds',
    'away_share',
    'interruptions',
    'timed_out',
    'excluded',
    'reason',
    'counts',
  ]);
  for (const each of participants)
    yield csvLine([
      each.handle,
      each.number,
      each.state,
      each.answered,
      each.steps,
      at(each.startedAt),
      at(each.endedAt),
      each.attention.passed,
      each.attention.failed,
      each.medianMilliseconds === null ? '' : each.medianMilliseconds / 1000,
      cell(each.awayShare),
      each.interruptions,
      each.timedOut,
      flag(each.excluded !== null),
      each.excluded?.reason ?? '',
      flag(each.excluded === null && (unfinished || each.state === 'finished')),
    ]);
}

/** Every answer, a line each, in the order in which it was given. */
export function* answerLines({ answers }: StudyRecord): Generator<string> {
  yield csvLine([
    'participant',
    'purpose',
    'item',
    'condition',
    'step',
    'images',
    'position',
    'question',
    'question_language',
    'answer',
    'correct',
    'shown_at',
    'answered_at',
    'seconds',
    'seconds_away',
    'focus_losses',
    'timed_out',
    'translated',
    'interruptions',
    'excluded',
    'counts',
  ]);
  for (const each of answers)
    yield csvLine([
      each.participant,
      each.purpose,
      each.item,
      each.condition,
      each.step,
      each.images?.join('; ') ?? '',
      each.position,
      each.question,
      each.questionLanguage,
      each.answer,
      flag(each.correct),
      at(each.shownAt),
      at(each.answeredAt),
      cell(each.seconds),
      cell(each.secondsAway),
      cell(each.focusLosses),
      flag(each.timedOut),
      each.translated,
      each.resumed,
      flag(each.excluded),
      flag(each.counts),
    ]);
}

/** The settings and every participant's plan, for programs. */
export function studyJson({ study, casebook, benchmark, version, writtenAt, sittings }: StudyRecord): string {
  const { title, state, settings, createdAt, items, itemsEach } = study;
  return `${JSON.stringify(
    {
      title,
      state,
      casebook,
      benchmark,
      casebook_version: version,
      written_at: at(writtenAt),
      created_at: at(createdAt),
      items,
      items_each: itemsEach,
      settings,
      sittings,
    },
    null,
    2,
  )}\n`;
}
