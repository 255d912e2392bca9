import { decimalText } from '../base/decimals.ts';
/** How far an order tells the class of an item by its place. */
export interface OrderSeparation {
  /** The class that the order sets apart most. */
  readonly label: string;
  /** How many items have a class. */
  readonly items: number;
  /** The share of the class among the first and the last half of these items, 0 to 1. */
  readonly firstHalf: number;
  readonly lastHalf: number;
  /** The chance that a random item of the class comes before a random one of the others: 0.5 tells nothing. */
  readonly auc: number;
  /** How often an item has the class of the one before it, and how often it would by chance, 0 to 1. */
  readonly repeats: number;
  readonly repeatsByChance: number;
}

/** Below this number of items of a class, or of the others, chance alone makes any order. */
const FEWEST = 3;
/** So far from 0.5 the place of an item tells its class. */
const TELLING_AUC = 0.15;
/** So much more often than by chance neighbours are of one class. */
const TELLING_REPEATS = 0.2;
/** Standard errors from chance. */
const BEYOND_CHANCE = 2.5;

/**
 * Whether an order gives classes away: by the area under the ROC curve of place against class (Mann and Whitney's U, in
 * [0, 1]), or because neighbours share their class too often (alternating blocks). `labels` are in the order in which
 * people meet the items; null: no class. Null: the order tells no more than chance would.
 */
export function orderSeparation(labels: readonly (string | null)[]): OrderSeparation | null {
  const known = labels.filter((label) => label !== null);
  const counts = Map.groupBy(known, (label) => label);
  const found = [...counts.keys()].flatMap((label) => {
    const own = counts.get(label)?.length ?? 0;
    const others = known.length - own;
    if (own < FEWEST || others < FEWEST) return [];
    return [{ label, auc: areaOf(known, label), spread: spreadOf(own, others) }];
  });
  // Of two classes, which are equally far from chance, the one that comes first.
  const [worst] = found.toSorted((a, b) => {
    const further = Math.abs(b.auc - 0.5) - Math.abs(a.auc - 0.5);
    return Math.abs(further) > 1e-9 ? further : b.auc - a.auc;
  });
  if (worst === undefined) return null;
  const half = Math.ceil(known.length / 2);
  const neighbours = known.length - 1;
  const repeats = known.filter((label, at) => at > 0 && label === known[at - 1]).length / neighbours;
  const repeatsByChance = [...counts.values()].reduce(
    (sum, { length }) => sum + (length * (length - 1)) / (known.length * neighbours),
    0,
  );
  const away = Math.abs(worst.auc - 0.5);
  const more = repeats - repeatsByChance;
  const spread = Math.sqrt((repeatsByChance * (1 - repeatsByChance)) / neighbours);
  const isTelling =
    (away >= TELLING_AUC && away >= BEYOND_CHANCE * worst.spread) ||
    (more >= TELLING_REPEATS && more >= BEYOND_CHANCE * spread);
  if (!isTelling) return null;
  const shareIn = (part: readonly string[]): number =>
    part.filter((label) => label === worst.label).length / part.length;
  return {
    label: worst.label,
    items: known.length,
    firstHalf: shareIn(known.slice(0, half)),
    lastHalf: shareIn(known.slice(-half)),
    auc: worst.auc,
    repeats,
    repeatsByChance,
  };
}

/** The chance that an item of the class comes before one of the others, both drawn at random. */
function areaOf(labels: readonly string[], label: string): number {
  let own = 0;
  let before = 0;
  let others = 0;
  for (const each of labels)
    if (each === label) own += 1;
    else {
      others += 1;
      before += own;
    }
  return before / (own * others);
}

/** The standard error of the area where an order tells nothing: U without ties. */
const spreadOf = (own: number, others: number): number => Math.sqrt((own + others + 1) / (12 * own * others));

/** What an order tells, in words. */
export function separationWords(found: OrderSeparation): string {
  const percent = (share: number): string => `${String(Math.round(100 * share))} %`;
  const half = Math.ceil(found.items / 2);
  if (Math.abs(found.auc - 0.5) >= TELLING_AUC)
    return `“${found.label}” is the label of ${percent(found.firstHalf)} of the first ${String(half)} items and ${percent(found.lastHalf)} of the last ${String(half)} (AUC ${decimalText(found.auc, 2)}; 0.50 would tell nothing).`;
  return `${percent(found.repeats)} of the items have the label of the item before them; by chance it would be ${percent(found.repeatsByChance)}.`;
}
