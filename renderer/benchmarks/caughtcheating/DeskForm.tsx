import { flushSync } from 'react-dom';
import {
  chooseLabel,
  choosePartner,
  promoteClue,
} from '../../../shared/benchmarks/caughtcheating/editing.ts';
import type { Triage } from '../../../shared/benchmarks/caughtcheating/schema.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { useDesk } from '../../ui/form/context.ts';
import { useDigits } from '../../ui/form/useDigits.ts';
import { focusField } from '../../ui/form/focusField.ts';
import { announce } from '../../ui/form/view.ts';
import { Fold } from '../../ui/form/Fold.tsx';
import { ClaimPart } from './ClaimPart.tsx';
import { CluesPart } from './CluesPart.tsx';
import { clueCommands } from './commands.ts';
import { LabelAndBoxes } from './LabelAndBoxes.tsx';
import { QuestionsPart } from './QuestionsPart.tsx';
import { SignOffPart } from './SignOffPart.tsx';
import { TRIAGE, TriagePart } from './TriagePart.tsx';
import { useAnswerForm } from './useAnswerForm.ts';
import { useClues } from './useClues.ts';
import { useQuestions } from './useQuestions.ts';

/** What is answered of a photo: the whole form, or the part of it that is asked for. */
export default function DeskForm() {
  return useDesk().asked === null ? <WholeForm /> : <LabelAndBoxes />;
}

/** Triage, label, claim, clues with their boxes, questions, sign-off. */
function WholeForm() {
  const { view } = useDesk();
  const { answer, change } = useAnswerForm();
  const clues = useClues();
  const questions = useQuestions();

  const triage = (value: Triage): void => {
    flushSync(() => change({ triage: value }));
    // Anybody who discards says why next.
    if (value === 'discard') focusField('discardReason');
  };
  useDigits('form', (digit) => {
    const chosen = TRIAGE[digit - 1];
    if (chosen === undefined) return false;
    triage(chosen.value);
    return true;
  });
  useCommands('desk', [
    {
      ...clueCommands.keep,
      run: () => {
        triage('keep');
      },
    },
    {
      ...clueCommands.discard,
      run: () => {
        triage('discard');
      },
    },
    {
      ...clueCommands.needsCrop,
      run: () => {
        triage('needs_crop');
      },
    },
    {
      ...clueCommands.needsRedaction,
      run: () => {
        triage('needs_redaction');
      },
    },
    {
      ...clueCommands.clued,
      run: () => {
        change(chooseLabel(answer, answer.label !== true));
      },
    },
    {
      ...clueCommands.isClued,
      run: () => {
        change(chooseLabel(answer, true));
      },
    },
    {
      ...clueCommands.isUnclued,
      run: () => {
        change(chooseLabel(answer, false));
      },
    },
    { ...clueCommands.scene, run: () => focusField('scene') },
    {
      ...clueCommands.partner,
      run: () => {
        change(choosePartner(answer, answer.partner === 'boyfriend' ? 'girlfriend' : 'boyfriend'));
      },
    },
    {
      ...clueCommands.signOff,
      run: () => {
        change({ noPersonalInformation: !answer.noPersonalInformation });
      },
    },
    {
      ...clueCommands.drawClue,
      run: () => {
        const clue = clues.current ?? answer.clues.at(-1)?.id;
        if (clue === undefined) announce(view, 'Add a clue first.');
        else clues.draw(clue);
      },
    },
    { ...clueCommands.addClue, run: clues.add },
    { ...clueCommands.suggest, run: questions.suggest },
    { ...clueCommands.claim, run: questions.claimAnew },
  ]);

  const discarded = answer.triage === 'discard';
  const { label } = answer;
  const questionCount = answer.perception.length + answer.reasoning.length;
  return (
    <>
      <TriagePart />
      {!discarded && (
        <>
          <Fold id="claim" title="Label and claim">
            <ClaimPart />
          </Fold>
          {(label !== false || answer.clues.length > 0) && (
            <Fold id="clues" title="Clues" note={String(answer.clues.length)}>
              <CluesPart clues={clues} onPromote={(id) => change({ clues: promoteClue(answer.clues, id) })} />
            </Fold>
          )}
          {(label !== false || questionCount > 0) && (
            <Fold id="questions" title="Decomposed questions" note={String(questionCount)}>
              <QuestionsPart questions={questions} />
            </Fold>
          )}
          <SignOffPart />
        </>
      )}
    </>
  );
}
