import {
  CircleCheck,
  CircleDot,
  Gavel,
  Hourglass,
  MessagesSquare,
  Split,
  type LucideIcon,
} from 'lucide-react';
import type { RatingState } from '../../../shared/domain/status.ts';
import classes from './RatingBadge.module.css';

interface RatingLook {
  readonly title: string;
  readonly icon: LucideIcon;
  /** Names the state's colours among the theme's variables. */
  readonly state: 'accepted' | 'pending' | 'disputed' | 'incomplete';
}

/** How it is shown where an item's raters stand: never by colour alone. */
export const ratingLooks: Readonly<Record<RatingState, RatingLook>> = {
  disputed: { title: 'Disputed', icon: MessagesSquare, state: 'disputed' },
  conflict: { title: 'Conflict', icon: Split, state: 'disputed' },
  decided: { title: 'Decided', icon: Gavel, state: 'accepted' },
  unanimous: { title: 'Unanimous', icon: CircleCheck, state: 'accepted' },
  waiting: { title: 'Waiting', icon: Hourglass, state: 'pending' },
  single: { title: 'One rater', icon: CircleDot, state: 'incomplete' },
};

/** Where an item's raters stand, where there is room for the icon only. */
export function RatingIcon({ state, size = 14 }: { readonly state: RatingState; readonly size?: number }) {
  const { title, icon: Icon, state: colour } = ratingLooks[state];
  return (
    <span className={classes['icon']} data-state={colour} title={title}>
      <Icon size={size} role="img" aria-label={title} />
    </span>
  );
}

/** Where an item's raters stand, as icon, word and colour. */
export function RatingBadge({ state }: { readonly state: RatingState }) {
  const { title, icon: Icon, state: colour } = ratingLooks[state];
  return (
    <span className={classes['badge']} data-state={colour}>
      <Icon size={13} aria-hidden />
      {title}
    </span>
  );
}
