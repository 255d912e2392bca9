import { Box, Button, Stack, Text } from '@mantine/core';
import { Plus } from 'lucide-react';
import type { JsonObject } from '../../../shared/base/json.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import type { VocabularyEditorProps } from '../parts.ts';
import { AttributeListEditor } from './AttributeListEditor.tsx';
import {
  type AttributeDraft,
  freshId,
  type LabelDraft,
  LabelSetDraft,
  moved,
  toDefinition,
} from './labelSetDraft.ts';
import { LabelEditor } from './LabelEditor.tsx';

/** A label set: what is asked of each image, which labels boxes carry, and what is asked of each such box. */
export default function LabelSetEditor({ vocabulary, onChange, readOnly }: VocabularyEditorProps) {
  const parsed = LabelSetDraft.safeParse(vocabulary);
  if (!parsed.success) return <ErrorState title="The label set cannot be read" error={parsed.error} />;
  const { imageAttributes, labels } = parsed.data;
  const change = (part: JsonObject) => onChange({ ...vocabulary, ...part });
  const changeLabels = (next: readonly LabelDraft[]) => {
    change({
      labels: next.map(({ id, name, attributes }) => ({
        id,
        name,
        attributes: attributes.map(toDefinition),
      })),
    });
  };
  return (
    <Stack gap="lg">
      <section>
        <Box component="h3" mb="xs" fz="sm">
          Questions about each image
        </Box>
        <AttributeListEditor
          attributes={imageAttributes}
          of="the image"
          readOnly={readOnly}
          onChange={(next: readonly AttributeDraft[]) => change({ imageAttributes: next.map(toDefinition) })}
        />
      </section>
      <section>
        <Box component="h3" mb="xs" fz="sm">
          Labels of boxes
        </Box>
        <Text c="dimmed" mb="sm">
          Keys 1 to 9 assign the first nine labels. Boxes keep a label that you remove here; Casebook reports
          them as problems.
        </Text>
        <Stack gap="sm">
          {labels.map((label, index) => (
            <LabelEditor
              key={label.id}
              label={label}
              beside={imageAttributes}
              place={index}
              count={labels.length}
              readOnly={readOnly}
              onChange={(next) => changeLabels(labels.map((each) => (each.id === label.id ? next : each)))}
              onMove={(by) => changeLabels(moved(labels, label.id, by))}
              onRemove={() => changeLabels(labels.filter((each) => each.id !== label.id))}
            />
          ))}
        </Stack>
        {!readOnly && (
          <Button
            mt="sm"
            variant="default"
            leftSection={<Plus size={14} aria-hidden />}
            onClick={() => {
              const id = freshId(
                'label',
                labels.map((each) => each.id),
              );
              changeLabels([...labels, { id, name: '', attributes: [] }]);
            }}
          >
            Add a label
          </Button>
        )}
      </section>
    </Stack>
  );
}
