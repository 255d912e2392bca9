import { CircleCheck, CircleDashed, CircleSlash, PencilLine, type LucideIcon } from 'lucide-react';
import type { AssignmentState } from '../../../shared/domain/status.ts';
import classes from '../../ui/StatusBadge.module.css';

interface AssignmentLook {
  readonly title: string;
  readonly icon: LucideIcon;
  readonly state: 'accepted' | 'pending' | 'incomplete';
}

/** How each state of an assignment is shown: never by colour alone. */
export const assignmentLooks: Readonly<Record<AssignmentState, AssignmentLook>> = {
  open: { title: 'Open', icon: CircleDashed, state: 'incomplete' },
  submitted: { title: 'Submitted', icon: CircleCheck, state: 'accepted' },
  skipped: { title: 'Skipped', icon: CircleSlash, state: 'pending' },
};

const BEGUN: AssignmentLook = { title: 'Begun', icon: PencilLine, state: 'incomplete' };

interface Shown {
  readonly state: AssignmentState;
  /** Whether there is unsubmitted work on it. */
  readonly begun: boolean;
}

const lookOf = ({ state, begun }: Shown): AssignmentLook =>
  begun && state === 'open' ? BEGUN : assignmentLooks[state];

/** Where the person's own work on an item stands, as icon, word and colour. */
export function AssignmentBadge(shown: Shown) {
  const { title, icon: Icon, state } = lookOf(shown);
  return (
    <span className={classes['badge']} data-state={state}>
      <Icon size={13} aria-hidden />
      {title}
    </span>
  );
}

/** The same where there is room for the icon only. */
export function AssignmentIcon({ size = 14, ...shown }: Shown & { readonly size?: number }) {
  const { title, icon: Icon, state } = lookOf(shown);
  return (
    <span className={classes['icon']} data-state={state} title={title}>
      <Icon size={size} role="img" aria-label={title} />
    </span>
  );
}
