import { Flex } from '@mantine/core';
import { formatCount } from '../../../shared/base/counts.ts';
import { tallyOf } from './tally.ts';
import classes from './JudgingProgress.module.css';

/** How much of something is judged, as a bar and in figures. */
export function Progress(counts: {
  readonly total: number;
  readonly open: number;
  readonly skipped: number;
}) {
  const { total, skipped, judged } = tallyOf([counts]);
  const share = (count: number) => `${String(total === 0 ? 0 : (100 * count) / total)}%`;
  return (
    <Flex component="span" direction="column" gap="xs" style={{ fontVariantNumeric: 'tabular-nums' }}>
      <span className={classes['bar']} aria-hidden>
        <span className={classes['judged']} style={{ width: share(judged) }} />
        <span className={classes['skipped']} style={{ width: share(skipped) }} />
      </span>
      <span>
        {formatCount(judged)} of {formatCount(total)}
        {skipped > 0 && `, ${formatCount(skipped)} skipped`}
      </span>
    </Flex>
  );
}
