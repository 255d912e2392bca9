import { Button } from '@mantine/core';
import { EyeOff } from 'lucide-react';
import { useStore } from 'zustand';
import type { StepView } from '../session/sittingState.ts';
import type { SittingSession } from '../session/sittingStore.ts';
import classes from './pages.module.css';

/** What stands in the place of a question that is hidden, and why; nothing while it is in sight. */
export function Cover({ step, session }: { readonly step: StepView; readonly session: SittingSession }) {
  const cover = useStore(session.store, (state) => state.cover);
  if (cover === null) return null;
  const hasLimit = step.remainingMilliseconds !== null;
  const time =
    step.whileAway === 'run' ? 'Its time runs on.' : 'Its time stands still. What you entered is still here.';
  return (
    <section className={classes['cover']} aria-label="The question is hidden">
      <EyeOff size={32} strokeWidth={1.5} aria-hidden className={classes['mark']} />
      <h2>The question is hidden</h2>
      <p>
        {cover === 'away'
          ? 'You see it only while this window is in front.'
          : 'You see it again if you decide to stay.'}{' '}
        {hasLimit ? time : 'What you entered is still here.'}
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
