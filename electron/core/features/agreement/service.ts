import type { Casebook } from '../../casebook.ts';

export interface AgreementService {
  readonly casebook: Casebook;
}

/** To be filled in. */
export function createAgreementService(casebook: Casebook): AgreementService {
  return { casebook };
}
