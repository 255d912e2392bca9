import { Button, Checkbox, Group, Input, Radio, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { counted, formatCount } from '../../../shared/base/counts.ts';
import { newSeed, SeedField } from '../form/SeedField.tsx';
import { findBenchmark } from '../../../shared/benchmarks/registry.ts';
import { separationWords } from '../../../shared/statistics/orderSeparation.ts';
import { EVERYTHING } from '../../../shared/benchmarks/taskParts.ts';
import { isActivePerson } from '../../../shared/domain/status.ts';
import type { Person } from '../../../shared/contract/application.ts';
import type { AssignReport, AssignRequest, Progress } from '../../../shared/contract/assignments.ts';
import { currentRound } from '../../../shared/domain/assignment.ts';
import { PersonId } from '../../../shared/base/ids.ts';
import { casebookChanged, useCasebook } from '../window/applicationState.ts';
import { orpc } from '../../client/index.ts';
import { Notice } from '../feedback/Notice.tsx';
import { toast, toastFailure } from '../feedback/toast.tsx';
import { AssignFrame, AssignModal, type AssignOutcome } from './AssignFrame.tsx';
import { type AssignStart, ItemsChoice, initialItems, selectionOf } from './ItemsChoice.tsx';
import classes from './Assign.module.css';
import { NumberField } from '../form/NumberField.tsx';

/** Gives items to people: which, to whom, how many to each; says beforehand what will come of it. */
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
  readonly progress: readonly Progress[];
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

const ORDERS = [
  { value: 'random', label: 'Random per person' },
  { value: 'fixed', label: 'Order of import' },
] as const;

function AssignForm({
  raters,
  progress,
  start,
  onClose,
}: {
  readonly raters: readonly Person[];
  readonly progress: readonly Progress[];
  readonly start: AssignStart | undefined;
  readonly onClose: () => void;
}) {
  const { benchmark, vocabulary } = useCasebook();
  const tasks = findBenchmark(benchmark)?.tasks ?? [];
  const [task, setTask] = useState(tasks[0]?.id ?? '');
  const [items, setItems] = useState(() => initialItems(start));
  const [people, setPeople] = useState<readonly PersonId[]>([]);
  const [chosenOverlap, setOverlap] = useState(2);
  const [order, setOrder] = useState<'fixed' | 'random'>('random');
  const [seed, setSeed] = useState(newSeed);
  const [wantsNewRound, setNewRound] = useState(start === 'newRound');
  const current = currentRound(progress, task);
  const begun = progress.some((each) => each.task === task && each.round === current);
  const newRound = wantsNewRound && begun;
  const round = newRound ? current + 1 : current;
  const overlap = chosenOverlap;
  const parts = (tasks.find(({ id }) => id === task)?.parts ?? []).filter(
    (each) => each.asked(vocabulary).length > 0,
  );
  // Nobody has chosen: what is usual for the items, once that is known.
  const [chosenPart, choosePart] = useState<string | null>(null);
  const [usual, setUsual] = useState<string | null>(null);
  const part = chosenPart ?? usual;

  const request: AssignRequest = {
    ...selectionOf(items),
    task,
    people: [...people],
    overlap,
    order,
    seed,
    round,
    part: part === EVERYTHING ? null : part,
  };
  const [settled] = useDebouncedValue(request, 200);
  const isSettled = JSON.stringify(settled) === JSON.stringify(request);
  const preview = useQuery(
    orpc.assignments.assign.queryOptions({
      input: { ...settled, dryRun: true },
      enabled: settled.people.length > 0,
      retry: false,
    }),
  );
  const report = isSettled && people.length > 0 ? preview.data : undefined;
  const known = preview.data === undefined ? usual : (preview.data.usualPart ?? EVERYTHING);
  if (known !== usual) setUsual(known);
  const assign = useMutation({
    ...orpc.assignments.assign.mutationOptions(),
    onSuccess: async (done) => {
      onClose();
      toast(`${counted(done.items, 'item')} assigned (seed ${String(done.seed)}).`);
      await casebookChanged();
    },
    onError: (error) => {
      toastFailure('Nothing was assigned', error);
    },
  });
  const loadOf = (id: PersonId) => {
    const found = progress.find((each) => each.personId === id && each.task === task && each.round === round);
    if (found === undefined) return 'nothing in this round';
    const open = found.assigned - found.submitted - found.skipped;
    return `${counted(found.assigned, 'item')} in this round, ${String(open)} open`;
  };

  if (raters.length === 0)
    return (
      <Notice state="neutral" title="No annotators yet">
        Add people, or give existing people the annotator role.
      </Notice>
    );
  return (
    <AssignFrame
      lacking={people.length > 0 ? null : 'Choose annotators.'}
      outcome={report === undefined ? null : outcomeOf(report, overlap)}
      error={isSettled ? preview.error : null}
      action={actionOf(report, overlap)}
      isReady={report !== undefined && report.assigned > 0}
      isPending={assign.isPending}
      onAssign={() => {
        assign.mutate({ ...settled, dryRun: false });
      }}
    >
      <ItemsChoice value={items} onChange={setItems} />
      <Checkbox.Group
        label="To"
        value={[...people]}
        onChange={(values) => {
          setPeople(values.map((id) => PersonId.parse(id)));
        }}
      >
        <div className={classes['people']}>
          {raters.map((person) => (
            <Checkbox key={person.id} value={person.id} label={person.name} description={loadOf(person.id)} />
          ))}
        </div>
        <Button
          variant="subtle"
          mt="xs"
          onClick={() => {
            setPeople(people.length === raters.length ? [] : raters.map(({ id }) => id));
          }}
        >
          {people.length === raters.length ? 'Choose none' : 'Choose all'}
        </Button>
      </Checkbox.Group>
      {parts.length > 0 && (
        <Radio.Group label="What they are asked" value={part} onChange={choosePart}>
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
      )}
      <Group align="flex-start" gap="md">
        {tasks.length > 1 && (
          <Select
            label="Task"
            data={tasks.map(({ id, title }) => ({ value: id, label: title }))}
            value={task}
            onChange={(value) => {
              if (value === null) return;
              setTask(value);
              choosePart(null);
            }}
            allowDeselect={false}
          />
        )}
        <NumberField
          label="People per item"
          w={128}
          min={1}
          isWhole
          value={chosenOverlap}
          onChange={(value) => {
            if (value !== null) setOverlap(value);
          }}
        />
        {begun && (
          <Select
            label="Round"
            w={152}
            data={[
              { value: 'current', label: `Round ${String(current)} (current)` },
              { value: 'new', label: `Round ${String(current + 1)} (new)` },
            ]}
            value={newRound ? 'new' : 'current'}
            onChange={(value) => {
              setNewRound(value === 'new');
            }}
            allowDeselect={false}
          />
        )}
        <Input.Wrapper label="Order" labelElement="div">
          <div>
            <SegmentedControl
              aria-label="Order"
              data={[...ORDERS]}
              value={order}
              onChange={(value) => {
                setOrder(value === 'fixed' ? 'fixed' : 'random');
              }}
            />
          </div>
        </Input.Wrapper>
        <SeedField seed={seed} onChange={setSeed} />
      </Group>
      {order === 'fixed' && report !== undefined && report.separation !== null && (
        <Notice state="pending" title="This order gives labels away">
          {separationWords(report.separation)} Raters can guess the label from the place of an item. Choose
          “Random per person”.
        </Notice>
      )}
      <Text c="dimmed">
        {newRound
          ? 'In a new round everybody starts with an empty form: nobody sees earlier answers, not even their own.'
          : 'The same seed, items and people give the same assignments. Existing assignments count.'}
      </Text>
    </AssignFrame>
  );
}

/** What the button of the dialog will do, in words. */
function actionOf(report: AssignReport | undefined, overlap: number): string {
  if (report === undefined) return 'Assign';
  if (report.assigned === 0) return 'Nothing to assign';
  const each = counted(overlap, 'person', 'people');
  return `Assign ${counted(report.items, 'item')}, ${each}${overlap === 1 ? '' : ' each'}`;
}

/** What an assignment would do: who gets how many. */
function outcomeOf(report: AssignReport, overlap: number): AssignOutcome {
  const wanted = report.items * overlap;
  const before = wanted - report.assigned;
  const asked =
    report.assigned === 0
      ? 'This assigns nothing.'
      : `${counted(report.items, 'item')}, ${counted(overlap, 'person', 'people')} each: ${counted(report.assigned, 'new answer')}${before === 0 ? '' : ` (${formatCount(wanted)} less ${formatCount(before)} that ${before === 1 ? 'is' : 'are'} assigned already)`}.`;
  const had =
    report.complete > 0
      ? ` ${counted(report.complete, 'item')} ${report.complete === 1 ? 'has' : 'have'} ${counted(overlap, 'person', 'people')} already.`
      : '';
  const leftOut =
    report.rejected > 0
      ? ` ${counted(report.rejected, 'rejected item is', 'rejected items are')} left out.`
      : '';
  return {
    summary: asked + had + leftOut,
    shares: report.people.map(({ personId, handle, assigned, total }) => ({
      id: personId,
      name: handle,
      count: `+${formatCount(assigned)}, ${formatCount(total)} in total`,
    })),
  };
}
