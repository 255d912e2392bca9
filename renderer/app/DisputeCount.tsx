import { VisuallyHidden } from '@mantine/core';
import { formatCount } from '../ui/format.ts';
import { useDisputes } from './useDisputes.ts';
import classes from './Rail.module.css';

/** More than this is many, and does not fit. */
const MOST = 999;

/** How many items wait to be decided, on the rail; nothing where none does. */
export function DisputeCount() {
  const count = useDisputes();
  if (count === 0) return null;
  return (
    <>
      <span className={classes['count']} aria-hidden>
        {count > MOST ? `${String(MOST)}+` : String(count)}
      </span>
      <VisuallyHidden>, {formatCount(count)} to decide</VisuallyHidden>
    </>
  );
}
