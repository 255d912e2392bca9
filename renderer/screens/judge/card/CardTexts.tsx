import { Box } from '@mantine/core';
import { isList } from '../../../../shared/base/json.ts';
import type { CriterionDescription, JudgingCard, Passage } from '../../../../shared/contract/judging.ts';
import { textsOf } from '../../../ui/verdicts/verdictWords.ts';
import type { Deck } from '../store/deck.ts';
import { draftOf } from '../store/deckState.ts';
import { KeyPointsPart } from './KeyPointsPart.tsx';
import classes from './Card.module.css';

/** What is judged in words: the question, the answer and the reference. */
export function CardTexts({
  criterion: { verdict },
  card,
  place,
  deck,
  marks,
  writable,
}: {
  readonly criterion: CriterionDescription;
  readonly card: JudgingCard;
  readonly place: number;
  readonly deck: Deck;
  readonly marks: readonly Passage[];
  readonly writable: boolean;
}) {
  return (
    <div className={classes['texts']} data-marking={verdict.kind === 'texts' || undefined}>
      <section className={classes['question']} aria-label="Question that was answered">
        <h3>Question</h3>
        <p>{card.question}</p>
      </section>
      <section className={classes['answer']} aria-label="Answer">
        <h3>Answer</h3>
        <EarlierPoints card={card} />
        {verdict.kind === 'texts' ? (
          <KeyPointsPart
            key={`${String(place)} ${card.unit.response}`}
            card={card}
            marks={marks}
            writable={writable}
            onMarks={(passages) => deck.draft({ passages })}
            onSubmit={() => {
              const { passages } = draftOf(deck.state.getState());
              deck.give(
                passages.map(({ start, end }) => card.answer.slice(start, end)),
                passages,
              );
            }}
          />
        ) : (
          <p className={classes['words']}>
            {card.answer === '' ? (
              <Box component="em" c="dimmed">
                No answer was given.
              </Box>
            ) : (
              card.answer
            )}
          </p>
        )}
      </section>
      {(card.reference.length > 0 || verdict.kind === 'choice') && (
        <section className={classes['reference']} aria-label="Reference">
          {card.reference.length === 0 && (
            <Box component="p" c="dimmed">
              There is no reference.
            </Box>
          )}
          {card.reference.map(({ title, text }, at) => (
            <div key={`${String(at)} ${title}`}>
              <h3>{title}</h3>
              <p className={classes['words']}>{text}</p>
            </div>
          ))}
        </section>
      )}
    </div>
  );
}

/** The key points that the judge marked under an earlier criterion. */
function EarlierPoints({ card }: { readonly card: JudgingCard }) {
  // An empty list is one on which nothing was marked; without a list the verdict builds on nothing.
  if (!isList(card.earlier)) return null;
  const points = textsOf(card.earlier);
  return (
    <div className={classes['earlier']}>
      <h4>Your key points</h4>
      {points.length === 0 ? (
        <p className={classes['noPoints']}>You marked none in this answer.</p>
      ) : (
        <ol>
          {points.map((point, at) => (
            <li key={`${String(at)} ${point}`}>{point}</li>
          ))}
        </ol>
      )}
      <h4>The whole answer</h4>
    </div>
  );
}
