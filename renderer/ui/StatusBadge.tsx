import { CircleCheck, CircleDashed, CircleX, Clock3, type LucideIcon } from 'lucide-react';
import type { ItemStatus } from '../../shared/domain/status.ts';
import classes from './StatusBadge.module.css';

interface StatusLook {
  readonly title: string;
  readonly icon: LucideIcon;
  /** Names the state's colours among the theme's variables. */
  readonly state: 'accepted' | 'rejected' | 'pending' | 'incomplete';
}

/** How each status is shown: never by colour alone. */
export const statusLooks: Readonly<Record<ItemStatus, StatusLook>> = {
  draft: { title: 'Draft', icon: CircleDashed, state: 'incomplete' },
  in_review: { title: 'In review', icon: Clock3, state: 'pending' },
  accepted: { title: 'Accepted', icon: CircleCheck, state: 'accepted' },
  rejected: { title: 'Rejected', icon: CircleX, state: 'rejected' },
};

/** An item's status as icon, word and colour. */
export function StatusBadge({ status }: { readonly status: ItemStatus }) {
  const { title, icon: Icon, state } = statusLooks[status];
  return (
    <span className={classes['badge']} data-state={state}>
      <Icon size={13} aria-hidden />
      {title}
    </span>
  );
}

/** The same where there is room for the icon only. */
export function StatusIcon({ status, size = 14 }: { readonly status: ItemStatus; readonly size?: number }) {
  const { title, icon: Icon, state } = statusLooks[status];
  return (
    <span className={classes['icon']} data-state={state} title={title}>
      <Icon size={size} role="img" aria-label={title} />
    </span>
  );
}
