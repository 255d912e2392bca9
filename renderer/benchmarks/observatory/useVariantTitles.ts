import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Payload } from '../../../shared/benchmarks/observatory/schema.ts';
import { transformationTitle } from '../../../shared/benchmarks/observatory/transformationTitles.ts';
import { orpc } from '../../client/index.ts';
import { useDesk } from '../../ui/form/context.ts';

/** What made each variant of the opened item, in their order; none of them for whoever may not see it yet. */
export function useVariantTitles(): readonly string[] {
  const { session } = useDesk();
  const payload = useQuery(orpc.items.get.queryOptions({ input: { id: session.itemId } })).data?.payload;
  return useMemo(
    () =>
      (Payload.safeParse(payload).data?.variants ?? []).map(({ transformation }) =>
        transformationTitle(transformation),
      ),
    [payload],
  );
}
