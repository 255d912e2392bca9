import { Button, Stack } from '@mantine/core';
import { Plus } from 'lucide-react';
import { AttributeEditor } from './AttributeEditor.tsx';
import { freshAttribute, type AttributeDraft } from './labelSetDraft.ts';

/** The attributes asked of an image or of a box. */
export function AttributeListEditor({
  attributes,
  of,
  readOnly,
  onChange,
}: {
  readonly attributes: readonly AttributeDraft[];
  /** What the attributes are of, as it reads in "Ask something of ...". */
  readonly of: string;
  readonly readOnly: boolean;
  readonly onChange: (attributes: readonly AttributeDraft[]) => void;
}) {
  return (
    <Stack gap="sm" align="stretch">
      {attributes.map((attribute) => (
        <AttributeEditor
          key={attribute.id}
          attribute={attribute}
          readOnly={readOnly}
          onChange={(next) => {
            onChange(attributes.map((each) => (each.id === attribute.id ? next : each)));
          }}
          onRemove={() => {
            onChange(attributes.filter((each) => each.id !== attribute.id));
          }}
        />
      ))}
      {!readOnly && (
        <div>
          <Button
            variant="subtle"
            leftSection={<Plus size={14} aria-hidden />}
            onClick={() => {
              onChange([...attributes, freshAttribute(attributes.map(({ id }) => id))]);
            }}
          >
            Add a question about {of}
          </Button>
        </div>
      )}
    </Stack>
  );
}
