import { CircleCheck, CircleDashed, CircleSlash, PencilLine } from 'lucide-react';
import type { AssignmentState } from '../../../shared/domain/status.ts';
import { StateBadge, StateIcon, type StateLook } from '../feedback/StateBadge.tsx';

/** How each state of an assignment is shown: never by colour alone. */
export const assignmentLooks: Readonly<Record<AssignmentState, StateLook>> = {
  open: { title: 'Open', icon: CircleDashed, state: 'incomplete' },
  submitted: { title: 'Submitted', icon: CircleCheck, state: 'accepted' },
  skipped: { title: 'Skipped', icon: CircleSlash, state: 'pending' },
};

const BEGUN: StateLook = { title: 'Begun', icon: PencilLine, state: 'incomplete' };

interface AssignmentProgress {
  readonly state: AssignmentState;
  /** Whether there is unsubmitted work on it. */
  readonly begun: boolean;
}

const lookOf = ({ state, begun }: AssignmentProgress): StateLook =>
  begun && state === 'open' ? BEGUN : assignmentLooks[state];

/** Where the person's own work on an item stands, as icon, word and colour. */
export function AssignmentBadge(shown: AssignmentProgress) {
  return <StateBadge look={lookOf(shown)} />;
}

/** The same where there is room for the icon only. */
export function AssignmentIcon({ size, ...shown }: AssignmentProgress & { readonly size?: number }) {
  return <StateIcon look={lookOf(shown)} {...(size !== undefined && { size })} />;
}
