import { useMemo } from 'react';
import type { AnswerChange } from '../../../shared/benchmarks/caughtcheating/editing.ts';
import {
  CaughtCheatingAnswer,
  CaughtCheatingVocabulary,
} from '../../../shared/benchmarks/caughtcheating/schema.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { useAnswer, useDesk } from '../../ui/form/context.ts';
import type { Keystroke } from '../../ui/form/deskEditor.ts';

/** The answer as this benchmark reads it, and the way to change it. */
export interface CaughtCheatingForm {
  readonly answer: CaughtCheatingAnswer;
  readonly vocabulary: CaughtCheatingVocabulary;
  readonly change: (change: AnswerChange, keystroke?: Keystroke) => void;
}

export function useAnswerForm(): CaughtCheatingForm {
  const { editing, vocabulary } = useDesk();
  const raw = useAnswer();
  const answer = useMemo(() => CaughtCheatingAnswer.parse(raw), [raw]);
  const words = useMemo(() => CaughtCheatingVocabulary.parse(vocabulary), [vocabulary]);
  return {
    answer,
    vocabulary: words,
    change: (change, keystroke) => {
      editing.setFields(definedParts(change), keystroke);
    },
  };
}

function definedParts(change: AnswerChange): JsonObject {
  return Object.fromEntries(
    Object.entries(change).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
