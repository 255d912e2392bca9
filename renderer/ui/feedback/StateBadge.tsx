import type { LucideIcon } from 'lucide-react';
import classes from './StateBadge.module.css';

/** How a state is shown: never by colour alone. */
export interface StateLook {
  readonly title: string;
  readonly icon: LucideIcon;
  /** Names the state's colours among the theme's variables. */
  readonly state: 'accepted' | 'rejected' | 'pending' | 'disputed' | 'incomplete';
}

/** A state as icon, word and colour. */
export function StateBadge({
  look: { title, icon: Icon, state },
}: {
  /** The icon can be left out: the word tells as much. */
  readonly look: Omit<StateLook, 'icon'> & Partial<Pick<StateLook, 'icon'>>;
}) {
  return (
    <span className={classes['badge']} data-state={state}>
      {Icon !== undefined && <Icon size={13} aria-hidden />}
      {title}
    </span>
  );
}

/** The same where there is room for the icon only. */
export function StateIcon({
  look: { title, icon: Icon, state },
  size = 14,
}: {
  readonly look: StateLook;
  readonly size?: number;
}) {
  return (
    <span className={classes['icon']} data-state={state} title={title}>
      <Icon size={size} role="img" aria-label={title} />
    </span>
  );
}
