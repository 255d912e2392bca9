import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { BaselineStep } from '../../../../shared/domain/baseline.ts';
import { Query } from '../../../../shared/benchmarks/observatory/queries/query.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import { orpc } from '../../../client/index.ts';
import { useDesk } from '../../../ui/form/context.ts';

/** A question as the Desk shows it. */
export interface QueryQuestion {
  readonly query: Query;
  /** As it is put to participants; null where the benchmark asks nobody. */
  readonly step: BaselineStep | null;
}

/** The question of the opened item: undefined until it is there, null for anybody who may not see it yet. */
export function useQuestion(): QueryQuestion | null | undefined {
  const { session, benchmark } = useDesk();
  const payload = useQuery(orpc.items.get.queryOptions({ input: { id: session.itemId } })).data?.payload;
  return useMemo(() => {
    if (payload === undefined) return undefined;
    const query = Query.safeParse(payload);
    return query.success ? { query: query.data, step: stepOf(benchmark.baseline, payload) } : null;
  }, [payload, benchmark]);
}

function stepOf(
  baseline: ReturnType<typeof useDesk>['benchmark']['baseline'],
  payload: JsonObject,
): BaselineStep | null {
  const condition = baseline?.conditions[0]?.id ?? '';
  return baseline?.steps(payload, condition)[0] ?? null;
}
