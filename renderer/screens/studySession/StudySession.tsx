import { Button } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useStore } from 'zustand';
import type { StudySessionId } from '../../../shared/domain/ids.ts';
import { client, type Client } from '../../client/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { ConsentPage } from './pages/ConsentPage.tsx';
import { EndPage } from './pages/EndPage.tsx';
import { FeedbackPage } from './pages/FeedbackPage.tsx';
import { ReadPage } from './pages/ReadPage.tsx';
import { StudySessionFrame } from './pages/StudySessionFrame.tsx';
import { StepPage } from './pages/StepPage.tsx';
import type { WayBack } from './session/studySessionState.ts';
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
  const unreadable = useStore(session.store, (state) => state.unreadable);
  if (unreadable !== null && page === null)
    return (
      <EmptyState
        icon={TriangleAlert}
        title="The study could not be read"
        actions={
          <>
            <Button onClick={session.reload}>Try again</Button>
            {wayBack !== null && (
              <Button variant="default" onClick={wayBack.go}>
                {wayBack.title}
              </Button>
            )}
          </>
        }
      >
        {unreadable.message} Your earlier answers are safe.
      </EmptyState>
    );
  if (page === null) return <LoadingState label="Loading your position" />;
  return (
    <StudySessionFrame page={page} session={session} wayBack={wayBack}>
      <Shown session={session} wayBack={wayBack} />
    </StudySessionFrame>
  );
}

function Shown({
  session,
  wayBack,
}: {
  readonly session: StudySessionStore;
  readonly wayBack: WayBack | null;
}) {
  const now = useStore(session.store, (state) => state.page?.now);
  switch (now?.view) {
    case undefined:
      return null;
    case 'consent':
      return <ConsentPage text={now.text} session={session} wayBack={wayBack} />;
    case 'instructions':
    case 'start':
    case 'break':
    case 'paused':
      return (
        <ReadPage
          key={`${now.view} ${String(now.entry)}`}
          view={now.view}
          text={now.text}
          session={session}
        />
      );
    case 'step':
      return <StepPage step={now} session={session} />;
    case 'feedback':
      return <FeedbackPage key={now.entry} feedback={now} session={session} />;
    case 'end':
    case 'withdrawn':
      return <EndPage view={now.view} text={now.text} wayBack={wayBack} />;
  }
}
