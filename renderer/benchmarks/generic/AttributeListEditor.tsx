import { Button, Stack } from '@mantine/core';
import { Plus } from 'lucide-react';
import { possibleParents } from '../../../shared/benchmarks/generic/conditions.ts';
import { keysOfOptions } from '../../../shared/benchmarks/generic/optionKeys.ts';
import { AttributeEditor } from './AttributeEditor.tsx';
import { type AttributeDraft, freshAttribute, moved, withoutAttribute } from './labelSetDraft.ts';
import { useTakenLetters } from './takenLetters.ts';

const NONE: readonly AttributeDraft[] = [];
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz'.split('');

/** The attributes asked of an image or of a box. */
export function AttributeListEditor({
  attributes,
  beside = NONE,
  of,
  readOnly,
  onChange,
}: {
  readonly attributes: readonly AttributeDraft[];
  /** Questions that are on screen with these: no key means two things. */
  readonly beside?: readonly AttributeDraft[];
  /** What the attributes are of, as it reads in "Ask something of ...". */
  readonly of: string;
  readonly readOnly: boolean;
  readonly onChange: (attributes: readonly AttributeDraft[]) => void;
}) {
  const taken = useTakenLetters();
  const letters = ALPHABET.filter((letter) => !taken.has(letter));
  const isTaken = (own: AttributeDraft, letter: string): boolean =>
    [...attributes, ...beside].some(
      (each) => each.id !== own.id && keysOfOptions(each).some(({ key }) => key === letter),
    );
  return (
    <Stack gap="sm" align="stretch">
      {attributes.map((attribute, place) => (
        <AttributeEditor
          key={attribute.id}
          attribute={attribute}
          parents={possibleParents(attributes, attribute.id)}
          letters={letters.filter((letter) => !isTaken(attribute, letter))}
          isFirst={place === 0}
          isLast={place === attributes.length - 1}
          readOnly={readOnly}
          onMove={(by) => onChange(moved(attributes, attribute.id, by))}
          onChange={(next) => onChange(attributes.map((each) => (each.id === attribute.id ? next : each)))}
          onRemove={() => onChange(withoutAttribute(attributes, attribute.id))}
        />
      ))}
      {!readOnly && (
        <div>
          <Button
            variant="subtle"
            leftSection={<Plus size={14} aria-hidden />}
            onClick={() => onChange([...attributes, freshAttribute(attributes.map(({ id }) => id))])}
          >
            Add a question about {of}
          </Button>
        </div>
      )}
    </Stack>
  );
}
