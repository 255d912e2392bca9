import type { VerdictUnit } from '../../../../shared/contract/verdicts.ts';

/** Whether two are the same case. */
export function sameUnit(a: VerdictUnit | null, b: VerdictUnit | null): boolean {
  if (a === null || b === null) return a === b;
  return a.response === b.response && a.criterion === b.criterion && a.subject === b.subject;
}

/** A name for a case that no other has. */
export function unitKey({ response, criterion, subject }: VerdictUnit): string {
  return JSON.stringify([response, criterion, subject]);
}
