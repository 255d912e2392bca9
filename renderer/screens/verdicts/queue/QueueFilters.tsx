import { SegmentedControl, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { usePerson } from '../../../ui/window/applicationState.ts';
import { orpc } from '../../../client/index.ts';
import { formatCount } from '../../../ui/format.ts';
import { causeTitle } from '../causes.ts';
import { BETWEEN } from '../VerdictBadge.tsx';
import type { QueueChoice } from './queueState.ts';
import classes from './QueuePanel.module.css';

/** Stands for no choice; no criterion has this name. */
const ANY = ' any';

/** Which cases the queue shows, with how many there are of each. */
export function QueueFilters({
  choice,
  onChoose,
}: {
  readonly choice: QueueChoice;
  readonly onChoose: (change: Partial<QueueChoice>) => void;
}) {
  const curates = usePerson().roles.includes('curator');
  const counts = useQuery(orpc.verdicts.counts.queryOptions()).data;
  const open = counts === undefined ? undefined : counts.disputed + counts.conflict;
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
        value={choice.states}
        onChange={(states) => {
          onChoose({ states });
        }}
        data={[
          { value: 'open', label: tab('Open', open) },
          { value: 'decided', label: tab('Decided', counts?.decided) },
          { value: 'agreed', label: 'Agreed' },
        ]}
      />
      <Select
        size="xs"
        aria-label="Criterion"
        allowDeselect={false}
        data={[
          { value: ANY, label: 'Any criterion' },
          ...(counts?.criteria ?? []).map(({ criterion, title, disputed }) => ({
            value: criterion,
            label: `${title} (${formatCount(disputed)})`,
          })),
        ]}
        value={choice.criterion ?? ANY}
        onChange={(criterion) => {
          onChoose({ criterion: criterion === ANY ? null : criterion });
        }}
      />
      {curates && choice.states !== 'agreed' && (counts?.between.length ?? 0) > 0 && (
        <Select
          size="xs"
          aria-label="Between whom"
          allowDeselect={false}
          data={[
            { value: ANY, label: 'Between anybody' },
            ...(counts?.between ?? []).map(({ between, disputed }) => ({
              value: between,
              label: `Between ${BETWEEN[between]} (${formatCount(disputed)})`,
            })),
          ]}
          value={choice.between ?? ANY}
          onChange={(value) => {
            onChoose({
              between: counts?.between.find(({ between }) => between === value)?.between ?? null,
            });
          }}
        />
      )}
      {choice.states === 'decided' && (
        <Select
          size="xs"
          aria-label="Cause"
          allowDeselect={false}
          data={[
            { value: ANY, label: 'Any cause' },
            ...(counts?.causes ?? []).map(({ cause, units }) => ({
              value: cause,
              label: `${causeTitle(cause)} (${formatCount(units)})`,
            })),
          ]}
          value={choice.cause ?? ANY}
          onChange={(value) => {
            onChoose({ cause: counts?.causes.find(({ cause }) => cause === value)?.cause ?? null });
          }}
        />
      )}
    </div>
  );
}
