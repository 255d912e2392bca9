import { RateLimiterMemory } from 'rate-limiter-flexible';

/** A limit of so many things in a stretch of time, for each key; each process counts for itself. */
export interface RateLimit {
  /** Counts one more. Gives the seconds until there is room again where that is too many, else 0. */
  count(key: string): Promise<number>;
  /** The same, counting nothing: whether one more would be too many. */
  full(key: string): Promise<number>;
}

/** A limit of `most` in `seconds` from the first one on. */
export function createRateLimit(most: number, seconds = 60): RateLimit {
  const limiter = new RateLimiterMemory({ points: most, duration: seconds });
  const wait = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000));
  return {
    async count(key) {
      const { consumedPoints, msBeforeNext } = await limiter.penalty(key);
      return consumedPoints > most ? wait(msBeforeNext) : 0;
    },
    async full(key) {
      const counted = await limiter.get(key);
      if (counted === null || counted.msBeforeNext <= 0) return 0;
      return counted.consumedPoints >= most ? wait(counted.msBeforeNext) : 0;
    },
  };
}
