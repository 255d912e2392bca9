import { Box, Button } from '@mantine/core';
import { ArrowRight, BookPlus, Equal, Gavel, GitCompare, RotateCcw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { counted } from '../../../../shared/base/counts.ts';
import type { Decision, EarlierGold } from '../../../../shared/contract/adjudications.ts';
import { formatDateTime } from '../../../ui/text/format.ts';
import { KeyCaps } from '../../../ui/commands/KeyCaps.tsx';
import { valueOf } from '../decision/fieldDecisions.ts';
import { causeTitle, earlierGoldOf, howText } from '../decision/words.ts';
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
      <EarlierGoldLine gold={decision.earlierGold} />
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
        <Box component="span" flex={1} />
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

/** How the decision compares with the gold that the item had before its raters, field by field. */
function EarlierGoldLine({ gold }: { readonly gold: EarlierGold | null }) {
  const { task, vocabulary } = useCase();
  const title = earlierGoldOf(gold);
  if (gold === null || title === null) return null;
  const was = task.fields(vocabulary).flatMap((field) => {
    if (gold.differs?.includes(field.name) !== true) return [];
    const value =
      field.comparison.level === 'boxes'
        ? counted(gold.regions.length, 'box', 'boxes')
        : valueLines(valueOf(gold.answer, field.name), field).join(', ');
    return [`${field.title} was ${value}`];
  });
  const Icon = was.length === 0 ? Equal : GitCompare;
  return (
    <p className={classes['verdict']}>
      <Icon size={16} aria-hidden />
      <span>
        <strong>{title}</strong>
        {was.length > 0 && <>: {was.join('; ')}</>}.
        {gold.shown && ' The adjudicator could see it before the decision.'}
      </span>
    </p>
  );
}
