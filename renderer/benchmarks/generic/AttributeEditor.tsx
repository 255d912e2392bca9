import { ActionIcon, Box, Checkbox, Group, Select, TagsInput, TextInput } from '@mantine/core';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { ConditionEditor } from './ConditionEditor.tsx';
import type { AttributeDraft } from './labelSetDraft.ts';
import { OptionKeys } from './OptionKeys.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';

const KINDS: readonly { readonly value: AttributeDraft['kind']; readonly label: string }[] = [
  { value: 'choice', label: 'Choice' },
  { value: 'scale', label: 'Scale' },
  { value: 'set', label: 'Multiple choice' },
  { value: 'number', label: 'Number' },
  { value: 'text', label: 'Text' },
  { value: 'yesno', label: 'Yes or no' },
];

const HAS_OPTIONS: ReadonlySet<AttributeDraft['kind']> = new Set(['choice', 'scale', 'set']);

/** One question: its words, the kind of answer, and whether it must be answered. */
export function AttributeEditor({
  attribute,
  parents,
  letters,
  isFirst,
  isLast,
  readOnly,
  onChange,
  onMove,
  onRemove,
}: {
  readonly attribute: AttributeDraft;
  /** The questions on which it may depend. */
  readonly parents: readonly AttributeDraft[];
  /** The letters that its options may have as keys. */
  readonly letters: readonly string[];
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly readOnly: boolean;
  readonly onChange: (attribute: AttributeDraft) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}) {
  const spoken = attribute.name === '' ? 'the new question' : attribute.name;
  return (
    <Box p="sm" bdrs={4} bg="var(--casebook-surface-sunken)" role="group" aria-label={spoken}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <TextInput
          flex={1}
          aria-label="Question"
          placeholder="Question, or the attribute’s name"
          value={attribute.name}
          error={attribute.name.trim() === '' ? 'A question needs a name.' : undefined}
          readOnly={readOnly}
          onChange={(event) => onChange({ ...attribute, name: event.currentTarget.value })}
        />
        <Select
          w={144}
          aria-label={`Answer type of ${spoken}`}
          data={[...KINDS]}
          value={attribute.kind}
          allowDeselect={false}
          disabled={readOnly}
          onChange={(kind) => {
            if (kind !== null) onChange({ ...attribute, kind });
          }}
        />
        <Checkbox
          mt={6}
          label="required"
          aria-label={`${spoken} must be answered`}
          checked={attribute.required}
          disabled={readOnly}
          onChange={(event) => onChange({ ...attribute, required: event.currentTarget.checked })}
        />
        {!readOnly && (
          <Group gap={4} wrap="nowrap" mt={2}>
            <ActionIcon aria-label={`Move ${spoken} up`} disabled={isFirst} onClick={() => onMove(-1)}>
              <ArrowUp size={14} />
            </ActionIcon>
            <ActionIcon aria-label={`Move ${spoken} down`} disabled={isLast} onClick={() => onMove(1)}>
              <ArrowDown size={14} />
            </ActionIcon>
            <ActionIcon aria-label={`Remove ${spoken}`} onClick={onRemove}>
              <Trash2 size={14} />
            </ActionIcon>
          </Group>
        )}
      </Group>
      {HAS_OPTIONS.has(attribute.kind) && (
        <TagsInput
          mt="xs"
          aria-label={`Options of ${spoken}`}
          placeholder={
            attribute.kind === 'scale'
              ? 'Options from lowest to highest; press Enter after each'
              : 'Options; press Enter after each'
          }
          value={[...attribute.options]}
          error={attribute.options.length === 0 ? 'A question needs at least one option.' : undefined}
          readOnly={readOnly}
          acceptValueOnBlur
          splitChars={[';']}
          onChange={(options) => onChange({ ...attribute, options })}
        />
      )}
      {attribute.kind === 'number' && (
        <Group gap="sm" mt="xs">
          <Bound
            label="Minimum"
            of={spoken}
            value={attribute.minimum}
            readOnly={readOnly}
            onChange={(minimum) => onChange({ ...attribute, minimum })}
          />
          <Bound
            label="Maximum"
            of={spoken}
            value={attribute.maximum}
            readOnly={readOnly}
            onChange={(maximum) => onChange({ ...attribute, maximum })}
          />
        </Group>
      )}
      <OptionKeys
        attribute={attribute}
        spoken={spoken}
        letters={letters}
        readOnly={readOnly}
        onChange={onChange}
      />
      <ConditionEditor
        attribute={attribute}
        spoken={spoken}
        parents={parents}
        readOnly={readOnly}
        onChange={onChange}
      />
    </Box>
  );
}

function Bound({
  label,
  of,
  value,
  readOnly,
  onChange,
}: {
  readonly label: string;
  readonly of: string;
  readonly value: number | null;
  readonly readOnly: boolean;
  readonly onChange: (value: number | null) => void;
}) {
  return (
    <NumberField
      optional
      w={144}
      aria-label={`${label} answer to ${of}`}
      placeholder={`${label}: any`}
      value={value}
      readOnly={readOnly}
      onChange={onChange}
    />
  );
}
