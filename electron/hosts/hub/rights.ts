import { mayWrite, writersInWords } from '../../../shared/hub/mayWrite.ts';
import type { HubAccount } from '../../../shared/hub/protocol.ts';
import { RefusedRequest } from './refusals.ts';

/** Images come from who may write their rows. */
export function requireImageWriter({ roles }: HubAccount): void {
  if (mayWrite(roles, 'image') === null) throw new RefusedRequest('forbidden', writersInWords('image'));
}

/** What is for curators alone. */
export function requireCurator({ role }: HubAccount): void {
  if (role !== 'curator') throw new RefusedRequest('forbidden', 'Only curators may do this.');
}
