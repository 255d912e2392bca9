import { parse } from 'hono/utils/cookie';
import type { StudySessionId } from '../../../shared/base/ids.ts';
import type { Core } from '../../core/app/createCore.ts';
import { createSecret, OneTimeTokens } from './oneTimeTokens.ts';
import type { PersonalLinks } from './personalLinks.ts';

/** How long a browser keeps its cookie; the host forgets all of them when it ends. */
export const SESSION_LIFETIME_S = 7 * 24 * 60 * 60;

type Session = ReturnType<Core['createSession']>;

/**
 * Who may use the browser host: one-time tokens and personal links, and the sessions that they were exchanged for.
 */
export class BrowserSessions {
  readonly #create: Pick<Core, 'createSession' | 'participantSession'>;
  readonly #links: PersonalLinks;
  /** The cookies of those who came by a personal link to a study session. */
  readonly #participants = new Map<StudySessionId, string[]>();
  readonly #tokens = new OneTimeTokens();
  readonly #sessions = new Map<string, Session>();

  constructor(create: Pick<Core, 'createSession' | 'participantSession'>, links: PersonalLinks) {
    this.#create = create;
    this.#links = links;
  }

  /** A fresh token for one link. */
  createToken(): string {
    return this.#tokens.create();
  }

  /** The cookie's value of a new session for a token, which is used up thereby; null where it is not one. */
  exchange(token: string): string | null {
    return this.#tokens.exchange(token, () => {
      const cookie = createSecret();
      this.#sessions.set(cookie, this.#create.createSession());
      return cookie;
    });
  }

  /** A fresh token for the personal link to a study session; an older link to it, and who came by it, is let in no more. */
  createPersonalToken(studySessionId: StudySessionId): string {
    for (const cookie of this.#participants.get(studySessionId) ?? []) this.#sessions.delete(cookie);
    this.#participants.delete(studySessionId);
    return this.#links.create(studySessionId);
  }

  /** The cookie's value of a new session for a personal link's token; null where it is not one. Throws as the core does. */
  followPersonal(token: string): string | null {
    const studySessionId = this.#links.find(token);
    if (studySessionId === null) return null;
    const session = this.#create.participantSession(studySessionId);
    const cookie = createSecret();
    this.#sessions.set(cookie, session);
    this.#participants.set(studySessionId, [...(this.#participants.get(studySessionId) ?? []), cookie]);
    return cookie;
  }

  /** The session whose cookie a request carries, or null. */
  find(request: Request, cookieName: string): Session | null {
    const value = cookieOf(request, cookieName);
    return value === null ? null : (this.#sessions.get(value) ?? null);
  }
}

/** The value of a request's cookie, or null. */
export function cookieOf(request: Request, name: string): string | null {
  return parse(request.headers.get('cookie') ?? '', name)[name] ?? null;
}
