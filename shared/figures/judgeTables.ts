import type { Coefficient } from '../contract/agreement.ts';
import type { JudgeComparison, VerdictAgreement } from '../contract/verdicts.ts';
import { sourcesSentence } from '../agreement/coefficients/coefficientSentences.ts';
import { counted } from '../base/counts.ts';
import { titleOfCoefficient } from './agreementTables.ts';
import type { ExportColumn, ExportTable } from './exportTable.ts';
import { judgeDetails, judgeTitle } from './judgeName.ts';

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
      'Agreement of LLM judges with people (before) and with accepted verdicts after decisions (after), by criterion.',
    notes: (shows) => [
      'Cohen’s kappa (Cohen 1960), weighted quadratically where values are ordered (Cohen 1968), over n answers.',
      'Higher, lower: how often the judge’s verdict is above, or below, that of people (YES is above NO).',
      ...(shows.has('intervals')
        ? [
            `95% intervals: Wilson’s score over the effective number of independent items; where it is not defined, BCa bootstrap (Efron 1987; ${counted(figures.resamples, 'resample')}, seed ${String(figures.seed)}).`,
          ]
        : []),
    ],
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

/** How people agree among themselves, as a table of its own. */
export function peopleTable({ people }: VerdictAgreement): ExportTable {
  const names = [...new Set(people.flatMap(({ coefficients }) => Object.keys(coefficients)))];
  return {
    part: 'people',
    caption: 'Agreement among people who judged the same answers, by criterion.',
    notes: (shows) => {
      const sources = sourcesSentence(names.map((name) => ({ name, title: titleOfCoefficient(name) })));
      return [
        'n: answers that at least two of them judged.',
        ...(sources === null ? [] : [sources]),
        ...(shows.has('intervals')
          ? [
              `95% intervals: Wilson (1927) for shares, else Wilson’s score over the effective number of independent items.`,
            ]
          : []),
      ];
    },
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
        title: titleOfCoefficient(name),
        cells: people.map(({ coefficients }) => coefficients[name] ?? null),
        intervals: people.map(({ coefficients }) => coefficients[name]?.ci95 ?? null),
      })),
    ],
  };
}
