import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './states.module.css';

/** What an empty screen shows: why, and what to do next. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  actions,
}: {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}) {
  return (
    <div className={classes['state']} data-empty>
      <Icon size={28} strokeWidth={1.5} aria-hidden className={classes['stateIcon']} />
      <h2 className={classes['title']}>{title}</h2>
      {children !== undefined && <p className={classes['text']}>{children}</p>}
      {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
    </div>
  );
}
