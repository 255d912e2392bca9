import type { Casebook } from '../../casebook.ts';

export interface AssignmentsService {
  readonly casebook: Casebook;
}

/** To be filled in. */
export function createAssignmentsService(casebook: Casebook): AssignmentsService {
  return { casebook };
}
