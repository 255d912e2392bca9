import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../../shared/base/counts.ts';
import { orpc } from '../../../client/index.ts';
import { QueueSelect, QueueStates } from '../../../ui/queue/QueueFilters.tsx';
import { causeTitle, earlierGoldTitle } from '../decision/words.ts';
import { shownFilters } from './shownFilters.ts';
import type { QueueChoice } from './queueState.ts';
import classes from './Queue.module.css';

const NO_COUNTS = { states: undefined, fields: [], causes: [], earlierGold: { differs: 0, same: 0 } };

/** Which cases the queue shows, with how many there are of each. */
export function QueueFilters({
  task,
  choice,
  onChoose,
}: {
  readonly task: string;
  readonly choice: QueueChoice;
  readonly onChoose: (change: Partial<QueueChoice>) => void;
}) {
  const counts = useQuery(orpc.adjudications.counts.queryOptions({ input: { task } })).data;
  const { states, fields, causes, earlierGold } = counts ?? NO_COUNTS;
  const shown = shownFilters(choice.states);
  return (
    <>
      <QueueStates
        value={choice.states === 'conflict' ? 'open' : choice.states}
        states={[
          { value: 'open', title: 'Open', count: states && states.disputed + states.conflict },
          { value: 'decided', title: 'Decided', count: states?.decided },
          { value: 'unanimous', title: 'Unanimous', count: states?.unanimous },
        ]}
        onChange={(states) => onChoose({ states })}
      />
      <div className={classes['row']}>
        {shown.field && (
          <QueueSelect
            className={classes['grow']}
            label="Field in which raters differ"
            any="Any field"
            value={choice.field}
            options={fields.map(({ field, title, items }) => ({ value: field, title, count: items }))}
            onChange={(field) => onChoose({ field })}
          />
        )}
        {shown.outcome && (
          <QueueSelect
            className={classes['grow']}
            label="Cause"
            any="Any cause"
            value={choice.cause}
            options={causes.map(({ cause, items }) => ({
              value: cause,
              title: causeTitle(cause),
              count: items,
            }))}
            onChange={(cause) => onChoose({ cause })}
          />
        )}
      </div>
      {shown.outcome && (
        <div className={classes['row']}>
          <QueueSelect
            className={classes['grow']}
            label="Earlier gold"
            any="Any earlier gold"
            value={choice.earlierGold}
            options={(['differs', 'same'] as const).map((value) => ({
              value,
              title: earlierGoldTitle(value),
              count: earlierGold[value],
            }))}
            onChange={(value) => onChoose({ earlierGold: value })}
          />
        </div>
      )}
      {shown.open && (
        <div className={classes['row']}>
          <Checkbox
            size="xs"
            label="Unclaimed only"
            checked={choice.unclaimed}
            onChange={(event) => onChoose({ unclaimed: event.currentTarget.checked })}
          />
          <Checkbox
            size="xs"
            label={`Conflicts only (${formatCount(states?.conflict ?? 0)})`}
            checked={choice.states === 'conflict'}
            onChange={(event) => onChoose({ states: event.currentTarget.checked ? 'conflict' : 'open' })}
          />
        </div>
      )}
    </>
  );
}
