import { CasebookError } from '../../../../shared/base/errors.ts';
import type { PersonId } from '../../../../shared/base/ids.ts';
import type { InvitationInWords } from '../../../../shared/contract/hub.ts';
import { type Invitation, type LookReply, parseInvitation } from '../../../../shared/hub/protocol.ts';
import { lookUpInvitation } from './client.ts';

/** Reads a pasted invitation. Throws `invalid_input` for any other text. */
export function invitationOf(text: string): Invitation {
  const invitation = parseInvitation(text);
  if (invitation !== null) return invitation;
  throw new CasebookError(
    'invalid_input',
    'This is not a whole invitation.',
    'Nothing was changed. Copy the whole text. It begins with casebook-hub:',
  );
}

/** What an invitation is for. Throws `invalid_input` for another text, and what the hub says. */
export async function lookAtInvitation(text: string, signal: AbortSignal): Promise<InvitationInWords> {
  const invitation = invitationOf(text);
  const { title, name, handle, role, empty } = await lookUpInvitation(invitation, signal);
  return { address: invitation.address, title, person: name === '' ? handle : name, role, empty };
}

/** A casebook before it is connected. `packageFor`: the person whose package it is; null: it is no package. */
export interface ConnectingCasebook {
  readonly benchmark: unknown;
  readonly packageFor: PersonId | null;
}

/** Throws `invalid_input` where an invitation is not for such a casebook. */
export function requireFit(
  { meta, person, role }: Pick<LookReply, 'meta' | 'person' | 'role'>,
  { benchmark, packageFor }: ConnectingCasebook,
): void {
  const offered = meta.find(({ id }) => id === 'benchmark')?.content ?? null;
  if (offered !== null && !offered.includes(JSON.stringify(JSON.stringify(benchmark))))
    throw new CasebookError(
      'invalid_input',
      'The hub’s casebook is of another benchmark than this one.',
      'Nothing was changed, and the invitation can still be used.',
    );
  const isOwnPackage = packageFor !== null && packageFor === person;
  if ((role === 'annotator') !== isOwnPackage)
    throw new CasebookError(
      'invalid_input',
      role === 'annotator'
        ? 'This invitation is for an annotator, who gets a casebook of their own.'
        : 'This casebook is a package; the invitation is for a whole casebook.',
      'Nothing was changed, and the invitation can still be used. Close this casebook and choose “Join a team…” on the welcome screen.',
    );
}
