import { CloseButton } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './NoticeBand.module.css';

/** Something to know about the item that is open, across the top of its form; the part of it in `strong` is the headline. */
export function NoticeBand({
  state,
  icon: Icon,
  role,
  onDismiss,
  children,
}: {
  readonly state: 'pending' | 'disputed';
  readonly icon: LucideIcon;
  readonly role: 'alert' | 'note' | 'status';
  /** Left out: it stays as long as it is true. */
  readonly onDismiss?: () => void;
  readonly children: ReactNode;
}) {
  return (
    <div className={classes['band']} data-state={state} role={role}>
      <Icon size={16} aria-hidden />
      <div className={classes['words']}>{children}</div>
      {onDismiss !== undefined && <CloseButton size="sm" aria-label="Dismiss" onClick={onDismiss} />}
    </div>
  );
}
