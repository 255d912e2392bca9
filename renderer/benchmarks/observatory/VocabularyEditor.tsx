import { Radio, Stack } from '@mantine/core';
import { SIDE_MEANS } from '../../../shared/benchmarks/observatory/labels.ts';
import { Side, Vocabulary } from '../../../shared/benchmarks/observatory/schema.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { WordList } from '../../ui/WordList.tsx';
import type { VocabularyEditorProps } from '../parts.ts';

/** Loose on purpose: a list can be empty, a word unfinished, while one is editing. */
const Draft = Vocabulary.partial();

/** What "left" means, which attributes an original must have, and why boxes may not hold on a variant. */
export default function ObservatoryVocabulary({ vocabulary, onChange, readOnly }: VocabularyEditorProps) {
  const draft = Draft.safeParse(vocabulary);
  if (!draft.success) return <ErrorState title="The vocabulary cannot be read" error={draft.error} />;
  const { side = 'image', attributes = { CELEB: [], WORD: [] }, exceptions = [] } = draft.data;
  return (
    <Stack gap="lg">
      <Radio.Group
        label="Left and right"
        description="Said at the Desk wherever a left or a right is drawn."
        value={side}
        onChange={(value) => {
          onChange({ ...vocabulary, side: Side.parse(value) });
        }}
      >
        <Stack gap="xs" mt="xs">
          {Side.options.map((option) => (
            <Radio key={option} value={option} label={SIDE_MEANS[option]} disabled={readOnly} />
          ))}
        </Stack>
      </Radio.Group>
      <WordList
        label="Attributes of a face"
        description="What every original of a face has a box for, in the order of drawing. Names that begin with left_ and right_ belong together."
        addLabel="Add an attribute of a face"
        words={attributes.CELEB}
        readOnly={readOnly}
        onChange={(words) => {
          onChange({ ...vocabulary, attributes: { ...attributes, CELEB: words } });
        }}
      />
      <WordList
        label="Attributes of a word"
        description="What every original of a rendered word has a box for."
        addLabel="Add an attribute of a word"
        words={attributes.WORD}
        readOnly={readOnly}
        onChange={(words) => {
          onChange({ ...vocabulary, attributes: { ...attributes, WORD: words } });
        }}
      />
      <WordList
        label="Reasons for exceptions"
        description="What is offered when the original’s boxes do not hold on a variant."
        addLabel="Add a reason for an exception"
        words={exceptions}
        readOnly={readOnly}
        onChange={(words) => {
          onChange({ ...vocabulary, exceptions: words });
        }}
      />
    </Stack>
  );
}
