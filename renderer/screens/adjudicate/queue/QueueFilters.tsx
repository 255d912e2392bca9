import { Checkbox, SegmentedControl, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../../client/index.ts';
import { formatCount } from '../../../ui/format.ts';
import { causeTitle } from '../decision/words.ts';
import type { QueueChoice } from './queueState.ts';
import classes from './QueuePanel.module.css';

/** Stands for no choice; no field has this name. */
const ANY = ' any';

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
  const { states, fields = [], causes = [] } = counts ?? {};
  const open = (states?.disputed ?? 0) + (states?.conflict ?? 0);
  const tab = (title: string, count: number | undefined) => (
    <span className={classes['tab']}>
      {title}
      <span className={classes['count']}>{count === undefined ? '' : formatCount(count)}</span>
    </span>
  );
  return (
    <div className={classes['filters']} role="search" aria-label="Filters of the queue">
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label="State"
        value={choice.states === 'conflict' ? 'open' : choice.states}
        onChange={(states) => {
          onChoose({ states });
        }}
        data={[
          { value: 'open', label: tab('Open', counts === undefined ? undefined : open) },
          { value: 'decided', label: tab('Decided', states?.decided) },
          { value: 'unanimous', label: tab('Unanimous', states?.unanimous) },
        ]}
      />
      <div className={classes['row']}>
        {choice.states !== 'unanimous' && (
          <Select
            className={classes['grow'] ?? ''}
            size="xs"
            aria-label="Field in which raters differ"
            allowDeselect={false}
            data={[
              { value: ANY, label: 'Any field' },
              ...fields.map(({ field, title, items }) => ({
                value: field,
                label: `${title} (${formatCount(items)})`,
              })),
            ]}
            value={choice.field ?? ANY}
            onChange={(field) => {
              onChoose({ field: field === ANY ? null : field });
            }}
          />
        )}
        {choice.states === 'decided' && (
          <Select
            className={classes['grow'] ?? ''}
            size="xs"
            aria-label="Cause"
            allowDeselect={false}
            data={[
              { value: ANY, label: 'Any cause' },
              ...causes.map(({ cause, items }) => ({
                value: cause,
                label: `${causeTitle(cause)} (${formatCount(items)})`,
              })),
            ]}
            value={choice.cause ?? ANY}
            onChange={(value) => {
              onChoose({ cause: causes.find(({ cause }) => cause === value)?.cause ?? null });
            }}
          />
        )}
      </div>
      {(choice.states === 'open' || choice.states === 'conflict') && (
        <div className={classes['row']}>
          <Checkbox
            size="xs"
            label="Unclaimed only"
            checked={choice.unclaimed}
            onChange={(event) => {
              onChoose({ unclaimed: event.currentTarget.checked });
            }}
          />
          <Checkbox
            size="xs"
            label={`Conflicts only (${formatCount(states?.conflict ?? 0)})`}
            checked={choice.states === 'conflict'}
            onChange={(event) => {
              onChoose({ states: event.currentTarget.checked ? 'conflict' : 'open' });
            }}
          />
        </div>
      )}
    </div>
  );
}
