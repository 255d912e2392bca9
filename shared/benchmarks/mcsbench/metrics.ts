import type { JsonObject } from '../../base/json.ts';
import {
  type Contributions,
  type MetricDefinition,
  type Metrics,
  type MetricValue,
  NO_PARAMETERS,
  type ScoredItem,
  type VerdictBasis,
} from '../metrics.ts';
import { isWordless } from '../../domain/wordless.ts';
import { imageNames } from './codec.ts';
import { figureByVoices, type Voice } from '../voices.ts';
import { correctnessOf, hasGold, matchingShare } from './correctness.ts';
import { findTask, LEVELS, TASKS } from './families.ts';
import { TABLE_3, TABLE_4 } from './published.ts';
import { missingAnswer, missingVerdict } from '../missing.ts';
import { CHAIN, CORRECT, judging } from './judging.ts';
import { matchingOf } from './matching.ts';
import { McsBenchPayload } from './schema.ts';
import { BASE_STEP, probeStep } from './steps.ts';

const OVERLAID = TASKS.filter(({ overlaid }) => overlaid);
/** The levels whose items have reasoning chains. */
const OVERLAID_LEVELS = LEVELS.filter((level) => OVERLAID.some((task) => task.level === level));

/** The columns: of each task, of each level, and of the overlay. `all` stands for every task. */
const COLUMNS = [
  ...['all', ...TASKS.map(({ code }) => code), ...LEVELS].flatMap((group) => [
    `${group}_hits`,
    `${group}_items`,
  ]),
  ...['all', ...OVERLAID.map(({ code }) => code), ...OVERLAID_LEVELS].flatMap((group) => [
    `${group}_sai`,
    `${group}_sai_items`,
    `${group}_base_hits`,
    `${group}_overlaid`,
  ]),
  'probes_right',
  'probed',
  'descriptions_right',
  'matchings',
];
const PLACE_OF = new Map(COLUMNS.map((column, place) => [column, place]));

/** One in five. */
const CHANCE = 0.2;

const accuracyOf = (id: string, title: string, over: string, group: string): MetricDefinition => ({
  id,
  title,
  explanation: `The share of ${over} whose gold option is chosen. One of five options is right by chance; where people choose the images that fit, or give every description its image, chance is less.`,
  chance: CHANCE,
  share: { hits: `${group}_hits`, of: `${group}_items` },
  counts: [`${group}_items`],
});
const baseOf = (id: string, title: string, over: string, group: string): MetricDefinition => ({
  id,
  title,
  explanation: `The accuracy on ${over} with reasoning-chain probes, whether or not these are answered. Compare it with the SAI.`,
  chance: CHANCE,
  share: { hits: `${group}_base_hits`, of: `${group}_overlaid` },
  counts: [`${group}_overlaid`],
});
const saiOf = (id: string, title: string, over: string, group: string): MetricDefinition => ({
  id,
  counts: [`${group}_sai_items`],
  title,
  explanation: `Structural Alignment Index: the mean, over ${over} with probes, of [base item right] × (share of its K probes right). Items without probes do not count.`,
  chance: CHANCE * CHANCE,
  share: null,
});

const definitions: readonly MetricDefinition[] = [
  accuracyOf('accuracy', 'Accuracy', 'items', 'all'),
  ...TASKS.map(({ code, name }) => accuracyOf(code, name, `the items of ${name}`, code)),
  ...LEVELS.map((level) => accuracyOf(level, level, `the items of level ${level}`, level)),
  saiOf('sai', 'SAI', 'items', 'all'),
  baseOf('sai_base', 'Base (with probes)', 'items', 'all'),
  {
    id: 'probes',
    counts: ['probed'],
    title: 'Probe accuracy',
    explanation:
      'The mean, over items with probes, of the share of probes whose gold chain is chosen, whether or not the base item is right.',
    chance: CHANCE,
    share: null,
  },
  ...[
    ...OVERLAID.map(({ code, name }) => ({ code, name, over: `the items of ${name}` })),
    ...OVERLAID_LEVELS.map((level) => ({ code: level, name: level, over: `the items of level ${level}` })),
  ].flatMap(({ code, name, over }) => [
    saiOf(`${code}_sai`, `${name} SAI`, over, code),
    baseOf(`${code}_base`, `${name} Base`, over, code),
  ]),
  {
    id: 'descriptions',
    title: 'Descriptions matched',
    explanation:
      'The mean, over items of matching, of the share of descriptions assigned to the right image; the item itself is right when all are. An answer without an assignment matches none, unless a judge finds the gold option in it.',
    chance: null,
    share: null,
  },
];

const percent = (metric: string, title: string, head?: readonly [above: string, title: string]) => ({
  metric,
  title,
  ...(head !== undefined && { head }),
  factor: 100,
  digits: 2,
});

/** A task as the heads of the paper's Table 3 have it: what it compares, and what it asks for. */
function taskHead(name: string): readonly [above: string, title: string] {
  const [, above = '', title = ''] = /^([A-Z]-[A-Z]|MI|Hypo\.)[ -](.*)$/u.exec(name) ?? [];
  return [above === 'MI' ? 'Multi-image' : above, title];
}

/** Accuracy by task and level, and the Structural Alignment Index (section 3.1, equation 2). */
export const metrics: Metrics = {
  itemStep: BASE_STEP,
  together: [[CORRECT, CHAIN]],
  parameters: NO_PARAMETERS,
  definitions,
  columns: () => COLUMNS,
  contributions,
  figures,
  correctness(item, step) {
    const { source } = readOnce(item.payload);
    return figureByVoices(item, (voice) => rightBy(item, voice, source, step)).value;
  },
  stricter: {
    title: 'SAI',
    score(item) {
      const { values } = contributions(item);
      const valueOf = (column: string): number => values?.[PLACE_OF.get(column) ?? -1] ?? 0;
      return valueOf('all_sai_items') === 0 ? null : valueOf('all_sai');
    },
  },
  readable: (item, step) => !isUnreadable(item, readOnce(item.payload).source, step),
  comparisons: [],
  layout: [
    {
      title: 'Accuracy (Table 3)',
      caption: 'accuracy on the base tasks and at each cognitive level',
      columns: [
        ...TASKS.map(({ code, name }) => percent(code, name, taskHead(name))),
        ...LEVELS.map((level) => percent(level, level, ['Cog. ladder', level])),
        percent('accuracy', 'Avg.'),
      ],
      published: TABLE_3,
    },
    {
      title: 'SAI (Table 4)',
      caption:
        'base accuracy (Base) and Structural Alignment Index (SAI) on items with reasoning-chain probes, by task',
      columns: [
        ...(['cc_discr', 'cc_align', 'hypo', 'mi_discr', 'mi_match'] as const).flatMap((code) => {
          const name = TASKS.find((each) => each.code === code)?.name ?? code;
          return [
            percent(`${code}_base`, `${name} Base`, [name, 'Base']),
            percent(`${code}_sai`, `${name} SAI`, [name, 'SAI']),
          ];
        }),
        percent('sai_base', 'Avg. Base', ['Avg.', 'Base']),
        percent('sai', 'Avg. SAI', ['Avg.', 'SAI']),
      ],
      published: TABLE_4,
    },
    {
      title: 'SAI by level',
      caption:
        'base accuracy and Structural Alignment Index (SAI) at each cognitive level, and probes answered right',
      columns: [
        ...OVERLAID_LEVELS.flatMap((level) => [
          percent(`${level}_base`, `${level} Base`, [level, 'Base']),
          percent(`${level}_sai`, `${level} SAI`, [level, 'SAI']),
        ]),
        percent('probes', 'Probes'),
        percent('descriptions', 'Descriptions matched'),
      ],
    },
  ],
};

/** SAI of one item: [base right] × (share of its probes right). */
export function structuralAlignment(base: boolean, probes: readonly boolean[]): number {
  return base && probes.length > 0 ? probes.filter(Boolean).length / probes.length : 0;
}

function contributions(item: ScoredItem): Contributions {
  const { source, groups, isMatching } = readOnce(item.payload);
  const values = COLUMNS.map(() => 0);
  const missing: string[] = [];
  const rests: Record<string, VerdictBasis> = {};
  const add = (column: string, value: number): void => {
    const place = PLACE_OF.get(column);
    if (place !== undefined) values[place] = value;
  };
  /** Each figure asks for what it needs alone: what it lacks takes no other figure away. */
  const listen = (steps: readonly string[]): RightSteps | null => {
    const found = rightSteps(item, source, steps);
    if ('right' in found) return found;
    missing.push(...found.missing);
    return null;
  };
  const base = listen([BASE_STEP]);
  const probes = (source.rc_items ?? []).map((_, place) => probeStep(place));
  if (base !== null) {
    const isRight = base.right[0] === 1;
    for (const group of groups) {
      add(`${group}_hits`, Number(isRight));
      add(`${group}_items`, 1);
      rests[`${group}_items`] = base.basis;
      if (probes.length === 0) continue;
      add(`${group}_base_hits`, Number(isRight));
      add(`${group}_overlaid`, 1);
      rests[`${group}_overlaid`] = base.basis;
    }
    const matched = isMatching ? matchedShare(item, source, isRight) : null;
    if (matched !== null) {
      add('descriptions_right', matched);
      add('matchings', 1);
    }
  }
  const chains = probes.length === 0 ? null : listen(probes);
  if (chains !== null) {
    add('probes_right', chains.right.filter((right) => right === 1).length / probes.length);
    add('probed', 1);
    rests['probed'] = chains.basis;
  }
  const whole = chains === null || base === null ? null : listen([BASE_STEP, ...probes]);
  if (whole !== null) {
    const [baseRight, ...known] = whole.right.map((right) => right === 1);
    for (const group of groups) {
      add(`${group}_sai`, structuralAlignment(baseRight === true, known));
      add(`${group}_sai_items`, 1);
      rests[`${group}_sai_items`] = whole.basis;
    }
  }
  return base === null && chains === null
    ? { values: null, missing: [...new Set(missing)] }
    : { values, missing: [...new Set(missing)], rests };
}

/** Which steps are right (1) or wrong (0), all of them by one voice. */
interface RightSteps {
  readonly right: readonly number[];
  readonly basis: VerdictBasis;
}

/** Which of the steps are right, or what is missing to tell that of all of them. */
function rightSteps(
  item: ScoredItem,
  source: McsBenchPayload,
  steps: readonly string[],
): RightSteps | { readonly missing: readonly string[] } {
  const found = figureByVoices(item, (voice) => {
    const right = steps.map((step) => rightBy(item, voice, source, step));
    const lacking = right.find((each) => typeof each === 'string');
    // As one number, so that all of them are of one voice.
    return lacking ?? right.reduce<number>((sum, each, place) => sum + Number(each) * 2 ** place, 0);
  });
  if (found.value === null) {
    // Each by itself may be known, and only all of them from one judge not.
    const each = steps.flatMap((step) => figureByVoices(item, (voice) => rightBy(item, voice, source, step)));
    const lacking = each.flatMap((one) => (one.value === null ? [one.missing] : []));
    return { missing: lacking.length === 0 ? [found.missing] : lacking };
  }
  const { value, basis } = found;
  return { right: steps.map((_, place) => Math.floor(value / 2 ** place) % 2), basis };
}

/** The share of descriptions that were given to their image; null where the answer is not known. */
function matchedShare({ steps }: ScoredItem, source: McsBenchPayload, isRight: boolean): number | null {
  const answer = steps[BASE_STEP]?.answer;
  if (answer === undefined || answer.kind === 'unknown') return null;
  return matchingShare(source, answer) ?? Number(isRight);
}

function figures(sums: ArrayLike<number>): Readonly<Record<string, MetricValue>> {
  const of = (column: string): number => sums[PLACE_OF.get(column) ?? -1] ?? 0;
  const ratio = (sum: string, count: string, nothing: string): MetricValue =>
    of(count) === 0
      ? { value: null, undefined: nothing, n: 0 }
      : { value: of(sum) / of(count), undefined: null, n: of(count) };
  const noAnswer = 'No item of this kind is answered.';
  const noBase = 'No item of this kind with probes is answered.';
  const noProbes = 'No item of this kind has all probes answered.';
  const accuracy = (group: string): MetricValue => ratio(`${group}_hits`, `${group}_items`, noAnswer);
  return {
    accuracy: accuracy('all'),
    ...Object.fromEntries([...TASKS.map(({ code }) => code), ...LEVELS].map((id) => [id, accuracy(id)])),
    sai: ratio('all_sai', 'all_sai_items', noProbes),
    sai_base: ratio('all_base_hits', 'all_overlaid', noBase),
    probes: ratio('probes_right', 'probed', noProbes),
    descriptions: ratio(
      'descriptions_right',
      'matchings',
      'No item of this kind is answered by an assignment.',
    ),
    ...Object.fromEntries(
      [...OVERLAID.map(({ code }) => code), ...OVERLAID_LEVELS].flatMap((code) => [
        [`${code}_sai`, ratio(`${code}_sai`, `${code}_sai_items`, noProbes)],
        [`${code}_base`, ratio(`${code}_base_hits`, `${code}_overlaid`, noBase)],
      ]),
    ),
  };
}

interface ReadItem {
  readonly source: McsBenchPayload;
  /** The parts of the columns' names that stand for what the item counts in: all, its task, its level. */
  readonly groups: readonly string[];
  /** Only such an item's answer is looked into: what others add follows from verdicts alone. */
  readonly isMatching: boolean;
}

/** Items read already: everybody's answers on one are scored against the same object. */
const read = new WeakMap<JsonObject, ReadItem>();

function readOnce(payload: JsonObject): ReadItem {
  const known = read.get(payload);
  if (known !== undefined) return known;
  const source = McsBenchPayload.parse(payload);
  const family = findTask(source.task ?? '');
  const level = LEVELS.find((each) => each === (source.level ?? family?.level));
  const groups = ['all', family?.code, level].filter((group) => group !== undefined);
  const found = { source, groups, isMatching: matchingOf(source, imageNames(source).length) !== null };
  read.set(payload, found);
  return found;
}

/**
 * By the verdict that counts, 0 or 1; where there is none yet, by the answer itself, which is wrong where it cannot be
 * read; else in words what is missing.
 */
function rightBy(item: ScoredItem, voice: Voice, source: McsBenchPayload, step: string): number | string {
  const [criterion, place] = unitOf(step);
  const answered = item.steps[step];
  if (answered === undefined) return missingOf(item, step, criterion);
  const verdict = voice.verdict(step, criterion, place);
  if (verdict === 'YES' || verdict === 'NO') return Number(verdict === 'YES');
  if (isUnreadable(item, source, step)) return 0;
  const right = correctnessOf(source, step, answered.answer);
  return right === null ? missingOf(item, step, criterion) : Number(right);
}

/**
 * Whether an answer says nothing that can be told to be right or wrong, and no judge has found anything in it either.
 * What judges differ on, or one said whose verdicts do not count here, is not held against the answer.
 */
function isUnreadable({ steps }: ScoredItem, source: McsBenchPayload, step: string): boolean {
  const answered = steps[step];
  if (answered === undefined || answered.answer.kind === 'unknown' || !hasGold(source, step)) return false;
  // Nobody judges an answer without words: that it counts as wrong follows from nothing that it says.
  if (isWordless(answered.answer)) return correctnessOf(source, step, answered.answer) === null;
  const unit = unitOf(step);
  if (answered.isUndecided?.(...unit) === true) return false;
  const verdict = answered.verdict(...unit);
  if (verdict === 'YES' || verdict === 'NO' || (answered.said?.(...unit) ?? []).length > 0) return false;
  return correctnessOf(source, step, answered.answer) === null;
}

/** What of a step is judged. */
const unitOf = (step: string): [criterion: string, subject: string] =>
  step === BASE_STEP ? [CORRECT, ''] : [CHAIN, step.replace(/^.*\//u, '')];

function missingOf(item: ScoredItem, step: string, criterion: string): string {
  if (item.steps[step] !== undefined) return missingVerdict(judging, criterion);
  return missingAnswer(
    step === BASE_STEP ? 'The question' : `Reasoning chain ${String(Number(step.replace(/^.*\//u, '')) + 1)}`,
  );
}
