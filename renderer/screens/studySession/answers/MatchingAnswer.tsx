import { Flex, Stack } from '@mantine/core';
import { useId } from 'react';
import { useSay } from '../../../ui/participant/ParticipantTexts.tsx';
import { markOf, type MatchingKind, withPair } from '../stage/matchingStage.ts';
import { type AnswerFieldProps, useOptionKeys } from './answerParts.ts';
import classes from './answers.module.css';

/** What is matched at the moment. */
export interface MatchingHand {
  /** The current text. */
  readonly text: string | null;
  /** Makes another text current. */
  readonly onText: (text: string) => void;
  /** Gives the current text to an image, and takes the next one that has none. */
  readonly onImage: (image: string) => void;
}

/** Each text gets one of the images: by its own buttons, by a digit for the current text, or by a click on the image. */
export function MatchingAnswer({
  kind,
  hand,
  answer,
  onAnswer,
  isLocked,
  labelledBy,
  language,
}: AnswerFieldProps & { readonly kind: MatchingKind; readonly hand: MatchingHand }) {
  const say = useSay();
  const name = useId();
  const pairs = answer?.kind === 'matching' ? answer.pairs : {};
  useOptionKeys(
    kind.images.slice(0, 9).map(({ id, text }, index) => ({ id, text, key: String(index + 1) })),
    isLocked,
    hand.onImage,
  );
  const marks = kind.texts.map((text, place) => ({ ...text, key: markOf(text, place) }));
  useOptionKeys(
    marks.filter(({ key }) => /^[A-Z]$/u.test(key)),
    isLocked,
    hand.onText,
  );
  return (
    <Stack role="group" aria-labelledby={labelledBy} gap="sm">
      <p className={classes['hint']}>{say('matchingHint')}</p>
      {marks.map(({ id, text, key }) => (
        <div
          key={id}
          role="radiogroup"
          aria-label={say('matchingLabel', { key, text })}
          className={classes['match']}
          data-in-hand={hand.text === id || undefined}
          onFocus={() => hand.onText(id)}
        >
          {/* A press on the text takes it in hand as the focus does: what follows goes to it. */}
          <button
            type="button"
            className={classes['matchText']}
            aria-pressed={hand.text === id}
            onClick={() => hand.onText(id)}
          >
            <span className={classes['letter']}>{key}</span>
            <span translate="no" lang={language}>
              {text}
            </span>
          </button>
          <Flex gap="xs" wrap="wrap" pl={28}>
            {kind.images.map((image, index) => (
              <label
                key={image.id}
                className={classes['matchImage']}
                data-chosen={pairs[id] === image.id || undefined}
              >
                <input
                  type="radio"
                  name={`${name} ${id}`}
                  aria-label={image.text}
                  checked={pairs[id] === image.id}
                  disabled={isLocked}
                  onChange={() => {
                    hand.onText(id);
                    onAnswer(withPair(answer, id, image.id));
                  }}
                />
                <span aria-hidden>{index + 1}</span>
              </label>
            ))}
          </Flex>
        </div>
      ))}
    </Stack>
  );
}
