import { useId } from 'react';
import { imageName, letterOf, withPair, type MatchingKind } from '../stage/matchingStage.ts';
import type { StepImage } from '../stage/stage.ts';
import type { AnswerFieldProps } from './AnswerField.tsx';
import { useOptionKeys } from './useOptionKeys.ts';
import classes from './answers.module.css';

/** Each text gets one of the images: by its figures, by a digit for the text in hand, or by a click on the image. */
export function MatchingAnswer({
  kind,
  images,
  text: inHand,
  onText,
  answer,
  onAnswer,
  isLocked,
  labelledBy,
}: AnswerFieldProps & {
  readonly kind: MatchingKind;
  readonly images: readonly StepImage[];
  readonly text: string | null;
  readonly onText: (text: string) => void;
}) {
  const name = useId();
  const pairs = answer?.kind === 'matching' ? answer.pairs : {};
  useOptionKeys(
    images.slice(0, 9).map(({ id }, index) => ({ id, text: imageName(index), key: String(index + 1) })),
    isLocked,
    (id) => {
      const image = images.find((each) => each.id === id);
      if (inHand !== null && image !== undefined) onAnswer(withPair(answer, inHand, image.id));
    },
  );
  return (
    <div role="group" aria-labelledby={labelledBy} className={classes['options']}>
      <p className={classes['hint']}>
        Choose an image for each text. The marked text also goes to the image you click, or whose number you
        press.
      </p>
      {kind.texts.map(({ id, text }, place) => (
        <div
          key={id}
          role="radiogroup"
          aria-label={`Image for text ${letterOf(place)}: ${text}`}
          className={classes['match']}
          data-in-hand={inHand === id || undefined}
          onFocus={() => {
            onText(id);
          }}
        >
          {/* A press on the text takes it in hand as the focus does: what follows goes to it. */}
          <button
            type="button"
            className={classes['matchText']}
            aria-pressed={inHand === id}
            onClick={() => {
              onText(id);
            }}
          >
            <span className={classes['letter']}>{letterOf(place)}</span>
            <span>{text}</span>
          </button>
          <div className={classes['matchImages']}>
            {images.map((image, index) => (
              <label
                key={image.id}
                className={classes['matchImage']}
                data-chosen={pairs[id] === image.id || undefined}
              >
                <input
                  type="radio"
                  name={`${name} ${id}`}
                  aria-label={imageName(index)}
                  checked={pairs[id] === image.id}
                  disabled={isLocked}
                  onChange={() => {
                    onAnswer(withPair(answer, id, image.id));
                  }}
                />
                <span aria-hidden>{index + 1}</span>
              </label>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
