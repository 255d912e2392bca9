/** What is counted: one of it, several of it, such as "relation" and "relations". */
export type CountedNoun = readonly [one: string, several: string];

/** Counts by kind, a line a kind, in the order in which they came up. */
export class Tally {
  readonly #counts = new Map<string, { readonly what: CountedNoun; count: number }>();

  add(what: CountedNoun, count: number): void {
    if (count === 0) return;
    const [, several] = what;
    const known = this.#counts.get(several);
    if (known === undefined) this.#counts.set(several, { what, count });
    else known.count += count;
  }

  /** Each kind with its number: `what` reads after it, "2 relations". */
  lines(): { readonly what: string; readonly count: number }[] {
    return [...this.#counts.values()].map(({ what: [one, several], count }) => ({
      what: count === 1 ? one : several,
      count,
    }));
  }
}
