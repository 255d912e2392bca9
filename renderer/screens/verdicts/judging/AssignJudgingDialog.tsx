import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { counted } from '../../../../shared/base/counts.ts';
import { isActivePerson } from '../../../../shared/domain/status.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { newSeed, SeedField } from '../../../ui/form/SeedField.tsx';
import type { CriterionDescription } from '../../../../shared/contract/judging.ts';
import { PersonId } from '../../../../shared/base/ids.ts';
import type { Person } from '../../../../shared/contract/application.ts';
import type { Respondent } from '../../../../shared/contract/responses.ts';
import { casebookChanged } from '../../../ui/window/applicationState.ts';
import { goTo, places } from '../../../ui/window/navigate.ts';
import { failureOf, orpc } from '../../../client/index.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { AssignFrame, AssignModal } from '../../../ui/assign/AssignFrame.tsx';
import { toast, toastFailure } from '../../../ui/feedback/toast.tsx';
import classes from './Judging.module.css';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import { JudgedRespondents, JudgedSample } from './JudgedAnswers.tsx';
import {
  emptyJudging,
  isAssignable,
  isJudgingComplete,
  judgingAction,
  type JudgingDraft,
  judgingOutcome,
  judgingSettings,
} from './judgingDraft.ts';

/** Gives answers to people to be judged; says beforehand what it will do. */
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
  const [draft, setDraft] = useState(() =>
    emptyJudging(
      criteria.map(({ id }) => id),
      newSeed(),
    ),
  );
  const judges = (people.data ?? []).filter(
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
  if (people.data !== undefined && judges.length === 0)
    return (
      <Notice state="neutral" title="There are no judges">
        Give people the judge role.{' '}
        <Button size="compact-sm" variant="default" onClick={() => goTo(places.team)}>
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
    <JudgingFields
      draft={draft}
      criteria={criteria}
      judges={judges}
      respondents={respondents.data}
      onChange={(part) => setDraft((former) => ({ ...former, ...part }))}
      onClose={onClose}
    />
  );
}

/** What is judged by whom, with what that would do. */
function JudgingFields({
  draft,
  criteria,
  judges,
  respondents,
  onChange,
  onClose,
}: {
  readonly draft: JudgingDraft;
  readonly criteria: readonly CriterionDescription[];
  readonly judges: readonly Person[];
  readonly respondents: readonly Respondent[] | undefined;
  readonly onChange: (part: Partial<JudgingDraft>) => void;
  readonly onClose: () => void;
}) {
  const settings = judgingSettings(
    draft,
    criteria.map(({ id }) => id),
  );
  const complete = isJudgingComplete(settings);
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
    onError: (error) => toastFailure('Nothing was assigned', error),
  });
  return (
    <AssignFrame
      lacking={complete ? null : 'Choose criteria, respondents and at least one judge.'}
      outcome={report === undefined ? null : judgingOutcome(report)}
      error={isSettled ? preview.error : null}
      action={judgingAction(report)}
      isReady={report !== undefined && isAssignable(report) && draft.title.trim() !== ''}
      isPending={assign.isPending}
      onAssign={() => assign.mutate({ title: draft.title.trim(), settings: settled })}
    >
      <TextInput
        label="Title"
        description="Judges see this title."
        data-autofocus
        required
        maxLength={200}
        value={draft.title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <Checkbox.Group
        label="Criteria"
        value={[...draft.criteria]}
        onChange={(values) => onChange({ criteria: values })}
      >
        <div className={classes['choices']}>
          {criteria.map(({ id, title: name }) => (
            <Checkbox key={id} value={id} label={name} />
          ))}
        </div>
      </Checkbox.Group>
      <JudgedRespondents draft={draft} respondents={respondents} onChange={onChange} />
      <Checkbox.Group
        label="Judges"
        value={[...draft.judges]}
        onChange={(values) => onChange({ judges: values.map((id) => PersonId.parse(id)) })}
      >
        <div className={classes['choices']}>
          {judges.map(({ id, name }) => (
            <Checkbox key={id} value={id} label={name} />
          ))}
        </div>
      </Checkbox.Group>
      <JudgedSample draft={draft} onChange={onChange} />
      <Group align="flex-end" gap="md">
        <NumberField
          label="Judges per answer"
          w={136}
          min={1}
          isWhole
          value={draft.overlap}
          onChange={(value) => {
            if (value !== null) onChange({ overlap: value });
          }}
        />
        <SeedField seed={draft.seed} onChange={(seed) => onChange({ seed })} />
        <Checkbox
          label="Only answers without verdicts"
          pb={6}
          checked={draft.unjudgedOnly}
          onChange={(event) => onChange({ unjudgedOnly: event.currentTarget.checked })}
        />
      </Group>
    </AssignFrame>
  );
}
