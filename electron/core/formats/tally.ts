/** What is counted: one of it, several of it, such as "relation" and "relations". */
export type Counted = readonly [one: string, several: string];

/** Counts by kind, a line a kind, in the order in which they came up. */
export interface Tally {
  readonly add: (what: Counted, count: number) => void;
  /** Each kind with its number: `what` reads after it, "2 relations". */
  readonly lines: () => { readonly what: string; readonly count: number }[];
}

/** An empty one. */
export function createTally(): Tally {
  const counts = new Map<string, { readonly what: Counted; count: number }>();
  return {
    add(what, count) {
      if (count === 0) return;
      const [, several] = what;
      const known = counts.get(several);
      if (known === undefined) counts.set(several, { what, count });
      else known.count += count;
    },
    lines: () =>
      [...counts.values()].map(({ what: [one, several], count }) => ({
        what: count === 1 ? one : several,
        count,
      })),
  };
}
