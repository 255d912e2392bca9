import { Button } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useStore } from 'zustand';
import type { StudySessionPage } from '../../../shared/contract/studySessions.ts';
import type { StudySessionId } from '../../../shared/base/ids.ts';
import { client, type Client } from '../../client/index.ts';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { ParticipantTexts, useSay } from '../../ui/participant/ParticipantTexts.tsx';
import { WholePage } from '../../ui/participant/Reading.tsx';
import { whyFailed } from '../../ui/participant/whyFailed.ts';
import { ConsentPage } from './pages/ConsentPage.tsx';
import { EndPage, WithdrawnPage } from './pages/EndPage.tsx';
import { FeedbackPage } from './pages/FeedbackPage.tsx';
import { ReadPage } from './pages/ReadPage.tsx';
import { StudySessionFrame } from './pages/StudySessionFrame.tsx';
import { StepPage } from './pages/StepPage.tsx';
import { TakenOver } from './pages/TakenOver.tsx';
import { placeOf, type WayBack } from './session/studySessionState.ts';
import type { StudySessionStore } from './session/studySessionStore.ts';
import { useStudySession } from './session/useStudySession.ts';

/** One study session, full screen: a page at a time, as the core gives them. */
export function StudySession({
  id,
  wayBack,
  calls = client.studySessions,
}: {
  readonly id: StudySessionId;
  /** Null: there is nothing but the study session. */
  readonly wayBack: WayBack | null;
  readonly calls?: Client['studySessions'];
}) {
  const session = useStudySession(id, calls);
  const page = useStore(session.store, (state) => state.page);
  return (
    <ParticipantTexts of={page}>
      {page === null ? (
        <NoPage session={session} wayBack={wayBack} />
      ) : (
        <StudySessionFrame page={page} session={session} wayBack={wayBack}>
          <Shown page={page} session={session} wayBack={wayBack} />
        </StudySessionFrame>
      )}
    </ParticipantTexts>
  );
}

/** While there is no page to show: it is being read, could not be read, or another window has it. */
function NoPage({
  session,
  wayBack,
}: {
  readonly session: StudySessionStore;
  readonly wayBack: WayBack | null;
}) {
  const say = useSay();
  const unreadable = useStore(session.store, (state) => state.unreadable);
  const takenOver = useStore(session.store, (state) => state.takenOver);
  if (takenOver) return <TakenOver onContinue={() => session.takeBack()} />;
  if (unreadable === null) return <LoadingState label={say('loadingPosition')} />;
  return (
    <WholePage
      icon={TriangleAlert}
      title={say('studyUnreadable')}
      text={say.sentences(whyFailed(say, unreadable), say('answersSafe'))}
    >
      <Button onClick={() => session.reload()}>{say('tryAgain')}</Button>
      {wayBack !== null && (
        <Button variant="default" onClick={wayBack.go}>
          {say(wayBack.title)}
        </Button>
      )}
    </WholePage>
  );
}

function Shown({
  page: { now, studySession },
  session,
  wayBack,
}: {
  readonly page: StudySessionPage;
  readonly session: StudySessionStore;
  readonly wayBack: WayBack | null;
}) {
  switch (now.view) {
    case 'consent':
      return <ConsentPage consent={now} session={session} wayBack={wayBack} />;
    case 'instructions':
    case 'start':
    case 'second_pass':
    case 'break':
    case 'paused':
      return <ReadPage key={placeOf(now)} page={now} session={session} />;
    case 'step':
      return <StepPage step={now} session={session} />;
    case 'feedback':
      return <FeedbackPage key={now.entry} feedback={now} session={session} />;
    case 'end':
      return <EndPage end={now} isTrial={studySession.trial} wayBack={wayBack} />;
    case 'withdrawn':
      return <WithdrawnPage withdrawn={now} wayBack={wayBack} />;
  }
}
