import { answerOfPayload, TEXTS } from '../../../shared/benchmarks/argus/codec.ts';
import { useAnsweredItem } from '../../ui/form/usePayload.ts';
import { useAnswerForm } from './useAnswerForm.ts';

export interface ProposedText {
  readonly field: string;
  readonly title: string;
  readonly from: string;
  readonly to: string;
}

/** The texts of the item that the answer has otherwise. One that the item lacks is no proposal: it is simply written. */
export function useProposed(): readonly ProposedText[] {
  const { answer } = useAnswerForm();
  const data = useAnsweredItem();
  if (data === undefined) return [];
  const before = answerOfPayload(data.payload);
  return TEXTS.flatMap(({ field, title }) =>
    before[field].trim() === '' || before[field] === answer[field]
      ? []
      : [{ field, title, from: before[field], to: answer[field] }],
  );
}
