const MINUTE_MS = 60_000;
/** Addresses that are remembered at once; when there are more, all are forgotten. */
const MOST = 10_000;

/** Counts what went wrong by address, for a minute from the first time on. */
export interface RateLimit {
  count(address: string): void;
  isOver(address: string): boolean;
}

/** A limit of so many in a minute; each process of a hub has its own. */
export function createRateLimit(most: number, now: () => number = Date.now): RateLimit {
  const counts = new Map<string, { readonly since: number; wrong: number }>();
  const present = (address: string) => {
    const found = counts.get(address);
    return found !== undefined && now() - found.since < MINUTE_MS ? found : undefined;
  };
  return {
    count(address) {
      const found = present(address);
      if (found !== undefined) {
        found.wrong += 1;
        return;
      }
      if (counts.size >= MOST) counts.clear();
      counts.set(address, { since: now(), wrong: 1 });
    },
    isOver: (address) => (present(address)?.wrong ?? 0) >= most,
  };
}
