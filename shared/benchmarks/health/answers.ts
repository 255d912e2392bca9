import { counted, formatCount } from '../../base/counts.ts';
import type { HealthFinding } from '../benchmark.ts';
import { wilsonInterval } from '../../statistics/proportions.ts';
import { type ClassifiedItem, groupBy, groupsOf, labelledEntries, percent, shortened } from './report.ts';

export interface AnswerOfItem {
  readonly id: string;
  readonly answer: string;
}

/** From this share on, one constant answer does as well as looking. */
const NEARLY_CONSTANT = 0.9;
const FEWEST_ANSWERS = 10;

/** What always giving the most frequent answer scores, where that is 90 % or more. */
export function constantAnswers(
  kind: string,
  what: string,
  answers: readonly AnswerOfItem[],
): HealthFinding | null {
  const groups = [...groupBy(answers, ({ answer }) => answer)].sort((a, b) => b[1].length - a[1].length);
  const [answer, given] = groups[0] ?? ['', []];
  if (answers.length < FEWEST_ANSWERS || given.length < NEARLY_CONSTANT * answers.length) return null;
  const scored = percent(given.length / answers.length);
  return {
    kind,
    severity: given.length === answers.length ? 'serious' : 'notable',
    title: `Always answering "${shortened(answer, 40)}" scores ${scored} on the ${what}`,
    explanation: `${formatCount(given.length)} of ${counted(answers.length, 'answer')} expected are "${shortened(answer, 40)}", so saying it blindly scores ${scored}. Add as many questions with another answer, about things that are absent.`,
    groups: groupsOf(
      (groups.length === 1 ? groups : groups.slice(1)).map(([value, entries]) => [
        `expected answer "${shortened(value, 40)}"`,
        entries.map(({ id }) => id),
      ]),
    ),
    table: {
      columns: ['expected answer', 'questions'],
      rows: groups.slice(0, 20).map(([value, entries]) => [value, entries.length]),
    },
  };
}

/** A class with this share of the items or more is no longer balanced. */
const IMBALANCE = 0.6;
const STRONG_IMBALANCE = 0.8;

/** One class holding 60 % of the classed items or more, with what always answering it scores. */
export function classBalance(entries: readonly ClassifiedItem[]): HealthFinding | null {
  const classed = labelledEntries(entries);
  const classes = [...groupBy(classed, ({ label }) => label)].sort((a, b) => b[1].length - a[1].length);
  const [label, most] = classes[0] ?? ['', []];
  const share = most.length / classed.length;
  // With more than two classes, 60 % is far from balance already; with one, there is nothing to tell apart.
  if (classed.length < FEWEST_ANSWERS || share < IMBALANCE) return null;
  return {
    kind: 'class-imbalance',
    severity: share >= STRONG_IMBALANCE ? 'serious' : 'notable',
    title: classes.length === 1 ? `Every item is ${label}` : `${percent(share)} of the items are ${label}`,
    explanation: `Always answering "${label}" gets ${formatCount(most.length)} of ${counted(classed.length, 'item')} right. Balance the classes, or report a measure that does not reward it.`,
    groups: groupsOf(classes.slice(1).map(([name, items]) => [name, items.map(({ id }) => id)])),
    table: { columns: ['class', 'items'], rows: classes.map(([name, items]) => [name, items.length]) },
  };
}

/** Margins above this many points hide differences between models that a paper would print. */
const WIDEST_MARGIN = 0.1;

/** Parts of the benchmark so small that a score on them is uncertain by more than ten points either way. */
export function smallSamples(
  parts: readonly { readonly name: string; readonly items: number }[],
): HealthFinding | null {
  const rows = parts.flatMap(({ name, items }) => {
    const interval = wilsonInterval(items / 2, items);
    if (!interval.defined) return [];
    const margin = (interval.high - interval.low) / 2;
    return margin > WIDEST_MARGIN ? [{ name, items, margin }] : [];
  });
  if (rows.length === 0) return null;
  const widest = Math.max(...rows.map(({ margin }) => margin));
  return {
    kind: 'small-samples',
    severity: 'note',
    title: 'Scores on parts of the benchmark are uncertain by more than ten points',
    explanation: `The 95 % score interval (Wilson) of a score of 50 % reaches up to ${(widest * 100).toFixed(1)} points either way. Differences smaller than that between models may be chance: print intervals, or compare item by item.`,
    groups: [],
    table: {
      columns: ['part', 'items', 'points either way'],
      rows: rows.map(({ name, items, margin }) => [name, items, Math.round(margin * 1000) / 10]),
    },
  };
}
