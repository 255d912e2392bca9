import type { Casebook } from '../../casebook.ts';

export interface AdjudicationsService {
  readonly casebook: Casebook;
}

/** To be filled in. */
export function createAdjudicationsService(casebook: Casebook): AdjudicationsService {
  return { casebook };
}
