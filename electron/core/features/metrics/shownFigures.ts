import { basisSentences } from '../../../../shared/figures/resultsNotes.ts';
import { findBenchmark } from '../../../../shared/benchmarks/registry.ts';
import { readMetaText } from '../../db/meta.ts';
import type { ReadShownFigures } from '../../derived/metrics/shownFigures.ts';
import { basisOf } from './basis.ts';
import { reportOf } from './report.ts';
import { readMetricsTable } from './table.ts';

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
 * The figures that Results shows when it opens, without intervals, for screens that compare with them. Throws if the
 * benchmark has none.
 * @param question by accepted verdicts (null) or one judge's, over which items `i`
 */
export const readShownFigures: ReadShownFigures = (database, { judge, parameters, condition }, progress) => {
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
};
