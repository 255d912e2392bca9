import { Loader } from '@mantine/core';
import classes from './states.module.css';

/** What a screen shows while it loads; it appears late, so that quick answers do not flicker. */
export function LoadingState({ label = 'Loading' }: { readonly label?: string }) {
  return (
    <div className={classes['state']} role="status" aria-label={label}>
      <Loader size="sm" className={classes['loader']} />
    </div>
  );
}
