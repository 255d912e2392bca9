import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { z } from 'zod';
import { orpc } from '../../client/index.ts';
import { useDesk } from '../../ui/form/context.ts';

const ShownCheck = z.object({
  model: z.string(),
  verdict: z.enum(['consistent', 'inconsistent', 'unsure']),
  rationale: z.string(),
  /** The number of the image; 0: one that is none of the item's any more; null: the item as a whole. */
  image: z.int().nonnegative().nullable(),
});
export type ShownCheck = z.infer<typeof ShownCheck>;

const Machines = z.object({ logic_check: z.array(ShownCheck).min(1) });

/** What models said of the item; null where there is nothing, or nothing for whoever looks, yet. */
export function useLogicChecks(): readonly ShownCheck[] | null {
  const { session } = useDesk();
  const { data } = useQuery(orpc.items.get.queryOptions({ input: { id: session.itemId } }));
  return useMemo(() => {
    const parsed = Machines.safeParse(data?.machines);
    return parsed.success ? parsed.data.logic_check : null;
  }, [data]);
}
