import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useLocation } from 'wouter';
import { SittingId } from '../../../shared/domain/ids.ts';
import { goTo, places } from '../../ui/window/navigate.ts';
import { failureOf, orpc } from '../../client/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import type { WayBack } from './session/sittingState.ts';
import { Sitting } from './Sitting.tsx';
import { SittingList } from './SittingList.tsx';

const toList: WayBack = {
  title: 'My studies',
  go: () => {
    goTo(places.sittings);
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
 * The sittings of whoever sits here: straight in where there is one, a choice where there are several. `locked`: there
 * is nothing else in this window.
 */
export default function SittingScreen({ locked = false }: { readonly locked?: boolean }) {
  const [location] = useLocation();
  const sittings = useQuery(orpc.sittings.mine.queryOptions());
  const all = sittings.data;
  if (sittings.error !== null && all === undefined)
    return (
      <EmptyState
        icon={TriangleAlert}
        title="Your studies could not be read"
        actions={<Button onClick={() => void sittings.refetch()}>Try again</Button>}
      >
        {failureOf(sittings.error).message} What you answered before is safe.
      </EmptyState>
    );
  if (all === undefined) return <LoadingState label="Reading your studies" />;
  const named = SittingId.safeParse(location.split('/')[2]);
  const chosen = named.success ? all.find(({ id }) => id === named.data) : undefined;
  const own = all.filter(({ trial }) => !trial);
  const [only] = own;
  if (locked && only !== undefined && own.length === 1)
    return <Sitting key={only.id} id={only.id} wayBack={null} />;
  if (chosen !== undefined)
    return <Sitting key={chosen.id} id={chosen.id} wayBack={chosen.trial ? outOfTrial : toList} />;
  // One that was over and is gone, a try-out, or somebody else's.
  if (named.success && sittings.isFetching) return <LoadingState label="Reading your studies" />;
  return <SittingList sittings={own} locked={locked} />;
}
