import { createHash, randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { asCasebookError } from '../../core/base/errors.ts';
import type { CasebookError } from '../../../shared/base/errors.ts';
import type { Connection } from '../../core/base/connection.ts';
import type { Core } from '../../core/app/createCore.ts';
import {
  type NewSignIn,
  SIGNED_IN_FOR_MS,
  type SignedIn,
  type WebAccessService,
} from '../../core/features/webAccess/service.ts';

/** How long a browser keeps its cookie. */
export const SESSION_LIFETIME_S = SIGNED_IN_FOR_MS / 1000;

/** A browser that is let in. */
export interface WebVisitor {
  /** Of its session; of a preview, or of a browser that only opened a link, one that nobody else knows. */
  readonly id: string;
  readonly connection: Connection;
}

/** Previews at once, and connections that are remembered; the oldest give way. */
const MOST_PREVIEWS = 500;
const MOST_CONNECTIONS = 20_000;
const PREVIEW_MS = 24 * 60 * 60 * 1000;
const CHECK_MS = 5_000;

/**
 * The browsers that are signed in over the network. Who they are is in the casebook, so that they stay signed in when the host
 * starts again; each keeps one connection as long as the program runs. Previews of a study are in memory alone.
 */
export class WebSessions {
  readonly #core: Pick<Core, 'services' | 'arrivalSession' | 'state'>;
  readonly #connections = new Map<string, Connection>();
  readonly #previews = new Map<string, WebVisitor & { readonly until: number }>();
  /** What is streamed to each browser just now. */
  readonly #streams = new Map<string, Set<ServerResponse>>();
  /** Sessions that ended while the program runs. */
  readonly #ended = new Set<string>();
  readonly #heard = new WeakSet<WebAccessService>();
  readonly #timer: NodeJS.Timeout;

  constructor(core: Pick<Core, 'services' | 'arrivalSession' | 'state'>) {
    this.#core = core;
    this.#service().forgetOld();
    this.#timer = setInterval(() => this.check(), CHECK_MS).unref();
  }

  /** The value of the cookie for a browser that was just signed in. */
  enter({ cookie, session }: NewSignIn): string {
    this.#remember(session.id, this.#connect(session));
    return cookie;
  }

  /** The same for a preview of a study. */
  enterPreview(connection: Connection): string {
    const cookie = randomBytes(32).toString('base64url');
    const now = this.#core.state.ports.now();
    const [oldest] = this.#previews.keys();
    if (this.#previews.size >= MOST_PREVIEWS && oldest !== undefined) this.#previews.delete(oldest);
    const key = digest(cookie);
    this.#previews.set(key, { id: `preview ${key}`, connection, until: now + PREVIEW_MS });
    return cookie;
  }

  /** The browser with this cookie; null where it may not come in. An error where the casebook cannot say right now. */
  find(cookie: string): WebVisitor | CasebookError | null {
    try {
      return this.#find(cookie);
    } catch (error) {
      const known = asCasebookError(error);
      if (known.code === 'internal') throw error;
      return known;
    }
  }

  /** Whether the browser with this cookie was signed out because its person is deactivated. */
  isDeactivated(cookie: string): boolean {
    return this.#core.state.open !== null && this.#service().isDeactivated(cookie);
  }

  #find(cookie: string): WebVisitor | null {
    const preview = this.#previews.get(digest(cookie));
    if (preview !== undefined) return preview.until > this.#core.state.ports.now() ? preview : null;
    const { arriving } = this.#core.services();
    const opening = arriving.opening(cookie);
    if (opening !== null)
      return { id: `opening ${opening.name}`, connection: arriving.connection(opening.arriving) };
    const session = this.#service().find(cookie);
    if (session === null) return null;
    const known = this.#connections.get(session.id);
    if (known !== undefined) return { id: session.id, connection: known };
    const connection = this.#connect(session);
    this.#remember(session.id, connection);
    return { id: session.id, connection };
  }

  /** Whether a browser's session ended since the program started. */
  hasEnded({ id }: WebVisitor): boolean {
    return this.#ended.has(id);
  }

  /** Ends a stream as soon as its browser is signed out. */
  follow({ id }: WebVisitor, stream: ServerResponse): void {
    const streams = this.#streams.get(id) ?? new Set();
    this.#streams.set(id, streams.add(stream));
    stream.once('close', () => {
      streams.delete(stream);
      if (streams.size === 0 && this.#streams.get(id) === streams) this.#streams.delete(id);
    });
  }

  /** Ends the session of a browser that got another. */
  replace({ connection: { web } }: WebVisitor): void {
    if (web !== undefined) this.#service().end(web);
  }

  /** Ends the sessions of people who no longer have access. */
  check(): void {
    // For a moment none is open while a backup is put in its place.
    if (this.#core.state.open !== null) this.#service().endInactive();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #service(): WebAccessService {
    const { webAccess } = this.#core.services();
    if (!this.#heard.has(webAccess)) {
      this.#heard.add(webAccess);
      webAccess.onEnd((id) => {
        this.#ended.add(id);
        this.#connections.delete(id);
        for (const stream of this.#streams.get(id) ?? []) stream.destroy();
      });
    }
    return webAccess;
  }

  #remember(id: string, connection: Connection): void {
    const [oldest] = this.#connections.keys();
    if (this.#connections.size >= MOST_CONNECTIONS && oldest !== undefined) this.#connections.delete(oldest);
    this.#connections.set(id, connection);
  }

  #connect({ id, kind, personId, arrivalId }: SignedIn): Connection {
    if (arrivalId !== null) return { ...this.#core.arrivalSession(arrivalId), web: id };
    switch (kind) {
      case 'owner':
        return { personId, locked: false, web: id };
      case 'invited':
        return { personId, locked: false, web: id, remote: true };
      case 'participant':
        return { personId, locked: true, web: id };
    }
  }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');
