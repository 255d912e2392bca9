import { VisuallyHidden } from '@mantine/core';
import { formatCount } from '../../../shared/base/counts.ts';
import classes from './RailCount.module.css';

/** More than this is many, and does not fit. */
const MOST = 999;

/** How much waits on a screen, on the rail; nothing where nothing does. */
export function RailCount({ count, what }: { readonly count: number; readonly what: string }) {
  if (count === 0) return null;
  return (
    <>
      <span className={classes['count']} aria-hidden>
        {count > MOST ? `${String(MOST)}+` : String(count)}
      </span>
      <VisuallyHidden>
        , {formatCount(count)} {what}
      </VisuallyHidden>
    </>
  );
}
