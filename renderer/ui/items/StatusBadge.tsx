import { CircleCheck, CircleDashed, CircleX, Clock3 } from 'lucide-react';
import type { ItemStatus } from '../../../shared/domain/status.ts';
import { StateBadge, StateIcon, type StateLook } from '../feedback/StateBadge.tsx';

/** How each status is shown: never by colour alone. */
export const statusLooks: Readonly<Record<ItemStatus, StateLook>> = {
  draft: { title: 'Draft', icon: CircleDashed, state: 'incomplete' },
  in_review: { title: 'In review', icon: Clock3, state: 'pending' },
  accepted: { title: 'Accepted', icon: CircleCheck, state: 'accepted' },
  rejected: { title: 'Rejected', icon: CircleX, state: 'rejected' },
};

/** An item's status as icon, word and colour. */
export function StatusBadge({ status }: { readonly status: ItemStatus }) {
  return <StateBadge look={statusLooks[status]} />;
}

/** The same where there is room for the icon only. */
export function StatusIcon({ status, size }: { readonly status: ItemStatus; readonly size?: number }) {
  return <StateIcon look={statusLooks[status]} {...(size !== undefined && { size })} />;
}
