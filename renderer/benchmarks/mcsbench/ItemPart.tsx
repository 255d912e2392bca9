import { Box, Flex, Stack } from '@mantine/core';
import { Check } from 'lucide-react';
import { optionsOf } from '../../../shared/benchmarks/mcsbench/codec.ts';
import { findTask } from '../../../shared/benchmarks/mcsbench/families.ts';
import { hintsOf } from '../../../shared/benchmarks/mcsbench/hints.ts';
import { LETTERS, type OptionLetter, shownOptions } from '../../../shared/benchmarks/mcsbench/options.ts';
import type { McsBenchPayload } from '../../../shared/benchmarks/mcsbench/schema.ts';
import { strategyAt } from '../../../shared/benchmarks/mcsbench/strategy.ts';
import { doubt } from '../../../shared/benchmarks/problems.ts';
import { Messages } from '../../ui/form/Messages.tsx';
import { useImages } from '../../ui/form/context.ts';
import { WordDiff } from '../../ui/text/WordDiff.tsx';
import { Criterion } from './Criterion.tsx';
import classes from './DeskForm.module.css';
import { useFormView } from './formView.ts';
import { useAnswerForm, useProposal, useSource } from './useAnswerForm.ts';

/** The question with its options as participants would read them, and what is confirmed of each. */
export function ItemPart() {
  const { answer } = useAnswerForm();
  const source = useSource();
  const images = useImages();
  const options = shownOptions(optionsOf(answer));
  const family = findTask(source.task ?? '');
  const place = [family?.name ?? source.task, source.variant, source.level ?? family?.level, source.domain];
  return (
    <Stack gap="sm" py="sm" px="md" style={{ borderBottom: '1px solid var(--casebook-border)' }}>
      <p className={classes['place']}>{place.filter((word) => (word ?? '') !== '').join(' · ')}</p>
      <Box fw={500} lh="18px" style={{ overflowWrap: 'anywhere' }}>
        <Shown field="question" title="Question" text={answer.question} />
      </Box>
      {typeof source.strategy === 'string' && (
        <p className={classes['strategy']}>Strategy of the distractors: {source.strategy}</p>
      )}
      {images.length > 1 && (
        <p className={classes['strategy']}>
          {images.length} images, Image-1 to Image-{images.length}, in the order shown.
        </p>
      )}
      <Hints source={source} images={images.length} />
      <Flex component="ol" direction="column" style={{ listStyle: 'none' }}>
        {LETTERS.map((letter, at) => (
          <Option
            key={letter}
            letter={letter}
            text={options[at] ?? ''}
            strategy={strategyAt(
              source.strategy,
              at,
              answer.gold === null ? null : LETTERS.indexOf(answer.gold),
            )}
          />
        ))}
      </Flex>
      <div className={classes['ofQuestion']}>
        <span className={classes['letter']}>Question</span>
        <Criterion field="answerable" label="Answerable" />
        <Criterion field="clear" label="Clear" />
      </div>
    </Stack>
  );
}

function Option({
  letter,
  text,
  strategy,
}: {
  readonly letter: OptionLetter;
  readonly text: string;
  readonly strategy: string | null;
}) {
  const { answer } = useAnswerForm();
  const [{ at }] = useFormView();
  const isGold = answer.gold === letter;
  const own = isGold ? ['goldCorrect', 'goldOptimal'] : [`plausible${letter}`, `incorrect${letter}`];
  return (
    <li
      className={classes['option']}
      data-gold={isGold || undefined}
      data-option={letter}
      data-at={(at !== null && own.includes(at)) || undefined}
    >
      <span className={classes['letter']}>{letter}</span>
      <Stack gap={2} lh="18px" style={{ overflowWrap: 'anywhere' }}>
        <Shown field={`option${letter}`} title={`Option ${letter}`} text={text} />
        {isGold ? (
          <span className={classes['gold']}>
            <Check size={12} aria-hidden /> Gold
          </span>
        ) : (
          strategy !== null && <span className={classes['strategy']}>{strategy}</span>
        )}
      </Stack>
      <div className={classes['criteria']}>
        {isGold ? (
          <>
            <Criterion field="goldCorrect" label="Correct" />
            <Criterion field="goldOptimal" label="Optimal" />
          </>
        ) : (
          <>
            <Criterion field={`plausible${letter}`} label="Plausible" />
            <Criterion field={`incorrect${letter}`} label="Incorrect" />
          </>
        )}
      </div>
    </li>
  );
}

/** A text of the item; where the answer has another, what it changes. */
function Shown({
  field,
  title,
  text,
}: {
  readonly field: string;
  readonly title: string;
  readonly text: string;
}) {
  const { before, texts } = useProposal();
  const proposed = texts[field];
  return proposed === undefined ? (
    <span>{text}</span>
  ) : (
    <WordDiff from={before[field] ?? ''} to={proposed} label={`${title}, with your proposal`} />
  );
}

/** What can be said without understanding the item, marked as such. */
function Hints({ source, images }: { readonly source: McsBenchPayload; readonly images: number }) {
  const { answer } = useAnswerForm();
  // Nothing is said of what is not known yet.
  if (source.question === undefined) return null;
  const hints = hintsOf({
    ...source,
    // Their file names are not shown here.
    images: Array.from({ length: images }, (_, at) => `Image-${String(at + 1)}`),
    question: answer.question,
    options: [...optionsOf(answer)],
    answer: answer.gold ?? '',
  }).flatMap(({ field, message, isOfSet }) => (isOfSet === true ? [] : [doubt(field, message)]));
  if (hints.length === 0) return null;
  return (
    <section className={classes['hints']} aria-label="Automatic hints">
      <h4 className={classes['hintsTitle']}>Automatic hints to check</h4>
      <Messages problems={hints} />
    </section>
  );
}
