import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Links not followed yet; the oldest is forgotten when more are made. */
const TOKENS_KEPT = 16;

/** Tokens of links that open the app once; they end with the program. */
export class OneTimeTokens {
  #tokens: readonly string[] = [];

  /** A fresh token for one link. */
  create(): string {
    const token = createSecret();
    this.#tokens = [...this.#tokens, token].slice(-TOKENS_KEPT);
    return token;
  }

  /** Does something for a token, which is used up once that is done; null where it is not one. */
  exchange<T>(token: string, work: () => T): T | null {
    const known = this.#tokens.find((each) => equal(each, token));
    if (known === undefined) return null;
    const done = work();
    this.#tokens = this.#tokens.filter((each) => each !== known);
    return done;
  }
}

/** 256 random bits, for a link or a cookie. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Comparison that takes as long for a nearly right guess as for a wrong one. */
function equal(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
