import type { Phrasebook } from '../../../../shared/participantTexts/texts.ts';
import { useSay } from '../../../ui/participant/ParticipantTexts.tsx';
import type { StepView } from '../session/studySessionState.ts';
import type { BoxesStage } from '../stage/useBoxesStage.ts';
import type { AnswerFieldProps, KeyedOption } from './answerParts.ts';
import { BoxesAnswer } from './BoxesAnswer.tsx';
import { CellAnswer } from './CellAnswer.tsx';
import { ChoiceAnswer } from './ChoiceAnswer.tsx';
import { ChoicesAnswer } from './ChoicesAnswer.tsx';
import { MatchingAnswer, type MatchingHand } from './MatchingAnswer.tsx';
import { TextAnswer } from './TextAnswer.tsx';

/** The field in which a step is answered. */
export function AnswerField({
  step,
  boxes,
  matching,
  ...field
}: AnswerFieldProps & {
  readonly step: StepView;
  readonly boxes: BoxesStage;
  readonly matching: MatchingHand;
}) {
  const say = useSay();
  const kind = step.answer;
  switch (kind.kind) {
    case 'text':
      return <TextAnswer {...field} noEvidence={kind.noEvidence} />;
    case 'yes_no':
      return (
        <ChoiceAnswer
          {...field}
          // Yes and no are Casebook's words.
          language={undefined}
          options={yesNo(say)}
          chosen={field.answer?.kind === 'yes_no' ? field.answer.value : null}
          onChoose={(value) => field.onAnswer({ kind: 'yes_no', value: value === 'yes' ? 'yes' : 'no' })}
        />
      );
    case 'choice':
      return (
        <ChoiceAnswer
          {...field}
          options={withLetters(kind.options)}
          chosen={field.answer?.kind === 'choice' ? field.answer.option : null}
          onChoose={(option) => field.onAnswer({ kind: 'choice', option })}
        />
      );
    case 'choices':
      return <ChoicesAnswer {...field} options={withLetters(kind.options)} />;
    case 'cell':
      return <CellAnswer {...field} kind={kind} />;
    case 'boxes':
      return <BoxesAnswer {...field} kind={kind} stage={boxes} />;
    case 'matching':
      return <MatchingAnswer {...field} kind={kind} hand={matching} />;
  }
}

/** Yes and no with their first letters, or with the English ones where the study's own words have none of one letter. */
function yesNo(say: Phrasebook): readonly KeyedOption[] {
  const own = [say('keyYes'), say('keyNo')];
  const [yes, no] = new Set(own.filter((key) => /^[A-Z]$/u.test(key))).size === 2 ? own : ['Y', 'N'];
  return [
    { id: 'yes', text: say('yes'), key: yes ?? null },
    { id: 'no', text: say('no'), key: no ?? null },
  ];
}

/** Options answer to A to J, or to letters and figures of their own (F to J, 1 to 4), whatever their order. */
const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'];
const OWN = /^[A-J1-9]$/u;

function withLetters(
  options: readonly { readonly id: string; readonly text: string }[],
): readonly KeyedOption[] {
  const own = options.map(({ id }) => id).toSorted();
  const letters = own.every((id) => OWN.test(id)) ? own : LETTERS;
  return options.map((option, index) => ({ ...option, key: letters[index] ?? null }));
}
