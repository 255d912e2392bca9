const MINUTE_MS = 60_000;
/** Addresses that are remembered at once; when there are more, the oldest minute is forgotten whole. */
const MOST = 10_000;

/** Counts what went wrong by address, a minute at a time. */
export interface RateLimit {
  count(address: string): void;
  isOver(address: string): boolean;
}

/** A limit of so many in a minute; each process of a hub has its own. */
export function createRateLimit(most: number, now: () => number = Date.now): RateLimit {
  let minute = 0;
  let counts = new Map<string, number>();
  const present = (): Map<string, number> => {
    const at = Math.floor(now() / MINUTE_MS);
    if (at !== minute || counts.size > MOST) [minute, counts] = [at, new Map()];
    return counts;
  };
  return {
    count: (address) => void present().set(address, (present().get(address) ?? 0) + 1),
    isOver: (address) => (present().get(address) ?? 0) >= most,
  };
}
