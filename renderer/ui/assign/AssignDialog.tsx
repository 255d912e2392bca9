import { Radio, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '../../../shared/base/counts.ts';
import { newSeed } from '../form/SeedField.tsx';
import { findBenchmark } from '../../../shared/benchmarks/registry.ts';
import { separationWords } from '../../../shared/statistics/orderSeparation.ts';
import { EVERYTHING } from '../../../shared/benchmarks/taskParts.ts';
import type { Task } from '../../../shared/benchmarks/task.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { isActivePerson } from '../../../shared/domain/status.ts';
import type { Person } from '../../../shared/contract/application.ts';
import type { AssignmentProgress } from '../../../shared/contract/assignments.ts';
import { casebookChanged, useCasebook } from '../window/applicationState.ts';
import { orpc } from '../../client/index.ts';
import { Notice } from '../feedback/Notice.tsx';
import { toast, toastFailure } from '../feedback/toast.tsx';
import {
  assignAction,
  type AssignDraft,
  assignOutcome,
  assignRequest,
  loadInWords,
  roundChoice,
} from './assignDraft.ts';
import { AssignFrame, AssignModal } from './AssignFrame.tsx';
import { initialItems, ItemsChoice } from './ItemsChoice.tsx';
import type { AssignStart } from './itemsToAssign.ts';
import { RatersField } from './RatersField.tsx';
import { RoundFields } from './RoundFields.tsx';

/** Gives items to people: which, to whom, how many to each; says beforehand what it will do. */
export function AssignDialog({
  opened,
  onClose,
  people,
  progress,
  start,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly people: readonly Person[];
  readonly progress: readonly AssignmentProgress[];
  /** What it begins with: a new round, or what nobody has yet; left out, the round as it is. */
  readonly start?: AssignStart;
}) {
  const raters = useRaters(people);
  return (
    <AssignModal opened={opened} onClose={onClose} title="Assign items">
      <AssignForm raters={raters} progress={progress} start={start} onClose={onClose} />
    </AssignModal>
  );
}

/** Who can be given items: where items are validated, reviewers have a place for their own work, too. */
function useRaters(people: readonly Person[]): readonly Person[] {
  const validates = findBenchmark(useCasebook().benchmark)?.validation !== undefined;
  return people.filter(
    ({ roles, ...person }) =>
      isActivePerson(person) && (roles.includes('annotator') || (validates && roles.includes('reviewer'))),
  );
}

function AssignForm({
  raters,
  progress,
  start,
  onClose,
}: {
  readonly raters: readonly Person[];
  readonly progress: readonly AssignmentProgress[];
  readonly start: AssignStart | undefined;
  readonly onClose: () => void;
}) {
  const { benchmark, vocabulary } = useCasebook();
  const tasks = findBenchmark(benchmark)?.tasks ?? [];
  const [draft, setDraft] = useState<AssignDraft>(() => ({
    task: tasks[0]?.id ?? '',
    items: initialItems(start),
    people: [],
    overlap: 2,
    order: 'random',
    seed: newSeed(),
    wantsNewRound: start === 'newRound',
    part: null,
  }));
  const change = (part: Partial<AssignDraft>) => setDraft((former) => ({ ...former, ...part }));
  const { task, people, overlap } = draft;
  const rounds = roundChoice(progress, task, draft.wantsNewRound);
  const parts = partsToAsk(tasks, task, vocabulary);
  const [usual, setUsual] = useState<string | null>(null);
  const part = draft.part ?? usual;
  const request = assignRequest(draft, rounds.round, part);
  const { settled, isSettled, preview, report } = usePreview(request);
  const known = usualPart(preview.data, usual);
  if (known !== usual) setUsual(known);
  const assign = useMutation({
    ...orpc.assignments.assign.mutationOptions(),
    onSuccess: async (done) => {
      onClose();
      toast(`${counted(done.items, 'item')} assigned (seed ${String(done.seed)}).`);
      await casebookChanged();
    },
    onError: (error) => toastFailure('Nothing was assigned', error),
  });

  if (raters.length === 0)
    return (
      <Notice state="neutral" title="No annotators yet">
        Add people, or give existing people the annotator role.
      </Notice>
    );
  return (
    <AssignFrame
      lacking={people.length > 0 ? null : 'Choose annotators.'}
      outcome={report === undefined ? null : assignOutcome(report, overlap)}
      error={isSettled ? preview.error : null}
      action={assignAction(report, overlap)}
      isReady={report !== undefined && report.assigned > 0}
      isPending={assign.isPending}
      onAssign={() => assign.mutate({ ...settled, dryRun: false })}
    >
      <ItemsChoice value={draft.items} onChange={(items) => change({ items })} />
      <RatersField
        raters={raters}
        value={people}
        loadOf={(id) => loadInWords(progress, id, task, rounds.round)}
        onChange={(chosen) => change({ people: chosen })}
      />
      <PartChoice parts={parts} value={part} onChange={(chosen) => change({ part: chosen })} />
      <RoundFields draft={draft} tasks={tasks} rounds={rounds} onChange={change} />
      {draft.order === 'fixed' && <SeparationNotice separation={report?.separation ?? null} />}
      <Text c="dimmed">
        {rounds.isNew
          ? 'In a new round everybody starts with an empty form: nobody sees earlier answers, not even their own.'
          : 'The same seed, items and people give the same assignments. Existing assignments count.'}
      </Text>
    </AssignFrame>
  );
}

/** The parts of a task that ask at least one question. */
const partsToAsk = (tasks: readonly Task[], id: string, vocabulary: JsonObject): NonNullable<Task['parts']> =>
  (tasks.find((task) => task.id === id)?.parts ?? []).filter((part) => part.asked(vocabulary).length > 0);

/** The part that is usual for these items, used until somebody chooses one; the former one while the preview is loading. */
const usualPart = (
  report: { readonly usualPart?: string | null } | undefined,
  before: string | null,
): string | null => (report === undefined ? before : (report.usualPart ?? EVERYTHING));

/** Previews an assignment once the form has not changed for a moment. */
function usePreview(request: ReturnType<typeof assignRequest>) {
  const [settled] = useDebouncedValue(request, 200);
  const isSettled = JSON.stringify(settled) === JSON.stringify(request);
  const preview = useQuery(
    orpc.assignments.assign.queryOptions({
      input: { ...settled, dryRun: true },
      enabled: settled.people.length > 0,
      retry: false,
    }),
  );
  const report = isSettled && request.people.length > 0 ? preview.data : undefined;
  return { settled, isSettled, preview, report };
}

/** Which part of the form raters are asked for, where a task has parts. */
function PartChoice({
  parts,
  value,
  onChange,
}: {
  readonly parts: NonNullable<Task['parts']>;
  readonly value: string | null;
  readonly onChange: (part: string) => void;
}) {
  if (parts.length === 0) return null;
  return (
    <Radio.Group label="What they are asked" value={value} onChange={onChange}>
      <Stack gap="xs" mt={4}>
        {parts.map(({ id, title, description }) => (
          <Radio key={id} size="xs" value={id} label={title} description={description} />
        ))}
        <Radio
          size="xs"
          value={EVERYTHING}
          label="Everything"
          description="Raters start with an empty form and fill it in completely."
        />
      </Stack>
    </Radio.Group>
  );
}

function SeparationNotice({
  separation,
}: {
  readonly separation: Parameters<typeof separationWords>[0] | null;
}) {
  if (separation === null) return null;
  return (
    <Notice state="pending" title="This order gives labels away">
      {separationWords(separation)} Raters can guess the label from the place of an item. Choose “Random per
      person”.
    </Notice>
  );
}
