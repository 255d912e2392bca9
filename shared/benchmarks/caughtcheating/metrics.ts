import type { Json } from '../../domain/json.ts';
import { isList } from '../../domain/json.ts';
import type { Contributions, MetricDefinition, Metrics, MetricValue, ScoredItem } from '../metrics.ts';
import { notAnswered, noVerdict } from '../missing.ts';
import { broken } from '../problems.ts';
import { baseline, MAIN_STEP, subStepsOf } from './baseline.ts';
import { judging } from './judging.ts';
import { Payload } from './schema.ts';

/** What is summed over items. Counts of items that are judged stand beside the sums they belong to. */
const COLUMNS = [
  'clued_hits',
  'clued',
  'iou',
  'iou_items',
  'unclued_hits',
  'unclued',
  'dec_p',
  'dec_p_items',
  'dec_r',
  'dec_r_items',
  'dec_hits',
  'dec',
] as const;
type Column = (typeof COLUMNS)[number];

/** Figures that the authors' evaluation script gives of a whole answer, used where single verdicts are not known. */
const AGGREGATES = { iou: 'iou', p_sub_ins: 'p_sub_accuracy', r_sub_ins: 'r_sub_accuracy' } as const;

const definitions: readonly MetricDefinition[] = [
  {
    id: 'clued_accuracy',
    title: 'Clued accuracy',
    explanation:
      'The share of clued items whose answer names the deterministic clue (cue_match YES). The answer is open: guessing gives next to nothing.',
    chance: null,
    share: { hits: 'clued_hits', of: 'clued' },
  },
  {
    id: 'clued_iou',
    title: 'Clued IoU',
    explanation:
      'The mean, over clued items with a non-deterministic clue, of I / (clues + key points - I), where I is the number of non-deterministic clues that a key point captures; 0 for an answer without key points.',
    chance: null,
    share: null,
  },
  {
    id: 'unclued_accuracy',
    title: 'Unclued accuracy',
    explanation:
      'The share of unclued items whose answer strictly states that there is no clear evidence (false_match YES). Always saying so gives 1, with a clued accuracy of 0: read the two together.',
    chance: null,
    share: { hits: 'unclued_hits', of: 'unclued' },
  },
  {
    id: 'precision',
    title: 'Precision',
    explanation:
      'TP / (TP + FP), with TP the clued items whose clue is named and FP the unclued items not answered with no clear evidence; 0 where both are 0.',
    chance: null,
    share: null,
  },
  {
    id: 'recall',
    title: 'Recall',
    explanation: 'TP / (TP + FN): the clued accuracy.',
    chance: null,
    share: { hits: 'clued_hits', of: 'clued' },
  },
  {
    id: 'f1',
    title: 'F1',
    explanation: '2 PR / (P + R), the harmonic mean of precision and recall; 0 where both are 0.',
    chance: null,
    share: null,
  },
  {
    id: 'dec_p_accuracy',
    title: 'Dec. P accuracy',
    explanation:
      'The mean over clued items of the share of perception questions answered as expected. A coin gives one half; as every expected answer is yes, always saying yes gives 1.',
    chance: 0.5,
    share: null,
  },
  {
    id: 'dec_r_accuracy',
    title: 'Dec. R accuracy',
    explanation:
      'The mean over clued items of the share of reasoning questions answered as expected. A coin gives one half; as every expected answer is yes, always saying yes gives 1.',
    chance: 0.5,
    share: null,
  },
  {
    id: 'dec_accuracy',
    title: 'Dec. accuracy',
    explanation:
      'The share of clued items whose perception and reasoning questions are all answered as expected. What guessing gives depends on how many questions an item has.',
    chance: null,
    share: { hits: 'dec_hits', of: 'dec' },
  },
];

/** The figures of the paper's appendix C. */
export const metrics: Metrics = {
  parameters: {
    initial: {},
    parse: (value) =>
      typeof value === 'object' && value !== null && !isList(value)
        ? { ok: true, value: {} }
        : { ok: false, problems: [broken(null, 'is not an object')] },
  },
  definitions,
  columns: () => COLUMNS,
  contributions,
  figures,
  correctness(item, step) {
    if (step !== MAIN_STEP) return yes(verdictOf(item, step, 'sub_answer'));
    const { label } = Payload.parse(item.payload);
    if (label === undefined) return null;
    return yes(verdictOf(item, step, label ? 'cue_match' : 'false_match'));
  },
  itemStep: MAIN_STEP,
  comparisons: [],
  layout: [
    {
      title: 'Table 1',
      columns: [
        { metric: 'clued_accuracy', title: 'Clued Acc', factor: 100, digits: 1 },
        { metric: 'clued_iou', title: 'Clued IoU', factor: 100, digits: 1 },
        { metric: 'unclued_accuracy', title: 'Unclued Acc', factor: 100, digits: 1 },
        { metric: 'precision', title: 'Precision', factor: 100, digits: 1 },
        { metric: 'recall', title: 'Recall', factor: 100, digits: 1 },
        { metric: 'f1', title: 'F1', factor: 100, digits: 1 },
      ],
    },
    {
      title: 'Table 2',
      columns: [
        { metric: 'dec_p_accuracy', title: 'Dec. P', factor: 100, digits: 1 },
        { metric: 'dec_r_accuracy', title: 'Dec. R', factor: 100, digits: 1 },
        { metric: 'dec_accuracy', title: 'Dec.', factor: 100, digits: 1 },
        { metric: 'clued_accuracy', title: 'Clued', factor: 100, digits: 1 },
      ],
    },
  ],
};

/** Precision, recall and F1 from the counts of the two classes (appendix C): nought where a denominator is nought. */
export function precisionRecall(counts: {
  readonly truePositives: number;
  readonly clued: number;
  readonly trueNegatives: number;
  readonly unclued: number;
}): { readonly precision: number; readonly recall: number; readonly f1: number } {
  const { truePositives, clued, trueNegatives, unclued } = counts;
  const claimed = truePositives + (unclued - trueNegatives);
  const precision = claimed === 0 ? 0 : truePositives / claimed;
  const recall = clued === 0 ? 0 : truePositives / clued;
  const both = precision + recall;
  return { precision, recall, f1: both === 0 ? 0 : (2 * precision * recall) / both };
}

function contributions(item: ScoredItem): Contributions {
  const source = Payload.parse(item.payload);
  const { label } = source;
  const found = new Map<Column, number>();
  const missing: string[] = [];
  /** Adds a figure, or notes what it takes; null where the item has no part in it. */
  const add = (sum: Column, count: Column, figure: number | string | null): void => {
    if (typeof figure === 'number') {
      found.set(sum, figure);
      found.set(count, 1);
    } else if (figure !== null && !missing.includes(figure)) missing.push(figure);
  };
  if (label === undefined) return { values: null, missing: ['neither clued nor unclued is chosen'] };
  if (label) {
    add('clued_hits', 'clued', judged(item, MAIN_STEP, 'cue_match'));
    add('iou', 'iou_items', intersectionOverUnion(item, source.non_detm_cue ?? []));
    const perception = subAccuracy(item, source, 'p_sub_ins');
    const reasoning = subAccuracy(item, source, 'r_sub_ins');
    add('dec_p', 'dec_p_items', perception);
    add('dec_r', 'dec_r_items', reasoning);
    add('dec_hits', 'dec', allRight(perception, reasoning));
  } else {
    add('unclued_hits', 'unclued', judged(item, MAIN_STEP, 'false_match'));
  }
  return found.size === 0
    ? { values: null, missing }
    : { values: COLUMNS.map((column) => found.get(column) ?? 0), missing };
}

/** 0 or 1; in words what is missing where there is no verdict. */
function judged(item: ScoredItem, step: string, criterion: string): number | string {
  if (item.steps[step] === undefined) return stepMissing(item, step);
  return yes(verdictOf(item, step, criterion)) ?? noVerdict(judging, criterion);
}

/** Null for an item without non-deterministic clues: it is left out. */
function intersectionOverUnion(item: ScoredItem, clues: readonly string[]): number | string | null {
  if (clues.length === 0) return null;
  const points = verdictOf(item, MAIN_STEP, 'key_points');
  if (isList(points) && points.length === 0) return 0;
  const matches = clues.map((_, index) => yes(verdictOf(item, MAIN_STEP, 'non_detm_match', String(index))));
  if (isList(points) && matches.every((match) => match !== null)) {
    const intersection = matches.reduce<number>((sum, match) => sum + (match ?? 0), 0);
    return intersection / (clues.length + points.length - intersection);
  }
  const whole = share(verdictOf(item, MAIN_STEP, AGGREGATES.iou));
  if (whole !== null) return whole;
  if (item.steps[MAIN_STEP] === undefined) return stepMissing(item, MAIN_STEP);
  return noVerdict(judging, isList(points) ? 'non_detm_match' : 'key_points');
}

/** The share of an item's questions of a kind that are answered right; null where it has none. */
function subAccuracy(
  item: ScoredItem,
  source: Payload,
  kind: 'p_sub_ins' | 'r_sub_ins',
): number | string | null {
  const steps = subStepsOf(source, kind);
  if (steps.length === 0) return null;
  const verdicts = steps.map(({ id }) => judged(item, id, 'sub_answer'));
  const known = verdicts.filter((verdict) => typeof verdict === 'number');
  if (known.length === steps.length) return known.reduce((sum, right) => sum + right, 0) / steps.length;
  return (
    share(verdictOf(item, MAIN_STEP, AGGREGATES[kind])) ??
    verdicts.find((verdict) => typeof verdict === 'string') ??
    null
  );
}

function allRight(
  perception: number | string | null,
  reasoning: number | string | null,
): number | string | null {
  if (typeof perception === 'string') return perception;
  if (typeof reasoning === 'string') return reasoning;
  if (perception === null && reasoning === null) return null;
  return (perception ?? 1) === 1 && (reasoning ?? 1) === 1 ? 1 : 0;
}

function figures(sums: ArrayLike<number>): Readonly<Record<string, MetricValue>> {
  const of = (column: Column): number => sums[COLUMNS.indexOf(column)] ?? 0;
  const ratio = (hits: Column, count: Column, nothing: string): MetricValue =>
    of(count) === 0
      ? { value: null, undefined: nothing, n: 0 }
      : { value: of(hits) / of(count), undefined: null, n: of(count) };
  const { precision, recall, f1 } = precisionRecall({
    truePositives: of('clued_hits'),
    clued: of('clued'),
    trueNegatives: of('unclued_hits'),
    unclued: of('unclued'),
  });
  const n = of('clued') + of('unclued');
  const overBoth = (value: number): MetricValue =>
    of('clued') === 0 || of('unclued') === 0
      ? { value: null, undefined: 'It takes judged answers on clued and on unclued items.', n }
      : { value, undefined: null, n };
  const noClued = 'No answer on a clued item is judged.';
  const noQuestions = 'No answers to such questions are judged.';
  return {
    clued_accuracy: ratio('clued_hits', 'clued', noClued),
    clued_iou: ratio('iou', 'iou_items', 'No answer on an item with a non-deterministic clue is judged.'),
    unclued_accuracy: ratio('unclued_hits', 'unclued', 'No answer on an unclued item is judged.'),
    precision: overBoth(precision),
    recall:
      of('clued') === 0
        ? { value: null, undefined: noClued, n: 0 }
        : { value: recall, undefined: null, n: of('clued') },
    f1: overBoth(f1),
    dec_p_accuracy: ratio('dec_p', 'dec_p_items', noQuestions),
    dec_r_accuracy: ratio('dec_r', 'dec_r_items', noQuestions),
    dec_accuracy: ratio('dec_hits', 'dec', noQuestions),
  };
}

const stepMissing = ({ payload, condition }: ScoredItem, step: string): string =>
  notAnswered(baseline.steps(payload, condition).find(({ id }) => id === step)?.title ?? step);

function verdictOf(item: ScoredItem, step: string, criterion: string, subject = ''): Json {
  return item.steps[step]?.verdict(criterion, subject) ?? null;
}

const yes = (verdict: Json): 0 | 1 | null => (verdict === 'YES' ? 1 : verdict === 'NO' ? 0 : null);

const share = (value: Json): number | null =>
  typeof value === 'number' && value >= 0 && value <= 1 ? value : null;
