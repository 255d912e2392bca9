import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../client/index.ts';
import { RailCount } from '../../ui/layout/RailCount.tsx';

/** How many items wait to be fixed, on the rail; nothing where none does. */
export function FixCount() {
  const input = { offset: 0, limit: 1 };
  const count = useQuery(orpc.validation.toFix.queryOptions({ input })).data?.total ?? 0;
  return <RailCount count={count} what="to fix" />;
}
