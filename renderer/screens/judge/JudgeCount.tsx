import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../client/index.ts';
import { RailCount } from '../../ui/layout/RailCount.tsx';

/** How many verdicts are still to be given by the current user, on the rail. */
export function JudgeCount() {
  const mine = useQuery(orpc.judging.mine.queryOptions()).data ?? [];
  const open = mine.flatMap(({ criteria }) => criteria).reduce((sum, criterion) => sum + criterion.open, 0);
  return <RailCount count={open} what="to judge" />;
}
