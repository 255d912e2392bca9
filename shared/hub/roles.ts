import { OVERSEEING } from '../domain/status.ts';
import type { HubRole } from './protocol.ts';

/** What a person is to a hub, by their roles in the casebook. */
export function hubRoleOf(roles: readonly string[]): HubRole {
  if (roles.includes('curator')) return 'curator';
  return OVERSEEING.some((role) => roles.includes(role)) ? 'overseer' : 'annotator';
}
