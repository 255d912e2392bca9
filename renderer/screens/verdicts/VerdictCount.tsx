import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../client/index.ts';
import { usePerson } from '../../ui/window/applicationState.ts';
import { RailCount } from '../../ui/layout/RailCount.tsx';

/** On how many things judges differ that wait for the current user to decide, on the rail. */
export function VerdictCount() {
  const decides = usePerson().roles.includes('adjudicator');
  const counts = useQuery(orpc.verdicts.counts.queryOptions({ enabled: decides })).data;
  return (
    <RailCount
      count={(counts?.disputed ?? 0) + (counts?.conflict ?? 0) - (counts?.barred ?? 0)}
      what="to decide"
    />
  );
}
