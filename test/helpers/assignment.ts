import type { z } from 'zod';
import type { AssignRequest } from '../../shared/contract/assignments.ts';

type Request = z.output<typeof AssignRequest>;

/** Items for people, each for one of them in their order and in the first round, if nothing else is said. */
export const assignment = (
  given: Pick<Request, 'items' | 'task' | 'people'> & Partial<Request>,
): Request => ({
  overlap: 1,
  order: 'fixed',
  seed: 1,
  round: 1,
  unassignedOnly: false,
  dryRun: false,
  ...given,
});
