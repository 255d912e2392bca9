import type { Coefficient } from '../../../../shared/contract/agreement.ts';
import type { JudgeComparison, VerdictAgreement } from '../../../../shared/contract/verdicts.ts';
import type { ExportColumn, ExportTable } from '../../../ui/figures/export/exportTable.ts';
import { formatCount } from '../../../ui/format.ts';
import { judgeDetails, judgeTitle } from '../judgeName.ts';

type Coefficients = Readonly<Record<string, Coefficient>>;

/** The kappa that fits the values: weighted where they are ordered. */
export function kappaOf(
  coefficients: Coefficients,
  level: JudgeComparison['level'],
): Coefficient | undefined {
  return (
    coefficients[level === 'ordinal' ? 'cohen_kappa_quadratic' : 'cohen_kappa'] ?? coefficients['cohen_kappa']
  );
}

/** From this share of all verdicts on, kappa misleads. */
const SKEWED_ABOVE = 0.9;

/** The value that nearly all verdicts of both sides are, so that kappa misleads; null where there is none. */
export function skewedValue(
  values: readonly string[],
  confusion: readonly (readonly number[])[],
): string | null {
  const total = confusion.flat().reduce((sum, count) => sum + count, 0);
  return (
    values.find((_, at) => {
      const given = (confusion[at] ?? []).reduce((sum, count) => sum + count, 0);
      const met = confusion.reduce((sum, row) => sum + (row[at] ?? 0), 0);
      return given + met > SKEWED_ABOVE * 2 * total;
    }) ?? null
  );
}

/** Which way the judge errs, in words that fit the values. */
export function directionWords({ values }: Pick<JudgeComparison, 'values'>): {
  readonly lower: string;
  readonly higher: string;
} {
  const [a, b] = values.map((value) => value.toUpperCase());
  if (values.length === 2 && [a, b].includes('YES') && [a, b].includes('NO'))
    return { lower: 'says NO for YES', higher: 'says YES for NO' };
  return { lower: 'lower', higher: 'higher' };
}

/** On how many answers key points are the same passages, with how many there are. */
export function samePassagesText({ same, units }: { readonly same: number; readonly units: number }): string {
  return `${formatCount(same)} of ${formatCount(units)}`;
}

/** The judges in the order of the figures, each with its criteria. */
export function byJudge({ comparisons }: VerdictAgreement): readonly (readonly JudgeComparison[])[] {
  const groups = new Map<string, JudgeComparison[]>();
  for (const each of comparisons)
    groups.set(each.judge.personId, [...(groups.get(each.judge.personId) ?? []), each]);
  return [...groups.values()];
}

/** All comparisons as a table of their own, one line for each judge and criterion. */
export function trustTable(figures: VerdictAgreement): ExportTable {
  const rows = figures.comparisons;
  const text = (title: string, cell: (row: JudgeComparison) => string): ExportColumn => ({
    kind: 'text',
    title,
    cells: rows.map(cell),
  });
  const count = (title: string, cell: (row: JudgeComparison) => number): ExportColumn => ({
    kind: 'count',
    title,
    cells: rows.map(cell),
  });
  const part = (title: string, pick: (row: JudgeComparison) => JudgeComparison['before']): ExportColumn[] => [
    count(`n ${title}`, (row) => pick(row).units),
    {
      kind: 'figure',
      title: `kappa ${title}`,
      cells: rows.map((row) => kappaOf(pick(row).coefficients, row.level) ?? null),
    },
    {
      kind: 'interval',
      title: `95% interval ${title}`,
      cells: rows.map((row) => {
        const kappa = kappaOf(pick(row).coefficients, row.level);
        return kappa?.ci95 ?? null;
      }),
    },
  ];
  const columns = [
    text('Judge', (row) => judgeTitle(row.judge)),
    text('Criterion', (row) => row.title),
    ...part('before', ({ before }) => before),
    ...part('after', ({ after }) => after),
    count('higher', (row) => row.errors.higher),
    count('lower', (row) => row.errors.lower),
  ];
  return {
    part: 'judges',
    caption:
      `LLM judges against people (before) and against accepted verdicts after decisions (after). ` +
      `Cohen’s kappa, weighted quadratically where values are ordered. ` +
      `Bootstrap over items: ${String(figures.resamples)} resamples, seed ${String(figures.seed)}.`,
    columns,
    everything: [
      text('Judge', (row) => row.judge.name),
      text('Details', (row) => judgeDetails(row.judge)),
      ...columns.slice(1),
      count('higher after', (row) => row.errorsAfter.higher),
      count('lower after', (row) => row.errorsAfter.lower),
      ...passageColumns(rows),
      count('unparsed', (row) => row.unparsed),
      count('unknown', (row) => row.unknown),
    ],
  };
}

/** Of key points, on how many answers they are the same passages; left out where nobody listed any. */
function passageColumns(rows: readonly JudgeComparison[]): ExportColumn[] {
  if (rows.every(({ passages }) => passages === undefined)) return [];
  return (['before', 'after'] as const).flatMap((side): ExportColumn[] => [
    {
      kind: 'count',
      title: `answers with the same passages ${side}`,
      cells: rows.map(({ passages }) => passages?.[side].same ?? null),
    },
    {
      kind: 'count',
      title: `answers whose passages are compared ${side}`,
      cells: rows.map(({ passages }) => passages?.[side].units ?? null),
    },
  ]);
}

/** The confusion of a judge and the others as a table of its own. */
export function confusionTable(comparison: JudgeComparison, which: 'before' | 'after'): ExportTable {
  const counts = which === 'before' ? comparison.confusionBefore : comparison.confusionAfter;
  const rows = which === 'before' ? 'people' : 'accepted verdicts';
  return {
    part: `confusion ${comparison.criterion} ${which}`,
    caption: `${comparison.title}: ${rows} (rows) and ${judgeTitle(comparison.judge)} (columns).`,
    columns: [
      { kind: 'text', title: rows, cells: comparison.values },
      ...comparison.values.map((value, column) => ({
        kind: 'count' as const,
        title: value,
        cells: comparison.values.map((_, row) => counts[row]?.[column] ?? 0),
      })),
    ],
  };
}

/** How people agree among themselves, as a table of its own. */
export function peopleTable({ people, resamples, seed }: VerdictAgreement): ExportTable {
  const names = [...new Set(people.flatMap(({ coefficients }) => Object.keys(coefficients)))];
  return {
    part: 'people',
    caption: `Agreement of people. Bootstrap over items: ${String(resamples)} resamples, seed ${String(seed)}.`,
    columns: [
      { kind: 'text', title: 'Criterion', cells: people.map(({ title }) => title) },
      {
        kind: 'text',
        title: 'Judges',
        cells: people.map(({ judges }) => judges.map(({ name }) => name).join(', ')),
      },
      { kind: 'count', title: 'n', cells: people.map(({ units }) => units) },
      ...names.map((name) => ({
        kind: 'figure' as const,
        title: name,
        cells: people.map(({ coefficients }) => coefficients[name] ?? null),
      })),
    ],
  };
}
