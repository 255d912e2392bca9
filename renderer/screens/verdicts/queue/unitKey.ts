import type { VerdictUnit } from '../../../../shared/contract/verdicts.ts';

/** A name for a case that no other has. */
export function unitKey({ response, criterion, subject }: VerdictUnit): string {
  return JSON.stringify([response, criterion, subject]);
}
