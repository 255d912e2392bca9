import { Group, Input, SegmentedControl, Select } from '@mantine/core';
import { NumberField } from '../form/NumberField.tsx';
import { SeedField } from '../form/SeedField.tsx';
import type { AssignDraft, RoundChoice } from './assignDraft.ts';

const ORDERS = [
  { value: 'random', label: 'Random per person' },
  { value: 'fixed', label: 'Order of import' },
] as const;

/** Asks for the task, how many people get each item, the round, the order and its seed. */
export function RoundFields({
  draft: { task, overlap, order, seed },
  tasks,
  rounds: { current, begun, isNew },
  onChange,
}: {
  readonly draft: AssignDraft;
  readonly tasks: readonly { readonly id: string; readonly title: string }[];
  readonly rounds: RoundChoice;
  readonly onChange: (part: Partial<AssignDraft>) => void;
}) {
  return (
    <Group align="flex-start" gap="md">
      {tasks.length > 1 && (
        <Select
          label="Task"
          data={tasks.map(({ id, title }) => ({ value: id, label: title }))}
          value={task}
          onChange={(value) => {
            if (value !== null) onChange({ task: value, part: null });
          }}
          allowDeselect={false}
        />
      )}
      <NumberField
        label="People per item"
        w={128}
        min={1}
        isWhole
        value={overlap}
        onChange={(value) => {
          if (value !== null) onChange({ overlap: value });
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
          value={isNew ? 'new' : 'current'}
          onChange={(value) => onChange({ wantsNewRound: value === 'new' })}
          allowDeselect={false}
        />
      )}
      <Input.Wrapper label="Order" labelElement="div">
        <div>
          <SegmentedControl
            aria-label="Order"
            data={[...ORDERS]}
            value={order}
            onChange={(value) => onChange({ order: value === 'fixed' ? 'fixed' : 'random' })}
          />
        </div>
      </Input.Wrapper>
      <SeedField seed={seed} onChange={(value) => onChange({ seed: value })} />
    </Group>
  );
}
