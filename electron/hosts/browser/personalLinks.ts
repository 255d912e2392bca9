import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { StudySessionId } from '../../../shared/domain/ids.ts';
import { PRIVATE_FILE, makePrivateFolder } from '../../core/files/privateFiles.ts';

/** More than any study has participants; the oldest links give way. */
const MOST_LINKS = 5000;

const Kept = z.object({
  /** Where links lead: they are sent to people before the program starts again. */
  port: z.int().positive().nullable(),
  name: z.string(),
  links: z.array(z.object({ digest: z.string(), studySessionId: StudySessionId })),
});
type Kept = z.infer<typeof Kept>;

/**
 * The personal links to study sessions, which work again after the program has been restarted: a file that only this user can
 * read keeps the address that they lead to and a digest of each token. Who reads the file learns no link.
 */
export class PersonalLinks {
  readonly #file: string | null;
  #kept: Kept;

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
    return this.#kept.name;
  }

  /** The port of the last start, to be tried first; null where there was none. */
  get port(): number | null {
    return this.#kept.port;
  }

  /** Remembers the port that links lead to from now on. */
  usePort(port: number): void {
    if (this.#kept.port !== port) this.#keep({ ...this.#kept, port });
  }

  /** A fresh token for the link to a study session, whose older link works no more. */
  create(studySessionId: StudySessionId): string {
    const token = randomBytes(32).toString('base64url');
    const others = this.#kept.links.filter((link) => link.studySessionId !== studySessionId);
    this.#keep({
      ...this.#kept,
      links: [...others, { digest: digest(token), studySessionId }].slice(-MOST_LINKS),
    });
    return token;
  }

  /** The study session that a token leads to; null where it is not one. A digest gives nothing away to a guess. */
  find(token: string): StudySessionId | null {
    const wanted = digest(token);
    return this.#kept.links.find((link) => link.digest === wanted)?.studySessionId ?? null;
  }

  #keep(next: Kept): void {
    this.#kept = next;
    if (this.#file === null) return;
    makePrivateFolder(dirname(this.#file));
    writeFileAtomic.sync(this.#file, JSON.stringify(next), { mode: PRIVATE_FILE });
  }
}

/** What is kept in the file; null where there is none, or another release wrote it: then links have to be made anew. */
function read(file: string | null): Kept | null {
  if (file === null || !existsSync(file)) return null;
  try {
    return Kept.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
