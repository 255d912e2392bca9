import { isList, type Json } from '../../base/json.ts';
import {
  type Contributions,
  type Metrics,
  type MetricValue,
  NO_PARAMETERS,
  type ScoredItem,
  type VerdictBasis,
} from '../metrics.ts';
import { missingAnswer, missingVerdict } from '../missing.ts';
import { baseline, MAIN_STEP, subStepsOf } from './baseline.ts';
import { figureByVoices, type Voice } from '../voices.ts';
import { judging } from './judging.ts';
import { definitions } from './metricDefinitions.ts';
import { CaughtCheatingPayload } from './schema.ts';
import { TABLE_1, TABLE_2_ITEMS, TABLE_2_QUESTIONS } from './published.ts';

/** What is summed over items. Counts of items that are judged are beside the sums they belong to. */
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
  'dec_p_right',
  'dec_p_asked',
  'dec_r_right',
  'dec_r_asked',
] as const;
type Column = (typeof COLUMNS)[number];

/** Figures that the authors' evaluation script gives of a whole answer, used where single verdicts are not known. */
const AGGREGATES = { iou: 'iou', p_sub_ins: 'p_sub_accuracy', r_sub_ins: 'r_sub_accuracy' } as const;

const REST_OF_TABLE_2 = [
  { metric: 'dec_accuracy', title: 'Dec.', factor: 100, digits: 1 },
  { metric: 'clued_accuracy', title: 'Clued', factor: 100, digits: 1 },
] as const;

/** The figures of the paper's appendix C. */
export const metrics: Metrics = {
  parameters: NO_PARAMETERS,
  definitions,
  columns: () => COLUMNS,
  contributions,
  figures,
  correctness(item, step) {
    const { label } = CaughtCheatingPayload.parse(item.payload);
    if (step === MAIN_STEP && label === undefined) return null;
    const criterion = step !== MAIN_STEP ? 'sub_answer' : label === true ? 'cue_match' : 'false_match';
    return figureByVoices(item, (voice) => judged(item, voice, step, criterion)).value;
  },
  toldOtherwise: ({ steps }, step) =>
    (['p_sub_ins', 'r_sub_ins'] as const).some(
      (kind) =>
        step.startsWith(`${kind}/`) &&
        share(steps[MAIN_STEP]?.verdict(AGGREGATES[kind], '') ?? null) !== null,
    ),
  itemStep: MAIN_STEP,
  together: [
    ['cue_match', 'false_match'],
    ['key_points', 'non_detm_match', AGGREGATES.iou],
    ['sub_answer', AGGREGATES.p_sub_ins, AGGREGATES.r_sub_ins],
  ],
  classes: 'label',
  comparisons: [],
  layout: [
    {
      title: 'Table 1',
      caption:
        'accuracy and IoU on clued items, accuracy on unclued items, and precision, recall and F1 over both',
      columns: [
        { metric: 'clued_accuracy', title: 'Clued Acc', head: ['Clued', 'Acc'], factor: 100, digits: 1 },
        { metric: 'clued_iou', title: 'Clued IoU', head: ['Clued', 'IoU'], factor: 100, digits: 1 },
        {
          metric: 'unclued_accuracy',
          title: 'Unclued Acc',
          head: ['Unclued', 'Acc'],
          factor: 100,
          digits: 1,
        },
        { metric: 'precision', title: 'Precision', head: ['Overall', 'Precision'], factor: 100, digits: 1 },
        { metric: 'recall', title: 'Recall', head: ['Overall', 'Recall'], factor: 100, digits: 1 },
        { metric: 'f1', title: 'F1', head: ['Overall', 'F1'], factor: 100, digits: 1 },
      ],
      published: TABLE_1,
    },
    {
      title: 'Table 2, per question',
      caption:
        'perception (Dec. P) and reasoning (Dec. R) questions answered right, each question counted once, clued items with all of theirs right (Dec.), and accuracy on clued items',
      columns: [
        { metric: 'dec_p_questions', title: 'Dec. P per question', factor: 100, digits: 1 },
        { metric: 'dec_r_questions', title: 'Dec. R per question', factor: 100, digits: 1 },
        ...REST_OF_TABLE_2,
      ],
      published: TABLE_2_QUESTIONS,
    },
    {
      title: 'Table 2, per item',
      caption:
        'perception (Dec. P) and reasoning (Dec. R) questions answered right, the mean over items, clued items with all of theirs right (Dec.), and accuracy on clued items',
      columns: [
        { metric: 'dec_p_accuracy', title: 'Dec. P per item', factor: 100, digits: 1 },
        { metric: 'dec_r_accuracy', title: 'Dec. R per item', factor: 100, digits: 1 },
        ...REST_OF_TABLE_2,
      ],
      published: TABLE_2_ITEMS,
    },
  ],
};

/** Precision, recall and F1 from the counts of the two classes (appendix C): zero where a denominator is zero. */
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
  const source = CaughtCheatingPayload.parse(item.payload);
  const { label } = source;
  const found = new Map<Column, number>();
  const rests: Record<string, VerdictBasis> = {};
  const missing: string[] = [];
  /** Adds a figure, or notes what it takes. */
  const add = (sum: Column, count: Column, compute: (voice: Voice) => number | string): void => {
    const figure = figureByVoices(item, compute);
    if (figure.value !== null) {
      found.set(sum, figure.value);
      found.set(count, 1);
      rests[count] = figure.basis;
    } else if (!missing.includes(figure.missing)) missing.push(figure.missing);
  };
  if (label === undefined) return { values: null, missing: ['neither clued nor unclued is chosen'] };
  if (label) {
    add('clued_hits', 'clued', (voice) => judged(item, voice, MAIN_STEP, 'cue_match'));
    const clues = source.non_detm_cue ?? [];
    if (clues.length > 0) add('iou', 'iou_items', (voice) => intersectionOverUnion(item, voice, clues));
    const perception = subAccuracy(item, source, 'p_sub_ins');
    const reasoning = subAccuracy(item, source, 'r_sub_ins');
    if (perception !== null) add('dec_p', 'dec_p_items', perception);
    if (reasoning !== null) add('dec_r', 'dec_r_items', reasoning);
    for (const [sum, right, asked, kind] of BY_QUESTION) {
      const questions = subStepsOf(source, kind).length;
      const ofItem = found.get(sum);
      if (ofItem === undefined) continue;
      found.set(right, questionsRight(ofItem, questions));
      found.set(asked, questions);
    }
    const both = [perception, reasoning].filter((each) => each !== null);
    if (both.length > 0)
      add('dec_hits', 'dec', (voice) => {
        const shares = both.map((of) => of(voice));
        return (
          shares.find((each) => typeof each === 'string') ?? (shares.every((each) => each === 1) ? 1 : 0)
        );
      });
  } else {
    add('unclued_hits', 'unclued', (voice) => judged(item, voice, MAIN_STEP, 'false_match'));
  }
  return found.size === 0
    ? { values: null, missing }
    : { values: COLUMNS.map((column) => found.get(column) ?? 0), missing, rests };
}

/** An item's share of a kind of questions, and the columns of the same by question. */
const BY_QUESTION = [
  ['dec_p', 'dec_p_right', 'dec_p_asked', 'p_sub_ins'],
  ['dec_r', 'dec_r_right', 'dec_r_asked', 'r_sub_ins'],
] as const;

/**
 * How many of an item's questions are right, from their share. Files print shares with few digits: 0.667 of three
 * questions is two.
 */
function questionsRight(share: number, questions: number): number {
  const right = share * questions;
  const whole = Math.round(right);
  return Math.abs(right - whole) < 0.01 ? whole : right;
}

/** 0 or 1; in words what is missing where there is no verdict. */
function judged(item: ScoredItem, voice: Voice, step: string, criterion: string): number | string {
  if (item.steps[step] === undefined) return stepMissing(item, step);
  return yes(voice.verdict(step, criterion)) ?? missingVerdict(judging, criterion);
}

function intersectionOverUnion(item: ScoredItem, voice: Voice, clues: readonly string[]): number | string {
  const points = voice.verdict(MAIN_STEP, 'key_points');
  const matches = clues.map((_, index) => yes(voice.verdict(MAIN_STEP, 'non_detm_match', String(index))));
  const whole = share(voice.verdict(MAIN_STEP, AGGREGATES.iou));
  if (isList(points) && points.length === 0) return 0;
  if (isList(points) && matches.every((match) => match !== null)) {
    const intersection = matches.reduce<number>((sum, match) => sum + (match ?? 0), 0);
    return intersection / (clues.length + points.length - intersection);
  }
  const isSettled =
    voice.isSettled(MAIN_STEP, 'key_points') ||
    clues.some((_, index) => voice.isSettled(MAIN_STEP, 'non_detm_match', String(index)));
  if (whole !== null && !isSettled) return whole;
  if (item.steps[MAIN_STEP] === undefined) return stepMissing(item, MAIN_STEP);
  return missingVerdict(judging, isList(points) ? 'non_detm_match' : 'key_points');
}

/** The share of an item's questions of a kind that are answered right, by one voice; null where it has none. */
function subAccuracy(
  item: ScoredItem,
  source: CaughtCheatingPayload,
  kind: 'p_sub_ins' | 'r_sub_ins',
): ((voice: Voice) => number | string) | null {
  const steps = subStepsOf(source, kind);
  if (steps.length === 0) return null;
  return (voice) => {
    const verdicts = steps.map(({ id }) => judged(item, voice, id, 'sub_answer'));
    const known = verdicts.filter((verdict) => typeof verdict === 'number');
    const whole = share(voice.verdict(MAIN_STEP, AGGREGATES[kind]));
    if (known.length === steps.length) return known.reduce((sum, right) => sum + right, 0) / steps.length;
    const isSettled = steps.some(({ id }) => voice.isSettled(id, 'sub_answer'));
    const lacking = verdicts.find((verdict) => typeof verdict === 'string');
    return isSettled ? (lacking ?? 0) : (whole ?? lacking ?? 0);
  };
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
      ? { value: null, undefined: 'This needs judged answers on both clued and unclued items.', n }
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
    dec_p_questions: ratio('dec_p_right', 'dec_p_asked', noQuestions),
    dec_r_questions: ratio('dec_r_right', 'dec_r_asked', noQuestions),
    dec_p_accuracy: ratio('dec_p', 'dec_p_items', noQuestions),
    dec_r_accuracy: ratio('dec_r', 'dec_r_items', noQuestions),
    dec_accuracy: ratio('dec_hits', 'dec', noQuestions),
  };
}

const stepMissing = ({ payload, condition }: ScoredItem, step: string): string =>
  missingAnswer(baseline.steps(payload, condition).find(({ id }) => id === step)?.title ?? step);

const yes = (verdict: Json): 0 | 1 | null => (verdict === 'YES' ? 1 : verdict === 'NO' ? 0 : null);

const share = (value: Json): number | null =>
  typeof value === 'number' && value >= 0 && value <= 1 ? value : null;
