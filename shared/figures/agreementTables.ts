import { counted } from '../domain/counts.ts';
import type { AgreementReport, Level } from '../contract/agreement.ts';
import type { PersonId } from '../domain/ids.ts';
import { COEFFICIENT_NAMES, titleOf } from '../agreement/coefficients.ts';
import { METHOD_WORDS } from '../agreement/intervalWords.ts';
import type { ExportColumn, ExportTable } from './exportTable.ts';

/** What a coefficient is called. */
export function titleOfCoefficient(name: string): string {
  const known = COEFFICIENT_NAMES.find((each) => each === name);
  return known === undefined ? name : titleOf(known);
}

/** The coefficients with their intervals. */
export function coefficientTable(report: AgreementReport, names: readonly string[]): ExportTable {
  const figures = names.map((name) => report.coefficients[name] ?? null);
  return {
    part: 'coefficients',
    caption: (intervals) => `Agreement on ${agreementBasis(report, intervals)}`,
    columns: [
      { kind: 'text', title: 'Coefficient', cells: names.map(titleOfCoefficient) },
      { kind: 'figure', title: 'Value', cells: figures },
      { kind: 'interval', title: '95% interval', cells: figures.map((figure) => figure?.ci95 ?? null) },
      {
        kind: 'text',
        title: 'Method',
        cells: figures.map((figure) => (figure?.method == null ? null : METHOD_WORDS[figure.method])),
      },
      {
        kind: 'interval',
        title: 'Bootstrap 95% interval',
        cells: figures.map((figure) => figure?.ci95_bootstrap ?? null),
      },
      {
        kind: 'figure',
        title: 'Standard error',
        cells: figures.map((figure) =>
          figure === null || figure.se === null ? null : { value: figure.se, undefined: null },
        ),
      },
    ],
  };
}

export function pairsTable(report: AgreementReport, coefficient: string): ExportTable {
  const { pairs } = report;
  const figures: readonly AgreementReport['coefficients'][] = pairs.map(({ coefficients }) => coefficients);
  const heads: readonly ExportColumn[] = [
    { kind: 'text', title: 'Rater', cells: pairs.map(({ a }) => raterName(report, a)) },
    { kind: 'text', title: 'Other rater', cells: pairs.map(({ b }) => raterName(report, b)) },
    { kind: 'count', title: 'Items', cells: pairs.map(({ items }) => items) },
  ];
  return {
    part: 'pairs',
    caption: (intervals) => `Agreement of every two raters on ${agreementBasis(report, intervals)}`,
    columns: [...heads, ...coefficientColumns([coefficient], figures)],
    everything: [...heads, ...coefficientColumns(Object.keys(report.coefficients), figures)],
  };
}

export function categoriesTable(
  report: AgreementReport,
  shown: readonly string[],
  names: readonly string[],
): ExportTable {
  const { perCategory } = report;
  const { noun, title, units } = wordsOf(report.level);
  const figures = perCategory.map(({ coefficients }) => coefficients);
  const heads: readonly ExportColumn[] = [
    {
      kind: 'text',
      title: capital(noun),
      cells: perCategory.map(({ category }) => category),
    },
    {
      kind: 'count',
      title: units,
      cells: perCategory.map(({ ratings }) => ratings),
    },
  ];
  return {
    part: title.toLowerCase(),
    caption: (intervals) => `Agreement per ${noun} on ${agreementBasis(report, intervals)}`,
    columns: [...heads, ...coefficientColumns(shown, figures)],
    everything: [...heads, ...coefficientColumns(names, figures)],
  };
}

export function strataTable(
  report: AgreementReport,
  stratum: string,
  title: string,
  shown: readonly string[],
): ExportTable {
  const { strata } = report;
  const figures = strata.map(({ coefficients }) => coefficients);
  const heads: readonly ExportColumn[] = [
    { kind: 'text', title, cells: strata.map(({ value }) => value ?? 'none') },
    { kind: 'count', title: 'Items', cells: strata.map(({ items }) => items) },
  ];
  return {
    part: `by ${stratum}`,
    caption: (intervals) => `Agreement by ${title.toLowerCase()} on ${agreementBasis(report, intervals)}`,
    columns: [...heads, ...coefficientColumns(shown, figures)],
    everything: [...heads, ...coefficientColumns(Object.keys(report.coefficients), figures)],
  };
}

/** A coefficient of every row with its standard error and intervals, as columns for export. */
function coefficientColumns(
  names: readonly string[],
  rows: readonly AgreementReport['coefficients'][],
): readonly ExportColumn[] {
  return names.flatMap((name): ExportColumn[] => {
    const title = titleOfCoefficient(name);
    const cells = rows.map((row) => row[name] ?? null);
    const intervals: ExportColumn[] = [
      {
        kind: 'interval',
        title: `${title}, 95% interval`,
        cells: cells.map((cell) => cell?.ci95 ?? null),
      },
      {
        kind: 'interval',
        title: `${title}, bootstrap 95% interval`,
        cells: cells.map((cell) => cell?.ci95_bootstrap ?? null),
      },
    ];
    return [
      { kind: 'figure', title, cells },
      ...intervals.filter((column) => column.cells.some((cell) => cell !== null)),
    ];
  });
}

interface Words {
  readonly noun: string;
  readonly title: string;
  readonly description: string;
  /** What is counted. */
  readonly units: string;
}

/** What the parts of a field are: labels of boxes, members of sets, or categories. */
export function wordsOf(level: Level): Words {
  switch (level) {
    case 'boxes':
      return {
        noun: 'label',
        title: 'Labels',
        description: 'Each label’s boxes separately, at the chosen IoU threshold.',
        units: 'Boxes',
      };
    case 'set':
      return {
        noun: 'member',
        title: 'Members',
        description: 'Each member separately: whether raters include it in their sets.',
        units: 'Ratings',
      };
    case 'nominal':
    case 'ordinal':
    case 'interval':
      return {
        noun: 'category',
        title: 'Categories',
        description: 'Each category against all others.',
        units: 'Ratings',
      };
  }
}

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A rater’s name in this report. */
export function raterName(report: AgreementReport, id: PersonId): string {
  return report.raters.find(({ personId }) => personId === id)?.name ?? 'somebody';
}

/** What every exported table says of where its figures come from, and its intervals where it has them. */
export function agreementBasis(report: AgreementReport, hasIntervals: boolean): string {
  const raters = `${String(report.raters.length)} raters`;
  const bootstrap =
    hasIntervals && report.resamples > 0
      ? ` 95 % intervals: Wilson for shares, score for coefficients. Bootstrap over items (BCa): ${String(report.resamples)} resamples, seed ${String(report.seed)}.`
      : '';
  return (
    `${report.title}, task ${report.task}, round ${String(report.round)}: ` +
    `${String(report.pairable)} of ${String(report.items)} items rated at least twice${report.groups < report.pairable ? `, sharing ${counted(report.groups, 'image or entity', 'images or entities')}` : ''}, ` +
    `${String(report.ratings)} ratings, ${raters}.${[' ', boxBasis(report)].join('').trimEnd()}${bootstrap}`
  );
}

/** From which overlap on boxes match, and which rater precision and recall take as the reference; empty for other fields. */
export function boxBasis({ threshold, raters }: AgreementReport): string {
  if (threshold === null) return '';
  const [first, second, ...others] = raters.map(({ name }) => name);
  const reference =
    first === undefined || second === undefined
      ? ''
      : others.length === 0
        ? ` ${first} is the reference: recall is of ${first}’s boxes, precision of ${second}’s.`
        : ` Of every two raters the one listed first is the reference (${[first, second, ...others].join(', ')}): recall is of the reference’s boxes, precision of the other’s; figures are means over the pairs.`;
  return `Boxes match from an IoU of ${String(threshold)} on.${reference}`;
}
