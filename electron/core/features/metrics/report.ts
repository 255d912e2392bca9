import type { Benchmark } from '../../../../shared/benchmarks/benchmark.ts';
import { definitionsOf, type Metrics } from '../../../../shared/benchmarks/metrics.ts';
import type { MetricsReport } from '../../../../shared/contract/metrics.ts';
import type { JsonObject } from '../../../../shared/domain/json.ts';
import { bundleOf } from './cells.ts';
import { comparisonsOf } from './comparisons.ts';
import type { FiguresJob, FiguresOptions, NamedFigures } from './figures.ts';
import { computeFigures } from './figures.ts';
import { peopleOf } from './people.ts';
import { withRests } from './rests.ts';
import { strataOf } from './strata.ts';
import type { MetricsTable, TableRow } from './table.ts';

export interface ReportOptions extends FiguresOptions {
  readonly parameters: JsonObject;
  /** A facet, `label` or `condition`. */
  readonly stratum: { readonly name: string; readonly title: string } | null;
}

/** What follows from the table; whose verdicts counted and what was left out is added by who read it. */
export type Report = Omit<MetricsReport, 'judge' | 'notes'>;

/** All figures, strata, comparisons and correlations. */
export function reportOf(
  { benchmark, metrics }: { readonly benchmark: Benchmark; readonly metrics: Metrics },
  table: MetricsTable,
  { parameters, stratum, resamples, seed }: ReportOptions,
  progress: (phase: string, done: number, total: number) => void,
): Report {
  const strata = stratum === null ? null : strataOf(table, stratum.name);
  const definitions = definitionsOf(metrics, parameters);
  const defined = new Set(definitions.map(({ id }) => id));
  const jobs = table.rows.map((row) => jobOf(row));
  const figures = computeFigures(metrics, parameters, jobs, { resamples, seed }, (done, total) =>
    progress('Computing the figures', done, total),
  );
  // Answers in one condition, where there are several: the papers have a table of each.
  const { conditions } = table;
  const several = conditions.length > 1 || metrics.layout.some(({ condition }) => condition !== undefined);
  const perCondition = (several ? conditions : []).flatMap((name, condition) =>
    table.rows.map((row) => ({ name, row, job: jobOf(row, (_item, given) => given === condition) })),
  );
  const ofConditions = computeFigures(
    metrics,
    parameters,
    perCondition.map(({ job }) => job),
    { resamples, seed },
    (done, total) => progress('Computing by condition', done, total),
  );
  const parts = (strata?.values ?? []).flatMap((_, value) =>
    table.rows.map((row) => ({
      value,
      row,
      job: jobOf(row, (item, condition) => strata?.valueOf(item, condition) === value),
    })),
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
    metrics: definitions.map(({ id, title, explanation, chance }) => ({
      id,
      title,
      explanation,
      chance,
    })),
    rows: table.rows.map(
      (
        { key, name, kind, respondent, participants, items, unjudged, conditions: answered, rests },
        place,
      ) => ({
        key,
        name,
        kind,
        personId: respondent?.id ?? null,
        version: respondent?.version ?? null,
        participants,
        items,
        unjudged,
        figures: withRests(explained(figures, place, table), definitions, [...rests.values()], table.nameOf),
        conditions: Object.fromEntries(
          perCondition.flatMap((part, at) =>
            part.row.key === key && part.job.bundle.size > 0
              ? [
                  [
                    part.name,
                    withRests(
                      ofConditions[at] ?? {},
                      definitions,
                      [...rests].flatMap(([condition, of]) =>
                        conditions[condition] === part.name ? [of] : [],
                      ),
                      table.nameOf,
                    ),
                  ],
                ]
              : [],
          ),
        ),
        answered: Object.fromEntries(
          (several ? conditions : []).flatMap((condition, at) => {
            const inCondition = answered.get(at);
            return inCondition === undefined ? [] : [[condition, inCondition]];
          }),
        ),
      }),
    ),
    stratum:
      stratum === null || strata === null
        ? null
        : {
            name: stratum.name,
            title: stratum.title,
            values: strata.values.map((value, place) => ({
              value,
              items: itemsWith(table, (item, condition) => strata.valueOf(item, condition) === place),
              rows: Object.fromEntries(
                parts.flatMap((part, at) =>
                  part.value === place && part.job.bundle.size > 0 ? [[part.row.key, ofParts[at] ?? {}]] : [],
                ),
              ),
            })),
          },
    comparisons: comparisonsOf(metrics, parameters, table),
    people: peopleOf(table.people),
    layout: metrics.layout.map(({ title, condition, columns }) => ({
      title,
      condition: condition ?? null,
      columns: columns.filter(({ metric }) => defined.has(metric)).map((column) => ({ ...column })),
    })),
  };
}

function jobOf(row: TableRow, keep?: (item: number, condition: number) => boolean): FiguresJob {
  const isOfSeveral = row.kind === 'people' && row.participants > 1;
  return { bundle: bundleOf(row.cells, keep), single: !isOfSeveral && !repeats(row, keep) };
}

/** Whether an item stands in it in several conditions: two answers on one item are no two independent ones. */
function repeats(
  { cells: { items, conditions } }: TableRow,
  keep: (item: number, condition: number) => boolean = () => true,
): boolean {
  let last = -1;
  return items.some((item, cell) => {
    if (!keep(item, conditions[cell] ?? 0)) return false;
    const again = item === last;
    last = item;
    return again;
  });
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
  'There is no majority: what this figure rests on cannot be voted on, or nothing has more than half of the votes.';

/** Items of which any answer is in the part. */
function itemsWith({ rows }: MetricsTable, keep: (item: number, condition: number) => boolean): number {
  const items = new Set<number>();
  for (const { cells } of rows) {
    cells.items.forEach((item, cell) => {
      if (keep(item, cells.conditions[cell] ?? 0)) items.add(item);
    });
  }
  return items.size;
}
