import { Button } from '@mantine/core';
import { EyeOff } from 'lucide-react';
import { useStore } from 'zustand';
import type { StepView } from '../session/studySessionState.ts';
import type { StudySessionStore } from '../session/studySessionStore.ts';
import classes from './pages.module.css';

/** The cover of a hidden question, and why; nothing while it is in sight. */
export function Cover({ step, session }: { readonly step: StepView; readonly session: StudySessionStore }) {
  const cover = useStore(session.store, (state) => state.cover);
  if (cover === null) return null;
  const hasLimit = step.remainingMilliseconds !== null;
  const time =
    step.whileAway === 'run'
      ? 'Its time is still running.'
      : 'Its time is paused. Casebook keeps your entries.';
  return (
    <section className={classes['cover']} aria-label="The question is hidden">
      <EyeOff size={32} strokeWidth={1.5} aria-hidden className={classes['mark']} />
      <h2>The question is hidden</h2>
      <p>
        {cover === 'away'
          ? 'You see it only while this window is in front.'
          : 'You see it again if you stay.'}{' '}
        {hasLimit ? time : 'Casebook keeps your entries.'}
      </p>
      {cover === 'away' && (
        <Button
          variant="default"
          onClick={() => {
            session.setPresent(true);
          }}
        >
          Show the question
        </Button>
      )}
    </section>
  );
}
