import { createHash, randomBytes } from 'node:crypto';
import type { WebSession } from '../../../../shared/contract/webAccess.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { ArrivalId, PersonId, StudySessionId } from '../../../../shared/base/ids.ts';
import { WebLinkId, WebSessionId } from '../../../../shared/base/ids.ts';
import { isActivePerson, onlyTakesPart } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { WebSessionRow } from '../../records/webAccess.ts';

/** A browser that is signed in over the network. */
export type SignedIn = WebSessionRow;

/** A browser that was just signed in, with the value of its cookie: nothing else knows that. */
export interface Entered {
  readonly cookie: string;
  readonly session: SignedIn;
}

/** Who may come in over the network. Secrets leave it once; what is kept are digests. */
export interface WebAccessService {
  /** The browsers that are signed in; `current` is the caller's own. */
  sessions(current: WebSessionId | undefined): WebSession[];
  /** The secret of a link that signs one browser in as that person, once. Throws `not_found`, and `conflict` in words. */
  invite(personId: PersonId, by: PersonId): { readonly secret: string; readonly expiresAt: number };
  /** Signs a browser out. Throws `not_found` where it is no longer signed in. */
  revoke(id: WebSessionId): void;
  /** The same, without complaint where it was signed out already. */
  end(id: WebSessionId): void;
  /** The secret of a new personal link to a study session. Older links, and browsers that came by them, no longer get in. */
  personalLink(studySessionId: StudySessionId, personId: PersonId): string;
  /** Null where the secret is not one of an invitation that still works. */
  byInvitation(secret: string, device: string): Entered | null;
  /** Null where the secret is not one of a personal link that still works. */
  byPersonalLink(secret: string, device: string): Entered | null;
  byArrival(arrivalId: ArrivalId, device: string): Entered;
  asOwner(personId: PersonId, device: string): Entered;
  /** The browser with this cookie, noting that it was seen; null where it is not signed in, or its person has no access. */
  find(cookie: string): SignedIn | null;
  /** Whether somebody who came by a study link opens the same link again, and that link tells nobody by an id. */
  comesAgain(arrivalId: ArrivalId, token: string): boolean;
  /** Ends all links of a person and signs out every browser of theirs; gives how many of each. */
  endAllOf(personId: PersonId): { readonly browsers: number; readonly links: number };
  /** Whether the browser of this cookie was signed out because its person is deactivated. */
  isDeactivated(cookie: string): boolean;
  /** Ends the sessions of people who no longer have access. */
  endInactive(): void;
  /** Deletes links and sessions that ended long ago. */
  forgetOld(): void;
  /** Hears of every session that ends, at once. Gives the function that stops it. */
  onEnd(listener: (id: WebSessionId) => void): () => void;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const INVITED_FOR_MS = 7 * DAY_MS;
/** Studies run for weeks, and people come back to them. */
const PERSONAL_FOR_MS = 365 * DAY_MS;
/** How long a browser stays signed in, in milliseconds. */
export const SIGNED_IN_FOR_MS = 30 * DAY_MS;
/** What ended is kept for so long, and then deleted. */
const KEPT_FOR_MS = 30 * DAY_MS;
const SEEN_EVERY_MS = 60_000;

/** Who may come in over the network, of an open casebook. */
export function createWebAccessService(casebook: Casebook): WebAccessService {
  const { database, ports } = casebook;
  const { webAccess: rows, people, arrivals } = casebook.records;
  const listeners = new Set<(id: WebSessionId) => void>();
  const tell = (ended: readonly WebSessionId[]): void => {
    for (const id of ended) for (const listener of listeners) listener(id);
  };
  /** Nothing is written beside an import, nor in a casebook that can only be read. */
  const mayWrite = (): boolean => casebook.readOnly === null && casebook.gate.why() === null;

  const mayWork = (personId: PersonId | null): boolean => {
    if (personId === null) return true;
    const person = people.find(personId);
    return person !== undefined && isActivePerson(person) && person.roles.length > 0;
  };

  const enter = (
    of: Pick<SignedIn, 'kind' | 'personId' | 'arrivalId'>,
    linkId: WebLinkId | null,
    device: string,
  ): Entered => {
    const cookie = secret();
    const now = ports.now();
    const session: SignedIn = {
      ...of,
      id: WebSessionId.parse(ports.newId()),
      device,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: now + SIGNED_IN_FOR_MS,
    };
    rows.addSession({ ...session, digest: digest(cookie), linkId });
    return { cookie, session };
  };
  const addLink = (
    link: { kind: 'invitation' | 'personal'; personId: PersonId; studySessionId: StudySessionId | null },
    by: PersonId | null,
    lifetime: number,
  ): { secret: string; expiresAt: number } => {
    const made = secret();
    const now = ports.now();
    const id = WebLinkId.parse(ports.newId());
    const expiresAt = now + lifetime;
    rows.addLink({ ...link, id, digest: digest(made), createdBy: by, createdAt: now, expiresAt });
    return { secret: made, expiresAt };
  };
  const end: WebAccessService['end'] = (id) => {
    if (rows.end(id, ports.now())) tell([id]);
  };

  return {
    sessions: (current) =>
      rows.list(ports.now()).map(({ arrivalId: _arrivalId, ...row }) => ({
        ...row,
        name: (row.personId === null ? undefined : people.find(row.personId)?.name) ?? '',
        current: row.id === current,
      })),
    invite: (personId, by) =>
      database.transaction(() => {
        const person = people.find(personId);
        if (person === undefined)
          throw new CasebookError('not_found', 'There is no such person in this casebook.');
        if (!isActivePerson(person))
          throw new CasebookError(
            'conflict',
            `${person.name} cannot be invited: only active people can.`,
            'No invitation was made. Reactivate them first.',
          );
        if (onlyTakesPart(person))
          throw new CasebookError(
            'conflict',
            `${person.name} only takes part in studies.`,
            'No invitation was made. Make them a personal link on the study’s screen.',
          );
        return addLink({ kind: 'invitation', personId, studySessionId: null }, by, INVITED_FOR_MS);
      })(),
    revoke(id) {
      if (!rows.end(id, ports.now()))
        throw new CasebookError('not_found', 'This browser is no longer signed in.', 'Nothing was changed.');
      tell([id]);
    },
    end,
    personalLink(studySessionId, personId) {
      const { made, ended } = database.transaction(() => ({
        ended: rows.endPersonalLinks(studySessionId, ports.now()),
        made: addLink({ kind: 'personal', personId, studySessionId }, null, PERSONAL_FOR_MS).secret,
      }))();
      tell(ended);
      return made;
    },
    byInvitation: (given, device) =>
      database.transaction(() => {
        const link = rows.useInvitation(digest(given), ports.now());
        if (link === null || !mayWork(link.personId)) return null;
        return enter({ kind: 'invited', personId: link.personId, arrivalId: null }, link.id, device);
      })(),
    byPersonalLink: (given, device) =>
      database.transaction(() => {
        const link = rows.personalLink(digest(given), ports.now());
        if (link === null || !mayWork(link.personId)) return null;
        return enter({ kind: 'participant', personId: link.personId, arrivalId: null }, link.id, device);
      })(),
    byArrival: (arrivalId, device) => enter({ kind: 'participant', personId: null, arrivalId }, null, device),
    asOwner: (personId, device) => enter({ kind: 'owner', personId, arrivalId: null }, null, device),
    find(cookie) {
      const now = ports.now();
      const session = rows.find(digest(cookie), now);
      if (session === null) return null;
      if (!mayWork(session.personId)) {
        if (mayWrite()) end(session.id);
        return null;
      }
      if (now - session.lastSeenAt >= SEEN_EVERY_MS && mayWrite()) rows.setSeen(session.id, now);
      return session;
    },
    comesAgain(arrivalId, token) {
      const recruitment = arrivals.recruitmentCalled(token);
      return (
        recruitment?.settings.panel === 'none' && arrivals.find(arrivalId)?.studyId === recruitment.studyId
      );
    },
    endAllOf(personId) {
      const { browsers, links } = rows.endAllOf(personId, ports.now());
      tell(browsers);
      return { browsers: browsers.length, links };
    },
    isDeactivated: (cookie) => rows.isDeactivated(digest(cookie)),
    endInactive() {
      if (mayWrite()) tell(rows.endInactive(ports.now()));
    },
    forgetOld() {
      if (mayWrite()) rows.forget(ports.now() - KEPT_FOR_MS);
    },
    onEnd(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** 256 random bits, for an address or a cookie. */
const secret = (): string => randomBytes(32).toString('base64url');

/** Looking a digest up gives nothing away to a guess, however long it takes. */
const digest = (of: string): string => createHash('sha256').update(of).digest('base64url');
