import { type Outcome, undefinedBecause } from '../outcome.ts';
import { chanceOf } from './likelihood.ts';
import type { RaschModel } from './rasch.ts';
import { answerOf, MISSING, respondentTallies, type ResponseMatrix } from './responseMatrix.ts';

type Value = Outcome<{ readonly value: number }>;

/** How an item's answers go with the model and with the other answers. */
export interface ItemFit {
  readonly infit: Value;
  readonly outfit: Value;
  readonly pointBiserial: Value;
}

/**
 * Each item's mean squares of Wright and Masters (1982, chapter 5) at the model's abilities: outfit, the mean of `(x -
 * p)^2 / (p (1 - p))` over all who answered, and infit, weighted by `p (1 - p)`: about 1 if answers fit the model, more
 * if they are more erratic, less if more regular. Also the point-biserial correlation with the rest ({@link
 * itemRestCorrelation}).
 */
export function itemFits(matrix: ResponseMatrix, model: RaschModel): readonly ItemFit[] {
  const tallies = respondentTallies(matrix);
  return model.items.map(({ difficulty }, item) => {
    const pointBiserial = itemRestCorrelation(matrix, item, tallies);
    if (!difficulty.defined) return { infit: difficulty, outfit: difficulty, pointBiserial };
    let [answers, standardised, squares, information] = [0, 0, 0, 0];
    model.respondents.forEach(({ ability }, respondent) => {
      const answer = answerOf(matrix, respondent, item);
      if (answer === MISSING || !ability.defined) return;
      const p = chanceOf(ability.value - difficulty.value);
      const square = (answer - p) ** 2;
      answers += 1;
      standardised += square / (p * (1 - p));
      squares += square;
      information += p * (1 - p);
    });
    return {
      infit: { defined: true, value: squares / information },
      outfit: { defined: true, value: standardised / answers },
      pointBiserial,
    };
  });
}

/**
 * The point-biserial correlation of being right on an item with the rest of the answers: the share right of the other
 * items each respondent answered, so that the item does not count on both sides and missing answers do not count as
 * wrong. Over anybody who answered the item and another. Undefined where one side does not vary.
 */
export function itemRestCorrelation(
  matrix: ResponseMatrix,
  item: number,
  tallies = respondentTallies(matrix),
): Value {
  const pairs = tallies.flatMap(({ answered, right }, respondent): (readonly [number, number])[] => {
    const answer = answerOf(matrix, respondent, item);
    return answer === MISSING || answered < 2 ? [] : [[answer, (right - answer) / (answered - 1)]];
  });
  const n = pairs.length;
  if (n < 2) return undefinedBecause('Fewer than two respondents answered it and another item.');
  const [meanAnswer, meanRest] = [0, 1].map(
    (side) => pairs.reduce((sum, pair) => sum + (pair[side] ?? 0), 0) / n,
  );
  let [together, ofAnswer, ofRest] = [0, 0, 0];
  for (const [answer, rest] of pairs) {
    const [a, b] = [answer - (meanAnswer ?? 0), rest - (meanRest ?? 0)];
    together += a * b;
    ofAnswer += a * a;
    ofRest += b * b;
  }
  if (ofAnswer < 1e-12) return undefinedBecause('All answers to it are right, or all are wrong.');
  if (ofRest < 1e-12) return undefinedBecause('Everybody who answered it is equally right on the rest.');
  return { defined: true, value: together / Math.sqrt(ofAnswer * ofRest) };
}

/** How well respondents are told apart. */
export interface Reliability {
  /** Person separation (Wright and Masters 1982, 5.4): of the variance of abilities, what is not error. */
  readonly separation: Value;
  /** Of abilities that are means of a posterior: their variance as a share of theirs and the posterior's (Adams 2005). */
  readonly expected: Value;
}

/**
 * The person-separation reliability `(V - E) / V` and that of expected abilities `V / (V + E)`, V being the variance of
 * the abilities over respondents (with n - 1) and E the mean of their posterior variances. Abilities that are means
 * of a posterior are drawn together already, so that the first is the stricter. A separation below zero is zero.
 */
export function reliabilityOf({ respondents }: RaschModel): Reliability {
  const known = respondents.flatMap(({ ability }) => (ability.defined ? [ability] : []));
  const n = known.length;
  if (n < 2) {
    const none = undefinedBecause('Fewer than two respondents have an ability.');
    return { separation: none, expected: none };
  }
  const mean = known.reduce((sum, { value }) => sum + value, 0) / n;
  const variance = known.reduce((sum, { value }) => sum + (value - mean) ** 2, 0) / (n - 1);
  const error = known.reduce((sum, { standardDeviation }) => sum + standardDeviation ** 2, 0) / n;
  return {
    separation:
      variance < 1e-12
        ? undefinedBecause('All respondents have the same ability.')
        : { defined: true, value: Math.max(0, (variance - error) / variance) },
    expected: { defined: true, value: variance / (variance + error) },
  };
}
