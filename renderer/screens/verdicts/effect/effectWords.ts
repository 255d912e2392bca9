import { counted, formatCount } from '../../../../shared/base/counts.ts';
import type { VerdictEffect } from '../../../../shared/contract/verdicts.ts';
import type { ExportColumn, ExportTable, Print } from '../../../../shared/figures/exportTable.ts';

/** A difference with its sign, one digit more than the figure: one verdict among many changes little. */
export function signed(change: number, { factor, digits }: Print): string {
  const text = (Math.abs(change) * factor).toFixed(digits + 1);
  return Number(text) === 0 ? '0' : `${change < 0 ? '−' : '+'}${text}`;
}

/** By how much the figure changes over the same verdicts; undefined where there is none. */
function changeOf({ same }: VerdictEffect): number | null {
  return same.byJudge === null || same.accepted === null ? null : same.accepted - same.byJudge;
}

/** The change with its sign, a dash where there is none. */
export function changeText(row: VerdictEffect): string {
  const change = changeOf(row);
  return change === null ? '–' : signed(change, row);
}

/** When verdicts are shown that are hidden now. */
function hiddenText(hidden: VerdictEffect['hidden']): string {
  return `hidden until you ${hidden.join(' and ')}`;
}

/** How many verdicts change the figure, as far as they may be told. */
export function countText(row: VerdictEffect): string {
  const { differing, hidden } = row;
  if (hidden.length === 0) return formatCount(differing);
  const text = hiddenText(hidden);
  return differing === 0
    ? `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`
    : `${formatCount(differing)}, others ${text}`;
}

/** The same as a phrase. */
export function verdictsText(row: VerdictEffect): string {
  const { differing, hidden } = row;
  if (hidden.length === 0) return counted(differing, 'verdict');
  return differing === 0
    ? `verdicts ${hiddenText(hidden)}`
    : `${counted(differing, 'verdict')}, others ${hiddenText(hidden)}`;
}

/** The table as it leaves the app. */
export function effectTable(
  rows: readonly VerdictEffect[],
  judge: string,
  basis: readonly string[],
): ExportTable {
  const [first] = rows;
  // A column is printed in one way: as the benchmark's tables print it where all its figures are printed alike.
  const alike = rows.every(({ factor, digits }) => factor === first?.factor && digits === first.digits);
  const shown = (title: string, pick: (row: VerdictEffect) => VerdictEffect['accepted']): ExportColumn[] => [
    {
      kind: 'figure',
      title,
      ...(alike && first !== undefined && { print: { factor: first.factor, digits: first.digits } }),
      cells: rows.map((row) => {
        const { value } = pick(row);
        return value === null ? null : { value, undefined: null };
      }),
    },
    { kind: 'count', title: `${title}, n`, cells: rows.map((row) => pick(row).n) },
  ];
  return {
    part: 'effect',
    caption: `Figures by the verdicts of ${judge} alone and by accepted verdicts.`,
    notes: [
      'n: items that a figure rests on.',
      'The change compares the two over the same verdicts: answers with both a verdict of this judge and an accepted one.',
      ...basis,
    ],
    columns: [
      { kind: 'text', title: 'Respondent', cells: rows.map(({ respondent }) => respondent) },
      { kind: 'text', title: 'Figure', cells: rows.map(({ title }) => title) },
      ...shown('By this judge', ({ byJudge }) => byJudge),
      ...shown('By accepted verdicts', ({ accepted }) => accepted),
      ...shown('Change, same verdicts', (row) => ({ value: changeOf(row), n: row.same.n })),
      { kind: 'text', title: 'Verdicts that change it', cells: rows.map(countText) },
    ],
  };
}
