import { type Outcome, undefinedBecause } from './outcome.ts';
import { seededRandom, shuffle } from './random.ts';

/** The answers on one item, or on its part in one group: how many there are, and how many of these are right. */
export interface SpreadCell {
  /** Which of the groups that are compared. */
  readonly group: number;
  /** The item, or what it shares with others (an image, an entity): items of one unit are not independent. */
  readonly unit: number;
  readonly hits: number;
  readonly of: number;
}

export interface ShareSpread {
  /** The highest share less the lowest. */
  readonly spread: number;
  /** What it would be on average if groups made no difference. */
  readonly byChance: number;
  /** How often it would then be as large. */
  readonly p: number;
}

/** The more groups and the fewer items, the larger a spread is by chance alone: shuffles tell how large. */
const SHUFFLES = 2000;
/** Of very many items fewer: their spread by chance varies little. */
const MOST_DEALT = 2e6;

/**
 * The spread of shares over groups, max − min, beside its permutation null (Fisher 1935, section 21): whole units are
 * dealt to the groups anew, each group keeping its number of units; within a unit that has items in several groups, its
 * items are (Edgington and Onghena 2007, chapter 3). What was observed counts as one of the deals. Undefined for fewer than
 * two groups with answers.
 */
export function spreadTest(cells: readonly SpreadCell[], seed = 1): Outcome<ShareSpread> {
  const answered = cells.filter(({ of }) => of > 0);
  const places = new Map(
    [...new Set(answered.map(({ group }) => group))].map((group, place) => [group, place]),
  );
  if (places.size < 2) return undefinedBecause('It takes two groups with items.');
  const units = Map.groupBy(answered, ({ unit }) => unit);
  const groupsOf = (own: readonly SpreadCell[]): Uint32Array =>
    Uint32Array.from(own, ({ group }) => places.get(group) ?? 0);
  const whole = [...units.values()].filter((own) => new Set(groupsOf(own)).size === 1);
  const split = [...units.values()].filter((own) => new Set(groupsOf(own)).size > 1);
  const blocks = [whole.map(summed), ...split].map((own) => ({ own, groups: groupsOf(own) }));
  const sums = { hits: new Float64Array(places.size), of: new Float64Array(places.size) };
  const spreadNow = (): number => {
    sums.hits.fill(0);
    sums.of.fill(0);
    for (const { own, groups } of blocks) {
      own.forEach(({ hits, of }, at) => {
        const group = groups[at] ?? 0;
        sums.hits[group] = (sums.hits[group] ?? 0) + hits;
        sums.of[group] = (sums.of[group] ?? 0) + of;
      });
    }
    const shares = Array.from(sums.hits, (hits, group) => hits / (sums.of[group] ?? 0));
    return Math.max(...shares) - Math.min(...shares);
  };
  const spread = spreadNow();
  const random = seededRandom(seed);
  const shuffles = Math.min(SHUFFLES, Math.max(200, Math.floor(MOST_DEALT / answered.length)));
  let [extreme, total] = [0, 0];
  for (let deal = 0; deal < shuffles; deal += 1) {
    for (const { groups } of blocks) shuffle(groups, random);
    const dealt = spreadNow();
    total += dealt;
    if (dealt >= spread - 1e-12) extreme += 1;
  }
  return { defined: true, spread, byChance: total / shuffles, p: (extreme + 1) / (shuffles + 1) };
}

/** The answers of a unit that lies in one group, as one cell. */
const summed = (own: readonly SpreadCell[]): SpreadCell => ({
  group: own[0]?.group ?? 0,
  unit: own[0]?.unit ?? 0,
  hits: own.reduce((sum, { hits }) => sum + hits, 0),
  of: own.reduce((sum, { of }) => sum + of, 0),
});
