import type { Casebook } from '../../casebook.ts';

export interface GuidelinesService {
  readonly casebook: Casebook;
}

/** To be filled in. */
export function createGuidelinesService(casebook: Casebook): GuidelinesService {
  return { casebook };
}
