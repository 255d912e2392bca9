import { VisuallyHidden } from '@mantine/core';
import { Clock3 } from 'lucide-react';
import classes from './pages.module.css';

/** When a screen reader is told how much time is left, in seconds. */
const TOLD_AT = [60, 30, 10];

/** From here on the time left stands out, in seconds. */
const SOON = 10;

/** The time left for this step; it stands out at the end, without blinking. */
export function Countdown({ seconds }: { readonly seconds: number }) {
  const told = TOLD_AT.findLast((each) => seconds <= each);
  return (
    <>
      <span
        role="timer"
        aria-label={`${inWords(seconds)} left`}
        className={classes['countdown']}
        data-soon={seconds <= SOON || undefined}
      >
        <Clock3 size={14} aria-hidden />
        <span aria-hidden>{clockFace(seconds)} left</span>
      </span>
      <VisuallyHidden role="status">{told === undefined ? '' : `${inWords(told)} left`}</VisuallyHidden>
    </>
  );
}

function clockFace(seconds: number): string {
  return `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`;
}

function inWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  return [
    ...(minutes > 0 ? [`${String(minutes)} ${minutes === 1 ? 'minute' : 'minutes'}`] : []),
    ...(rest > 0 || minutes === 0 ? [`${String(rest)} ${rest === 1 ? 'second' : 'seconds'}`] : []),
  ].join(' ');
}
