import { useMemo } from 'react';
import { expectedAttributes } from '../../../shared/benchmarks/observatory/rules.ts';
import { Answer, Vocabulary } from '../../../shared/benchmarks/observatory/schema.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { useAnswer, useDesk } from '../../ui/form/context.ts';

/** The answer as this benchmark reads it, what it is asked about, and the way to change it. */
export interface AnswerForm {
  readonly answer: Answer;
  readonly vocabulary: Vocabulary;
  /** The attributes that the original must have, in the order of drawing. */
  readonly attributes: readonly string[];
  readonly change: (change: JsonObject & Partial<Answer>) => void;
}

export function useAnswerForm(): AnswerForm {
  const { editing, vocabulary } = useDesk();
  const raw = useAnswer();
  const answer = useMemo(() => Answer.parse(raw), [raw]);
  const words = useMemo(() => Vocabulary.parse(vocabulary), [vocabulary]);
  return {
    answer,
    vocabulary: words,
    attributes: expectedAttributes(answer, words),
    change: (change) => {
      editing.setFields(change);
    },
  };
}
