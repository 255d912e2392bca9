import { useMemo } from 'react';
import { isAnswered } from '../../../shared/benchmarks/parts.ts';
import { TEXTS } from '../../../shared/benchmarks/argus/codec.ts';
import {
  ArgusAnswer,
  ArgusVocabulary,
  CRITERIA,
  type CriterionName,
} from '../../../shared/benchmarks/argus/schema.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { useAnswer, useDesk } from '../../ui/form/context.ts';
import type { Keystroke } from '../../ui/form/deskEditor.ts';

/** The answer as this benchmark reads it, and the way to change it. */
export interface ArgusForm {
  readonly answer: ArgusAnswer;
  readonly vocabulary: ArgusVocabulary;
  readonly change: (change: JsonObject & Partial<ArgusAnswer>, keystroke?: Keystroke) => void;
}

export function useAnswerForm(): ArgusForm {
  const { editing, vocabulary } = useDesk();
  const raw = useAnswer();
  const answer = useMemo(() => ArgusAnswer.parse(raw), [raw]);
  const words = useMemo(() => ArgusVocabulary.parse(vocabulary), [vocabulary]);
  return {
    answer,
    vocabulary: words,
    change: (change, keystroke) => {
      editing.setFields(change, keystroke);
    },
  };
}

/** The question about the texts that is asked next: the first of those asked for that nobody has answered; null: none. */
export function useOpenCriterion(): CriterionName | null {
  const { asked } = useDesk();
  const { answer } = useAnswerForm();
  return CRITERIA.find((name) => isAnswered(asked, name) && answer[name] === null) ?? null;
}

/**
 * Whether the images are hidden: the texts are judged before anybody sees them, as the paper filters texts before it
 * makes images. Nothing is hidden of an item without texts, or of one accepted before these questions were asked.
 */
export function useCovered(): boolean {
  const { readOnly, hasCover } = useDesk();
  const { answer } = useAnswerForm();
  const open = useOpenCriterion();
  const isWritten = TEXTS.some(({ field }) => answer[field].trim() !== '');
  return hasCover && !readOnly && open !== null && isWritten && answer.verdict !== 'accept';
}
