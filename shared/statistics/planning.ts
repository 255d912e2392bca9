import { logGamma } from './gamma.ts';
import { normalBelow, normalQuantile, Z95 } from './normal.ts';
import { type Outcome, undefinedBecause } from './outcome.ts';
import { studentTwoSidedQuantile } from './studentT.ts';

/** What is known or guessed of a study's kappa before it begins, from a pilot or from other studies. */
export interface PlannedKappa {
  readonly kappa: number;
  /** The share of the category of interest (of the largest, where there are several), in (0, 1). */
  readonly share: number;
  /** Ratings of each item. */
  readonly raters: number;
}

/**
 * How many items a study needs for a 95 % interval of Fleiss' kappa (Scott's pi, and near enough Cohen's kappa and
 * Krippendorff's alpha) that reaches so far either way. The large-sample variance of one item is that of the linearised
 * kappa (Gwet 2021) where an item's number of raters in the category is beta-binomial with that share and kappa as its
 * correlation; for two raters it is that of Bloch and Kraemer 1989. Undefined for figures out of range.
 */
export function itemsForHalfWidth(
  planned: PlannedKappa,
  halfWidth: number,
): Outcome<{ readonly items: number }> {
  if (!(halfWidth > 0 && halfWidth < 1)) return undefinedBecause('The half-width has to be between 0 and 1.');
  const variance = kappaVariance(planned);
  return variance.defined
    ? { defined: true, items: Math.max(2, Math.ceil(variance.value * (Z95 / halfWidth) ** 2)) }
    : variance;
}

/** The variance of kappa that one item gives; that of n items is an n-th of it. */
export function kappaVariance({ kappa, share, raters }: PlannedKappa): Outcome<{ readonly value: number }> {
  if (!(kappa >= 0 && kappa < 1)) return undefinedBecause('Kappa has to be at least 0 and below 1.');
  if (!(share > 0 && share < 1)) return undefinedBecause('The share has to be between 0 and 1.');
  if (!Number.isInteger(raters) || raters < 2) return undefinedBecause('It takes two raters or more.');
  const chance = share ** 2 + (1 - share) ** 2;
  let variance = 0;
  for (let chosen = 0; chosen <= raters; chosen += 1) {
    const agreement =
      (chosen * (chosen - 1) + (raters - chosen) * (raters - chosen - 1)) / (raters * (raters - 1));
    const chanceOfItem = (chosen * share + (raters - chosen) * (1 - share)) / raters;
    const ofItem = (agreement - chance - 2 * (1 - kappa) * (chanceOfItem - chance)) / (1 - chance);
    variance += betaBinomial(chosen, raters, share, kappa) * (ofItem - kappa) ** 2;
  }
  return { defined: true, value: variance };
}

/** The probability of `chosen` of n where each item has its own share, beta distributed (Skellam 1948). */
function betaBinomial(chosen: number, n: number, share: number, correlation: number): number {
  const choose = logGamma(n + 1) - logGamma(chosen + 1) - logGamma(n - chosen + 1);
  if (correlation === 0)
    return Math.exp(choose + chosen * Math.log(share) + (n - chosen) * Math.log1p(-share));
  const total = (1 - correlation) / correlation;
  const [a, b] = [share * total, (1 - share) * total];
  const beta = (x: number, y: number): number => logGamma(x) + logGamma(y) - logGamma(x + y);
  return Math.exp(choose + beta(chosen + a, n - chosen + b) - beta(a, b));
}

/** Two accuracies on the same items, before a study begins. */
export interface PlannedDifference {
  readonly first: number;
  readonly second: number;
  /** The share of items that one alone has right; null: as if the two were right independently of each other. */
  readonly discordant: number | null;
  /** How probably the difference is to be found, in (0, 1). */
  readonly power: number;
}

/**
 * How many items McNemar's test needs to find the difference of two accuracies at the 5 % level, two-sided, with that
 * power (Connor 1987, equation 3). Undefined for figures out of range.
 */
export function itemsForDifference({
  first,
  second,
  discordant,
  power,
}: PlannedDifference): Outcome<{ readonly items: number }> {
  if (![first, second].every((share) => share >= 0 && share <= 1))
    return undefinedBecause('Accuracies are between 0 and 1.');
  if (!(power > 0.05 && power < 1)) return undefinedBecause('The power has to be between 0.05 and 1.');
  const difference = Math.abs(first - second);
  if (difference === 0) return undefinedBecause('There is no difference to find.');
  const either = discordant ?? first * (1 - second) + second * (1 - first);
  if (!(either >= difference && either <= 1))
    return undefinedBecause('At least as many items as the difference have to be right for one alone.');
  const root = Z95 * Math.sqrt(either) + normalQuantile(power) * Math.sqrt(either - difference ** 2);
  return { defined: true, items: Math.ceil((root / difference) ** 2) };
}

/** The accuracy of several people together against a model's, on the same items, before a study begins. */
export interface PlannedPeople {
  /** The mean accuracy of people, and the model's. */
  readonly first: number;
  readonly second: number;
  readonly people: number;
  /** The standard deviation of people's accuracies: how far they differ from each other. */
  readonly spread: number;
  /** How probably the difference is to be found, in (0, 1). */
  readonly power: number;
}

/** More items than these nobody asks people to answer. */
const MOST_ITEMS = 100_000;

/**
 * How many items several people and a model have to answer for the t test over people and items (`crossedVariance`) to
 * find their difference at the 5 % level, two-sided, with that power; answers on an item as if independent of each other.
 * Degrees of freedom are those of the expected mean squares (Satterthwaite 1946); the noncentral t is approximated by a
 * normal (Johnson and Welch 1940). Undefined for figures out of range, and where so few people differ too much for any number of items.
 */
export function itemsForPeople(planned: PlannedPeople): Outcome<{ readonly items: number }> {
  const { first, second, people, spread, power } = planned;
  if (![first, second].every((share) => share > 0 && share < 1))
    return undefinedBecause('Accuracies are between 0 and 1.');
  if (!(power > 0.05 && power < 1)) return undefinedBecause('The power has to be between 0.05 and 1.');
  if (!Number.isInteger(people) || people < 2) return undefinedBecause('It takes two people or more.');
  if (!(spread >= 0 && spread ** 2 < first * (1 - first)))
    return undefinedBecause('The spread of people has to be at least 0, and below that of single answers.');
  if (first === second) return undefinedBecause('There is no difference to find.');
  let [low, high] = [1, 2];
  while (powerOfPeople(planned, high) < power && high < MOST_ITEMS) [low, high] = [high, 2 * high];
  if (high >= MOST_ITEMS)
    return undefinedBecause(
      `No number of items finds this difference with ${String(people)} people who differ this much: it takes more people.`,
    );
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (powerOfPeople(planned, middle) >= power) high = middle;
    else low = middle;
  }
  return { defined: true, items: high };
}

function powerOfPeople({ first, second, people, spread }: PlannedPeople, items: number): number {
  const residual = first * (1 - first) - spread ** 2;
  const ofUnits = (residual / people + second * (1 - second)) / items;
  const ofPeople = spread ** 2 / people;
  const variance = ofUnits + ofPeople;
  // As in `crossedVariance`: the mean square of few people counts for more in the degrees of freedom.
  const inflated = (ofPeople + residual / (people * items)) * (people / (people - 1));
  const left = residual / (people * items);
  const degrees =
    (ofUnits + inflated - left) ** 2 /
    (ofUnits ** 2 / Math.max(1, items - 1) +
      inflated ** 2 / (people - 1) +
      left ** 2 / Math.max(1, (people - 1) * (items - 1)));
  const shift = Math.abs(first - second) / Math.sqrt(variance);
  const quantile = studentTwoSidedQuantile(0.05, degrees);
  return normalBelow(
    (shift * (1 - 1 / (4 * degrees)) - quantile) / Math.sqrt(1 + quantile ** 2 / (2 * degrees)),
  );
}
