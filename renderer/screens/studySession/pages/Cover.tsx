import { Button } from '@mantine/core';
import { EyeOff } from 'lucide-react';
import { useStore } from 'zustand';
import { useSay } from '../../../ui/participant/ParticipantTexts.tsx';
import type { StepView } from '../session/studySessionState.ts';
import type { StudySessionStore } from '../session/studySessionStore.ts';
import classes from './pages.module.css';

/** The cover of a hidden question, and why; nothing while it is in sight. */
export function Cover({ step, session }: { readonly step: StepView; readonly session: StudySessionStore }) {
  const say = useSay();
  const cover = useStore(session.store, (state) => state.cover);
  if (cover === null) return null;
  const hasLimit = step.remainingMilliseconds !== null;
  const time = step.whileAway === 'run' ? 'hiddenTimeRuns' : 'hiddenTimePaused';
  return (
    <section className={classes['cover']} aria-label={say('hiddenTitle')}>
      <div>
        <EyeOff size={32} strokeWidth={1.5} aria-hidden className={classes['mark']} />
        <h2>{say('hiddenTitle')}</h2>
        <p>
          {say.sentences(
            say(cover === 'away' ? 'hiddenAway' : 'hiddenLeaving'),
            say(hasLimit ? time : 'hiddenKept'),
          )}
        </p>
        {cover === 'away' && (
          <Button variant="default" onClick={() => session.setPresent(true)}>
            {say('showQuestion')}
          </Button>
        )}
      </div>
    </section>
  );
}
