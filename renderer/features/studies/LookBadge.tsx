import type { LucideIcon } from 'lucide-react';
import classes from './Studies.module.css';

/** A state as icon, word and colour. */
export function LookBadge({
  look: { title, icon: Icon, state },
}: {
  readonly look: { readonly title: string; readonly icon: LucideIcon; readonly state: string };
}) {
  return (
    <span className={classes['badge']} data-state={state}>
      <Icon size={13} aria-hidden />
      {title}
    </span>
  );
}
