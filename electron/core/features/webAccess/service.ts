import { createHash, randomBytes } from 'node:crypto';
import type { WebSession } from '../../../../shared/contract/webAccess.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import {
  type ArrivalId,
  type PersonId,
  type StudySessionId,
  WebLinkId,
  WebSessionId,
} from '../../../../shared/base/ids.ts';
import { isActivePerson, onlyTakesPart } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { WebSessionRow } from '../../records/people/webAccess.ts';

/** A browser that is signed in over the network. */
export type SignedIn = WebSessionRow;

/** A browser that was just signed in, with the value of its cookie: nothing else knows that. */
export interface NewSignIn {
  readonly cookie: string;
  readonly session: SignedIn;
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

/** Who may come in over the network. Secrets leave it once; what is kept are digests. */
export class WebAccessService {
  readonly #casebook: Casebook;
  readonly #listeners = new Set<(id: WebSessionId) => void>();

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
  }

  /** The same, without complaint where it was signed out already. */
  end(id: WebSessionId): void {
    if (this.#casebook.records.webAccess.end(id, this.#casebook.ports.now())) this.#tell([id]);
  }

  /** The browsers that are signed in; `current` is the caller's own. */
  sessions(current: WebSessionId | undefined): WebSession[] {
    return this.#casebook.records.webAccess
      .list(this.#casebook.ports.now())
      .map(({ arrivalId: _arrivalId, ...row }) => ({
        ...row,
        name:
          (row.personId === null ? undefined : this.#casebook.records.people.find(row.personId)?.name) ?? '',
        current: row.id === current,
      }));
  }

  /** The secret of a link that signs one browser in as that person, once. Throws `not_found`, and `conflict` in words. */
  invite(personId: PersonId, by: PersonId): { readonly secret: string; readonly expiresAt: number } {
    return this.#casebook.database.transaction(() => {
      const person = this.#casebook.records.people.find(personId);
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
      return this.#addLink({ kind: 'invitation', personId, studySessionId: null }, by, INVITED_FOR_MS);
    })();
  }

  /** Signs a browser out. Throws `not_found` where it is no longer signed in. */
  revoke(id: WebSessionId): void {
    if (!this.#casebook.records.webAccess.end(id, this.#casebook.ports.now()))
      throw new CasebookError('not_found', 'This browser is no longer signed in.', 'Nothing was changed.');
    this.#tell([id]);
  }

  /** The secret of a new personal link to a study session. Older links, and browsers that came by them, no longer get in. */
  personalLink(studySessionId: StudySessionId, personId: PersonId): string {
    const { made, ended } = this.#casebook.database.transaction(() => ({
      ended: this.#casebook.records.webAccess.endPersonalLinks(studySessionId, this.#casebook.ports.now()),
      made: this.#addLink({ kind: 'personal', personId, studySessionId }, null, PERSONAL_FOR_MS).secret,
    }))();
    this.#tell(ended);
    return made;
  }

  /** Null where the secret is not one of an invitation that still works. */
  byInvitation(given: string, device: string): NewSignIn | null {
    return this.#casebook.database.transaction(() => {
      const link = this.#casebook.records.webAccess.useInvitation(digest(given), this.#casebook.ports.now());
      if (link === null || !this.#mayWork(link.personId)) return null;
      return this.#enter({ kind: 'invited', personId: link.personId, arrivalId: null }, link.id, device);
    })();
  }

  /** Null where the secret is not one of a personal link that still works. */
  byPersonalLink(given: string, device: string): NewSignIn | null {
    return this.#casebook.database.transaction(() => {
      const link = this.#casebook.records.webAccess.personalLink(digest(given), this.#casebook.ports.now());
      if (link === null || !this.#mayWork(link.personId)) return null;
      return this.#enter({ kind: 'participant', personId: link.personId, arrivalId: null }, link.id, device);
    })();
  }

  byArrival(arrivalId: ArrivalId, device: string): NewSignIn {
    return this.#enter({ kind: 'participant', personId: null, arrivalId }, null, device);
  }

  asOwner(personId: PersonId, device: string): NewSignIn {
    return this.#enter({ kind: 'owner', personId, arrivalId: null }, null, device);
  }

  /** The browser with this cookie, noting that it was seen; null where it is not signed in, or its person has no access. */
  find(cookie: string): SignedIn | null {
    const now = this.#casebook.ports.now();
    const session = this.#casebook.records.webAccess.find(digest(cookie), now);
    if (session === null) return null;
    if (!this.#mayWork(session.personId)) {
      if (this.#mayWrite()) this.end(session.id);
      return null;
    }
    if (now - session.lastSeenAt >= SEEN_EVERY_MS && this.#mayWrite())
      this.#casebook.records.webAccess.setSeen(session.id, now);
    return session;
  }

  /** Whether somebody who came by a study link opens the same link again, and that link tells nobody by an id. */
  comesAgain(arrivalId: ArrivalId, token: string): boolean {
    const recruitment = this.#casebook.records.arrivals.recruitmentCalled(token);
    return (
      recruitment?.settings.panel === 'none' &&
      this.#casebook.records.arrivals.find(arrivalId)?.studyId === recruitment.studyId
    );
  }

  /** Ends all links of a person and signs out every browser of theirs; gives how many of each. */
  endAllOf(personId: PersonId): { readonly browsers: number; readonly links: number } {
    const { browsers, links } = this.#casebook.records.webAccess.endAllOf(
      personId,
      this.#casebook.ports.now(),
    );
    this.#tell(browsers);
    return { browsers: browsers.length, links };
  }

  /** Whether the browser of this cookie was signed out because its person is deactivated. */
  isDeactivated(cookie: string): boolean {
    return this.#casebook.records.webAccess.isDeactivated(digest(cookie));
  }

  /** Ends the sessions of people who no longer have access. */
  endInactive(): void {
    if (this.#mayWrite())
      this.#tell(this.#casebook.records.webAccess.endInactive(this.#casebook.ports.now()));
  }

  /** Deletes links and sessions that ended long ago. */
  forgetOld(): void {
    if (this.#mayWrite()) this.#casebook.records.webAccess.forget(this.#casebook.ports.now() - KEPT_FOR_MS);
  }

  /** Hears of every session that ends, at once. Gives the function that stops it. */
  onEnd(listener: (id: WebSessionId) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(ended: readonly WebSessionId[]): void {
    for (const id of ended) for (const listener of this.#listeners) listener(id);
  }

  /** Nothing is written beside an import, nor in a casebook that can only be read. */
  #mayWrite(): boolean {
    return this.#casebook.readOnly === null && this.#casebook.gate.why() === null;
  }

  #mayWork(personId: PersonId | null): boolean {
    if (personId === null) return true;
    const person = this.#casebook.records.people.find(personId);
    return person !== undefined && isActivePerson(person) && person.roles.length > 0;
  }

  #enter(
    of: Pick<SignedIn, 'kind' | 'personId' | 'arrivalId'>,
    linkId: WebLinkId | null,
    device: string,
  ): NewSignIn {
    const cookie = secret();
    const now = this.#casebook.ports.now();
    const session: SignedIn = {
      ...of,
      id: WebSessionId.parse(this.#casebook.ports.newId()),
      device,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: now + SIGNED_IN_FOR_MS,
    };
    this.#casebook.records.webAccess.addSession({ ...session, digest: digest(cookie), linkId });
    return { cookie, session };
  }

  #addLink(
    link: { kind: 'invitation' | 'personal'; personId: PersonId; studySessionId: StudySessionId | null },
    by: PersonId | null,
    lifetime: number,
  ): { secret: string; expiresAt: number } {
    const made = secret();
    const now = this.#casebook.ports.now();
    const id = WebLinkId.parse(this.#casebook.ports.newId());
    const expiresAt = now + lifetime;
    this.#casebook.records.webAccess.addLink({
      ...link,
      id,
      digest: digest(made),
      createdBy: by,
      createdAt: now,
      expiresAt,
    });
    return { secret: made, expiresAt };
  }
}

/** 256 random bits, for an address or a cookie. */
const secret = (): string => randomBytes(32).toString('base64url');

/** Looking a digest up gives nothing away to a guess, however long it takes. */
const digest = (of: string): string => createHash('sha256').update(of).digest('base64url');
