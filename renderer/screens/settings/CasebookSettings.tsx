import { useFormDraft } from '../../ui/form/useFormDraft.ts';
import { Button, Radio, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { findBenchmark } from '../../../shared/benchmarks/registry.ts';
import { boxesPart } from '../../../shared/benchmarks/taskParts.ts';
import type { CheckReport } from '../../../shared/contract/casebooks.ts';
import {
  casebookChanged,
  enterCasebook,
  useCasebook,
  useWritable,
} from '../../ui/window/applicationState.ts';
import { queryClient } from '../../client/queryClient.ts';
import { client, failureOf, orpc } from '../../client/index.ts';
import { Summary } from '../../ui/layout/Summary.tsx';
import { toastFailure } from '../../ui/feedback/toast.tsx';
import { useStreamedWork } from '../../ui/work/useStreamedWork.ts';
import { WorkProgress } from '../../ui/work/WorkProgress.tsx';
import { SameBoxField } from './SameBoxField.tsx';
import { PromotionChoice } from '../../ui/validation/PromotionChoice.tsx';

/** What adjudicators may do and see. */
const SWITCHES = [
  {
    name: 'decideOwn',
    label: 'Adjudicators may decide cases that they rated or judged',
    description:
      'If off, such cases wait for another adjudicator. The reliability card of every export states this setting and the number of such decisions.',
  },
  {
    name: 'showEarlierGold',
    label: 'Adjudicators see the earlier gold',
    description:
      'If off, Adjudicate hides an item’s name, origin and earlier gold until the decision. The reliability card of every export states in how many decisions they were visible.',
  },
] as const;

const AfterSubmit = z.enum(['in_review', 'accepted']);

/** What is set of the open casebook: its title, what submitting does; and a check of its files. */
export function CasebookSettings() {
  const { path, benchmark, vocabulary } = useCasebook();
  const [main] = findBenchmark(benchmark)?.tasks ?? [];
  const drawsBoxes = main !== undefined && boxesPart(main, vocabulary) !== null;
  const writable = useWritable();
  const settings = useQuery(orpc.casebooks.settings.queryOptions()).data;
  const save = useMutation({
    ...orpc.casebooks.saveSettings.mutationOptions(),
    onSuccess: (saved) => {
      queryClient.setQueryData(orpc.casebooks.settings.queryKey(), saved);
      void casebookChanged();
    },
    onError: (error) => toastFailure('The setting was not saved', error),
  });
  return (
    <Stack gap="lg">
      <TitleField key={path} />
      <Text c="dimmed">
        {findBenchmark(benchmark)?.title ?? benchmark}, in{' '}
        <span style={{ overflowWrap: 'anywhere' }}>{path}</span>
      </Text>
      <Radio.Group
        label="After submitting without problems, an item becomes"
        value={settings?.afterSubmit ?? null}
        onChange={(value) => save.mutate({ afterSubmit: AfterSubmit.parse(value) })}
      >
        <Stack gap="sm" mt="xs">
          <Radio
            value="in_review"
            size="xs"
            disabled={!writable}
            label="In review"
            description="Somebody accepts it in the Library."
          />
          <Radio
            value="accepted"
            size="xs"
            disabled={!writable}
            label="Accepted"
            description="For casebooks with one person."
          />
        </Stack>
      </Radio.Group>
      {SWITCHES.map(({ name, label, description }) => (
        <Switch
          key={name}
          size="xs"
          disabled={!writable || settings === undefined}
          checked={settings?.[name] ?? false}
          label={label}
          description={description}
          onChange={(event) => save.mutate({ [name]: event.currentTarget.checked })}
        />
      ))}
      {drawsBoxes && <SameBoxField key={`${path} boxes`} />}
      {findBenchmark(benchmark)?.validation !== undefined && (
        <PromotionChoice label="Requirement for accepting a generated item" />
      )}
      <CheckCasebook />
    </Stack>
  );
}

const Title = z.string();

function TitleField() {
  const { title } = useCasebook();
  const writable = useWritable();
  const { value: typed, change, forget } = useFormDraft('title', 'Title of the casebook', Title, title);
  const rename = useMutation({
    ...orpc.casebooks.rename.mutationOptions(),
    onSuccess: async (casebook) => {
      forget();
      await enterCasebook(casebook);
    },
  });
  const commit = () => {
    const next = typed.trim();
    if (next === title) forget();
    else if (next !== '') rename.mutate({ title: next });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        commit();
      }}
    >
      <TextInput
        label="Title"
        maw={480}
        value={typed}
        readOnly={!writable}
        error={
          typed.trim() === ''
            ? 'A casebook needs a title.'
            : rename.error === null
              ? undefined
              : failureOf(rename.error).message
        }
        onChange={(event) => {
          const next = event.currentTarget.value;
          change(() => next);
        }}
        onBlur={commit}
      />
    </form>
  );
}

function CheckCasebook() {
  const { state, start, cancel } = useStreamedWork<CheckReport>();
  return (
    <div>
      <Button
        variant="default"
        disabled={state.status === 'running'}
        mb="sm"
        onClick={() => void start((signal) => client.casebooks.check(undefined, { signal }))}
      >
        Check the casebook’s files
      </Button>
      <WorkProgress state={state} onCancel={cancel} cancelled="The check was stopped." />
      {state.status === 'done' && (
        <>
          <Text fw={600} mb="sm" role="status">
            {state.result.ok ? 'No problems.' : 'Problems found.'}
          </Text>
          <Summary
            figures={[
              {
                label: 'errors',
                value: state.result.problems.filter(({ severity }) => severity === 'error').length,
              },
              {
                label: 'warnings',
                value: state.result.problems.filter(({ severity }) => severity === 'warning').length,
              },
            ]}
            parts={(['error', 'warning'] as const).map((kind) => ({
              title: kind === 'error' ? 'Errors' : 'Warnings',
              open: kind === 'error',
              lines: state.result.problems
                .filter(({ severity }) => severity === kind)
                .map(({ where, what }) => `${where}: ${what}`),
            }))}
          />
        </>
      )}
    </div>
  );
}
