import type { OpenCasebook } from '../../../shared/contract/application.ts';
import { onlyTakesPart } from '../../../shared/domain/status.ts';

/** Whether whoever sits here takes part in studies and does nothing else: their window holds nothing but that. */
export function isLockedIn({ person }: OpenCasebook): boolean {
  return person !== null && onlyTakesPart(person);
}
