import { Button } from '@mantine/core';
import { ArrowRight, BookPlus, Gavel, RotateCcw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Decision } from '../../../../shared/contract/adjudications.ts';
import { formatDateTime } from '../../../ui/format.ts';
import { KeyCaps } from '../../../ui/KeyCaps.tsx';
import { valueOf } from '../decision/fieldDecisions.ts';
import { causeTitle, howText } from '../decision/words.ts';
import { valueLines } from '../../../../shared/benchmarks/valueLines.ts';
import { useCase } from './caseContext.ts';
import { Letter } from '../../../ui/images/Letter.tsx';
import classes from './Case.module.css';

/** The decision, and who the raters were. */
export function Reveal({
  decision,
  fresh,
  mayDecide,
  onGuideline,
  onReopen,
  onNext,
}: {
  readonly decision: Decision;
  /** Made just now: Undo takes it back. */
  readonly fresh: boolean;
  readonly mayDecide: boolean;
  /** Null for everybody who may add none. */
  readonly onGuideline: (() => void) | null;
  readonly onReopen: () => void;
  readonly onNext: () => void;
}) {
  const { kase, task, vocabulary, subject } = useCase();
  const next = useRef<HTMLButtonElement>(null);
  // What had the focus is gone with the draft.
  useEffect(() => {
    if (fresh) next.current?.focus();
  }, [fresh]);
  const fields = task.fields(vocabulary).flatMap((field) => {
    const how = decision.fields[field.name];
    if (how === undefined || how.how === 'unanimous') return [];
    const isOpen =
      field.comparison.level !== 'boxes' &&
      subject !== null &&
      valueLines(valueOf(subject.draft.answer, field.name)).length === 0;
    return [`${field.title} ${isOpen ? 'left open' : howText(how)}`];
  });
  return (
    <section className={classes['reveal']} aria-label="Decision">
      <p className={classes['verdict']}>
        <Gavel size={16} aria-hidden />
        <span>
          <strong>{causeTitle(decision.cause)}</strong>, decided by {decision.person},{' '}
          {formatDateTime(decision.at)}
          {fields.length > 0 && <>: {fields.join('; ')}</>}.
        </span>
      </p>
      {decision.note !== '' && <p className={classes['words']}>{decision.note}</p>}
      <ul className={classes['raters']} aria-label="Raters">
        {kase.columns.map(({ column, rater }, place) => (
          <li key={column}>
            <Letter letter={column} place={place} />
            {rater === null ? 'unknown' : `${rater.name}${rater.kind === 'human' ? '' : ` (${rater.kind})`}`}
          </li>
        ))}
      </ul>
      <div className={classes['end']}>
        <span className={classes['grow']} />
        {onGuideline !== null && (
          <Button variant="default" leftSection={<BookPlus size={14} aria-hidden />} onClick={onGuideline}>
            Add a guideline…
          </Button>
        )}
        {mayDecide && (
          <Button
            variant="default"
            leftSection={<RotateCcw size={14} aria-hidden />}
            {...(fresh && { rightSection: <KeyCaps value="Ctrl+Z" /> })}
            onClick={onReopen}
          >
            {fresh ? 'Undo' : 'Reopen…'}
          </Button>
        )}
        <Button
          ref={next}
          leftSection={<ArrowRight size={14} aria-hidden />}
          rightSection={<KeyCaps value="Ctrl+Enter" />}
          onClick={onNext}
        >
          Next
        </Button>
      </div>
    </section>
  );
}
