import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { StudySessionId } from '../../../shared/base/ids.ts';
import { makePrivateFolder, PRIVATE_FILE } from '../../core/files/privateFiles.ts';

/** More than any study has participants; the oldest links give way. */
const MOST_LINKS = 5000;

const StoredLinks = z.object({
  /** Where links lead: they are sent to people before the program starts again. */
  port: z.int().positive().nullable(),
  name: z.string(),
  links: z.array(z.object({ digest: z.string(), studySessionId: StudySessionId })),
});
type StoredLinks = z.infer<typeof StoredLinks>;

/**
 * The personal links to study sessions, which work again after the program has been restarted: a file that only this user can
 * read keeps the address that they lead to and a digest of each token. Who reads the file learns no link.
 */
export class PersonalLinks {
  readonly #file: string | null;
  #kept: StoredLinks;

  /** @param file where they are kept; null: they end with the program */
  constructor(file: string | null) {
    this.#file = file;
    this.#kept = read(file) ?? {
      port: null,
      name: `study-${randomBytes(10).toString('hex')}.localhost`,
      links: [],
    };
  }

  /** The name below `localhost` that only personal links use: the curator's cookie never goes there. */
  get name(): string {
    return this.#current().name;
  }

  /** The port of the last start, to be tried first; null where there was none. */
  get port(): number | null {
    return this.#current().port;
  }

  /** Remembers the port that links lead to from now on. */
  usePort(port: number): void {
    const kept = this.#current();
    if (kept.port !== port) this.#keep({ ...kept, port });
  }

  /** A fresh token for the link to a study session, whose older link works no more. */
  create(studySessionId: StudySessionId): string {
    const [token = ''] = this.createAll([studySessionId]);
    return token;
  }

  /** The same for many at once, a token each in their order. */
  createAll(studySessionIds: readonly StudySessionId[]): readonly string[] {
    const made = studySessionIds.map((studySessionId) => ({
      studySessionId,
      token: randomBytes(32).toString('base64url'),
    }));
    const kept = this.#current();
    const again = new Set(studySessionIds);
    const others = kept.links.filter(({ studySessionId }) => !again.has(studySessionId));
    const links = made.map(({ studySessionId, token }) => ({ digest: digest(token), studySessionId }));
    this.#keep({ ...kept, links: [...others, ...links].slice(-MOST_LINKS) });
    return made.map(({ token }) => token);
  }

  /** The study session that a token leads to; null where it is not one. A digest gives nothing away to a guess. */
  find(token: string): StudySessionId | null {
    const wanted = digest(token);
    return this.#current().links.find((link) => link.digest === wanted)?.studySessionId ?? null;
  }

  /** As the file has it now: another program of this user, such as a command, may have made links meanwhile. */
  #current(): StoredLinks {
    this.#kept = read(this.#file) ?? this.#kept;
    return this.#kept;
  }

  #keep(next: StoredLinks): void {
    this.#kept = next;
    if (this.#file === null) return;
    makePrivateFolder(dirname(this.#file));
    writeFileAtomic.sync(this.#file, JSON.stringify(next), { mode: PRIVATE_FILE });
  }
}

/** The address of a personal link. */
export const personalAddress = (host: string, port: number, token: string): string =>
  `http://${host}:${String(port)}/sit?token=${token}`;

/** What is kept in the file; null where there is none, or another release wrote it: then links have to be made anew. */
function read(file: string | null): StoredLinks | null {
  if (file === null || !existsSync(file)) return null;
  try {
    return StoredLinks.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
