/**
 * How many of `trials` succeed when each does with probability `chance`: one draw. By inversion where few are
 * expected, else by transformed rejection with squeeze (Hörmann 1993, algorithm BTRS), whose time does not grow with
 * the trials.
 */
export function binomial(trials: number, chance: number, random: () => number): number {
  if (trials === 0 || chance <= 0) return 0;
  if (chance >= 1) return trials;
  if (chance > 0.5) return trials - binomial(trials, 1 - chance, random);
  return trials * chance < 10 ? byInversion(trials, chance, random) : byRejection(trials, chance, random);
}

function byInversion(trials: number, chance: number, random: () => number): number {
  const odds = chance / (1 - chance);
  const none = Math.exp(trials * Math.log1p(-chance));
  for (;;) {
    let probability = none;
    let left = random();
    for (let successes = 0; successes <= trials; successes += 1) {
      if (left < probability) return successes;
      left -= probability;
      probability *= (odds * (trials - successes)) / (successes + 1);
    }
  }
}

function byRejection(trials: number, chance: number, random: () => number): number {
  const spread = Math.sqrt(trials * chance * (1 - chance));
  const b = 1.15 + 2.53 * spread;
  const a = -0.0873 + 0.0248 * b + 0.01 * chance;
  const centre = trials * chance + 0.5;
  const squeeze = 0.92 - 4.2 / b;
  const alpha = (2.83 + 5.1 / b) * spread;
  const odds = chance / (1 - chance);
  const mode = Math.floor((trials + 1) * chance);
  for (;;) {
    const u = random() - 0.5;
    let v = random();
    const us = 0.5 - Math.abs(u);
    const k = Math.floor(((2 * a) / us + b) * u + centre);
    if (us >= 0.07 && v <= squeeze) return k;
    if (!(k >= 0 && k <= trials)) continue;
    v = Math.log((v * alpha) / (a / (us * us) + b));
    const bound =
      (mode + 0.5) * Math.log((mode + 1) / (odds * (trials - mode + 1))) +
      (trials + 1) * Math.log((trials - mode + 1) / (trials - k + 1)) +
      (k + 0.5) * Math.log((odds * (trials - k + 1)) / (k + 1)) +
      stirlingTail(mode) +
      stirlingTail(trials - mode) -
      stirlingTail(k) -
      stirlingTail(trials - k);
    if (v <= bound) return k;
  }
}

/** What Stirling's formula leaves over of the logarithm of k! (Hörmann 1993). */
function stirlingTail(k: number): number {
  const known = TAILS[k];
  if (known !== undefined) return known;
  const square = (k + 1) ** 2;
  return (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / (k + 1);
}

const TAILS = [
  0.0810614667953272, 0.0413406959554092, 0.0276779256849983, 0.020790672103765, 0.0166446911898211,
  0.0138761288230707, 0.0118967099458917, 0.010411265261972, 0.0092554621827127, 0.0083305634333631,
];
