import { RateLimiterMemory } from 'rate-limiter-flexible';

/** A limit of things in a stretch of time, for each key; each process counts for itself. */
export class RateLimit {
  readonly #usual: number;
  readonly #limiter: RateLimiterMemory;

  /** A limit of `usual` in `seconds` from the first one on. */
  constructor(usual: number, seconds = 60) {
    this.#usual = usual;
    this.#limiter = new RateLimiterMemory({ points: usual, duration: seconds });
  }

  /**
   * Counts one more. Gives the seconds until there is room again where that is too many, else 0.
   * @param most another limit than the usual one
   */
  async count(key: string, most = this.#usual): Promise<number> {
    const { consumedPoints, msBeforeNext } = await this.#limiter.penalty(key);
    return consumedPoints > most ? Math.max(1, Math.ceil(msBeforeNext / 1000)) : 0;
  }
}
