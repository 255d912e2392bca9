import { RailCount } from '../../ui/layout/RailCount.tsx';
import { useDisputes } from '../../ui/items/useDisputes.ts';

/** How many items wait to be decided, on the rail; nothing where none does. */
export function DisputeCount() {
  return <RailCount count={useDisputes()} what="to decide" />;
}
