import type { JsonObject } from '../../base/json.ts';
import type { Contributions, MetricDefinition, Metrics, MetricValue, ScoredItem } from '../metrics.ts';
import { missingAnswer } from '../missing.ts';
import { acceptObject } from '../problems.ts';
import { ANSWER_STEP } from './baseline.ts';
import { choiceMetrics, choiceTallies } from './metrics/choiceMetrics.ts';
import { type BoundFormula, countColumn, type OwnMetric, sumColumn } from './metrics/formulas.ts';
import { layout } from './metrics/layout.ts';
import { type ChoiceTask, DOMAINS, hintedName, transformationName, unhintedName } from './metrics/names.ts';
import { initialParameters, ObservatoryParameters } from './metrics/parameters.ts';
import {
  attributeMetrics,
  attributeTallies,
  placeMetrics,
  placeTallies,
  retentionMetrics,
  transformationMetric,
} from './metrics/placeMetrics.ts';
import { scoreOf, tallyIncrements } from './metrics/tallies.ts';
import { GUIDANCE } from './queries/answerFile.ts';
import { isReadable } from './queries/answered.ts';
import { Query } from './queries/query.ts';

const CHOICE_TASKS: readonly ChoiceTask[] = ['matching', 'grid'];

/** Those that are there whatever a casebook sets. */
const SETTLED: readonly OwnMetric[] = DOMAINS.flatMap((domain) => [
  ...CHOICE_TASKS.flatMap((task) => choiceMetrics(domain, task)),
  ...GUIDANCE.flatMap((guidance) => placeMetrics(domain, guidance)),
  ...retentionMetrics(domain),
]);
const SETTLED_TALLIES: readonly string[] = DOMAINS.flatMap((domain) => [
  ...CHOICE_TASKS.flatMap((task) => choiceTallies(domain, task)),
  ...GUIDANCE.flatMap((guidance) => placeTallies(domain, guidance)),
  hintedName(domain),
  unhintedName(domain),
]);

/** The figures of sections 3.3 and 5 of the paper, from sums over questions. */
export const metrics: Metrics = {
  parameters: { initial: initialParameters, parse: (value) => acceptObject(ObservatoryParameters, value) },
  definitions: SETTLED.map(({ definition }) => withTask(definition)),
  furtherDefinitions: (parameters) =>
    settingsOf(parameters).further.map(({ definition }) => withTask(definition)),
  columns: (parameters) => settingsOf(parameters).columns,
  contributions,
  figures,
  correctness({ payload, steps }, step) {
    const query = queryOf(payload);
    const answer = step === ANSWER_STEP ? steps[step]?.answer : undefined;
    return query === null || answer === undefined ? null : scoreOf(query, answer);
  },
  readable({ payload, steps }, step) {
    const query = queryOf(payload);
    const answer = steps[step]?.answer;
    return query === null || answer?.kind !== 'text' || isReadable(query, answer);
  },
  itemStep: ANSWER_STEP,
  taskFacets: ['kind', 'domain'],
  comparisons: [],
  layout,
};

/** Titles begin with the domain and the task: "CELEB, grid pointing: spread". */
function withTask(definition: MetricDefinition): MetricDefinition {
  return { ...definition, task: definition.title.split(':', 1).join('') };
}

function contributions({ payload, steps }: ScoredItem, parameters: JsonObject): Contributions {
  const query = queryOf(payload);
  if (query === null) return { values: null, missing: ['it is not a question of a perception task'] };
  const answer = steps[ANSWER_STEP]?.answer;
  if (answer === undefined) return { values: null, missing: [missingAnswer('The question')] };
  const added = tallyIncrements(query, answer);
  if (typeof added === 'string') return { values: null, missing: [added] };
  const { columns, placeOf } = settingsOf(parameters);
  const values = columns.map(() => 0);
  for (const { tally, sum, count } of added) {
    // An attribute or a transformation without figures of its own counts in those of all.
    const place = placeOf.get(tally);
    if (place === undefined) continue;
    values[place] = (values[place] ?? 0) + sum;
    values[place + 1] = (values[place + 1] ?? 0) + count;
  }
  return { values, missing: [] };
}

function figures(sums: ArrayLike<number>, parameters: JsonObject): Readonly<Record<string, MetricValue>> {
  const found: Record<string, MetricValue> = {};
  for (const { id, valueOf } of settingsOf(parameters).figures) found[id] = valueOf(sums);
  return found;
}

interface Settings {
  /** The figures of attributes and transformations. */
  readonly further: readonly OwnMetric[];
  /** All figures, their formulas bound to the columns. */
  readonly figures: readonly { readonly id: string; readonly valueOf: BoundFormula }[];
  readonly columns: readonly string[];
  /** Where a tally's sum stands among the columns; its count comes next. */
  readonly placeOf: ReadonlyMap<string, number>;
}

/** Figures are asked for thousands of times with the same parameters. */
const settings = new WeakMap<JsonObject, Settings>();

function settingsOf(parameters: JsonObject): Settings {
  const before = settings.get(parameters);
  if (before !== undefined) return before;
  const { attributes, transformations } = ObservatoryParameters.parse(parameters);
  const named = [...transformations.ID, ...transformations.OOD];
  const tallies = [
    ...SETTLED_TALLIES,
    ...DOMAINS.flatMap((domain) => [
      ...GUIDANCE.flatMap((guidance) =>
        attributes[domain].flatMap((attribute) => attributeTallies(domain, guidance, attribute)),
      ),
      ...named.map((transformation) => transformationName(domain, transformation)),
    ]),
  ];
  const placeOf = new Map(tallies.map((tally, index) => [tally, 2 * index]));
  const further = DOMAINS.flatMap((domain) => [
    ...GUIDANCE.flatMap((guidance) =>
      attributes[domain].flatMap((attribute) => attributeMetrics(domain, guidance, attribute)),
    ),
    ...named.map((transformation) => transformationMetric(domain, transformation)),
  ]);
  const own: Settings = {
    further,
    figures: [...SETTLED, ...further].map(({ definition: { id }, formula }) => ({
      id,
      valueOf: formula(placeAmong(placeOf)),
    })),
    columns: tallies.flatMap((tally) => [sumColumn(tally), countColumn(tally)]),
    placeOf,
  };
  settings.set(parameters, own);
  return own;
}

const placeAmong =
  (places: ReadonlyMap<string, number>) =>
  (tally: string): number => {
    const place = places.get(tally);
    if (place === undefined) throw new Error(`Nothing is tallied as ${tally}.`);
    return place;
  };

/** Questions read already: everybody's answers to one are scored against the same object. */
const queries = new WeakMap<JsonObject, Query | null>();

function queryOf(payload: JsonObject): Query | null {
  const before = queries.get(payload);
  if (before !== undefined) return before;
  const parsed = Query.safeParse(payload);
  const query = parsed.success ? parsed.data : null;
  queries.set(payload, query);
  return query;
}
