import type { ParticipantText, Phrasebook } from '../../../shared/participantTexts/texts.ts';
import type { Failure } from '../../client/index.ts';
import { isRestarted } from '../../client/failure.ts';

type FailureCode = NonNullable<Failure['code']>;

const REASONS = {
  invalid_input: 'whyInvalid',
  conflict: 'whyMovedOn',
  unconfirmed: 'whyMovedOn',
  taken_over: 'whyMovedOn',
  exists: 'whyMovedOn',
  cancelled: 'whyMovedOn',
  forbidden: 'whyForbidden',
  not_found: 'whyNotThere',
  missing: 'whyNotThere',
  not_a_casebook: 'whyNotThere',
  newer_version: 'whyNotThere',
  older_version: 'whyNotThere',
  not_readable: 'whyNotThere',
  in_use: 'whyNotStored',
  busy: 'whyNotStored',
  read_only: 'whyNotStored',
  damaged: 'whyNotStored',
  disk_full: 'whyNotStored',
  not_writable: 'whyNotStored',
  internal: 'whyDefect',
} as const satisfies Readonly<Record<FailureCode, ParticipantText>>;

/** Why something failed, in the participant's language: the core's own words are English, and speak of casebooks. */
export function whyFailed(say: Phrasebook, failure: Failure): string {
  if (isRestarted(failure)) return say('whyRestarted');
  return say(failure.code === null ? 'whyUnreachable' : REASONS[failure.code]);
}
