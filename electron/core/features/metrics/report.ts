import type { Benchmark } from '../../../../shared/benchmarks/benchmark.ts';
import { definitionsOf, layoutOf, type Metrics } from '../../../../shared/benchmarks/metrics.ts';
import type { MetricSpread, MetricsReport } from '../../../../shared/contract/metrics.ts';
import type { ComparedItems, UndecidedRule } from '../../../../shared/contract/counting.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import { countedAnswers, type Counting } from '../../derived/metrics/contributed.ts';
import type { Basis } from './basis.ts';
import { bundleOf } from './cells.ts';
import { comparisonsOf } from './comparisons.ts';
import type { FiguresJob, FiguresOptions, NamedFigures } from './figures.ts';
import { computeFigures } from './figures.ts';
import { peopleOf } from './people.ts';
import { withRests } from './rests.ts';
import { itemsOf } from './rowWriter.ts';
import { chanceAdder, spreadOfParts, sharePlaces, type SharePlaces } from './spreads.ts';
import { CONDITION, strataOf } from './strata.ts';
import { unitsOf, type Units } from './units.ts';
import type { MetricsTable, TableRow } from './table.ts';

export interface ReportOptions extends FiguresOptions {
  readonly parameters: JsonObject;
  /** A facet, `label` or `condition`. */
  readonly stratum: { readonly name: string; readonly title: string } | null;
  /** Which items respondents are compared on. */
  readonly items: ComparedItems;
  readonly unreadable: Counting['unreadable'];
  readonly absent: Counting['absent'];
  readonly undecided: UndecidedRule;
  readonly unfinished: boolean;
}

/** What follows from the table; whose verdicts counted and what was left out is added by who read it. */
export type Report = Omit<MetricsReport, 'judge' | 'judgeId' | 'notes'>;

/** Whether an item in a condition, by their places in the table, is part of something. */
type Keep = (item: number, condition: number) => boolean;

/** All figures, strata, comparisons and correlations. */
export function reportOf(
  { benchmark, metrics }: { readonly benchmark: Benchmark; readonly metrics: Metrics },
  table: MetricsTable,
  basis: Basis,
  {
    parameters,
    stratum,
    resamples,
    seed,
    unreadable,
    absent,
    undecided,
    unfinished,
    without,
  }: ReportOptions & Pick<MetricsReport['basis'], 'without'>,
  progress: (phase: string, done: number, total: number) => void,
): Report {
  const strata = stratum === null ? null : strataOf(table, stratum.name);
  const definitions = definitionsOf(metrics, parameters);
  const { classes } = metrics;
  const classOf = classes === undefined ? null : strataOf(table, classes);
  const groupOf = (place: number): string => table.items[place]?.group ?? '';
  const drawnOf = (places: Int32Array): Units =>
    unitsOf(
      Array.from(places, groupOf),
      classOf === null ? null : Array.from(places, (place) => String(classOf.valueOf(place, 0))),
    );
  const humans = table.rows.filter(({ kind }) => kind === 'human');
  const jobOf = (row: TableRow, keep: Keep): FiguresJob => {
    const bundle = bundleOf(row.cells.counted, keep);
    return { bundle, units: drawnOf(bundle.places), ...jobRest(row, keep) };
  };
  const jobRest = (row: TableRow, keep: Keep): Omit<FiguresJob, 'bundle' | 'units'> => ({
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
  });
  const jobs = table.rows.map((row) => jobOf(row, basis.keep));
  const figures = computeFigures(metrics, parameters, jobs, { resamples, seed }, (done, total) =>
    progress('Computing the figures', done, total),
  );
  // Answers in one condition, where there are several: the papers have a table of each.
  const { conditions } = table;
  const several = conditions.length > 1 || metrics.layout.some(({ condition }) => condition !== undefined);
  const perCondition = (several ? conditions : []).flatMap((name, condition) =>
    table.rows.map((row) => {
      const keep: Keep = (item, given) => given === condition && basis.keepIn(item, given);
      return { name, row, keep, job: jobOf(row, keep) };
    }),
  );
  const ofConditions = computeFigures(
    metrics,
    parameters,
    perCondition.map(({ job }) => job),
    { resamples, seed },
    (done, total) => progress('Computing by condition', done, total),
  );
  const columns = metrics.columns(parameters);
  const printed = new Set(metrics.layout.flatMap((each) => each.columns.map(({ metric }) => metric)));
  const shares = definitions.flatMap((definition) => {
    const places = printed.has(definition.id) ? sharePlaces(definition, columns) : null;
    return places === null ? [] : [{ metric: definition.id, places }];
  });
  const withChance = chanceAdder(definitions, columns, groupOf, seed);
  const keepIn = stratum?.name === CONDITION ? basis.keepIn : basis.keep;
  const isIn =
    (value: number): Keep =>
    (item, condition) =>
      strata?.valueOf(item, condition) === value && keepIn(item, condition);
  const parts = (strata?.values ?? []).flatMap((_, value) =>
    table.rows.map((row) => ({ value, row, job: jobOf(row, isIn(value)) })),
  );
  const ofParts = computeFigures(
    metrics,
    parameters,
    parts.map(({ job }) => job),
    { resamples, seed },
    (done, total) => progress('Computing by stratum', done, total),
  );
  return {
    benchmark: benchmark.id,
    seed,
    resamples,
    parameters,
    basis: {
      items: basis.asked,
      unreadable,
      absent,
      undecided: {
        rule: undecided,
        items: new Set(
          table.undecided
            .filter(({ item, condition }) => basis.keep(item, condition) || basis.keepIn(item, condition))
            .map(({ item }) => item),
        ).size,
      },
      without,
      unfinished,
      parts: basis.parts.map(({ title, items, count, shrinks }) => ({
        title,
        items,
        count,
        shrinks: [...shrinks],
      })),
    },
    metrics: definitions.map(({ id, title, task, explanation, chance }) => ({
      id,
      title,
      ...(task !== undefined && { task }),
      explanation,
      chance,
    })),
    rows: table.rows.map((row, place) => {
      const { key, name, kind, respondent, participants, units } = row;
      const resting = (own: NamedFigures, keep: Keep): NamedFigures =>
        withRests(
          own,
          definitions,
          row.rests.filter(({ item, condition }) => keep(item, condition)),
          table.nameOf,
        );
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
          resting(explained(figures, place, table), basis.keep),
          isOfSeveral(row) ? null : (jobs[place]?.bundle ?? null),
        ),
        conditions: Object.fromEntries(
          perCondition.flatMap((part, at) =>
            part.row.key === key && part.job.bundle.size > 0
              ? [[part.name, resting(ofConditions[at] ?? {}, part.keep)]]
              : [],
          ),
        ),
        answered: Object.fromEntries(
          (several ? conditions : []).flatMap((condition, at) =>
            units.some((unit) => unit.condition === at)
              ? [[condition, answeredIn(units, (item, own) => own === at && basis.keepIn(item, own))]]
              : [],
          ),
        ),
      };
    }),
    stratum:
      stratum === null || strata === null
        ? null
        : {
            name: stratum.name,
            title: stratum.title,
            values: strata.values.map((value, place) => ({
              value,
              items: itemsWith(table, isIn(place)),
              rows: Object.fromEntries(
                parts.flatMap((part, at) =>
                  part.value === place && part.job.bundle.size > 0 ? [[part.row.key, ofParts[at] ?? {}]] : [],
                ),
              ),
            })),
            spreads: stratum.name === CONDITION ? [] : spreadsOf(table.rows, parts, shares, groupOf, seed),
          },
    comparisons: comparisonsOf(metrics, parameters, table, basis.keepIn),
    people: peopleOf(table.people),
    layout: layoutOf(metrics, parameters).map(({ title, caption, condition, columns }) => ({
      title,
      caption,
      condition: condition ?? null,
      columns: columns.map((column) => ({ ...column })),
    })),
  };
}

/** How far the values of a stratum lie apart in each printed share of each single respondent. */
function spreadsOf(
  rows: readonly TableRow[],
  parts: readonly { readonly row: TableRow; readonly job: FiguresJob }[],
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

const isOfSeveral = ({ kind, participants }: TableRow): boolean => kind === 'people' && participants > 1;

/** Whether an item stands in it in several conditions: two answers on one item are no two independent ones. */
function repeats({ cells: { counted } }: TableRow, keep: Keep): boolean {
  let last = -1;
  return counted.items.some((item, cell) => {
    if (!keep(item, counted.conditions[cell] ?? 0)) return false;
    const again = item === last;
    last = item;
    return again;
  });
}

/** How many items were answered, and of how many a verdict is missing. */
function answeredIn(units: TableRow['units'], keep: Keep): { items: number; unjudged: number } {
  const kept = units.filter(({ item, condition }) => keep(item, condition));
  return { items: itemsOf(kept), unjudged: itemsOf(kept.filter(({ unjudged }) => unjudged)) };
}

/** A vote has no figure where people have one: what it rests on cannot be voted on, or nobody had more than half. */
function explained(figures: readonly NamedFigures[], place: number, { rows }: MetricsTable): NamedFigures {
  const own = figures[place] ?? {};
  if (rows[place]?.kind !== 'majority') return own;
  const together = figures[rows.findIndex(({ kind }) => kind === 'people')] ?? {};
  return Object.fromEntries(
    Object.entries(own).map(([id, figure]) => [
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
