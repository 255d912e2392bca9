import { NumberInput, Stack } from '@mantine/core';
import { Vocabulary } from '../../../shared/benchmarks/caughtcheating/schema.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { WordList } from '../../ui/WordList.tsx';
import type { VocabularyEditorProps } from '../parts.ts';

/** Loose on purpose: a list can be empty, a word unfinished, while one is editing. */
const Draft = Vocabulary.partial();

/** Scenes, discard reasons and the least size of a photo. */
export default function CaughtCheatingVocabulary({ vocabulary, onChange, readOnly }: VocabularyEditorProps) {
  const draft = Draft.safeParse(vocabulary);
  if (!draft.success) return <ErrorState title="The vocabulary cannot be read" error={draft.error} />;
  const { scenes = [], discardReasons = [], minimumSide } = draft.data;
  return (
    <Stack gap="lg">
      <WordList
        label="Scenes"
        description="Where photos are taken. A scene in use that is removed here stays on its items."
        addLabel="Add a scene"
        words={scenes}
        readOnly={readOnly}
        onChange={(words) => {
          onChange({ ...vocabulary, scenes: words });
        }}
      />
      <WordList
        label="Discard reasons"
        description="What is offered when a candidate is discarded."
        addLabel="Add a reason"
        words={discardReasons}
        readOnly={readOnly}
        onChange={(words) => {
          onChange({ ...vocabulary, discardReasons: words });
        }}
      />
      <NumberInput
        label="Least side of a photo"
        description="In pixels, of the shorter side. Smaller photos break a rule."
        suffix=" px"
        w={240}
        min={1}
        max={100_000}
        allowDecimal={false}
        clampBehavior="blur"
        value={minimumSide ?? ''}
        disabled={readOnly}
        onChange={(value) => {
          if (typeof value === 'number') onChange({ ...vocabulary, minimumSide: value });
        }}
      />
    </Stack>
  );
}
