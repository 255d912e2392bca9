import type { StudySessionStore } from '../session/studySessionStore.ts';
import { Forward } from './Forward.tsx';
import { Heading } from './Heading.tsx';
import classes from './pages.module.css';
import { PlainText } from './PlainText.tsx';

const PAGES = {
  instructions: {
    title: 'How it works',
    forward: 'Continue',
    initial: 'One question at a time. An answer is locked once you submit it.',
  },
  start: {
    title: 'The study begins',
    forward: 'Begin',
    initial: 'Practice is over. From now on your answers count, without feedback.',
  },
  break: {
    title: 'A break',
    forward: 'Continue',
    initial: 'Rest as long as you like. Casebook measures no time here.',
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
  readonly session: StudySessionStore;
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
