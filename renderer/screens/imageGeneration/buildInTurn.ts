import type { QuerySetsReport } from '../../../shared/contract/querySets.ts';
import type { WorkReport } from '../../ui/work/useStreamedWork.ts';
import { type Failure, failureOf } from '../../client/index.ts';

/** What came of one kind of questions. */
export interface BuiltKind {
  readonly title: string;
  /** Null where it could not be built. */
  readonly report: QuerySetsReport | null;
  readonly failure: Failure | null;
}

interface Kind {
  readonly id: string;
  readonly title: string;
}

/**
 * Builds one kind after the other; what is wrong with one is no reason to do without the others. Throws where it is
 * cancelled.
 */
export async function* buildInTurn(
  kinds: readonly Kind[],
  build: (kind: Kind) => Promise<AsyncIterable<WorkReport<QuerySetsReport>>>,
  signal: AbortSignal,
): AsyncGenerator<WorkReport<readonly BuiltKind[]>, void> {
  const built: BuiltKind[] = [];
  for (const kind of kinds) {
    const { title } = kind;
    try {
      for await (const event of await build(kind)) {
        if (event.type === 'result') built.push({ title, report: event.result, failure: null });
        else yield { ...event, phase: kinds.length === 1 ? event.phase : `${title}: ${event.phase}` };
      }
    } catch (error) {
      if (signal.aborted) throw error;
      built.push({ title, report: null, failure: failureOf(error) });
    }
  }
  yield { type: 'result', result: built };
}
