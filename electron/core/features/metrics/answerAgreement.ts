import type { ResamplingMonitor } from '../../../../shared/agreement/intervals/bootstrap.ts';
import { percentileInterval } from '../../../../shared/statistics/percentiles.ts';
import { bootstrap, type BootstrapResult } from '../../../../shared/agreement/intervals/intervals.ts';
import { FEWEST_RESAMPLED, whyTooFewItems } from '../../../../shared/agreement/intervals/enoughItems.ts';
import type { AnswerAgreement, TaskAgreement } from '../../../../shared/contract/answerAgreement.ts';
import type { Figure } from '../../../../shared/contract/metrics.ts';
import { counted } from '../../../../shared/base/counts.ts';
import type { PersonId } from '../../../../shared/base/ids.ts';
import { isCompared, type Measures, measuresOf } from './answerMeasures.ts';
import type { ComparedTable, ComparedTask, ComparedUnit } from './comparedAnswers.ts';
import { strataOf } from './strata.ts';

export interface AnswerAgreementOptions {
  /** Null: nothing is divided. A facet, `label` or `condition`. */
  readonly stratum: { readonly name: string; readonly title: string } | null;
  readonly resamples: number;
  readonly seed: number;
}

type Group = AnswerAgreement['groups'][number];

/** What the average over tasks is of. */
const MAIN = ['equal', 'mean_iou'] as const;

/** How many names a note lists before it counts the rest. */
const NAMED = 5;

/** How far people agree with each other, and the people chosen. */
export function answerAgreementOf(
  table: ComparedTable,
  chosen: ReadonlySet<PersonId>,
  options: AnswerAgreementOptions,
  progress: (phase: string, done: number, total: number) => void,
): Omit<AnswerAgreement, 'benchmark'> {
  const people = new Set(
    [...table.respondents.values()].filter(({ kind }) => kind === 'human').map(({ id }) => id),
  );
  return {
    seed: options.seed,
    resamples: options.resamples,
    stratum: options.stratum,
    groups: [
      groupAgreement('people', table, people, options, (done, total) => {
        progress('Comparing people’s answers', done, total);
      }),
      ...(chosen.size === 0
        ? []
        : [
            groupAgreement('chosen', table, chosen, options, (done, total) => {
              progress('Comparing the selected respondents’ answers', done, total);
            }),
          ]),
    ],
    notes: [...table.leftOut].map(([reason, of]) => {
      const total = [...of.values()].reduce((sum, count) => sum + count, 0);
      const names = [...of].sort(([, a], [, b]) => b - a).map(([name, count]) => `${name} ${String(count)}`);
      const rest = names.length - NAMED;
      const listed = [...names.slice(0, NAMED), ...(rest > 0 ? [`and ${String(rest)} more`] : [])];
      return `${counted(total, 'answer')} not compared: ${reason} (${listed.join(', ')}).`;
    }),
  };
}

/**
 * How far some respondents agree with each other on each task: of all of them, of every two, and among the items of each
 * value of the stratum; with 95 % intervals of a bootstrap over items (BCa; Wilson's where a figure is a plain share of items).
 */
function groupAgreement(
  key: Group['key'],
  table: ComparedTable,
  group: ReadonlySet<PersonId>,
  options: AnswerAgreementOptions,
  progress: (done: number, total: number) => void,
): Group {
  const strata = options.stratum === null ? null : strataOf(table, options.stratum.name);
  const own = table.tasks.flatMap((task): ComparedTask[] => {
    const units = unitsOf(task.units, group);
    const judged = task.answer === 'text' ? judgedOf(units) : [];
    // Once two answers to a question have verdicts, these are compared, and those without are missing.
    if (judged.length > 0) return [{ ...task, title: `${task.title}, by verdict`, units: judged }];
    return units.length === 0 ? [] : [{ ...task, units }];
  });
  const answering = new Set(own.flatMap(({ units }) => units.flatMap(({ answers }) => [...answers.keys()])));
  const respondents = [...table.respondents.keys()].filter((id) => answering.has(id));
  const total = own.length;
  const averaged: ResampledFigures[] = [];
  const tasks = own.map((task, place): TaskAgreement => {
    // Every task draws by itself: an average of tasks that drew alike would seem more certain, or less, than it is.
    const seed = (options.seed + Math.imul(place, 0x9e37_79b1)) >>> 0;
    const compute = (units: readonly ComparedUnit[]): ResampledFigures =>
      withIntervals(measuresOf(task.answer, units), units, { ...options, seed }, () => {
        progress(place, total);
      });
    const raters = ratersOf(task.units);
    const compared = isCompared(task.answer, task.units);
    const whole = compute(task.units);
    averaged.push(whole);
    return {
      title: task.title,
      kind: task.kind,
      step: task.step,
      answer: task.answer,
      respondents: raters.size,
      ...countsOf(task.units),
      undefined: compared
        ? null
        : 'Casebook compares answers in words only by their verdicts, right or wrong, and no two answers to one question have any.',
      figures: whole.figures,
      pairs: raters.size < 3 || !compared ? [] : pairsOf(task.units, respondents, compute),
      strata: (strata?.values ?? []).flatMap((value, at) => {
        const within = task.units.filter(({ item, condition }) => strata?.valueOf(item, condition) === at);
        return within.length === 0 || !compared
          ? []
          : [{ value, ...countsOf(within), figures: compute(within).figures }];
      }),
    };
  });
  return {
    key,
    respondents: respondents.flatMap((id) => {
      const known = table.respondents.get(id);
      return known === undefined ? [] : [{ key: known.handle, name: known.name, personId: id }];
    }),
    tasks,
    average: averageOf(averaged),
  };
}

/** Steps that at least two of the group answered, with their answers alone. */
function unitsOf(units: readonly ComparedUnit[], group: ReadonlySet<PersonId>): ComparedUnit[] {
  return units.flatMap((unit) => {
    const answers = new Map([...unit.answers].filter(([id]) => group.has(id)));
    return answers.size < 2 ? [] : [{ ...unit, answers }];
  });
}

/** Steps at which at least two answers in words have a verdict, with these alone. */
const judgedOf = (units: readonly ComparedUnit[]): ComparedUnit[] =>
  units.flatMap((unit) => {
    const answers = new Map([...unit.answers].filter(([, { kind }]) => kind === 'value'));
    return answers.size < 2 ? [] : [{ ...unit, answers }];
  });

const ratersOf = (units: readonly ComparedUnit[]): ReadonlySet<PersonId> =>
  new Set(units.flatMap(({ answers }) => [...answers.keys()]));

const countsOf = (units: readonly ComparedUnit[]): { items: number; steps: number } => ({
  items: new Set(units.map(({ item }) => item)).size,
  steps: units.length,
});

function pairsOf(
  units: readonly ComparedUnit[],
  respondents: readonly PersonId[],
  compute: (units: readonly ComparedUnit[]) => ResampledFigures,
): TaskAgreement['pairs'] {
  return respondents.flatMap((one, first) =>
    respondents.slice(first + 1).flatMap((other, at) => {
      const both = unitsOf(units, new Set([one, other]));
      return both.length === 0
        ? []
        : [{ first, second: first + 1 + at, steps: both.length, figures: compute(both).figures }];
    }),
  );
}

interface ResampledFigures {
  readonly figures: Record<string, Figure>;
  /** What each figure came to in each resample, where there were any. */
  readonly values: ReadonlyMap<string, Float64Array>;
}

function withIntervals(
  { patternOf, weights, measures }: Measures,
  units: readonly ComparedUnit[],
  { resamples, seed }: AnswerAgreementOptions,
  breath: () => void,
): ResampledFigures {
  const places = new Map<number, number>();
  const itemOf = Int32Array.from(units, ({ item }) => {
    const place = places.get(item) ?? places.size;
    places.set(item, place);
    return place;
  });
  const single = places.size === units.length;
  // Where there is one item, every resample is the same.
  const drawn = places.size < 2 ? [] : measures.filter(({ value }) => value !== null);
  const options = { resamples: drawn.length === 0 ? 0 : resamples, seed };
  const watch: ResamplingMonitor = { progress: breath };
  const ofPatterns = new Float64Array(weights.length);
  // Items with one step each are drawn by what they were answered, which there are few of; else the steps of an item go
  // together.
  const found = single
    ? bootstrap(
        { weights, patternOf },
        drawn.map((measure) => (many) => measure.weighted(many)),
        options,
        watch,
      )
    : bootstrap(
        { weights: new Float64Array(places.size).fill(1), patternOf: Int32Array.from(places.values()) },
        drawn.map((measure) => (ofItems) => {
          ofPatterns.fill(0);
          patternOf.forEach((pattern, unit) => {
            ofPatterns[pattern] = (ofPatterns[pattern] ?? 0) + (ofItems[itemOf[unit] ?? 0] ?? 0);
          });
          return measure.weighted(ofPatterns);
        }),
        options,
        watch,
      );
  const bootstrapped = new Map<string, BootstrapResult>();
  if (resamples > 0) {
    drawn.forEach(({ name }, place) => {
      const one = found?.[place];
      if (one !== undefined) bootstrapped.set(name, one);
    });
  }
  const values = new Map([...bootstrapped].map(([name, one]) => [name, one.values]));
  const sampled = { items: places.size, groups: places.size, people: 0, withinClasses: false };
  return {
    values,
    figures: Object.fromEntries(
      measures.map(({ name, value, undefined: reason, n, plain }): [string, Figure] => {
        const isPlain = plain !== null && single;
        const interval = isPlain ? plain : (bootstrapped.get(name)?.interval ?? null);
        const figure: Figure = { value, undefined: reason, n, ci95: null, interval: null };
        if (value === null || (interval === null && resamples === 0)) return [name, figure];
        return [
          name,
          interval === null
            ? { ...figure, noInterval: whyTooFewItems(places.size, FEWEST_RESAMPLED) ?? NOT_VARIED }
            : { ...figure, ci95: [...interval], interval: isPlain ? 'wilson' : 'bca', sampled },
        ];
      }),
    ),
  };
}

const NOT_VARIED = 'No interval: the figure does not vary, or is undefined, in too many resamples.';

/** The mean over tasks, each by its share of equal answers or its mean IoU. */
function averageOf(tasks: readonly ResampledFigures[]): Figure {
  const main = tasks.flatMap(({ figures, values }) =>
    MAIN.flatMap((name) => {
      const { value = null, n = 0 } = figures[name] ?? {};
      return value === null
        ? []
        : [{ value, n, hasInterval: figures[name]?.ci95 !== null, drawn: values.get(name) }];
    }),
  );
  const n = main.reduce((sum, task) => sum + task.n, 0);
  if (main.length === 0)
    return {
      value: null,
      undefined: 'No two of them answered anything comparable.',
      n,
      ci95: null,
      interval: null,
    };
  const mean = (of: (task: (typeof main)[number]) => number): number =>
    main.reduce((sum, task) => sum + of(task), 0) / main.length;
  const length = Math.min(...main.map(({ drawn }) => drawn?.length ?? 0));
  const interval = main.every(({ hasInterval }) => hasInterval)
    ? percentileInterval(
        Float64Array.from({ length }, (_, at) => mean(({ drawn }) => drawn?.[at] ?? Number.NaN)),
      ).interval
    : null;
  return {
    value: mean(({ value }) => value),
    undefined: null,
    n,
    ci95: interval === null ? null : [...interval],
    interval: interval === null ? null : 'bootstrap',
    ...(interval === null && length > 0 && { noInterval: 'No interval: a task has too few items for one.' }),
  };
}
