import type { VerdictCause } from '../../../shared/domain/status.ts';
import { verdictCommands } from './commands.ts';

/** Why judges disagreed, each with the command that chooses it. */
export const CAUSES = [
  { value: 'missed_paraphrase', title: 'Missed a paraphrase', command: verdictCommands.missedParaphrase },
  { value: 'too_lenient', title: 'Too lenient', command: verdictCommands.tooLenient },
  { value: 'too_strict', title: 'Too strict', command: verdictCommands.tooStrict },
  { value: 'followed_tone', title: 'Followed the answer’s tone', command: verdictCommands.followedTone },
  {
    value: 'reference_ambiguous',
    title: 'Ambiguous reference',
    command: verdictCommands.referenceAmbiguous,
  },
  { value: 'human_slip', title: 'Human slip', command: verdictCommands.humanSlip },
  { value: 'misparsed', title: 'Reply misread', command: verdictCommands.misparsed },
  { value: 'other', title: 'Other', command: verdictCommands.other },
] as const satisfies readonly {
  readonly value: VerdictCause;
  readonly title: string;
  readonly command: object;
}[];

/** A cause's name. */
export function causeTitle(cause: VerdictCause): string {
  return CAUSES.find(({ value }) => value === cause)?.title ?? cause;
}
