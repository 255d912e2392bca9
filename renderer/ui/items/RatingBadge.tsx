import { CircleCheck, CircleDot, Gavel, Hourglass, MessagesSquare, Split } from 'lucide-react';
import { type ConsensusFigures, consensusInWords } from '../../../shared/domain/consensus.ts';
import type { RatingState } from '../../../shared/domain/status.ts';
import { StateBadge, StateIcon, type StateLook } from '../feedback/StateBadge.tsx';

/** How it is shown where an item's raters stand: never by colour alone. */
export const ratingLooks: Readonly<Record<RatingState, StateLook>> = {
  disputed: { title: 'Disputed', icon: MessagesSquare, state: 'disputed' },
  conflict: { title: 'Conflict', icon: Split, state: 'disputed' },
  decided: { title: 'Decided', icon: Gavel, state: 'accepted' },
  unanimous: { title: 'Unanimous', icon: CircleCheck, state: 'accepted' },
  waiting: { title: 'Waiting', icon: Hourglass, state: 'pending' },
  single: { title: 'One rater', icon: CircleDot, state: 'incomplete' },
};

/** Where an item's raters stand, where there is room for the icon only. */
export function RatingIcon({ state, size }: { readonly state: RatingState; readonly size?: number }) {
  return <StateIcon look={ratingLooks[state]} {...(size !== undefined && { size })} />;
}

/** Where an item's raters stand, as icon, words and colour. */
export function RatingBadge({
  state,
  consensus,
}: {
  readonly state: RatingState;
  /** Of boxes that they have in common. */
  readonly consensus: ConsensusFigures | null;
}) {
  const look = ratingLooks[state];
  return (
    <StateBadge
      look={
        state === 'unanimous' && consensus !== null
          ? { ...look, title: capitalized(consensusInWords(consensus)) }
          : look
      }
    />
  );
}

const capitalized = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
