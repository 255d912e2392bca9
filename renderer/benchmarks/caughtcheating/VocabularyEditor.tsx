import { Stack } from '@mantine/core';
import { CaughtCheatingVocabulary } from '../../../shared/benchmarks/caughtcheating/schema.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { WordList } from '../../ui/form/WordList.tsx';
import type { VocabularyEditorProps } from '../parts.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';

/** Loose on purpose: a list can be empty, a word unfinished, while one is editing. */
const Draft = CaughtCheatingVocabulary.partial();

/** Scenes, discard reasons and the least size of a photo. */
export default function VocabularyEditor({ vocabulary, onChange, readOnly }: VocabularyEditorProps) {
  const draft = Draft.safeParse(vocabulary);
  if (!draft.success) return <ErrorState title="The vocabulary cannot be read" error={draft.error} />;
  const { scenes = [], discardReasons = [], minimumSide } = draft.data;
  return (
    <Stack gap="lg">
      <WordList
        label="Scenes"
        description="The places in photos. Items keep a scene that you remove here."
        addLabel="Add a scene"
        words={scenes}
        readOnly={readOnly}
        onChange={(words) => onChange({ ...vocabulary, scenes: words })}
      />
      <WordList
        label="Discard reasons"
        description="Suggestions for discarding a photo."
        addLabel="Add a reason"
        words={discardReasons}
        readOnly={readOnly}
        onChange={(words) => onChange({ ...vocabulary, discardReasons: words })}
      />
      <NumberField
        label="Minimum side of a photo (px)"
        description="The shorter side. Smaller photos break a rule."
        w={240}
        min={1}
        max={100_000}
        isWhole
        value={minimumSide ?? null}
        disabled={readOnly}
        onChange={(value) => {
          if (value !== null) onChange({ ...vocabulary, minimumSide: value });
        }}
      />
    </Stack>
  );
}
