import { z } from 'zod';
import { PersonId, WebSessionId } from '../base/ids.ts';
import { procedure } from './base.ts';

/** A browser that is signed in over the network. */
export const WebSession = z.object({
  id: WebSessionId,
  personId: PersonId.nullable(),
  name: z.string(),
  /** `owner`: by the link that the host printed; `invited`; `participant`: by a personal or a study link. */
  kind: z.enum(['owner', 'invited', 'participant']),
  /** The browser and system, as it says itself. */
  device: z.string(),
  createdAt: z.int(),
  lastSeenAt: z.int(),
  expiresAt: z.int(),
  /** The caller's own. */
  current: z.boolean(),
});
export type WebSession = z.infer<typeof WebSession>;

/** Who may come in over the network. For curators, where the casebook is on one (`casebook host`). */
export const webAccess = {
  /** Null: this program is not on a network. */
  address: procedure.output(z.object({ url: z.string() }).nullable()),
  sessions: procedure.output(z.array(WebSession)),
  /** A link that signs one browser in as that person, once, within seven days. */
  invite: procedure
    .input(z.object({ personId: PersonId }))
    .output(z.object({ url: z.string(), expiresAt: z.int() })),
  /** Signs a browser out, at once. */
  revoke: procedure.input(z.object({ id: WebSessionId })).output(z.array(WebSession)),
  /** Signs the caller's own browser out. */
  signOut: procedure.output(z.void()),
};
