import { Autocomplete, Button, Group, Modal, Select, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { TaskField } from '../../../shared/benchmarks/task.ts';
import { queryClient } from '../../client/queryClient.ts';
import { client, orpc } from '../../client/index.ts';
import { useTextDraft } from '../form/useFormDraft.ts';
import { toast, toastFailure } from '../feedback/toast.tsx';

/** The rounds that a guideline can be for alone; more are hardly ever assigned. */
const ROUNDS = [1, 2, 3] as const;

/** What a guideline starts from. */
export interface GuidelineStart {
  readonly field: string;
  readonly category: string;
}

/** Asks for a guideline on a field or one of its categories. */
export function GuidelineDialog({
  task,
  fields,
  start,
  categoriesOf,
  onClose,
}: {
  readonly task: string;
  readonly fields: readonly TaskField[];
  /** Null: closed. */
  readonly start: GuidelineStart | null;
  /** What can be named as a category of a field; others can be written. */
  readonly categoriesOf: (field: TaskField) => readonly string[];
  readonly onClose: () => void;
}) {
  return (
    <Modal
      opened={start !== null}
      onClose={onClose}
      title="Add a guideline"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {start !== null && (
        <GuidelineForm
          task={task}
          fields={fields}
          start={start}
          categoriesOf={categoriesOf}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}

function GuidelineForm({
  task,
  fields,
  start,
  categoriesOf,
  onClose,
}: {
  readonly task: string;
  readonly fields: readonly TaskField[];
  readonly start: GuidelineStart;
  readonly categoriesOf: (field: TaskField) => readonly string[];
  readonly onClose: () => void;
}) {
  const [field, setField] = useState(start.field);
  const [category, setCategory] = useState(start.category);
  const [note, write] = useTextDraft(`guideline ${task} ${start.field} ${start.category}`, 'Guideline');
  const [round, setRound] = useState('');
  const [busy, setBusy] = useState(false);
  const chosen = fields.find(({ name }) => name === field);

  const add = async (): Promise<void> => {
    setBusy(true);
    try {
      await client.guidelines.add({
        task,
        field,
        category: category.trim() === '' ? null : category.trim(),
        note,
        round: round === '' ? null : Number(round),
      });
      await queryClient.invalidateQueries({ queryKey: orpc.guidelines.key() });
      write('');
      toast('The Desk shows the guideline now.');
      onClose();
    } catch (error) {
      toastFailure('No guideline was added', error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <Select
        label="Field"
        data={fields.map(({ name, title }) => ({ value: name, label: title }))}
        value={field}
        allowDeselect={false}
        onChange={(name) => {
          setField(name ?? field);
          setCategory('');
        }}
      />
      <Autocomplete
        mt="sm"
        label="Category"
        description="Leave empty for the whole field"
        data={chosen === undefined ? [] : [...categoriesOf(chosen)]}
        value={category}
        onChange={setCategory}
      />
      <Select
        mt="sm"
        label="Round"
        data={[
          { value: '', label: 'Every round' },
          ...ROUNDS.map((each) => ({ value: String(each), label: `Round ${String(each)} alone` })),
        ]}
        value={round}
        allowDeselect={false}
        onChange={(chosen) => setRound(chosen ?? '')}
      />
      <Textarea
        mt="sm"
        data-autofocus
        label="What raters should know"
        minRows={3}
        autosize
        maxLength={4000}
        value={note}
        onChange={(event) => write(event.currentTarget.value)}
      />
      <Group justify="flex-end" mt="md">
        <Button
          variant="default"
          onClick={() => {
            write('');
            onClose();
          }}
        >
          Cancel
        </Button>
        <Button type="submit" loading={busy} disabled={note.trim() === '' || field === ''}>
          Add
        </Button>
      </Group>
    </form>
  );
}
