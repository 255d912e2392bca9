import { CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './Notice.module.css';

const ICONS: Readonly<Record<'accepted' | 'pending' | 'disputed' | 'neutral', LucideIcon>> = {
  accepted: CircleCheck,
  pending: TriangleAlert,
  disputed: TriangleAlert,
  neutral: Info,
};

/** Something to know of before going on; what went wrong is read out at once. */
export function Notice({
  state,
  title,
  children,
}: {
  readonly state: keyof typeof ICONS;
  readonly title: string;
  readonly children?: ReactNode;
}) {
  const Icon = ICONS[state];
  return (
    <div className={classes['notice']} data-state={state} role={state === 'disputed' ? 'alert' : 'status'}>
      <Icon size={16} aria-hidden />
      <div>
        <strong>{title}</strong>
        {children !== undefined && children !== null && children !== false && <div>{children}</div>}
      </div>
    </div>
  );
}
