import type { Participant } from '../../../shared/contract/studies.ts';

export type ParticipantAction =
  'handOver' | 'link' | 'package' | 'invite' | 'exclude' | 'include' | 'unenrol' | 'erase';

/** What can be done with a participant now, in the order of the menu. */
export function participantActions(
  { state, excluded, erasedAt }: Pick<Participant, 'state' | 'excluded' | 'erasedAt'>,
  study: {
    /** Whether study sessions can go on. */
    readonly isOpen: boolean;
    /** Whether there is a hub to invite somebody to. */
    readonly invites: boolean;
  },
): readonly ParticipantAction[] {
  const goesOn = study.isOpen && state !== 'finished' && state !== 'withdrawn';
  return [
    ...(goesOn ? (['handOver', 'link', 'package'] as const) : []),
    ...(goesOn && study.invites ? (['invite'] as const) : []),
    excluded === null ? 'exclude' : 'include',
    ...(state !== 'waiting' && erasedAt === null ? (['erase'] as const) : []),
    ...(state === 'waiting' ? (['unenrol'] as const) : []),
  ];
}
