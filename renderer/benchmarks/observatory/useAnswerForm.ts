import { useMemo } from 'react';
import { expectedAttributes } from '../../../shared/benchmarks/observatory/rules.ts';
import { ObservatoryAnswer, ObservatoryVocabulary } from '../../../shared/benchmarks/observatory/schema.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { useAnswer, useDesk } from '../../ui/form/context.ts';

/** The answer as this benchmark reads it, what it is asked about, and the way to change it. */
export interface ObservatoryForm {
  readonly answer: ObservatoryAnswer;
  readonly vocabulary: ObservatoryVocabulary;
  /** The attributes that the original must have, in the order of drawing. */
  readonly attributes: readonly string[];
  readonly change: (change: JsonObject & Partial<ObservatoryAnswer>) => void;
}

export function useAnswerForm(): ObservatoryForm {
  const { editing, vocabulary } = useDesk();
  const raw = useAnswer();
  const answer = useMemo(() => ObservatoryAnswer.parse(raw), [raw]);
  const words = useMemo(() => ObservatoryVocabulary.parse(vocabulary), [vocabulary]);
  return {
    answer,
    vocabulary: words,
    attributes: expectedAttributes(answer, words),
    change: (change) => {
      editing.setFields(change);
    },
  };
}
