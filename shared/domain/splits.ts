import type { JsonObject } from '../base/json.ts';
import { seededRandom, shuffle } from '../statistics/random.ts';
import { seedFor } from './assignment.ts';
import { DisjointSets } from '../base/disjointSets.ts';

/** The key under which records of many formats name their split. */
export const SPLIT_KEY = 'split';

/** The split that a record names; null where it names none. */
export function splitIn(payload: JsonObject): string | null {
  const value = payload[SPLIT_KEY];
  return typeof value === 'string' && value.trim() !== '' && value.length <= 64 ? value.trim() : null;
}

/** What data sets call the three usual splits, and what training programs read. */
const USUAL: ReadonlyMap<string, 'train' | 'val' | 'test'> = new Map([
  ['train', 'train'],
  ['training', 'train'],
  ['val', 'val'],
  ['valid', 'val'],
  ['validation', 'val'],
  ['dev', 'val'],
  ['test', 'test'],
  ['testing', 'test'],
]);

/** The usual name of a split that goes by one of its other names, in whatever case; null for any other word. */
export const usualSplit = (word: string): 'train' | 'val' | 'test' | null =>
  USUAL.get(word.toLowerCase()) ?? null;

/** The split whose folder a path begins with, such as `train/a.png`; null where it begins with none. */
export function splitInPath(path: string): string | null {
  const [first = '', ...rest] = path.split('/');
  return rest.length > 0 && usualSplit(first) !== null ? first : null;
}

/** A record as it leaves: it names the split that its item has now. */
export function withSplit(payload: JsonObject, split: string | null): JsonObject {
  return split === null || splitIn(payload) === split ? payload : { ...payload, [SPLIT_KEY]: split };
}

/** An item to put into a split. */
export interface SplitItem {
  readonly id: string;
  /** What it shares with others: its images and the entity it is about. All that share any stay together. */
  readonly shares: readonly string[];
  /** The stratum in which shares are met; one for all where nothing is stratified. */
  readonly stratum: string;
  /** Whether it is divided; what is not ties others together all the same. */
  readonly moves: boolean;
  /** The split that it keeps, so that what shares an image with it goes there, too. */
  readonly fixed: string | null;
}

export interface SplitShares {
  readonly [split: string]: number;
}

/** Items that cannot be in one split: they share an image or an entity with items of several splits. */
export interface SplitDivision {
  readonly splits: ReadonlyMap<string, string>;
  readonly torn: readonly string[];
}

interface Unit {
  /** Those that are divided. */
  readonly items: readonly SplitItem[];
  readonly fixed: ReadonlySet<string>;
}

/**
 * Divides items by shares, stratum by stratum: the same for the same items, shares and seed. Items that share an image or
 * an entity stay together, so that shares are met up to the largest such group; without groups to one item a split.
 */
export function divide(items: readonly SplitItem[], shares: SplitShares, seed: number): SplitDivision {
  const names = Object.keys(shares);
  const whole = names.reduce((sum, name) => sum + (shares[name] ?? 0), 0);
  const splits = new Map<string, string>();
  const torn: string[] = [];
  const open: Unit[] = [];
  for (const group of groupsOf(items)) {
    const unit: Unit = {
      items: group.filter(({ moves }) => moves),
      fixed: new Set(group.flatMap(({ fixed }) => fixed ?? [])),
    };
    if (unit.items.length === 0) continue;
    const [only, another] = unit.fixed;
    if (another !== undefined) torn.push(...unit.items.map(({ id }) => id));
    else if (only === undefined) open.push(unit);
    else for (const { id } of unit.items) splits.set(id, only);
  }
  // What one stratum gets too much of, the next gets less of: rounding does not add up.
  const lacking = new Map(names.map((name) => [name, 0]));
  for (const [stratum, units] of Map.groupBy(open, stratumOf)) {
    const size = units.reduce((sum, unit) => sum + unit.items.length, 0);
    for (const name of names)
      lacking.set(name, (lacking.get(name) ?? 0) + (size * (shares[name] ?? 0)) / whole);
    for (const unit of drawn(units, seedFor(seed, `split of ${stratum}`))) {
      const into = names.reduce((most, name) =>
        (lacking.get(name) ?? 0) > (lacking.get(most) ?? 0) ? name : most,
      );
      lacking.set(into, (lacking.get(into) ?? 0) - unit.items.length);
      for (const { id } of unit.items) splits.set(id, into);
    }
  }
  return { splits, torn };
}

/** A group over several strata is of a stratum of its own. */
const stratumOf = ({ items }: Unit): string =>
  [...new Set(items.map(({ stratum }) => stratum))].sort().join('\n');

/** In random order, the largest first: what is left for the end is small, so that shares come out well. */
function drawn(units: readonly Unit[], seed: number): readonly Unit[] {
  const order = Uint32Array.from(units.keys());
  shuffle(order, seededRandom(seed));
  return [...order].flatMap((place) => units[place] ?? []).sort((a, b) => b.items.length - a.items.length);
}

/** Items that share anything, directly or through others, in the order of their first items. */
export function groupsOf<Item extends { readonly shares: readonly string[] }>(
  items: readonly Item[],
): Item[][] {
  const sets = new DisjointSets(items.length);
  const first = new Map<string, number>();
  for (const [place, { shares }] of items.entries())
    for (const share of shares) {
      const other = first.get(share);
      if (other === undefined) first.set(share, place);
      else sets.unite(other, place);
    }
  return [...Map.groupBy(items.entries(), ([place]) => sets.find(place)).values()].map((members) =>
    members.map(([, item]) => item),
  );
}
