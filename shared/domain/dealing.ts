/** An item that a participant gets, by its place in the study's own order, and the condition by its place. */
export interface DealtItem {
  readonly item: number;
  readonly condition: number;
  /** How many rounds of all items came before. */
  readonly round: number;
}

/**
 * Which items a participant gets, and each in which condition, so that items go round evenly and conditions are
 * counterbalanced: of every participant's items each condition has the same number within one, and of every item's
 * participants, counted from the first, as well. (With three conditions or more and nearly all items for everybody, an
 * item's can differ by a little more.)
 *
 * The items are dealt like cards: participant after participant takes the next `each` of them, round after round. The
 * conditions alternate along that endless row. Where the number of items shares a divisor with that of conditions, a
 * round would give each item the condition of the round before: there, the items of each group of that size step on
 * by one place as the rounds go by.
 * @param participant from 0
 * @param each how many of the items everybody gets; all where it is not fewer
 */
export function dealItems(items: number, conditions: number, each: number, participant: number): DealtItem[] {
  if (items === 0) return [];
  const count = Math.min(items, each);
  const group = greatestCommonDivisor(items, conditions);
  const dealt: DealtItem[] = [];
  const taken = new Set<number>();
  for (let slot = participant * count; slot < (participant + 1) * count; slot += 1) {
    const [round, place] = [Math.floor(slot / items), slot % items];
    const steps = Math.floor((round * group) / conditions);
    const start = place - (place % group);
    let item = start + ((((place - start - steps) % group) + group) % group);
    // With three conditions or more, a turn of the round can bring an item again: its neighbour takes its place.
    while (taken.has(item)) item = (item + 1) % items;
    taken.add(item);
    dealt.push({ item, condition: slot % conditions, round });
  }
  return dealt;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
