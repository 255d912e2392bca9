import { basisSentences } from '../../../../shared/figures/resultsTables.ts';
import { findBenchmark } from '../../../../shared/benchmarks/registry.ts';
import type { ItemId, PersonId } from '../../../../shared/domain/ids.ts';
import type { JsonObject } from '../../../../shared/domain/json.ts';
import type { Condition } from '../../access/itemFilter.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import { readMetaText } from '../../db/meta.ts';
import { basisOf } from './basis.ts';
import { reportOf } from './report.ts';
import { readMetricsTable } from './table.ts';

/** A figure, null where there is none, and how many items it rests on. */
interface ShownFigure {
  readonly value: number | null;
  readonly n: number;
}

/** Figures as Results shows them when it opens. */
export interface ShownFigures {
  /** Which items respondents are compared on, a sentence each. */
  readonly basis: readonly string[];
  /** A respondent's figures, by metric; undefined where they have none. */
  of(respondent: PersonId): Readonly<Record<string, ShownFigure>> | undefined;
  /** Whether the figures are of an item's answers in a condition. */
  keeps(item: ItemId, condition: string): boolean;
}

/** What Results shows when it opens, before anybody chooses otherwise. */
const CHOICES = {
  stratum: null,
  items: 'common',
  unreadable: 'wrong',
  absent: 'wrong',
  undecided: 'left_out',
  unfinished: false,
  resamples: 0,
  seed: 1,
} as const;

/**
 * The figures that Results shows when it opens, without intervals, for screens that set others beside them. Throws where the
 * casebook's benchmark has none.
 * @param question by accepted verdicts (null) or one judge's, over which items `i`
 */
export function readShownFigures(
  database: CasebookDatabase,
  {
    judge,
    parameters,
    condition,
  }: {
    readonly judge: PersonId | null;
    readonly parameters: JsonObject;
    readonly condition: Condition;
  },
  progress: (done: number, total: number) => void,
): ShownFigures {
  const benchmark = findBenchmark(readMetaText(database, 'benchmark'));
  const metrics = benchmark?.metrics;
  if (benchmark === undefined || metrics === undefined) throw new Error('The benchmark has no figures.');
  const of = { benchmark, metrics };
  const { items, unreadable, absent, undecided, unfinished } = CHOICES;
  const table = readMetricsTable(
    database,
    of,
    { judge, condition, parameters, unreadable, absent, undecided, unfinished },
    progress,
  );
  const basis = basisOf(table, items, metrics.taskFacets ?? []);
  const report = reportOf(of, table, basis, { ...CHOICES, parameters, without: [] }, () => undefined);
  const figures = new Map(
    report.rows.flatMap((row) => (row.personId === null ? [] : [[row.personId, row.figures]])),
  );
  const placeOf = new Map(table.items.map(({ id }, place) => [id, place]));
  const conditionOf = new Map(table.conditions.map((name, place) => [name, place]));
  return {
    basis: basisSentences(report),
    of: (respondent) => figures.get(respondent),
    keeps: (item, name) => {
      const [place, number] = [placeOf.get(item), conditionOf.get(name)];
      return place !== undefined && number !== undefined && basis.keep(place, number);
    },
  };
}
