import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useLocation } from 'wouter';
import { StudySessionId } from '../../../shared/domain/ids.ts';
import { goTo, places } from '../../ui/window/navigate.ts';
import { failureOf, orpc } from '../../client/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import type { WayBack } from './session/studySessionState.ts';
import { StudySession } from './StudySession.tsx';
import { StudySessionList } from './StudySessionList.tsx';

const toList: WayBack = {
  title: 'My studies',
  go: () => {
    goTo(places.studySessions);
  },
};

/** Out of a try-out, to where it was begun. */
const outOfTrial: WayBack = {
  title: 'End the try-out',
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
  if (studySessions.error !== null && all === undefined)
    return (
      <EmptyState
        icon={TriangleAlert}
        title="Your studies could not be read"
        actions={<Button onClick={() => void studySessions.refetch()}>Try again</Button>}
      >
        {failureOf(studySessions.error).message} Your earlier answers are safe.
      </EmptyState>
    );
  if (all === undefined) return <LoadingState label="Loading your studies" />;
  const named = StudySessionId.safeParse(location.split('/')[2]);
  const chosen = named.success ? all.find(({ id }) => id === named.data) : undefined;
  const own = all.filter(({ trial }) => !trial);
  const [only] = own;
  if (locked && only !== undefined && own.length === 1)
    return <StudySession key={only.id} id={only.id} wayBack={null} />;
  if (chosen !== undefined)
    return <StudySession key={chosen.id} id={chosen.id} wayBack={chosen.trial ? outOfTrial : toList} />;
  // One that was over and is gone, a try-out, or somebody else's.
  if (named.success && studySessions.isFetching) return <LoadingState label="Loading your studies" />;
  return <StudySessionList studySessions={own} locked={locked} />;
}
