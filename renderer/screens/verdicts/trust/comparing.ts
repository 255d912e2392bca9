import { formatCount } from '../../../../shared/base/counts.ts';
import { judgeTitle } from '../../../../shared/figures/judgeName.ts';
import type { JudgeComparison, VerdictAgreement } from '../../../../shared/contract/verdicts.ts';
import type { ExportTable } from '../../../../shared/figures/exportTable.ts';

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
