import { useState } from 'react';
import type { AnswerKind, StepAnswer } from '../../../../shared/domain/baseline.ts';
import { useSay } from '../../../ui/participant/ParticipantTexts.tsx';
import { cellStage } from './cellStage.ts';
import { choiceStage } from './choiceStage.ts';
import { matchingStage, withPair } from './matchingStage.ts';
import { lookedAt, type Stage, type StageImage } from './stage.ts';
import { type BoxesStage, useBoxesStage } from './useBoxesStage.ts';

/** Texts that get an image each: the one that gets the next. */
export interface MatchingChoice {
  readonly text: string | null;
  readonly onText: (text: string) => void;
  readonly onImage: (image: string) => void;
}

/** What the images of a step do, by how it is answered; `here` names the step. */
export function useAnsweredStage(
  kind: AnswerKind,
  here: string,
  images: readonly StageImage[],
  answer: StepAnswer | null,
  onAnswer: (answer: StepAnswer | null) => void,
): { readonly stage: Stage; readonly boxes: BoxesStage; readonly matching: MatchingChoice } {
  const say = useSay();
  const boxes = useBoxesStage(kind.kind === 'boxes' ? kind : null, images, answer, onAnswer);
  const matching = useMatching(kind, here, answer, onAnswer);
  const stage = (): Stage => {
    switch (kind.kind) {
      case 'cell':
        return cellStage(say, kind, images, answer, onAnswer);
      case 'choice':
        return choiceStage(images, answer, onAnswer);
      case 'boxes':
        return boxes;
      case 'matching':
        return matchingStage(kind, images, answer, matching.onImage);
      case 'text':
      case 'yes_no':
      case 'choices':
        return lookedAt;
    }
  };
  return { stage: stage(), boxes, matching };
}

/** By a click or a digit one text after the other gets its image. */
function useMatching(
  kind: AnswerKind,
  here: string,
  answer: StepAnswer | null,
  onAnswer: (answer: StepAnswer | null) => void,
): MatchingChoice {
  const [inHand, setInHand] = useState<{ readonly of: string; readonly text: string } | null>(null);
  const texts = kind.kind === 'matching' ? kind.texts : [];
  const text = (inHand?.of === here ? inHand.text : null) ?? texts[0]?.id ?? null;
  const onText = (next: string): void => setInHand({ of: here, text: next });
  return {
    text,
    onText,
    onImage(image) {
      if (text === null) return;
      const after = withPair(answer, text, image);
      onAnswer(after);
      const next = texts.find(({ id }) => after.pairs[id] === undefined);
      if (next !== undefined) onText(next.id);
    },
  };
}
