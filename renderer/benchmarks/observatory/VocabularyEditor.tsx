import { Radio, Stack } from '@mantine/core';
import { SIDE_MEANS } from '../../../shared/benchmarks/observatory/labels.ts';
import { ObservatoryVocabulary, SideConvention } from '../../../shared/benchmarks/observatory/schema.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { WordList } from '../../ui/form/WordList.tsx';
import type { VocabularyEditorProps } from '../parts.ts';

/** Loose on purpose: a list can be empty, a word unfinished, while one is editing. */
const Draft = ObservatoryVocabulary.partial();

/** What "left" means, which attributes an original must have, and why boxes may not hold on a variant. */
export default function VocabularyEditor({ vocabulary, onChange, readOnly }: VocabularyEditorProps) {
  const draft = Draft.safeParse(vocabulary);
  if (!draft.success) return <ErrorState title="The vocabulary cannot be read" error={draft.error} />;
  const { side = 'image', attributes = { CELEB: [], WORD: [] }, exceptions = [] } = draft.data;
  return (
    <Stack gap="lg">
      <Radio.Group
        label="Left and right"
        description="The Desk says this whenever you draw a left or right attribute."
        value={side}
        onChange={(value) => onChange({ ...vocabulary, side: SideConvention.parse(value) })}
      >
        <Stack gap="xs" mt="xs">
          {SideConvention.options.map((option) => (
            <Radio key={option} value={option} label={SIDE_MEANS[option]} disabled={readOnly} />
          ))}
        </Stack>
      </Radio.Group>
      <WordList
        label="Attributes of a face"
        description="Every original of a face has a box for each of these, drawn in this order. Names with left_ and right_ form pairs."
        addLabel="Add an attribute of a face"
        words={attributes.CELEB}
        readOnly={readOnly}
        onChange={(words) => onChange({ ...vocabulary, attributes: { ...attributes, CELEB: words } })}
      />
      <WordList
        label="Attributes of a word"
        description="Every original of a rendered word has a box for each of these."
        addLabel="Add an attribute of a word"
        words={attributes.WORD}
        readOnly={readOnly}
        onChange={(words) => onChange({ ...vocabulary, attributes: { ...attributes, WORD: words } })}
      />
      <WordList
        label="Reasons for exceptions"
        description="Suggestions for a variant that the original’s boxes do not fit."
        addLabel="Add a reason for an exception"
        words={exceptions}
        readOnly={readOnly}
        onChange={(words) => onChange({ ...vocabulary, exceptions: words })}
      />
    </Stack>
  );
}
