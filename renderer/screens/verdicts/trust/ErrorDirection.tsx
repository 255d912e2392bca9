import { VisuallyHidden } from '@mantine/core';
import { formatCount } from '../../../../shared/base/counts.ts';
import type { JudgeComparison } from '../../../../shared/contract/verdicts.ts';
import { directionWords } from './comparing.ts';
import classes from './ErrorDirection.module.css';

/** Which way a judge errs: bars from the middle, before decisions and after, on one scale. */
export function ErrorDirection({ comparison }: { readonly comparison: JudgeComparison }) {
  const { errors, errorsAfter, before, after } = comparison;
  const words = directionWords(comparison);
  const parts = [
    { title: 'before', errors, units: before.units },
    { title: 'after', errors: errorsAfter, units: after.units },
  ];
  const share = (count: number, units: number) => (units === 0 ? 0 : count / units);
  const most = Math.max(
    ...parts.flatMap(({ errors: each, units }) => [share(each.lower, units), share(each.higher, units)]),
  );
  const width = (count: number, units: number) =>
    `${String(most === 0 ? 0 : (100 * share(count, units)) / most)}%`;
  return (
    <table className={classes['direction']} aria-label={`Error direction: ${comparison.title}`}>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>Errors</VisuallyHidden>
          </th>
          <th scope="col" className={classes['lower']}>
            {words.lower}
          </th>
          <th scope="col">{words.higher}</th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ title, errors: each, units }) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            <td className={classes['lower']}>
              <Bar count={each.lower} units={units} width={width(each.lower, units)} />
            </td>
            <td className={classes['higher']}>
              <Bar count={each.higher} units={units} width={width(each.higher, units)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Bar({
  count,
  units,
  width,
}: {
  readonly count: number;
  readonly units: number;
  readonly width: string;
}) {
  const percent = units === 0 ? '' : `${((100 * count) / units).toFixed(1)} %`;
  return (
    <span className={classes['bar']}>
      <span className={classes['room']} aria-hidden>
        <span className={classes['fill']} style={{ width }} />
      </span>
      <span className={classes['count']} title={percent}>
        {formatCount(count)}
      </span>
    </span>
  );
}
