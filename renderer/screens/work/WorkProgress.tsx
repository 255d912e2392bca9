import { formatCount } from '../../ui/format.ts';
import classes from './WorkScreen.module.css';

interface Part {
  readonly task: string;
  readonly round: number;
  readonly open: number;
  readonly submitted: number;
  readonly skipped: number;
}

/** How much of one's work is done, round by round. */
export function WorkProgress({ work }: { readonly work: readonly Part[] }) {
  return (
    <ul className={classes['rounds']} aria-label="Progress">
      {work.map(({ task, round, open, submitted, skipped }) => {
        const given = open + submitted + skipped;
        const share = (count: number) => `${String((100 * count) / given)}%`;
        return (
          <li key={`${task} ${String(round)}`}>
            {work.length > 1 && <span className={classes['round']}>Round {round}</span>}
            <span className={classes['bar']} aria-hidden>
              <span className={classes['submitted']} style={{ width: share(submitted) }} />
              <span className={classes['skipped']} style={{ width: share(skipped) }} />
            </span>
            <span>
              {formatCount(submitted)} of {formatCount(given)} submitted
              {skipped > 0 && `, ${formatCount(skipped)} skipped`}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
