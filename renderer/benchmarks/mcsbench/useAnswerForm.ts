import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Answer, Payload, Vocabulary } from '../../../shared/benchmarks/mcsbench/schema.ts';
import type { JsonObject } from '../../../shared/domain/json.ts';
import { orpc } from '../../client/index.ts';
import { useAnswer, useDesk } from '../../features/desk/context.ts';
import type { Keystroke } from '../../features/desk/editing.ts';

/** The answer as this benchmark reads it, and the way to change it. */
export interface AnswerForm {
  readonly answer: Answer;
  readonly vocabulary: Vocabulary;
  readonly change: (change: JsonObject & Partial<Answer>, keystroke?: Keystroke) => void;
}

export function useAnswerForm(): AnswerForm {
  const { editing, vocabulary } = useDesk();
  const raw = useAnswer();
  const answer = useMemo(() => Answer.parse(raw), [raw]);
  const words = useMemo(() => Vocabulary.parse(vocabulary), [vocabulary]);
  return {
    answer,
    vocabulary: words,
    change: (change, keystroke) => {
      editing.setFields(change, keystroke);
    },
  };
}

/** Whether the image is hidden: it is to be said first whether the question can be answered without it. */
export function useCovered(): boolean {
  const { readOnly } = useDesk();
  const { answer } = useAnswerForm();
  return !readOnly && answer.shortcut === null && answer.question.trim() !== '';
}

const NOTHING: Payload = {};

/** What the item brings beside what is answered: concept, evidence, strategies, chains. Nothing until it is there. */
export function useSource(): Payload {
  const { session } = useDesk();
  const { data } = useQuery(orpc.items.get.queryOptions({ input: { id: session.itemId } }));
  return useMemo(() => {
    const parsed = Payload.safeParse(data?.payload ?? {});
    return parsed.success ? parsed.data : NOTHING;
  }, [data]);
}
