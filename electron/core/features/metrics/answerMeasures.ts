import { overlapOf } from '../../../../shared/agreement/boxes/meanOverlap.ts';
import { cohenKappa } from '../../../../shared/agreement/coefficients/cohenKappa.ts';
import { fleissKappa } from '../../../../shared/agreement/coefficients/fleissKappa.ts';
import { krippendorffAlpha } from '../../../../shared/agreement/coefficients/krippendorffAlpha.ts';
import { patternsOf } from '../../../../shared/agreement/ratings/patterns.ts';
import { percentAgreement } from '../../../../shared/agreement/coefficients/percentAgreement.ts';
import type { PersonId } from '../../../../shared/base/ids.ts';
import { wilsonInterval } from '../../../../shared/statistics/proportions.ts';
import type { ComparedTask, ComparedUnit } from './comparedAnswers.ts';

/** A figure of agreement, made ready for resamples. */
export interface PreparedMeasure {
  readonly name: string;
  readonly value: number | null;
  /** Why there is none, in words. */
  readonly undefined: string | null;
  /** Steps of items that it rests on. */
  readonly n: number;
  /** Wilson's interval, where it would be a plain share if no item stood for several steps. */
  readonly plain: readonly [number, number] | null;
  /** The value for a number of steps of each pattern; NaN where it is undefined. */
  weighted(weights: Float64Array): number;
}

/** Figures of the same steps. */
export interface Measures {
  /** Of each step, which pattern it has: steps of one pattern were answered alike. */
  readonly patternOf: Int32Array;
  /** How many steps have each pattern. */
  readonly weights: Float64Array;
  readonly measures: readonly PreparedMeasure[];
}

/** Whether answers are compared at all: those in words only where verdicts say whether they are right. */
export const isCompared = (answer: ComparedTask['answer'], units: readonly ComparedUnit[]): boolean =>
  answer !== 'text' ||
  units.some(({ answers }) => [...answers.values()].some(({ kind }) => kind === 'value'));

/** The figures of answers of one kind; none of answers in words without verdicts. */
export function measuresOf(answer: ComparedTask['answer'], units: readonly ComparedUnit[]): Measures {
  const isWords = !isCompared(answer, units);
  if (!isWords && answer !== 'boxes') return ofValues(units);
  return {
    patternOf: Int32Array.from(units.keys()),
    weights: new Float64Array(units.length).fill(1),
    measures: isWords ? [] : [meanOverlap(units)],
  };
}

/** The share of equal answers, and what of it is beyond chance; each distinct answer is a category. */
function ofValues(units: readonly ComparedUnit[]): Measures {
  const [raters, codes] = [new Map<PersonId, number>(), new Map<string, number>()];
  for (const { answers } of units) {
    for (const [id, answer] of answers) {
      if (!raters.has(id)) raters.set(id, raters.size);
      if (answer.kind === 'value' && !codes.has(answer.value)) codes.set(answer.value, codes.size);
    }
  }
  const ratings = new Int32Array(units.length * raters.size).fill(-1);
  units.forEach(({ answers }, unit) => {
    for (const [id, answer] of answers) {
      if (answer.kind !== 'value') continue;
      ratings[unit * raters.size + (raters.get(id) ?? 0)] = codes.get(answer.value) ?? -1;
    }
  });
  const patterns = patternsOf({
    items: units.length,
    raters: raters.size,
    categories: codes.size,
    codes: ratings,
    values: null,
  });
  const coefficients = {
    equal: percentAgreement(patterns),
    cohen_kappa: cohenKappa(patterns, 'none'),
    fleiss_kappa: fleissKappa(patterns),
    krippendorff_alpha: krippendorffAlpha(patterns, 'nominal'),
  };
  const measures = Object.entries(coefficients).map(([name, coefficient]): PreparedMeasure => {
    const { value, undefined: reason, items: n } = coefficient.estimate();
    const wilson =
      name === 'equal' && raters.size === 2 && value !== null
        ? wilsonInterval(Math.round(value * n), n)
        : null;
    return {
      name,
      value,
      undefined: reason,
      n,
      plain: wilson?.defined === true ? [wilson.low, wilson.high] : null,
      weighted: (weights) => coefficient.value(weights),
    };
  });
  return { patternOf: patterns.patternOf, weights: patterns.weights, measures };
}

/** The mean IoU of boxes of the same label, over every two who drew; a box without a partner counts 0. */
function meanOverlap(units: readonly ComparedUnit[]): PreparedMeasure {
  const sums = units.map(({ answers }) => {
    const drawn = [...answers.values()].flatMap((answer) => (answer.kind === 'boxes' ? [answer.boxes] : []));
    const pairs = drawn.flatMap((one, at) => drawn.slice(at + 1).map((other) => overlapOf(one, other)));
    return {
      overlap: pairs.reduce((sum, { overlap }) => sum + overlap, 0),
      boxes: pairs.reduce((sum, { boxes }) => sum + boxes, 0),
    };
  });
  const weighted = (weights: Float64Array): number => {
    let [overlap, boxes] = [0, 0];
    sums.forEach((sum, unit) => {
      overlap += sum.overlap * (weights[unit] ?? 0);
      boxes += sum.boxes * (weights[unit] ?? 0);
    });
    return overlap / boxes;
  };
  const value = weighted(new Float64Array(units.length).fill(1));
  const isDefined = !Number.isNaN(value);
  return {
    name: 'mean_iou',
    value: isDefined ? value : null,
    undefined: isDefined ? null : 'Nobody drew a box.',
    n: units.length,
    plain: null,
    weighted,
  };
}
