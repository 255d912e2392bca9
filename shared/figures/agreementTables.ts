import { counted } from '../base/counts.ts';
import type { AgreementReport, Level } from '../contract/agreement.ts';
import type { PersonId } from '../base/ids.ts';
import { findCoefficient } from '../agreement/coefficients/coefficients.ts';
import { METHOD_WORDS, referencesSentence, withoutIntervals } from '../agreement/intervals/intervalWords.ts';
import { sourcesSentence } from '../agreement/coefficients/coefficientSentences.ts';
import type { ExportColumn, ExportTable, Notes } from './exportTable.ts';

/** What a coefficient is called. */
export function titleOfCoefficient(name: string): string {
  return findCoefficient(name)?.title ?? name;
}

/** The coefficients with their intervals. */
export function coefficientTable(report: AgreementReport, names: readonly string[]): ExportTable {
  const figures = names.map((name) => report.coefficients[name] ?? null);
  const head: ExportColumn = { kind: 'text', title: 'Coefficient', cells: names.map(titleOfCoefficient) };
  const value: ExportColumn = { kind: 'figure', title: 'Value', cells: figures };
  const interval: ExportColumn = {
    kind: 'interval',
    title: '95% interval',
    cells: figures.map((figure) => figure?.ci95 ?? null),
  };
  const others: readonly ExportColumn[] = [
    {
      kind: 'interval',
      title: 'Bootstrap 95% interval',
      cells: figures.map((figure) => figure?.ci95_bootstrap ?? null),
    },
    {
      kind: 'figure',
      title: 'Standard error',
      optional: 'intervals',
      cells: figures.map((figure) =>
        figure === null || figure.se === null ? null : { value: figure.se, undefined: null },
      ),
    },
  ];
  return {
    part: 'coefficients',
    caption: `Agreement on “${report.title}”: ${itemsWords(report)}.`,
    notes: agreementNotes(report, names, [report.coefficients]),
    columns: [head, value, interval, ...others],
    everything: [
      head,
      value,
      interval,
      {
        kind: 'text',
        title: 'Method',
        cells: figures.map((figure) => (figure?.method == null ? null : METHOD_WORDS[figure.method])),
      },
      ...others,
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
    caption: `${titleOfCoefficient(coefficient)} of every two raters on “${report.title}”: ${itemsWords(report)}.`,
    notes: agreementNotes(report, [coefficient], figures),
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
      title: capitalize(noun),
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
    caption: `Agreement per ${noun} of “${report.title}”: ${itemsWords(report)}.`,
    notes: agreementNotes(report, shown, figures),
    columns: [...heads, ...paperColumns(shown, figures)],
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
    caption: `Agreement on “${report.title}” by ${title.toLowerCase()}: ${itemsWords(report)}.`,
    notes: agreementNotes(report, shown, figures),
    columns: [...heads, ...paperColumns(shown, figures)],
    everything: [...heads, ...coefficientColumns(Object.keys(report.coefficients), figures)],
  };
}

/** Coefficients of every row, each with its interval below it. */
const paperColumns = (
  names: readonly string[],
  rows: readonly AgreementReport['coefficients'][],
): readonly ExportColumn[] =>
  names.map((name) => {
    const cells = rows.map((row) => row[name] ?? null);
    const intervals = cells.map((cell) => cell?.ci95 ?? null);
    return { kind: 'figure', title: titleOfCoefficient(name), cells, intervals };
  });

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

export const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A rater’s name in this report. */
export function raterName(report: AgreementReport, id: PersonId): string {
  return report.raters.find(({ personId }) => personId === id)?.name ?? 'somebody';
}

/** How many items of how many raters a report rests on. */
const itemsWords = ({ pairable, raters }: AgreementReport): string =>
  `${counted(pairable, 'item')} with at least two ratings, ${counted(raters.length, 'rater')}`;

/**
 * The notes below a table of agreement: what it rests on, how boxes are matched, the sources of coefficients and
 * intervals.
 * @param rows the coefficients of each row
 */
export const agreementNotes =
  (
    report: AgreementReport,
    names: readonly string[],
    rows: readonly AgreementReport['coefficients'][],
  ): Notes =>
  (shows) => {
    const { ratings, items, pairable, groups, round } = report;
    const sources = sourcesSentence(names.map((name) => ({ name, title: titleOfCoefficient(name) })));
    return [
      `${counted(ratings, 'rating')} in round ${String(round)}${pairable < items ? `; ${counted(items - pairable, 'item')} with one rating left out` : ''}${groups < pairable ? `; the items share ${counted(groups, 'image or entity', 'images or entities')}, each drawn as one` : ''}.`,
      ...[boxBasis(report)].filter((line) => line !== ''),
      ...(sources === null ? [] : [sources]),
      ...(shows.has('intervals') ? methodSentences(report, names, rows) : []),
    ];
  };

/** How the intervals of these coefficients were made, and why some have none. */
function methodSentences(
  report: AgreementReport,
  names: readonly string[],
  rows: readonly AgreementReport['coefficients'][],
): string[] {
  const cells = rows.flatMap((row) =>
    names.flatMap((name) => {
      const figure = row[name];
      return figure === undefined ? [] : [{ title: titleOfCoefficient(name), figure }];
    }),
  );
  const made = Map.groupBy(
    cells.flatMap(({ title, figure: { ci95, method } }) =>
      ci95 === null || method === null ? [] : [{ title, method }],
    ),
    ({ method }) => method,
  );
  const sentence = referencesSentence(
    new Map([...made].map(([method, of]) => [method, of.map(({ title }) => title)])),
    report,
  );
  const bootstrap = cells.some(({ figure }) => figure.ci95_bootstrap !== null);
  const lacking = cells.flatMap(({ title, figure: { value, ci95, no_interval: reason } }) =>
    value !== null && ci95 === null && reason !== null ? [{ title, reason }] : [],
  );
  return [
    ...(sentence === null ? [] : [sentence]),
    ...(bootstrap
      ? [
          `Bootstrap over items: BCa (Efron 1987), ${counted(report.resamples, 'resample')}, seed ${String(report.seed)}.`,
        ]
      : []),
    ...withoutIntervals(lacking),
  ];
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
