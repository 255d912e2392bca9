import { VisuallyHidden } from '@mantine/core';
import { Clock3 } from 'lucide-react';
import { timeInWords } from '../../../../shared/participantTexts/words.ts';
import { useSay } from '../../../ui/participant/ParticipantTexts.tsx';
import classes from './pages.module.css';

/** When a screen reader is told how much time is left, in seconds. */
const TOLD_AT = [60, 30, 10];

/** From here on the time left stands out, in seconds. */
const SOON = 10;

/** The time left for this step; it stands out at the end, without blinking. */
export function Countdown({ seconds }: { readonly seconds: number }) {
  const say = useSay();
  const told = TOLD_AT.findLast((each) => seconds <= each);
  const inWords = (time: number): string => say('timeLeft', { time: timeInWords(say, time) });
  return (
    <>
      <span
        role="timer"
        aria-label={inWords(seconds)}
        className={classes['countdown']}
        data-soon={seconds <= SOON || undefined}
      >
        <Clock3 size={14} aria-hidden />
        <span aria-hidden>{say('timeLeft', { time: clockFace(seconds) })}</span>
      </span>
      <VisuallyHidden role="status">{told === undefined ? '' : inWords(told)}</VisuallyHidden>
    </>
  );
}

function clockFace(seconds: number): string {
  return `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`;
}
