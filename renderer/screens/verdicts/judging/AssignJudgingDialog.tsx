import { Button, Checkbox, Group, Radio, Select, TextInput } from '@mantine/core';
import { counted, formatCount } from '../../../../shared/base/counts.ts';
import { isActivePerson } from '../../../../shared/domain/status.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { newSeed, SeedField } from '../../../ui/form/SeedField.tsx';
import type { CriterionDescription, JudgingSettings } from '../../../../shared/contract/judging.ts';
import { PersonId } from '../../../../shared/base/ids.ts';
import { casebookChanged } from '../../../ui/window/applicationState.ts';
import { goTo, places } from '../../../ui/window/navigate.ts';
import { failureOf, orpc, type Client } from '../../../client/index.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { AssignFrame, AssignModal, type AssignOutcome } from '../../../ui/assign/AssignFrame.tsx';
import { toast, toastFailure } from '../../../ui/feedback/toast.tsx';
import classes from './Judging.module.css';
import { NumberField } from '../../../ui/form/NumberField.tsx';

/** Gives answers to people to be judged; says beforehand what will come of it. */
export function AssignJudgingDialog({
  opened,
  criteria,
  onClose,
}: {
  readonly opened: boolean;
  readonly criteria: readonly CriterionDescription[];
  readonly onClose: () => void;
}) {
  return (
    <AssignModal opened={opened} onClose={onClose} title="Assign judging">
      <AssignJudgingForm criteria={criteria} onClose={onClose} />
    </AssignModal>
  );
}

function AssignJudgingForm({
  criteria,
  onClose,
}: {
  readonly criteria: readonly CriterionDescription[];
  readonly onClose: () => void;
}) {
  const people = useQuery(orpc.people.list.queryOptions());
  const respondents = useQuery({ ...orpc.responses.respondents.queryOptions(), staleTime: 0 });
  const [title, setTitle] = useState('Judging');
  const [chosenCriteria, setCriteria] = useState<readonly string[]>(criteria.map(({ id }) => id));
  const [whose, setWhose] = useState<'all' | 'some'>('all');
  const [chosenRespondents, setRespondents] = useState<readonly PersonId[]>([]);
  const [judges, setJudges] = useState<readonly PersonId[]>([]);
  const [overlap, setOverlap] = useState(1);
  const [seed, setSeed] = useState(newSeed);
  const [unjudgedOnly, setUnjudgedOnly] = useState(false);
  const [sampled, setSampled] = useState<'all' | 'each' | 'total'>('all');
  const [sampleSize, setSampleSize] = useState(50);
  const settings: JudgingSettings = {
    // In the order of judging, whatever the order of ticking.
    criteria: criteria.map(({ id }) => id).filter((id) => chosenCriteria.includes(id)),
    ...(whose === 'some' && { respondents: [...chosenRespondents] }),
    judges: [...judges],
    overlap,
    seed,
    unjudgedOnly,
    ...(sampled !== 'all' && { sample: { how: sampled, size: sampleSize } }),
  };
  const complete =
    settings.criteria.length > 0 &&
    settings.judges.length > 0 &&
    (whose === 'all' || chosenRespondents.length > 0);
  const [settled] = useDebouncedValue(settings, 200);
  const isSettled = JSON.stringify(settled) === JSON.stringify(settings);
  const preview = useQuery(
    orpc.judging.preview.queryOptions({
      input: settled,
      enabled: complete && isSettled,
      retry: false,
      staleTime: 0,
    }),
  );
  const report = complete && isSettled ? preview.data : undefined;
  const assign = useMutation({
    ...orpc.judging.assign.mutationOptions(),
    onSuccess: async (made) => {
      onClose();
      toast(`“${made.title}” is assigned to ${counted(made.judges.length, 'judge')}.`);
      await casebookChanged();
    },
    onError: (error) => {
      toastFailure('Nothing was assigned', error);
    },
  });
  const offered = (people.data ?? []).filter(
    (person) => isActivePerson(person) && person.roles.includes('judge'),
  );
  const readFailed = people.error ?? respondents.error;
  if (readFailed !== null) {
    const failure = failureOf(readFailed);
    return (
      <Notice state="disputed" title={failure.message}>
        {failure.hint}
      </Notice>
    );
  }
  if (people.data !== undefined && offered.length === 0)
    return (
      <Notice state="neutral" title="There are no judges">
        Give people the judge role.{' '}
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            goTo(places.team);
          }}
        >
          Go to Team
        </Button>
      </Notice>
    );
  if (respondents.data?.length === 0)
    return (
      <Notice state="neutral" title="There are no answers to judge">
        Import a model’s answers, or run a study with people first.
      </Notice>
    );
  return (
    <AssignFrame
      lacking={complete ? null : 'Choose criteria, respondents and at least one judge.'}
      outcome={report === undefined ? null : outcomeOf(report)}
      error={isSettled ? preview.error : null}
      action={
        report === undefined || report.units === 0
          ? 'Assign'
          : `Assign ${counted(verdictsIn(report), 'verdict')}`
      }
      isReady={
        report !== undefined && report.units > 0 && report.problems.length === 0 && title.trim() !== ''
      }
      isPending={assign.isPending}
      onAssign={() => {
        assign.mutate({ title: title.trim(), settings: settled });
      }}
    >
      <TextInput
        label="Title"
        description="Judges see this title."
        data-autofocus
        required
        maxLength={200}
        value={title}
        onChange={(event) => {
          setTitle(event.currentTarget.value);
        }}
      />
      <Checkbox.Group
        label="Criteria"
        value={[...chosenCriteria]}
        onChange={(values) => {
          setCriteria(values);
        }}
      >
        <div className={classes['choices']}>
          {criteria.map(({ id, title: name }) => (
            <Checkbox key={id} value={id} label={name} />
          ))}
        </div>
      </Checkbox.Group>
      <Radio.Group
        label="Answers of"
        value={whose}
        onChange={(value) => {
          setWhose(value === 'some' ? 'some' : 'all');
        }}
      >
        <Group gap="md" mt="xs">
          <Radio
            value="all"
            label={`Everybody (${respondents.data === undefined ? '…' : formatCount(respondents.data.length)})`}
          />
          <Radio value="some" label="Some" />
        </Group>
      </Radio.Group>
      {whose === 'some' && (
        <Checkbox.Group
          aria-label="Respondents"
          value={[...chosenRespondents]}
          onChange={(values) => {
            setRespondents(values.map((id) => PersonId.parse(id)));
          }}
        >
          <div className={classes['choices']}>
            {(respondents.data ?? []).map(({ personId, name, responses, targets, settled: done }) => (
              <Checkbox
                key={personId}
                value={personId}
                label={name}
                description={`${counted(responses, 'answer')}, ${formatCount(targets - done)} of ${formatCount(targets)} without a verdict`}
              />
            ))}
          </div>
        </Checkbox.Group>
      )}
      <Checkbox.Group
        label="Judges"
        value={[...judges]}
        onChange={(values) => {
          setJudges(values.map((id) => PersonId.parse(id)));
        }}
      >
        <div className={classes['choices']}>
          {offered.map(({ id, name }) => (
            <Checkbox key={id} value={id} label={name} />
          ))}
        </div>
      </Checkbox.Group>
      <Group align="flex-end" gap="md">
        <Select
          label="Which answers"
          w={232}
          allowDeselect={false}
          data={[
            { value: 'all', label: 'All' },
            { value: 'total', label: 'Random sample, in proportion' },
            { value: 'each', label: 'Random sample per respondent' },
          ]}
          value={sampled}
          onChange={(value) => {
            setSampled(value === 'each' || value === 'total' ? value : 'all');
          }}
        />
        {sampled !== 'all' && (
          <NumberField
            label={sampled === 'each' ? 'Answers per respondent' : 'Answers'}
            w={160}
            min={1}
            isWhole
            value={sampleSize}
            onChange={(value) => {
              if (value !== null) setSampleSize(value);
            }}
          />
        )}
      </Group>
      <Group align="flex-end" gap="md">
        <NumberField
          label="Judges per answer"
          w={136}
          min={1}
          isWhole
          value={overlap}
          onChange={(value) => {
            if (value !== null) setOverlap(value);
          }}
        />
        <SeedField seed={seed} onChange={setSeed} />
        <Checkbox
          label="Only answers without verdicts"
          pb={6}
          checked={unjudgedOnly}
          onChange={(event) => {
            setUnjudgedOnly(event.currentTarget.checked);
          }}
        />
      </Group>
    </AssignFrame>
  );
}

type Preview = Awaited<ReturnType<Client['judging']['preview']>>;

/** How many verdicts judges are asked for: where they overlap, several on the same answer. */
const verdictsIn = ({ perJudge }: Pick<Preview, 'perJudge'>): number =>
  perJudge.reduce((sum, { units }) => sum + units, 0);

/** What giving it out would do: how much there is to judge, and who gets how much. */
function outcomeOf({ answers, units, byCriterion, problems, perJudge }: Preview): AssignOutcome {
  const criteria = byCriterion
    .filter((each) => each.units > 0)
    .map((each) => `${each.title} ${formatCount(each.units)}`)
    .join(', ');
  return {
    summary: `${counted(answers, 'answer')}, ${counted(units, 'question')} about them (${criteria}); ${counted(verdictsIn({ perJudge }), 'verdict')} to give in all`,
    problems,
    shares: perJudge.map((each) => ({ id: each.personId, name: each.name, count: formatCount(each.units) })),
  };
}
