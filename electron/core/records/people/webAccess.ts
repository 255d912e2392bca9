import { z } from 'zod';
import {
  ArrivalId as ArrivalIdForm,
  type PersonId,
  PersonId as PersonIdForm,
  type StudySessionId,
  StudySessionId as StudySessionIdForm,
  type WebLinkId,
  WebLinkId as WebLinkIdForm,
  WebSessionId as WebSessionIdForm,
} from '../../../../shared/base/ids.ts';
import type { CasebookFiles } from '../casebook.ts';

const Kind = z.enum(['owner', 'invited', 'participant']);

const SessionRow = z.object({
  id: WebSessionIdForm,
  kind: Kind,
  /** Of somebody who came by a study link: once they have a place. */
  personId: PersonIdForm.nullable(),
  arrivalId: ArrivalIdForm.nullable(),
  device: z.string(),
  createdAt: z.int(),
  lastSeenAt: z.int(),
  expiresAt: z.int(),
});

/** A signed-in browser, neither ended nor expired. */
export type WebSessionRow = z.infer<typeof SessionRow>;

/** One that is new; `digest` is of its cookie. */
export interface NewWebSession extends Omit<WebSessionRow, 'lastSeenAt'> {
  readonly digest: string;
  readonly linkId: WebLinkId | null;
}

export interface NewWebLink {
  readonly id: WebLinkId;
  readonly kind: 'invitation' | 'personal';
  /** Of the secret in its address. */
  readonly digest: string;
  readonly personId: PersonId;
  /** Of a personal link: where it leads. */
  readonly studySessionId: StudySessionId | null;
  readonly createdBy: PersonId | null;
  readonly createdAt: number;
  readonly expiresAt: number;
}

const UsedLink = z.object({ id: WebLinkIdForm, personId: PersonIdForm });
const PersonalLink = UsedLink.extend({ studySessionId: StudySessionIdForm });

/** Links that sign browsers in over the network, and the browsers that are signed in. All times are UTC milliseconds. */
export class WebAccessRows {
  readonly #addLink;
  readonly #useInvitation;
  readonly #personalLink;
  readonly #endPersonalLinks;
  readonly #endOfLinks;
  readonly #addSession;
  readonly #byDigest;
  readonly #all;
  readonly #setSeen;
  readonly #end;
  readonly #endInactive;
  readonly #inactive;
  readonly #forgetSessions;
  readonly #forgetLinks;
  readonly #endSessionsOf;
  readonly #endLinksOf;
  readonly #awayOf;
  readonly #ids;

  constructor({ database }: Pick<CasebookFiles, 'database'>) {
    this.#addLink = database.prepare<
      [string, string, string, string, string | null, string | null, number, number]
    >(
      `INSERT INTO web_link (id, kind, digest, person_id, session_id, created_by, created_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#useInvitation = database.prepare<[number, string, number]>(
      `UPDATE web_link SET ended_at = ? WHERE digest = ? AND kind = 'invitation' AND ended_at IS NULL AND expires_at > ?
     RETURNING id, person_id AS personId`,
    );
    this.#personalLink = database.prepare<[string, number]>(
      `SELECT id, person_id AS personId, session_id AS studySessionId FROM web_link
     WHERE digest = ? AND kind = 'personal' AND session_id IS NOT NULL AND ended_at IS NULL AND expires_at > ?`,
    );
    this.#endPersonalLinks = database.prepare<[number, string]>(
      "UPDATE web_link SET ended_at = ? WHERE session_id = ? AND kind = 'personal' AND ended_at IS NULL",
    );
    this.#endOfLinks = database
      .prepare<[number, string]>(
        `UPDATE web_session SET ended_at = ? WHERE ended_at IS NULL
       AND link_id IN (SELECT id FROM web_link WHERE session_id = ?) RETURNING id`,
      )
      .pluck();
    this.#addSession = database.prepare<
      [string, string, string, string | null, string | null, string | null, string, number, number, number]
    >(
      `INSERT INTO web_session (id, kind, digest, person_id, link_id, arrival_id, device, created_at, last_seen_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    const COLUMNS = `SELECT w.id, w.kind, coalesce(w.person_id, s.person_id) AS personId, w.arrival_id AS arrivalId, w.device,
      w.created_at AS createdAt, w.last_seen_at AS lastSeenAt, w.expires_at AS expiresAt
    FROM web_session w LEFT JOIN arrival a ON a.id = w.arrival_id LEFT JOIN session s ON s.id = a.session_id
    WHERE w.ended_at IS NULL AND w.expires_at > ?`;
    this.#byDigest = database.prepare<[number, string]>(`${COLUMNS} AND w.digest = ?`);
    this.#all = database.prepare<[number]>(`${COLUMNS} ORDER BY w.created_at, w.id`);
    this.#setSeen = database.prepare<[number, string]>(
      'UPDATE web_session SET last_seen_at = ? WHERE id = ?',
    );
    this.#end = database.prepare<[number, string]>(
      'UPDATE web_session SET ended_at = ? WHERE id = ? AND ended_at IS NULL',
    );
    this.#endInactive = database
      .prepare<[number]>(
        `UPDATE web_session SET ended_at = ? WHERE ended_at IS NULL AND person_id IN
         (SELECT id FROM person WHERE set_aside_at IS NOT NULL OR kind <> 'human' OR roles = '[]') RETURNING id`,
      )
      .pluck();
    this.#inactive = database
      .prepare<[], number>(
        `SELECT 1 FROM web_session w JOIN person p ON p.id = w.person_id
       WHERE w.ended_at IS NULL AND (p.set_aside_at IS NOT NULL OR p.kind <> 'human' OR p.roles = '[]') LIMIT 1`,
      )
      .pluck();
    this.#forgetSessions = database.prepare<[number, number]>(
      'DELETE FROM web_session WHERE expires_at < ? OR ended_at < ?',
    );
    this.#forgetLinks = database.prepare<[number, number]>(
      `DELETE FROM web_link WHERE (expires_at < ? OR ended_at < ?)
     AND NOT EXISTS (SELECT 1 FROM web_session WHERE link_id = web_link.id)`,
    );
    this.#endSessionsOf = database
      .prepare<[number, string, string]>(
        `UPDATE web_session SET ended_at = ? WHERE ended_at IS NULL AND (person_id = ?
         OR arrival_id IN (SELECT a.id FROM arrival a JOIN session s ON s.id = a.session_id WHERE s.person_id = ?)) RETURNING id`,
      )
      .pluck();
    this.#endLinksOf = database.prepare<[number, string, number]>(
      'UPDATE web_link SET ended_at = ? WHERE person_id = ? AND ended_at IS NULL AND expires_at > ?',
    );
    this.#awayOf = database
      .prepare<[string], number>(
        `SELECT 1 FROM web_session w LEFT JOIN arrival a ON a.id = w.arrival_id LEFT JOIN session s ON s.id = a.session_id
         JOIN person p ON p.id = coalesce(w.person_id, s.person_id)
       WHERE w.digest = ? AND w.ended_at IS NOT NULL AND p.set_aside_at IS NOT NULL`,
      )
      .pluck();
    this.#ids = z.array(WebSessionIdForm);
  }

  addLink({ id, kind, digest, personId, studySessionId, createdBy, createdAt, expiresAt }: NewWebLink): void {
    this.#addLink.run(id, kind, digest, personId, studySessionId, createdBy, createdAt, expiresAt);
  }

  /** Uses an invitation up; null where there is none that still works. If two browsers try at once, one gets in. */
  useInvitation(digest: string, now: number): z.infer<typeof UsedLink> | null {
    const raw = this.#useInvitation.get(now, digest, now);
    return raw === undefined ? null : UsedLink.parse(raw);
  }

  /** The personal link of this secret; null where there is none that still works. */
  personalLink(digest: string, now: number): z.infer<typeof PersonalLink> | null {
    const raw = this.#personalLink.get(digest, now);
    return raw === undefined ? null : PersonalLink.parse(raw);
  }

  /** Ends the personal links to a study session, and the browsers that came by them: gives those. */
  endPersonalLinks(studySessionId: StudySessionId, now: number) {
    this.#endPersonalLinks.run(now, studySessionId);
    return this.#ids.parse(this.#endOfLinks.all(now, studySessionId));
  }

  addSession(session: NewWebSession): void {
    const { id, kind, digest, personId, linkId, arrivalId, device, createdAt, expiresAt } = session;
    this.#addSession.run(
      id,
      kind,
      digest,
      personId,
      linkId,
      arrivalId,
      device,
      createdAt,
      createdAt,
      expiresAt,
    );
  }

  /** The signed-in browser of this cookie. */
  find(digest: string, now: number): WebSessionRow | null {
    const raw = this.#byDigest.get(now, digest);
    return raw === undefined ? null : SessionRow.parse(raw);
  }

  /** Every signed-in browser, oldest first. */
  list(now: number): WebSessionRow[] {
    return this.#all.all(now).map((raw) => SessionRow.parse(raw));
  }

  setSeen(id: string, now: number): void {
    this.#setSeen.run(now, id);
  }

  /** Ends a browser's session; false where it had ended. */
  end(id: string, now: number): boolean {
    return this.#end.run(now, id).changes > 0;
  }

  /** Ends the sessions of people who no longer have access and gives their ids. Writes nothing where there are none. */
  endInactive(now: number) {
    return this.#inactive.get() === undefined ? [] : this.#ids.parse(this.#endInactive.all(now));
  }

  /** Ends all links of a person and every browser that is signed in as them. Gives the browsers, and how many links. */
  endAllOf(personId: PersonId, now: number) {
    return {
      links: this.#endLinksOf.run(now, personId, now).changes,
      browsers: this.#ids.parse(this.#endSessionsOf.all(now, personId, personId)),
    };
  }

  /** Whether the browser of this cookie was signed out and its person is deactivated. */
  isDeactivated(digest: string): boolean {
    return this.#awayOf.get(digest) !== undefined;
  }

  /** Deletes what expired or ended before that moment. */
  forget(before: number): void {
    this.#forgetSessions.run(before, before);
    this.#forgetLinks.run(before, before);
  }
}
