import { Button } from '@mantine/core';
import { useState } from 'react';
import type { StudySessionView } from '../../../../shared/domain/study.ts';
import { useSay } from '../../../ui/participant/ParticipantTexts.tsx';
import { PlainText } from '../../../ui/participant/PlainText.tsx';
import { Buttons, Reading, Small } from '../../../ui/participant/Reading.tsx';
import type { WayBack } from '../session/studySessionState.ts';
import type { StudySessionStore } from '../session/studySessionStore.ts';
import { Forward } from './Forward.tsx';

/** What one agrees to, before anything else. */
export function ConsentPage({
  consent: { text, onWithdrawal },
  session,
  wayBack,
}: {
  readonly consent: Extract<StudySessionView, { view: 'consent' }>;
  readonly session: StudySessionStore;
  readonly wayBack: WayBack | null;
}) {
  const say = useSay();
  const [isPutOff, setIsPutOff] = useState(false);
  if (isPutOff)
    return (
      <Reading title={say('notNow')}>
        <PlainText>{say('notNowText')}</PlainText>
        <Buttons>
          <Button variant="default" onClick={() => setIsPutOff(false)}>
            {say('readAgain')}
          </Button>
        </Buttons>
      </Reading>
    );
  return (
    <Reading title={say('consentTitle')}>
      <PlainText>{text}</PlainText>
      <Small>
        {say.sentences(
          say('consentRecorded'),
          say(onWithdrawal === 'delete' ? 'consentDeleted' : 'consentKept'),
        )}
      </Small>
      <Forward
        session={session}
        title={say('agree')}
        onGo={() => session.consent()}
        beside={
          <Button
            variant="default"
            onClick={() => {
              if (wayBack === null) setIsPutOff(true);
              else wayBack.go();
            }}
          >
            {say('notNow')}
          </Button>
        }
      />
    </Reading>
  );
}
