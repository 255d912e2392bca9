import { ActionIcon, Box, Group, TextInput } from '@mantine/core';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { AttributeListEditor } from './AttributeListEditor.tsx';
import type { AttributeDraft, LabelDraft } from './labelSetDraft.ts';

/** One label of boxes: its name, and what is asked of each such box. */
export function LabelEditor({
  label,
  beside,
  place,
  count,
  readOnly,
  onChange,
  onMove,
  onRemove,
}: {
  readonly label: LabelDraft;
  /** The questions about the image, which are on screen with those about a box. */
  readonly beside: readonly AttributeDraft[];
  readonly place: number;
  readonly count: number;
  readonly readOnly: boolean;
  readonly onChange: (label: LabelDraft) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}) {
  const spoken = label.name === '' ? 'the new label' : label.name;
  return (
    <Box p="md" bd="1px solid var(--casebook-border)" bdrs={8} role="group" aria-label={`Label ${spoken}`}>
      <Group gap="sm" wrap="nowrap" mb="sm">
        <TextInput
          flex={1}
          maw={320}
          aria-label="Name of the label"
          placeholder="Name of the label"
          value={label.name}
          error={label.name.trim() === '' ? 'A label needs a name.' : undefined}
          readOnly={readOnly}
          onChange={(event) => onChange({ ...label, name: event.currentTarget.value })}
        />
        {!readOnly && (
          <>
            <ActionIcon aria-label={`Move ${spoken} up`} disabled={place === 0} onClick={() => onMove(-1)}>
              <ArrowUp size={14} />
            </ActionIcon>
            <ActionIcon
              aria-label={`Move ${spoken} down`}
              disabled={place === count - 1}
              onClick={() => onMove(1)}
            >
              <ArrowDown size={14} />
            </ActionIcon>
            <ActionIcon aria-label={`Remove ${spoken}`} onClick={onRemove}>
              <Trash2 size={14} />
            </ActionIcon>
          </>
        )}
      </Group>
      <AttributeListEditor
        attributes={label.attributes}
        beside={beside}
        of="each such box"
        readOnly={readOnly}
        onChange={(attributes) => onChange({ ...label, attributes: [...attributes] })}
      />
    </Box>
  );
}
