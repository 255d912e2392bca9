import { useQuery } from '@tanstack/react-query';
import { usePerson } from '../../../ui/window/applicationState.ts';
import { orpc } from '../../../client/index.ts';
import { QueueSelect, QueueStates } from '../../../ui/queue/QueueFilters.tsx';
import { causeTitle } from '../causes.ts';
import { BETWEEN } from '../VerdictBadge.tsx';
import type { QueueChoice } from './queueState.ts';

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
  return (
    <>
      <QueueStates
        value={choice.states}
        states={[
          { value: 'open', title: 'Open', count: open },
          { value: 'decided', title: 'Decided', count: counts?.decided },
          { value: 'agreed', title: 'Agreed', count: null },
        ]}
        onChange={(states) => {
          onChoose({ states });
        }}
      />
      <QueueSelect
        label="Criterion"
        any="Any criterion"
        value={choice.criterion}
        options={(counts?.criteria ?? []).map(({ criterion, title, disputed }) => ({
          value: criterion,
          title,
          count: disputed,
        }))}
        onChange={(criterion) => {
          onChoose({ criterion });
        }}
      />
      {curates && choice.states !== 'agreed' && (counts?.between.length ?? 0) > 0 && (
        <QueueSelect
          label="Between whom"
          any="Between anybody"
          value={choice.between}
          options={(counts?.between ?? []).map(({ between, disputed }) => ({
            value: between,
            title: `Between ${BETWEEN[between]}`,
            count: disputed,
          }))}
          onChange={(between) => {
            onChoose({ between });
          }}
        />
      )}
      {choice.states === 'decided' && (
        <QueueSelect
          label="Cause"
          any="Any cause"
          value={choice.cause}
          options={(counts?.causes ?? []).map(({ cause, units }) => ({
            value: cause,
            title: causeTitle(cause),
            count: units,
          }))}
          onChange={(cause) => {
            onChoose({ cause });
          }}
        />
      )}
    </>
  );
}
