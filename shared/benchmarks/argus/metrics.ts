import type { JsonObject } from '../../base/json.ts';
import {
  type Contributions,
  type MetricDefinition,
  type Metrics,
  type MetricValue,
  type ScoredItem,
  type VerdictBasis,
} from '../metrics.ts';
import { figureByVoices, type Voice } from '../voices.ts';
import { missingAnswer, missingVerdict } from '../missing.ts';
import { baseline, BASIC, DECEPTIVE, DESCRIPTION_STEP, QUESTION_STEP } from './baseline.ts';
import { domainName, DOMAINS } from './domains.ts';
import { judging } from './judging.ts';
import {
  parameters,
  settingsOf,
  VOLUMES_WORDS,
  volumesNotes,
  volumesOf,
  withOwnVolumes,
} from './parameters.ts';
import { ArgusPayload } from './schema.ts';
import { surface } from './score.ts';
import { TABLE_4 } from './published/table4.ts';
import { TABLE_5 } from './published/table5.ts';

/** The columns before those of the domains. */
const GENERAL = ['d', 'd_items', 'x', 'y', 'xy_items', 'score', 'score_items'] as const;

const SCORES = [
  [DESCRIPTION_STEP, 'd'],
  [QUESTION_STEP, 'x'],
  [QUESTION_STEP, 'y'],
] as const;
/** More than any score, so that two of them make one number. */
const PAIR = 16;

const isNumber = (value: unknown): value is number => typeof value === 'number';

const metricOf = (code: string): string => `domain_${code}`;

const definitions: readonly MetricDefinition[] = [
  ...DOMAINS.map(({ code, name }) => ({
    id: metricOf(code),
    counts: [`items: ${name}`],
    title: name,
    explanation: `The mean of d f(x, y) over the items of the domain "${name}". The answers are open: guessing gives next to nothing.`,
    chance: null,
    share: null,
  })),
  {
    id: 'overall',
    counts: ['score_items'],
    title: 'Overall',
    explanation:
      'The mean of the domains’ scores d f(x, y), each weighted by its volume, over the domains with judged items; f(x, y) = 1 / (1 + exp(-p (x + q y - r))). Volumes are the numbers of items of each domain in this casebook (own), those of the paper’s 1,430 items, or numbers that were set.',
    chance: null,
    share: null,
  },
  {
    id: 'score_mean',
    counts: ['score_items'],
    title: 'Mean score',
    explanation: 'The plain mean of d f(x, y) over all items of all domains.',
    chance: null,
    share: null,
  },
  {
    id: 'd_mean',
    counts: ['d_items'],
    title: 'd',
    explanation: 'The share of descriptions that mention the key entities of the trap.',
    chance: null,
    share: { hits: 'd', of: 'd_items' },
  },
  {
    id: 'x_mean',
    counts: ['xy_items'],
    title: 'x',
    explanation: 'The mean x-score, 1 to 4: how far the trap is found and analysed.',
    chance: null,
    share: null,
  },
  {
    id: 'y_mean',
    counts: ['xy_items'],
    title: 'y',
    explanation: 'The mean y-score, 1 to 4: how far choice and reasons match the standard answer.',
    chance: null,
    share: null,
  },
];

const DOMAIN_COLUMNS = DOMAINS.map(({ code }) => ({
  metric: metricOf(code),
  title: code,
  factor: 1,
  digits: 6,
}));

/** The figures of the paper's section 4.1 and appendix C. */
export const metrics: Metrics = {
  parameters,
  completed: withOwnVolumes,
  qualifiers: (given) => ({ overall: VOLUMES_WORDS[volumesOf(given).kind] }),
  parameterNotes: volumesNotes,
  definitions,
  columns: (parameters) => [
    ...GENERAL,
    ...settingsOf(parameters).domains.flatMap(({ name }) => [`score: ${name}`, `items: ${name}`]),
  ],
  contributions,
  figures,
  correctness(item, step, parameters) {
    if (step !== DESCRIPTION_STEP && step !== QUESTION_STEP) return null;
    return figureByVoices(item, (voice) => {
      if (step === DESCRIPTION_STEP) return scoreBy(item, voice, step, 'd');
      const [x, y] = [scoreBy(item, voice, step, 'x'), scoreBy(item, voice, step, 'y')];
      if (typeof x === 'string') return x;
      return typeof y === 'string' ? y : surface(x, y, settingsOf(parameters).exponents);
    }).value;
  },
  itemStep: QUESTION_STEP,
  together: [['d', 'x', 'y']],
  comparisons: [
    {
      id: 'basic_deceptive',
      title: 'Basic against deceptive',
      metric: 'overall',
      conditions: [BASIC, DECEPTIVE],
      groups: 'domain',
    },
  ],
  layout: [
    {
      title: 'Table 4',
      caption: 'scores by domain and overall',
      condition: BASIC,
      columns: [...DOMAIN_COLUMNS, { metric: 'overall', title: 'Overall', factor: 1, digits: 6 }],
      published: TABLE_4,
    },
    {
      title: 'Table 5',
      caption: 'scores by domain and overall',
      condition: DECEPTIVE,
      columns: [...DOMAIN_COLUMNS, { metric: 'overall', title: 'Overall', factor: 1, digits: 6 }],
      published: TABLE_5,
    },
  ],
};

function contributions(item: ScoredItem, parameters: JsonObject): Contributions {
  const missing: string[] = [];
  const rests: Record<string, VerdictBasis> = {};
  const listen = (count: string, compute: (voice: Voice) => number | string): number | null => {
    const found = figureByVoices(item, compute);
    if (found.value !== null) rests[count] = found.basis;
    else missing.push(found.missing);
    return found.value;
  };
  const descriptionBy = (voice: Voice): number | string => scoreBy(item, voice, DESCRIPTION_STEP, 'd');
  const { exponents, domains } = settingsOf(parameters);
  const d = listen('d_items', descriptionBy);
  // x and y together as one number, so that both are of one voice.
  const xy = listen(
    'xy_items',
    together(
      item,
      () => 1,
      (_d, x, y) => x * PAIR + y,
    ),
  );
  const [x, y] = xy === null ? [null, null] : [Math.floor(xy / PAIR), xy % PAIR];
  const both = x !== null && y !== null;
  // A score is counted once all three are known: those known to be zero first would pull the mean down.
  const total = listen(
    'score_items',
    together(item, descriptionBy, (each, ofX, ofY) => each * surface(ofX, ofY, exponents)),
  );
  const domain = domainOf(item.payload);
  if (d === null || !both) missing.push(...missingScores(item));
  if (d === null && !both) return { values: null, missing: [...new Set(missing)] };
  if (total !== null && !domains.some(({ name }) => name === domain))
    missing.push('its domain has no volume, so it is left out of the overall score');
  const { score_items: ofTotal } = rests;
  if (ofTotal !== undefined) rests[`items: ${domain}`] = ofTotal;
  return {
    values: [
      ...withCount(d),
      x ?? 0,
      y ?? 0,
      Number(both),
      ...withCount(total),
      ...domains.flatMap(({ name }) => (total !== null && name === domain ? [total, 1] : [0, 0])),
    ],
    missing: [...new Set(missing)],
    rests,
  };
}

/** Several scores of one voice combined; in words what is missing of them. */
function together(
  item: ScoredItem,
  description: (voice: Voice) => number | string,
  combine: (d: number, x: number, y: number) => number,
): (voice: Voice) => number | string {
  return (voice) => {
    const x = scoreBy(item, voice, QUESTION_STEP, 'x');
    const y = scoreBy(item, voice, QUESTION_STEP, 'y');
    const d = description(voice);
    if (typeof d === 'string') return d;
    if (typeof x === 'string') return x;
    return typeof y === 'string' ? y : combine(d, x, y);
  };
}

/** What is missing of each score that has no verdict. */
function missingScores(item: ScoredItem): readonly string[] {
  return SCORES.filter(([step, criterion]) => !isNumber(item.steps[step]?.verdict(criterion, ''))).map(
    ([step, criterion]) => missingOf(item, step, criterion),
  );
}

/** A score with how many items it is of. */
const withCount = (score: number | null): readonly [sum: number, count: number] =>
  score === null ? [0, 0] : [score, 1];

function figures(sums: ArrayLike<number>, parameters: JsonObject): Readonly<Record<string, MetricValue>> {
  const at = (index: number): number => sums[index] ?? 0;
  const mean = (sum: number, n: number, nothing: string): MetricValue =>
    n === 0 ? { value: null, undefined: nothing, n: 0 } : { value: sum / n, undefined: null, n };
  const [d, dItems, x, y, xyItems, score, scoreItems] = GENERAL.map((_, index) => at(index));
  const domains = settingsOf(parameters).domains.map(({ name, volume }, index) => ({
    name,
    volume,
    sum: at(GENERAL.length + 2 * index),
    n: at(GENERAL.length + 2 * index + 1),
  }));
  const noItem = 'No answer on an item of the domain has all of d, x and y.';
  const places = settingsOf(parameters).published;
  const perDomain = DOMAINS.map(({ code }, index) => {
    const own = domains[places[index] ?? -1];
    return [metricOf(code), mean(own?.sum ?? 0, own?.n ?? 0, noItem)] as const;
  });
  const notScored = 'No answer has all of d, x and y.';
  return {
    ...Object.fromEntries(perDomain),
    overall: weightedMean(domains),
    score_mean: mean(score ?? 0, scoreItems ?? 0, notScored),
    d_mean: mean(d ?? 0, dItems ?? 0, 'No description is judged.'),
    x_mean: mean(x ?? 0, xyItems ?? 0, 'No answer to a question is judged.'),
    y_mean: mean(y ?? 0, xyItems ?? 0, 'No answer to a question is judged.'),
  };
}

/** The mean of means of groups, each weighted by its volume; over the groups that have items. */
export function weightedMean(
  groups: readonly { readonly volume: number; readonly sum: number; readonly n: number }[],
): MetricValue {
  let [total, weight, n] = [0, 0, 0];
  for (const group of groups) {
    if (group.n <= 0) continue;
    total += group.volume * (group.sum / group.n);
    weight += group.volume;
    n += group.n;
  }
  return weight === 0
    ? { value: null, undefined: 'No answer on an item of a weighted domain has all of d, x and y.', n: 0 }
    : { value: total / weight, undefined: null, n };
}

/** Every respondent's answers on an item share its payload. */
const domainsOf = new WeakMap<JsonObject, string>();

function domainOf(payload: JsonObject): string {
  const known = domainsOf.get(payload);
  if (known !== undefined) return known;
  const domain = domainName(ArgusPayload.parse(payload).domain ?? '');
  domainsOf.set(payload, domain);
  return domain;
}

function scoreBy(item: ScoredItem, voice: Voice, step: string, criterion: string): number | string {
  const verdict = voice.verdict(step, criterion);
  return typeof verdict === 'number' ? verdict : missingOf(item, step, criterion);
}

function missingOf(item: ScoredItem, step: string, criterion: string): string {
  if (item.steps[step] !== undefined) return missingVerdict(judging, criterion);
  const { payload, condition } = item;
  return missingAnswer(baseline.steps(payload, condition).find(({ id }) => id === step)?.title ?? step);
}
