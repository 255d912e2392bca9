import { Checkbox, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { usePerson } from '../../../ui/window/applicationState.ts';
import { orpc } from '../../../client/index.ts';
import { QueueSelect, QueueStates } from '../../../ui/queue/QueueFilters.tsx';
import { judgeTitle } from '../../../../shared/figures/judgeName.ts';
import { causeTitle } from '../causes.ts';
import { BETWEEN } from '../VerdictBadge.tsx';
import type { VerdictQueueChoice } from './queueState.ts';

const UNCOUNTED = { criteria: [], between: [], causes: [] };

interface QueueFiltersProps {
  readonly choice: VerdictQueueChoice;
  readonly onChoose: (change: Partial<VerdictQueueChoice>) => void;
}

/** Which cases the queue shows, with how many there are of each. */
export function QueueFilters({ choice, onChoose }: QueueFiltersProps) {
  const { roles } = usePerson();
  const curates = roles.includes('curator');
  // Before the decision nobody who decides learns whose answer or verdict it is.
  const mayAskWho = curates && (!roles.includes('adjudicator') || choice.states === 'decided');
  const counts = useQuery(orpc.verdicts.counts.queryOptions()).data;
  const { criteria, between, causes } = counts ?? UNCOUNTED;
  return (
    <>
      <QueueStates
        value={choice.states}
        states={[
          {
            value: 'open',
            title: 'Open',
            count: counts === undefined ? undefined : counts.disputed + counts.conflict,
          },
          { value: 'decided', title: 'Decided', count: counts?.decided },
          { value: 'agreed', title: 'Agreed', count: null },
        ]}
        onChange={(states) => onChoose({ states })}
      />
      <QueueSelect
        label="Criterion"
        any="Any criterion"
        value={choice.criterion}
        options={criteria.map(({ criterion, title, disputed }) => ({
          value: criterion,
          title,
          count: disputed,
        }))}
        onChange={(criterion) => onChoose({ criterion })}
      />
      {curates && choice.states !== 'agreed' && between.length > 0 && (
        <QueueSelect
          label="Between whom"
          any="Between anybody"
          value={choice.between}
          options={between.map(({ between: kinds, disputed }) => ({
            value: kinds,
            title: `Between ${BETWEEN[kinds]}`,
            count: disputed,
          }))}
          onChange={(kinds) => onChoose({ between: kinds })}
        />
      )}
      {mayAskWho && <WhoFilters choice={choice} onChoose={onChoose} />}
      {choice.states !== 'open' && (
        <Checkbox
          size="xs"
          label="Refused answers only"
          checked={choice.refused}
          onChange={(event) => onChoose({ refused: event.currentTarget.checked })}
        />
      )}
      <TextInput
        type="search"
        size="xs"
        aria-label="Words in the answer"
        placeholder="Words in the answer"
        maxLength={200}
        value={choice.text}
        onChange={(event) => onChoose({ text: event.currentTarget.value })}
      />
      {choice.states === 'decided' && (
        <QueueSelect
          label="Cause"
          any="Any cause"
          value={choice.cause}
          options={causes.map(({ cause, units }) => ({
            value: cause,
            title: causeTitle(cause),
            count: units,
          }))}
          onChange={(cause) => onChoose({ cause })}
        />
      )}
    </>
  );
}

/** Whose verdicts, and on whose answers. */
function WhoFilters({ choice, onChoose }: QueueFiltersProps) {
  const judges = useQuery(orpc.verdicts.judges.queryOptions()).data ?? [];
  const respondents = useQuery(orpc.responses.respondents.queryOptions()).data ?? [];
  return (
    <>
      {judges.length > 1 && (
        <QueueSelect
          label="Judge"
          any="Any judge"
          value={choice.judge}
          options={judges.map((judge) => ({
            value: judge.personId,
            title: judgeTitle(judge),
            count: judge.verdicts,
          }))}
          onChange={(judge) => onChoose({ judge })}
        />
      )}
      {respondents.length > 1 && (
        <QueueSelect
          label="Respondent"
          any="Any respondent"
          value={choice.respondent}
          options={respondents.map(({ personId, name, responses }) => ({
            value: personId,
            title: name,
            count: responses,
          }))}
          onChange={(respondent) => onChoose({ respondent })}
        />
      )}
    </>
  );
}
