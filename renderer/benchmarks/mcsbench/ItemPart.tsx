import { Check } from 'lucide-react';
import { optionsOf } from '../../../shared/benchmarks/mcsbench/codec.ts';
import { findTask } from '../../../shared/benchmarks/mcsbench/families.ts';
import { sourceHints } from '../../../shared/benchmarks/mcsbench/hints.ts';
import { LETTERS, shownOptions, type Letter } from '../../../shared/benchmarks/mcsbench/options.ts';
import type { Payload } from '../../../shared/benchmarks/mcsbench/schema.ts';
import { isJsonObject, isList } from '../../../shared/domain/json.ts';
import { Messages } from '../../features/desk/fields/Messages.tsx';
import { useDesk, useImages } from '../../features/desk/context.ts';
import { Criterion } from './Criterion.tsx';
import classes from './DeskForm.module.css';
import { useAnswerForm, useSource } from './useAnswerForm.ts';

/** The question with its options as participants would read them, and what is confirmed of each. */
export function ItemPart() {
  const { answer } = useAnswerForm();
  const source = useSource();
  const images = useImages();
  const options = shownOptions(optionsOf(answer));
  const family = findTask(source.task ?? '');
  const place = [family?.name ?? source.task, source.variant, source.level ?? family?.level, source.domain];
  return (
    <div className={classes['part']}>
      <p className={classes['place']}>{place.filter((word) => (word ?? '') !== '').join(' · ')}</p>
      <p className={classes['question']}>{answer.question}</p>
      {typeof source.strategy === 'string' && (
        <p className={classes['strategy']}>Strategy of the distractors: {source.strategy}</p>
      )}
      {images.length > 1 && (
        <p className={classes['strategy']}>
          {images.map(({ name }, at) => `Image-${String(at + 1)}: ${name}`).join(', ')}
        </p>
      )}
      <Hints source={source} />
      <ol className={classes['options']}>
        {LETTERS.map((letter, at) => (
          <Option
            key={letter}
            letter={letter}
            text={options[at] ?? ''}
            strategy={strategyOf(source, at, answer.gold)}
          />
        ))}
      </ol>
      <div className={classes['criteria']}>
        <Criterion field="answerable" label="Answerable" />
        <Criterion field="clear" label="Clear" />
      </div>
    </div>
  );
}

function Option({
  letter,
  text,
  strategy,
}: {
  readonly letter: Letter;
  readonly text: string;
  readonly strategy: string | null;
}) {
  const { answer } = useAnswerForm();
  const isGold = answer.gold === letter;
  return (
    <li className={classes['option']} data-gold={isGold || undefined} data-option={letter}>
      <span className={classes['letter']}>{letter}</span>
      <div className={classes['optionText']}>
        <span>{text}</span>
        {isGold ? (
          <span className={classes['gold']}>
            <Check size={12} aria-hidden /> Gold
          </span>
        ) : (
          strategy !== null && <span className={classes['strategy']}>{strategy}</span>
        )}
      </div>
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

/** What can be said without understanding the item, marked as such. */
function Hints({ source }: { readonly source: Payload }) {
  const { answer } = useAnswerForm();
  const { problems } = useDesk();
  const ofTexts = problems.filter(
    ({ severity, field }) => severity === 'warning' && /^option[A-E]$/u.test(field ?? ''),
  );
  const ofSource = sourceHints({
    question: answer.question,
    concept: source.concept ?? '',
    references: source.references?.length ?? null,
  }).map(({ field, message }) => ({ field, message, severity: 'warning' }) as const);
  // Nothing is said of what is not known yet.
  const hints = [...ofTexts, ...(source.question === undefined ? [] : ofSource)];
  if (hints.length === 0) return null;
  return (
    <section className={classes['hints']} aria-label="Automatic hints">
      <h4 className={classes['hintsTitle']}>Automatic hints</h4>
      <Messages problems={hints} />
    </section>
  );
}

/** The strategy behind an option: one for each option, one for each distractor, or by letter. */
function strategyOf({ strategy }: Payload, at: number, gold: Letter | null): string | null {
  if (strategy === undefined || strategy === null) return null;
  // One for all stands under the question.
  if (typeof strategy === 'string') return null;
  const text = (value: unknown): string | null =>
    typeof value === 'string' && value.trim() !== '' ? value : null;
  if (isList(strategy)) {
    if (strategy.length === LETTERS.length) return text(strategy[at]);
    const goldAt = gold === null ? LETTERS.length : LETTERS.indexOf(gold);
    return text(strategy[at > goldAt ? at - 1 : at]);
  }
  return isJsonObject(strategy) ? text(strategy[LETTERS[at] ?? '']) : null;
}
