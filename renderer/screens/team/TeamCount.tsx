import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../client/index.ts';
import { RailCount } from '../../ui/layout/RailCount.tsx';
import { useCurates } from '../../ui/window/applicationState.ts';

/** How many conflicts wait for a curator, on the rail. */
export function TeamCount() {
  const curates = useCurates();
  const { data } = useQuery(orpc.merging.conflicts.queryOptions({ enabled: curates }));
  return <RailCount count={data?.length ?? 0} what="to resolve" />;
}
