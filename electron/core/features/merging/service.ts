import type { Casebook } from '../../casebook.ts';

export interface MergingService {
  readonly casebook: Casebook;
}

/** To be filled in. */
export function createMergingService(casebook: Casebook): MergingService {
  return { casebook };
}
