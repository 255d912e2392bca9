import { OVERSEEING, type Role, Role as RoleForm } from '../domain/status.ts';
import type { HubRole } from './protocol.ts';

/** What a person is to a hub, by their roles in the casebook. */
export function hubRoleOf(roles: readonly string[]): HubRole {
  if (roles.includes('curator')) return 'curator';
  return OVERSEEING.some((role) => roles.includes(role)) ? 'overseer' : 'annotator';
}

/** The roles of somebody of whom a hub knows nothing but how they were invited. */
const INVITED: Readonly<Record<HubRole, readonly Role[]>> = {
  curator: ['curator'],
  overseer: ['reviewer', 'adjudicator'],
  annotator: ['annotator', 'participant', 'judge'],
};

/** The roles with which somebody writes to a hub: those of the casebook, unless they were invited as something else. */
export function writingRoles(invitedAs: HubRole, roles: readonly string[]): readonly Role[] {
  if (hubRoleOf(roles) !== invitedAs) return INVITED[invitedAs];
  return RoleForm.options.filter((role) => roles.includes(role));
}
