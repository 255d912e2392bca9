import type { SittingSession } from '../session/sittingStore.ts';
import { Forward } from './Forward.tsx';
import { Heading } from './Heading.tsx';
import classes from './pages.module.css';
import { PlainText } from './PlainText.tsx';

const PAGES = {
  instructions: {
    title: 'How it goes',
    forward: 'Continue',
    initial: 'One question at a time. An answer is locked once you submit it.',
  },
  start: {
    title: 'Now it begins',
    forward: 'Begin',
    initial: 'Practice is over. From here on your answers count, and there is no feedback any more.',
  },
  break: {
    title: 'A break',
    forward: 'Go on',
    initial: 'Take a rest for as long as you like. No time is measured here.',
  },
  paused: {
    title: 'Paused',
    forward: 'Continue',
    initial: 'The session is paused. Press Continue when you are ready.',
  },
} as const;

/** A page that is only read. */
export function ReadPage({
  view,
  text,
  session,
}: {
  readonly view: keyof typeof PAGES;
  readonly text: string;
  readonly session: SittingSession;
}) {
  const { title, forward, initial } = PAGES[view];
  return (
    <div className={classes['reading']}>
      <Heading>{title}</Heading>
      <PlainText>{text.trim() === '' ? initial : text}</PlainText>
      <Forward session={session} title={forward} onGo={session.proceed} />
    </div>
  );
}
