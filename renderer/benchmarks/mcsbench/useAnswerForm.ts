import { useMemo } from 'react';
import { flushSync } from 'react-dom';
import type { OptionLetter } from '../../../shared/benchmarks/mcsbench/options.ts';
import {
  McsBenchAnswer,
  McsBenchPayload,
  McsBenchVocabulary,
} from '../../../shared/benchmarks/mcsbench/schema.ts';
import { validation } from '../../../shared/benchmarks/mcsbench/validation.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { useAnswer, useDesk } from '../../ui/form/context.ts';
import { useAnsweredItem } from '../../ui/form/usePayload.ts';
import type { Keystroke } from '../../ui/form/deskEditor.ts';

/** The answer as this benchmark reads it, and the way to change it. */
export interface McsBenchForm {
  readonly answer: McsBenchAnswer;
  readonly vocabulary: McsBenchVocabulary;
  readonly change: (change: JsonObject & Partial<McsBenchAnswer>, keystroke?: Keystroke) => void;
}

export function useAnswerForm(): McsBenchForm {
  const { editing, vocabulary } = useDesk();
  const raw = useAnswer();
  const answer = useMemo(() => McsBenchAnswer.parse(raw), [raw]);
  const words = useMemo(() => McsBenchVocabulary.parse(vocabulary), [vocabulary]);
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

/** Says whether the question can be answered without the image, and with which option; then the image is shown. */
export function useBlindAnswer(): (shortcut: 'yes' | 'no', blindOption: OptionLetter | null) => void {
  const { canvas } = useDesk();
  const { change } = useAnswerForm();
  return (shortcut, blindOption) => {
    flushSync(() => change({ shortcut, blindOption }));
    canvas.current?.focus();
  };
}

const NOTHING: JsonObject = {};

/** What the item brings beside what is answered: concept, evidence, strategies, chains. Nothing until it is there. */
export function useSource(): McsBenchPayload {
  const payload = useAnsweredItem()?.payload ?? NOTHING;
  return useMemo(() => {
    const parsed = McsBenchPayload.safeParse(payload);
    return parsed.success ? parsed.data : {};
  }, [payload]);
}

/** What machines said of the item; null until one's own answer is submitted, and where nothing came. */
export function useMachines(): JsonObject | null {
  return useAnsweredItem()?.machines ?? null;
}

/** The item's own texts by field, and those that the answer has instead. */
export interface TextProposal {
  readonly before: Readonly<Record<string, string>>;
  readonly texts: Readonly<Record<string, string>>;
}

export function useProposal(): TextProposal {
  const payload = useAnsweredItem()?.payload ?? NOTHING;
  const raw = useAnswer();
  return useMemo(() => {
    if (!McsBenchPayload.safeParse(payload).success) return { before: {}, texts: {} };
    return {
      before: Object.fromEntries(validation.texts(payload).map(({ field, text }) => [field, text])),
      // Where an item has no text yet, the answer writes it.
      texts: Object.fromEntries(
        Object.entries(validation.proposed(payload, raw)).filter(([field]) =>
          validation.texts(payload).some((each) => each.field === field && each.text.trim() !== ''),
        ),
      ),
    };
  }, [payload, raw]);
}
