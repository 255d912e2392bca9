import { Stack } from '@mantine/core';
import { McsBenchVocabulary } from '../../../shared/benchmarks/mcsbench/schema.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { WordList } from '../../ui/form/WordList.tsx';
import type { VocabularyEditorProps } from '../parts.ts';

/** Loose on purpose: a list can be empty, a word unfinished, while one is editing. */
const Draft = McsBenchVocabulary.partial();

/** The reasons to send an item back or reject it. */
export default function VocabularyEditor({ vocabulary, onChange, readOnly }: VocabularyEditorProps) {
  const draft = Draft.safeParse(vocabulary);
  if (!draft.success) return <ErrorState title="The vocabulary cannot be read" error={draft.error} />;
  return (
    <Stack gap="lg">
      <WordList
        label="Reasons"
        description="Suggestions for rejecting an item or asking for a fix."
        addLabel="Add a reason"
        words={draft.data.reasons ?? []}
        readOnly={readOnly}
        onChange={(words) => onChange({ ...vocabulary, reasons: words })}
      />
    </Stack>
  );
}
