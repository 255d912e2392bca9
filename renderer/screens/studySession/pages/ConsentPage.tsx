import { Button } from '@mantine/core';
import { useState } from 'react';
import type { StudySessionStore } from '../session/studySessionStore.ts';
import type { WayBack } from '../session/studySessionState.ts';
import { Forward } from './Forward.tsx';
import { Heading } from './Heading.tsx';
import classes from './pages.module.css';
import { PlainText } from './PlainText.tsx';

/** What one agrees to, before anything else. */
export function ConsentPage({
  text,
  session,
  wayBack,
}: {
  readonly text: string;
  readonly session: StudySessionStore;
  readonly wayBack: WayBack | null;
}) {
  const [isPutOff, setIsPutOff] = useState(false);
  if (isPutOff)
    return (
      <div className={classes['reading']}>
        <Heading>Not now</Heading>
        <PlainText>
          Casebook recorded nothing. You can close the window and return later. The study begins when you
          agree.
        </PlainText>
        <div className={classes['forwardLine']}>
          <Button
            variant="default"
            onClick={() => {
              setIsPutOff(false);
            }}
          >
            Read it again
          </Button>
        </div>
      </div>
    );
  return (
    <div className={classes['reading']}>
      <Heading>Before you begin</Heading>
      <PlainText>{text}</PlainText>
      <p className={classes['small']}>
        Casebook records your answers and the time for each. It also records how often and how long this
        window was not in front. You can leave at any time.
      </p>
      <Forward
        session={session}
        title="I agree"
        onGo={session.consent}
        beside={
          <Button
            variant="default"
            className={classes['go'] ?? ''}
            onClick={() => {
              if (wayBack === null) setIsPutOff(true);
              else wayBack.go();
            }}
          >
            Not now
          </Button>
        }
      />
    </div>
  );
}
