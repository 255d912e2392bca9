import type { OpenCasebook } from '../../../shared/contract/application.ts';

/** Whether whoever sits here takes part in studies and does nothing else: their window holds nothing but that. */
export function isLockedIn({ person }: OpenCasebook): boolean {
  return person !== null && person.roles.length > 0 && person.roles.every((role) => role === 'participant');
}
