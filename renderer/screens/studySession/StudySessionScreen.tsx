import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { StudySessionId } from '../../../shared/base/ids.ts';
import { goTo, places } from '../../ui/window/navigate.ts';
import { failureOf, orpc } from '../../client/index.ts';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { ParticipantTexts, useSay } from '../../ui/participant/ParticipantTexts.tsx';
import { WholePage } from '../../ui/participant/Reading.tsx';
import { ENGLISH } from '../../ui/participant/rememberedTexts.ts';
import { whyFailed } from '../../ui/participant/whyFailed.ts';
import type { WayBack } from './session/studySessionState.ts';
import { StudySession } from './StudySession.tsx';
import { StudySessionList } from './StudySessionList.tsx';

const toList: WayBack = {
  title: 'myStudies',
  go: () => {
    goTo(places.studySessions);
  },
};

/** Out of a try-out, to where it was begun. */
const outOfTrial: WayBack = {
  title: 'endTrial',
  go: () => {
    if (window.history.length > 1) window.history.back();
    else goTo(places.studies);
  },
};

/**
 * The study sessions of the current user: straight in where there is one, a choice where there are several. `locked`: there
 * is nothing else in this window.
 */
export default function StudySessionScreen({ locked = false }: { readonly locked?: boolean }) {
  const [location] = useLocation();
  const studySessions = useQuery(orpc.studySessions.mine.queryOptions());
  const all = studySessions.data;
  // Before a study is chosen, people for whom Casebook is more than a study have it in its own language.
  const inOwnTexts = (page: ReactNode) => (
    <ParticipantTexts of={locked ? null : ENGLISH}>{page}</ParticipantTexts>
  );
  if (studySessions.error !== null && all === undefined)
    return inOwnTexts(
      <Unreadable error={studySessions.error} onRetry={() => void studySessions.refetch()} />,
    );
  if (all === undefined) return inOwnTexts(<Loading />);
  const named = StudySessionId.safeParse(location.split('/')[2]);
  const chosen = named.success ? all.find(({ id }) => id === named.data) : undefined;
  const own = all.filter(({ trial }) => !trial);
  const [only] = own;
  if (locked && only !== undefined && own.length === 1)
    return <StudySession key={only.id} id={only.id} wayBack={null} />;
  if (chosen !== undefined)
    return <StudySession key={chosen.id} id={chosen.id} wayBack={chosen.trial ? outOfTrial : toList} />;
  // One that was over and is gone, a try-out, or somebody else's.
  if (named.success && studySessions.isFetching) return inOwnTexts(<Loading />);
  return inOwnTexts(<StudySessionList studySessions={own} locked={locked} />);
}

function Loading() {
  return <LoadingState label={useSay()('loadingStudies')} />;
}

function Unreadable({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const say = useSay();
  return (
    <WholePage
      icon={TriangleAlert}
      title={say('studiesUnreadable')}
      text={say.sentences(whyFailed(say, failureOf(error)), say('answersSafe'))}
    >
      <Button onClick={onRetry}>{say('tryAgain')}</Button>
    </WholePage>
  );
}
