import type { Say } from '../../../shared/participantTexts/texts.ts';
import type { Failure } from '../../client/index.ts';
import { isRestarted } from '../../client/failure.ts';

/** Why something failed, in the participant's language: the core's own words are English, and speak of casebooks. */
export function whyFailed(say: Say, failure: Failure): string {
  if (isRestarted(failure)) return say('whyRestarted');
  switch (failure.code) {
    case null:
      return say('whyUnreachable');
    case 'invalid_input':
      return say('whyInvalid');
    case 'conflict':
    case 'unconfirmed':
    case 'taken_over':
    case 'exists':
    case 'cancelled':
      return say('whyMovedOn');
    case 'forbidden':
      return say('whyForbidden');
    case 'not_found':
    case 'missing':
    case 'not_a_casebook':
    case 'newer_version':
    case 'older_version':
    case 'not_readable':
      return say('whyNotThere');
    case 'in_use':
    case 'busy':
    case 'read_only':
    case 'damaged':
    case 'disk_full':
    case 'not_writable':
      return say('whyNotStored');
    case 'internal':
      return say('whyDefect');
  }
}
