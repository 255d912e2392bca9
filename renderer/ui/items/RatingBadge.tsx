import { CircleCheck, CircleDot, Gavel, Hourglass, MessagesSquare, Split } from 'lucide-react';
import type { RatingState } from '../../../shared/domain/status.ts';
import { StateBadge, StateIcon, type StateLook } from '../StateBadge.tsx';

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

/** Where an item's raters stand, as icon, word and colour. */
export function RatingBadge({ state }: { readonly state: RatingState }) {
  return <StateBadge look={ratingLooks[state]} />;
}
