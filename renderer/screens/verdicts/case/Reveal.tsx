import { Box, Button, Flex } from '@mantine/core';
import { ArrowRight, Gavel, RotateCcw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { VerdictCase } from '../../../../shared/contract/verdicts.ts';
import { formatDateTime } from '../../../ui/text/format.ts';
import { KeyCaps } from '../../../ui/commands/KeyCaps.tsx';
import { verdictTitle } from '../../../../shared/benchmarks/verdictTitle.ts';
import { causeTitle } from '../causes.ts';
import { isOpen } from './offeredVerdicts.ts';
import classes from './Reveal.module.css';

/** Why there is no decision. */
function undecidedInWords(kase: VerdictCase): string {
  if (!isOpen(kase)) return 'There is nothing to decide.';
  return kase.barred
    ? 'You judged this answer, so another adjudicator has to decide it. A curator can let adjudicators decide cases that they judged, in Settings.'
    : 'Not decided yet. Judges’ names appear once an adjudicator has decided.';
}

/** The decision, what came before it, and the way on. */
export function Reveal({
  kase,
  fresh,
  reopenable,
  onUndo,
  onReopen,
  onNext,
}: {
  readonly kase: VerdictCase;
  /** Made just now: it can be taken back without a word. */
  readonly fresh: boolean;
  readonly reopenable: boolean;
  readonly onUndo: () => void;
  readonly onReopen: () => void;
  readonly onNext: () => void;
}) {
  const next = useRef<HTMLButtonElement>(null);
  // What had the focus is gone with the decision.
  useEffect(() => {
    if (fresh) next.current?.focus({ preventScroll: true });
  }, [fresh]);
  const { decision, history } = kase;
  // The first of the history is the decision that is shown.
  const before = decision === null ? history : history.filter(({ at }) => at !== decision.at);
  return (
    <section className={classes['reveal']} aria-label="Decision">
      {decision === null ? (
        <Box component="p" c="dimmed">
          {undecidedInWords(kase)}
        </Box>
      ) : (
        <p className={classes['verdict']}>
          <Gavel size={16} aria-hidden />
          <span>
            <strong>{verdictTitle(kase.verdict, decision.value)}</strong>,{' '}
            {causeTitle(decision.cause).toLowerCase()}; decided by {decision.person},{' '}
            {formatDateTime(decision.at)}
            {decision.unseen ? ', without sight of the verdicts' : ''}.
          </span>
        </p>
      )}
      {decision !== null && decision.note !== '' && <p className={classes['note']}>{decision.note}</p>}
      {before.length > 0 && (
        <Box component="ul" pl="xl" c="dimmed" fz="xs" style={{ listStyle: 'none' }} aria-label="Before">
          {before.map(({ kind, person, note, at }) => (
            <li key={`${kind} ${String(at)}`}>
              {kind === 'decision' ? 'Decided' : 'Reopened'} by {person}, {formatDateTime(at)}
              {note !== '' && `: ${note}`}
            </li>
          ))}
        </Box>
      )}
      <Flex gap="sm" justify="flex-end">
        {reopenable && (
          <Button
            variant="default"
            leftSection={<RotateCcw size={14} aria-hidden />}
            rightSection={<KeyCaps value={fresh ? 'Ctrl+Z' : 'Alt+O'} />}
            onClick={fresh ? onUndo : onReopen}
          >
            {fresh ? 'Undo' : 'Reopen…'}
          </Button>
        )}
        <Button
          ref={next}
          leftSection={<ArrowRight size={14} aria-hidden />}
          rightSection={<KeyCaps value="Enter" />}
          onClick={onNext}
        >
          Next
        </Button>
      </Flex>
    </section>
  );
}
