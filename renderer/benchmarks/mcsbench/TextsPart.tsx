import { LETTERS, type Letter } from '../../../shared/benchmarks/mcsbench/options.ts';
import { ChoiceField, type Choice } from '../../features/desk/fields/ChoiceField.tsx';
import { TextField } from '../../features/desk/fields/TextField.tsx';
import { useAnswerForm } from './useAnswerForm.ts';

const GOLD: readonly Choice<Letter>[] = LETTERS.map((letter) => ({ value: letter, label: letter }));

/** Question, options and gold, to be mended in place. */
export function TextsPart() {
  const { answer, change } = useAnswerForm();
  return (
    <>
      <TextField
        path="question"
        label="Question"
        minRows={2}
        value={answer.question}
        onType={(question, keystroke) => {
          change({ question }, keystroke);
        }}
      />
      {LETTERS.map((letter) => (
        <TextField
          key={letter}
          path={`option${letter}`}
          label={`Option ${letter}`}
          value={answer[`option${letter}`]}
          onType={(text, keystroke) => {
            change({ [`option${letter}`]: text }, keystroke);
          }}
        />
      ))}
      <ChoiceField
        path="gold"
        label="Gold option"
        choices={GOLD}
        value={answer.gold}
        wide
        onChoose={(gold) => {
          change({ gold });
        }}
      />
    </>
  );
}
