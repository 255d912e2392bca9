/**
 * Of items with one key a participant meets those of one kind only, as what one shows tells the answer of another.
 */
export interface Exclusive {
  /** What they are about. */
  readonly key: string;
  readonly kind: string;
}

/** Places of items, kind by kind; a participant gets one of them; most often a single place. */
export interface ExclusiveChoice {
  readonly kinds: readonly (readonly number[])[];
  /** How many of the choices before it are among the same kinds. */
  readonly turn: number;
}

/**
 * What participants are dealt: the items, those of one key together where there are several kinds of them. In the order
 * of their first items.
 */
export function choicesOf(items: readonly { readonly exclusive: Exclusive | null }[]): ExclusiveChoice[] {
  const groups = Map.groupBy(items.keys(), (place) => items[place]?.exclusive?.key ?? place);
  const found = [...groups.values()].flatMap((places) => {
    const kinds = Map.groupBy(places, (place) => items[place]?.exclusive?.kind ?? '');
    // Several of one kind tell each other nothing: each is dealt by itself.
    if (kinds.size < 2) return places.map((place) => ({ first: place, among: '', kinds: [[place]] }));
    const named = [...kinds].sort(([a], [b]) => (a < b ? -1 : 1));
    return [
      {
        first: places[0] ?? 0,
        among: JSON.stringify(named.map(([kind]) => kind)),
        kinds: named.map(([, of]) => of),
      },
    ];
  });
  const turns = new Map<string, number>();
  return found
    .sort((a, b) => a.first - b.first)
    .map(({ among, kinds }) => {
      const turn = turns.get(among) ?? 0;
      turns.set(among, turn + 1);
      return { kinds, turn };
    });
}

/**
 * The place of the item that a choice selects. Kinds take turns, between rounds and between a round's choices among the
 * same kinds; items of a kind take turns whenever it comes again.
 * @param round how often it was dealt before
 */
export function chosenPlace({ kinds, turn }: ExclusiveChoice, round: number): number {
  const at = turn + round;
  const places = kinds[at % kinds.length] ?? [];
  return places[Math.floor(at / kinds.length) % places.length] ?? 0;
}
