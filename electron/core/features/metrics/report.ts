import type { Benchmark } from '../../../../shared/benchmarks/benchmark.ts';
import { definitionsOf, layoutOf, type Metrics } from '../../../../shared/benchmarks/metrics.ts';
import type { MetricSpread, MetricsReport } from '../../../../shared/contract/metrics.ts';
import type { ComparedItems, UndecidedRule } from '../../../../shared/contract/counting.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import { countedAnswers, type CountingRule } from '../../derived/metrics/contribution.ts';
import type { Basis } from './basis.ts';
import { bundleOf } from './cells.ts';
import { comparisonsOf } from './comparisons.ts';
import { computeFigures, type FiguresJob, type FiguresOptions, type NamedFigures } from './figures.ts';
import { peopleOf } from './people.ts';
import { withRests } from './rests.ts';
import { itemsOf } from './rowWriter.ts';
import { chanceAdder, sharePlaces, type SharePlaces, spreadOfParts } from './spreads.ts';
import { CONDITION, strataOf } from './strata.ts';
import { type Units, unitsOf } from './units.ts';
import type { MetricsTable, MetricsTableRow } from './table.ts';

export interface MetricsReportOptions extends FiguresOptions {
  readonly parameters: JsonObject;
  /** A facet, `label` or `condition`. */
  readonly stratum: { readonly name: string; readonly title: string } | null;
  /** Which items respondents are compared on. */
  readonly items: ComparedItems;
  readonly unreadable: CountingRule['unreadable'];
  readonly absent: CountingRule['absent'];
  readonly undecided: UndecidedRule;
  readonly unfinished: boolean;
}

/** What follows from the table; whose verdicts counted and what was left out is added by who read it. */
export type Report = Omit<MetricsReport, 'judge' | 'judgeId' | 'notes'>;

/** Whether an item in a condition, by their places in the table, is part of something. */
type Keep = (item: number, condition: number) => boolean;

/** Figures of one respondent's answers, in one condition or one part of the items. */
interface Part {
  readonly row: MetricsTableRow;
  /** The place of the condition, or of the part's value. */
  readonly value: number;
  readonly keep: Keep;
  readonly job: FiguresJob;
  readonly figures: NamedFigures;
}

type Options = MetricsReportOptions & Pick<MetricsReport['basis'], 'without'>;

/** All figures, strata, comparisons and correlations. */
export function reportOf(
  { benchmark, metrics }: { readonly benchmark: Benchmark; readonly metrics: Metrics },
  table: MetricsTable,
  basis: Basis,
  options: Options,
  progress: (phase: string, done: number, total: number) => void,
): Report {
  const { parameters, stratum, resamples, seed } = options;
  const strata = stratum === null ? null : strataOf(table, stratum.name);
  const definitions = definitionsOf(metrics, parameters);
  const computed = partsComputer(metrics, table, options, progress);
  const whole = computed(
    'Computing the figures',
    table.rows.map((row, value) => ({ row, value, keep: basis.keep })),
  );
  // Answers in one condition, where there are several: the papers have a table of each.
  const several =
    table.conditions.length > 1 || metrics.layout.some(({ condition }) => condition !== undefined);
  const conditions = several ? table.conditions : [];
  const isGivenIn =
    (condition: number): Keep =>
    (item, given) =>
      given === condition && basis.keepIn(item, given);
  const ofConditions = computed(
    'Computing by condition',
    conditions.flatMap((_, value) => table.rows.map((row) => ({ row, value, keep: isGivenIn(value) }))),
  );
  const keepIn = stratum?.name === CONDITION ? basis.keepIn : basis.keep;
  const isIn =
    (value: number): Keep =>
    (item, condition) =>
      strata?.valueOf(item, condition) === value && keepIn(item, condition);
  const ofStrata = computed(
    'Computing by stratum',
    (strata?.values ?? []).flatMap((_, value) =>
      table.rows.map((row) => ({ row, value, keep: isIn(value) })),
    ),
  );
  const columns = metrics.columns(parameters);
  const groupOf = (place: number): string => table.items[place]?.group ?? '';
  const withChance = chanceAdder(definitions, columns, groupOf, seed);
  const resting = restAdder(definitions, table);
  const rowOf = (part: Part): Report['rows'][number] => {
    const { key, name, kind, respondent, participants, units } = part.row;
    return {
      key,
      name,
      kind,
      personId: respondent?.id ?? null,
      version: respondent?.version ?? null,
      participants,
      ...answeredIn(units, basis.keep),
      ownItems: itemsOf(units),
      figures: withChance(
        resting(explained(part, whole), part),
        isOfSeveral(part.row) ? null : part.job.bundle,
      ),
      conditions: Object.fromEntries(
        partsOf(ofConditions, key).map((own) => [conditions[own.value] ?? '', resting(own.figures, own)]),
      ),
      answered: Object.fromEntries(
        conditions.flatMap((condition, at) =>
          units.some((unit) => unit.condition === at) ? [[condition, answeredIn(units, isGivenIn(at))]] : [],
        ),
      ),
    };
  };
  const spreads = (): MetricSpread[] =>
    spreadsOf(table.rows, ofStrata, printedShares(metrics, definitions, columns), groupOf, seed);
  return {
    benchmark: benchmark.id,
    seed,
    resamples,
    parameters,
    basis: describedBasis(table, basis, options),
    metrics: definitions.map(described),
    rows: whole.map(rowOf),
    stratum:
      stratum === null || strata === null
        ? null
        : {
            name: stratum.name,
            title: stratum.title,
            values: valuesOf(strata.values, table, ofStrata, isIn),
            spreads: stratum.name === CONDITION ? [] : spreads(),
          },
    comparisons: comparisonsOf(metrics, parameters, table, basis.keepIn),
    people: peopleOf(table.people),
    layout: printedLayout(metrics, parameters),
  };
}

/** Computes the figures of several parts at a time, reporting progress under the name of a phase. */
function partsComputer(
  metrics: Metrics,
  table: MetricsTable,
  options: Options,
  progress: (phase: string, done: number, total: number) => void,
): (phase: string, parts: readonly Omit<Part, 'job' | 'figures'>[]) => Part[] {
  const jobOf = jobsOf(metrics, table, options);
  return (phase, parts) => {
    const jobs = parts.map(({ row, keep }) => jobOf(row, keep));
    const figures = computeFigures(metrics, options.parameters, jobs, options, (done, total) =>
      progress(phase, done, total),
    );
    return parts.flatMap((part, at) => {
      const job = jobs[at];
      return job === undefined ? [] : [{ ...part, job, figures: figures[at] ?? {} }];
    });
  };
}

/** Adds to figures whose verdicts they rest on, in the part that is kept. */
const restAdder =
  (definitions: readonly Definition[], { nameOf }: MetricsTable) =>
  (own: NamedFigures, { row, keep }: Pick<Part, 'row' | 'keep'>): NamedFigures =>
    withRests(
      own,
      definitions,
      row.rests.filter(({ item, condition }) => keep(item, condition)),
      nameOf,
    );

type Definition = ReturnType<typeof definitionsOf>[number];

const described = ({ id, title, task, explanation, chance }: Definition): Report['metrics'][number] => ({
  id,
  title,
  ...(task !== undefined && { task }),
  explanation,
  chance,
});

/** The tables of the paper. */
const printedLayout = (metrics: Metrics, parameters: JsonObject): Report['layout'] =>
  layoutOf(metrics, parameters).map(({ title, caption, condition, columns }) => ({
    title,
    caption,
    condition: condition ?? null,
    columns: columns.map((column) => ({ ...column })),
  }));

type StratumReport = NonNullable<Report['stratum']>;

/** The figures in each part of the items. */
const valuesOf = (
  values: readonly StratumReport['values'][number]['value'][],
  table: MetricsTable,
  parts: readonly Part[],
  isIn: (value: number) => Keep,
): StratumReport['values'] =>
  values.map((value, place) => ({
    value,
    items: itemsWith(table, isIn(place)),
    rows: Object.fromEntries(
      parts.flatMap(({ row, value: own, job, figures }) =>
        own === place && job.bundle.size > 0 ? [[row.key, figures]] : [],
      ),
    ),
  }));

/** The parts of one respondent in which there is an answer. */
const partsOf = (parts: readonly Part[], key: string): Part[] =>
  parts.filter(({ row, job }) => row.key === key && job.bundle.size > 0);

/** Makes the jobs from which the figures of a respondent's answers are computed. */
function jobsOf(
  { classes }: Metrics,
  table: MetricsTable,
  { unreadable, absent }: Pick<Options, 'unreadable' | 'absent'>,
): (row: MetricsTableRow, keep: Keep) => FiguresJob {
  const classOf = classes === undefined ? null : strataOf(table, classes);
  const unitsIn = (places: Int32Array): Units =>
    unitsOf(
      Array.from(places, (place) => table.items[place]?.group ?? ''),
      classOf === null ? null : Array.from(places, (place) => String(classOf.valueOf(place, 0))),
    );
  const humans = table.rows.filter(({ kind }) => kind === 'human');
  return (row, keep) => {
    const bundle = bundleOf(row.cells.counted, keep);
    return {
      bundle,
      units: unitsIn(bundle.places),
      ...(isOfSeveral(row) && {
        people: humans.map(({ cells }) => bundleOf(cells.counted, keep)).filter(({ size }) => size > 0),
      }),
      single: !isOfSeveral(row) && !repeats(row, keep),
      coverage: {
        counted: countedAnswers({ unreadable, absent }),
        ifPresentAlone: bundleOf(row.cells.ifPresentAlone, keep),
        ifReadableAlone: bundleOf(row.cells.ifReadableAlone, keep),
        ifAllJudged: bundleOf(row.cells.ifAllJudged, keep),
        ifJudgedAlone: bundleOf(row.cells.ifJudgedAlone, keep),
      },
    };
  };
}

/** On which items and answers the figures rest. */
function describedBasis(
  table: MetricsTable,
  basis: Basis,
  { unreadable, absent, undecided, without, unfinished }: Options,
): Report['basis'] {
  const open = table.undecided.filter(
    ({ item, condition }) => basis.keep(item, condition) || basis.keepIn(item, condition),
  );
  return {
    items: basis.asked,
    unreadable,
    absent,
    undecided: { rule: undecided, items: new Set(open.map(({ item }) => item)).size },
    without,
    unfinished,
    parts: basis.parts.map(({ title, items, count, shrinks }) => ({
      title,
      items,
      count,
      shrinks: [...shrinks],
    })),
  };
}

/** The shares that a table of the paper prints, with the columns from which they are computed. */
function printedShares(
  { layout }: Metrics,
  definitions: readonly Definition[],
  columns: readonly string[],
): { readonly metric: string; readonly places: SharePlaces }[] {
  const printed = new Set(layout.flatMap((each) => each.columns.map(({ metric }) => metric)));
  return definitions.flatMap((definition) => {
    const places = printed.has(definition.id) ? sharePlaces(definition, columns) : null;
    return places === null ? [] : [{ metric: definition.id, places }];
  });
}

/** How far the values of a stratum lie apart in each printed share of each single respondent. */
function spreadsOf(
  rows: readonly MetricsTableRow[],
  parts: readonly { readonly row: MetricsTableRow; readonly job: FiguresJob }[],
  shares: readonly { readonly metric: string; readonly places: SharePlaces }[],
  groupOf: (place: number) => string,
  seed: number,
): MetricSpread[] {
  return rows
    .filter((row) => !isOfSeveral(row))
    .flatMap((row) => {
      const own = parts.filter((part) => part.row.key === row.key);
      return shares.flatMap(({ metric, places }) => {
        const found = spreadOfParts(
          own.map(({ job: { bundle } }) => ({ bundle, places })),
          groupOf,
          seed,
        );
        return found === null ? [] : [{ row: row.key, metric, ...found }];
      });
    });
}

const isOfSeveral = ({ kind, participants }: MetricsTableRow): boolean =>
  kind === 'people' && participants > 1;

/** Whether an item is in it in several conditions: two answers on one item are no two independent ones. */
function repeats({ cells: { counted } }: MetricsTableRow, keep: Keep): boolean {
  let last = -1;
  return counted.items.some((item, cell) => {
    if (!keep(item, counted.conditions[cell] ?? 0)) return false;
    const again = item === last;
    last = item;
    return again;
  });
}

/** How many items were answered, and of how many a verdict is missing. */
function answeredIn(units: MetricsTableRow['units'], keep: Keep): { items: number; unjudged: number } {
  const kept = units.filter(({ item, condition }) => keep(item, condition));
  return { items: itemsOf(kept), unjudged: itemsOf(kept.filter(({ unjudged }) => unjudged)) };
}

/** A vote has no figure where people have one: what it rests on cannot be voted on, or nobody had more than half. */
function explained({ row, figures }: Part, all: readonly Part[]): NamedFigures {
  if (row.kind !== 'majority') return figures;
  const together = all.find((part) => part.row.kind === 'people')?.figures ?? {};
  return Object.fromEntries(
    Object.entries(figures).map(([id, figure]) => [
      id,
      figure.value === null && (together[id]?.value ?? null) !== null
        ? { ...figure, undefined: NOT_VOTED }
        : figure,
    ]),
  );
}

const NOT_VOTED =
  'There is no majority: people cannot vote on this, or nothing has more than half of the votes.';

/** Items with an included answer in the part. */
function itemsWith({ rows }: MetricsTable, keep: Keep): number {
  const items = new Set<number>();
  for (const { cells } of rows) {
    const { items: places, conditions } = cells.counted;
    places.forEach((item, cell) => {
      if (keep(item, conditions[cell] ?? 0)) items.add(item);
    });
  }
  return items.size;
}
