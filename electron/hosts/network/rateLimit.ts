import { RateLimiterMemory } from 'rate-limiter-flexible';

/** A limit of so many things in a stretch of time, for each key; each process counts for itself. */
export interface RateLimit {
  /**
   * Counts one more. Gives the seconds until there is room again where that is too many, else 0.
   * @param most another limit than the usual one
   */
  count(key: string, most?: number): Promise<number>;
}

/** A limit of `usual` in `seconds` from the first one on. */
export function createRateLimit(usual: number, seconds = 60): RateLimit {
  const limiter = new RateLimiterMemory({ points: usual, duration: seconds });
  return {
    async count(key, most = usual) {
      const { consumedPoints, msBeforeNext } = await limiter.penalty(key);
      return consumedPoints > most ? Math.max(1, Math.ceil(msBeforeNext / 1000)) : 0;
    },
  };
}
