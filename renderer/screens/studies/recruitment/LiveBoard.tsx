import { Table, VisuallyHidden } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { Board } from '../../../../shared/contract/recruitment.ts';
import type { StudyBoard } from '../../../../shared/contract/studies.ts';
import { formatCount } from '../../../../shared/base/counts.ts';
import type { StudyId } from '../../../../shared/base/ids.ts';
import { failureOf } from '../../../client/index.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { formatDateTime } from '../../../ui/text/format.ts';
import { LoadingState } from '../../../ui/feedback/LoadingState.tsx';
import { CrowdNotice } from './CrowdNotice.tsx';
import classes from './Recruitment.module.css';

const FIGURES = [
  {
    name: 'arrived',
    label: 'Arrived',
    about: 'Came by the study link with an id, or answered its first page',
  },
  { name: 'deciding', label: 'Deciding', about: 'Arrived and has no place yet' },
  { name: 'declined', label: 'Declined', about: 'Did not consent' },
  { name: 'screenedOut', label: 'Screened out', about: 'Turned away by their screening answers' },
  { name: 'underWay', label: 'Under way', about: 'Taking part now' },
  { name: 'silent', label: 'Gone silent', about: 'Without a sign of life: their places are free again' },
  { name: 'finished', label: 'Finished', about: 'Answered everything' },
  { name: 'attentionFailed', label: 'Failed checks', about: 'Excluded for failed attention checks' },
  { name: 'withdrawn', label: 'Withdrew', about: 'Left by their own choice' },
  { name: 'returned', label: 'Returned', about: 'Returned, timed out or rejected, as the panel says' },
] as const;

/** How a study goes, in numbers that keep up. */
export function LiveBoard({
  id,
  board: { data, error, dataUpdatedAt, refetch },
  live,
}: {
  readonly id: StudyId;
  readonly board: UseQueryResult<StudyBoard>;
  /** Whether the numbers can still change by themselves. */
  readonly live: boolean;
}) {
  const numbers = data?.numbers ?? null;
  if (numbers === null)
    return error === null ? (
      <LoadingState label="Counting" />
    ) : (
      <ErrorState error={error} title="The numbers could not be shown" onRetry={() => void refetch()} />
    );
  return (
    <>
      <div className={classes['head']}>
        <h3>{live ? 'Now' : 'At the end'}</h3>
        <Age error={error} at={dataUpdatedAt} live={live} />
      </div>
      <dl className={classes['board']}>
        {FIGURES.map(({ name, label, about }) => (
          <div key={name} className={classes['figure']} title={about}>
            <dt>{label}</dt>
            <dd>{formatCount(numbers[name])}</dd>
          </div>
        ))}
        <div className={classes['figure']} data-places aria-live="polite" aria-atomic>
          <dt>Places left</dt>
          <dd>
            {formatCount(numbers.left)}
            <span className={classes['of']}>{` of ${formatCount(numbers.places)}`}</span>
          </dd>
        </div>
      </dl>
      {live && numbers.crowd !== null && <CrowdNotice id={id} crowd={numbers.crowd} />}
      <div className={classes['tables']}>
        <Groups groups={numbers.groups} />
        <Versions conditions={numbers.conditions} />
      </div>
    </>
  );
}

/** How fresh the numbers are. The line is always there, so that nothing moves when a call fails. */
function Age({ error, at, live }: { readonly error: unknown; readonly at: number; readonly live: boolean }) {
  if (error === null)
    return <span className={classes['age']}>{live ? 'Updated every 2 seconds' : 'The study is closed'}</span>;
  const { message, hint } = failureOf(error);
  return (
    <span className={classes['age']} data-late title={hint ?? undefined}>
      <TriangleAlert size={12} aria-hidden />
      {`Numbers from ${formatDateTime(at)}. ${message}`}
    </span>
  );
}

function Groups({ groups }: { readonly groups: Board['groups'] }) {
  return (
    <Table aria-label="Groups" verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th title="The people of a group are counterbalanced alike">Group</Table.Th>
          <Table.Th w="30%">
            <VisuallyHidden>Share</VisuallyHidden>
          </Table.Th>
          <Table.Th className={classes['number']}>Places</Table.Th>
          <Table.Th className={classes['number']}>Finished</Table.Th>
          <Table.Th className={classes['number']}>Under way</Table.Th>
          <Table.Th className={classes['number']}>Silent</Table.Th>
          <Table.Th className={classes['number']}>Left</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {groups.map(({ group, places, finished, underWay, silent, left }) => (
          <Table.Tr key={group}>
            <Table.Th scope="row" fw="inherit">
              {group}
            </Table.Th>
            <Table.Td>
              <div className={classes['groupBar']} aria-hidden>
                {[
                  { name: 'finished', count: finished },
                  { name: 'underWay', count: underWay },
                ].map(({ name, count }) => (
                  <span
                    key={name}
                    className={classes[name]}
                    style={{ width: `${String(places === 0 ? 0 : (100 * count) / places)}%` }}
                  />
                ))}
              </div>
            </Table.Td>
            {[places, finished, underWay, silent, left].map((count, place) => (
              // The columns are always these, in this order.
              <Table.Td key={`column ${String(place)}`} className={classes['number']}>
                {formatCount(count)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Versions({ conditions }: { readonly conditions: Board['conditions'] }) {
  return (
    <Table aria-label="Answers by version" verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Version</Table.Th>
          <Table.Th className={classes['number']} title="Of people who finished and are not excluded">
            Answers
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {conditions.map(({ condition, title, answers }) => (
          <Table.Tr key={condition}>
            <Table.Th scope="row" fw="inherit">
              {title}
            </Table.Th>
            <Table.Td className={classes['number']}>{formatCount(answers)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
