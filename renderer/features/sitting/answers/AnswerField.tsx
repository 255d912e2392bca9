import type { StepAnswer } from '../../../../shared/domain/baseline.ts';
import type { StepView } from '../session/sittingStore.ts';
import type { BoxesStage } from '../stage/useBoxesStage.ts';
import { BoxesAnswer } from './BoxesAnswer.tsx';
import { CellAnswer } from './CellAnswer.tsx';
import { ChoiceAnswer } from './ChoiceAnswer.tsx';
import { ChoicesAnswer } from './ChoicesAnswer.tsx';
import { MatchingAnswer } from './MatchingAnswer.tsx';
import { TextAnswer } from './TextAnswer.tsx';

/** What every answer field gets. */
export interface AnswerFieldProps {
  readonly answer: StepAnswer | null;
  readonly onAnswer: (answer: StepAnswer | null) => void;
  /** The answer is being locked, or is locked. */
  readonly isLocked: boolean;
  /** Id of the element that says what is asked. */
  readonly labelledBy: string;
}

/** The field in which a step is answered. */
export function AnswerField({
  step,
  boxes,
  matching,
  ...field
}: AnswerFieldProps & {
  readonly step: StepView;
  readonly boxes: BoxesStage;
  /** The text in hand, and taking another one in hand. */
  readonly matching: { readonly text: string | null; readonly onText: (text: string) => void };
}) {
  const kind = step.answer;
  switch (kind.kind) {
    case 'text':
      return <TextAnswer {...field} noEvidence={kind.noEvidence} />;
    case 'yes_no':
      return (
        <ChoiceAnswer
          {...field}
          options={YES_NO}
          chosen={field.answer?.kind === 'yes_no' ? field.answer.value : null}
          onChoose={(value) => {
            field.onAnswer({ kind: 'yes_no', value: value === 'yes' ? 'yes' : 'no' });
          }}
        />
      );
    case 'choice':
      return (
        <ChoiceAnswer
          {...field}
          options={withLetters(kind.options)}
          chosen={field.answer?.kind === 'choice' ? field.answer.option : null}
          onChoose={(option) => {
            field.onAnswer({ kind: 'choice', option });
          }}
        />
      );
    case 'choices':
      return <ChoicesAnswer {...field} options={withLetters(kind.options)} />;
    case 'cell':
      return <CellAnswer {...field} kind={kind} />;
    case 'boxes':
      return <BoxesAnswer {...field} kind={kind} stage={boxes} />;
    case 'matching':
      return (
        <MatchingAnswer
          {...field}
          kind={kind}
          images={step.images}
          text={matching.text}
          onText={matching.onText}
        />
      );
  }
}

/** An option with the key that chooses it. */
export interface KeyedOption {
  readonly id: string;
  readonly text: string;
  readonly key: string | null;
}

const YES_NO: readonly KeyedOption[] = [
  { id: 'yes', text: 'Yes', key: 'Y' },
  { id: 'no', text: 'No', key: 'N' },
];

/** Options answer to A to J. */
const LETTERS = 'ABCDEFGHIJ';

function withLetters(
  options: readonly { readonly id: string; readonly text: string }[],
): readonly KeyedOption[] {
  return options.map((option, index) => ({ ...option, key: LETTERS[index] ?? null }));
}
