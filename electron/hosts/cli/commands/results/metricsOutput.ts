import { decimalText } from '../../../../../shared/base/decimals.ts';
import { countsText } from '../../../../../shared/figures/countsText.ts';
import { counted } from '../../../../../shared/base/counts.ts';
import {
  intervalsSentence,
  METHOD_WORDS,
  sampledSentence,
} from '../../../../../shared/agreement/intervals/intervalWords.ts';
import type { AnswerAgreement } from '../../../../../shared/contract/answerAgreement.ts';
import type { Figure, MetricsReport } from '../../../../../shared/contract/metrics.ts';
import type { ExportTable } from '../../../../../shared/figures/exportTable.ts';
import { basisSentences, COVERAGE, verdictsSentence } from '../../../../../shared/figures/resultsNotes.ts';
import {
  answeredOf,
  figureOf,
  figuresTable,
  layoutsOf,
  type ShownLayout,
} from '../../../../../shared/figures/resultsTables.ts';
import { coverageText } from '../../../../../shared/statistics/coverage.ts';
import { pText } from '../../../../../shared/statistics/probability.ts';
import { table } from '../../output.ts';

/** The tables of the papers, and what they leave out: by task where figures are many. */
export const tablesOf = (report: MetricsReport): ExportTable[] =>
  shownLayouts(report)
    .filter((layout) => isFilled(report, layout))
    .map((layout) => figuresTable({ report, layout, rows: report.rows }));

/** Whether a table has a figure in it. */
const isFilled = ({ rows }: MetricsReport, layout: ShownLayout): boolean =>
  layout.columns.some(({ metric }) =>
    rows.some((row) => (figureOf(row, layout, metric)?.value ?? null) !== null),
  );

type Figures = Readonly<Record<string, Figure>>;

/** The document of `--json`. Others script against it: fields may come, none may go or change their name. */
export function documentOf(report: MetricsReport): Readonly<Record<string, unknown>> {
  const { benchmark, judge, seed, resamples, parameters, rows, stratum, comparisons, notes } = report;
  const conditions = [...new Set(rows.flatMap((row) => Object.keys(row.conditions)))];
  return {
    benchmark,
    judge,
    seed,
    resamples,
    parameters,
    basis: {
      ...report.basis,
      respondents: Object.fromEntries(
        rows.map(({ key, items, ownItems, unjudged }) => [key, { items, own_items: ownItems, unjudged }]),
      ),
    },
    respondents: Object.fromEntries(rows.map(({ key, figures }) => [key, shortFigures(figures)])),
    ...(conditions.length === 0
      ? {}
      : {
          conditions: Object.fromEntries(
            conditions.map((condition) => [
              condition,
              Object.fromEntries(rows.map((row) => [row.key, shortFigures(row.conditions[condition] ?? {})])),
            ]),
          ),
        }),
    ...(stratum === null
      ? {}
      : {
          stratum: {
            name: stratum.name,
            values: stratum.values.map(({ value, items, rows: ofValue }) => ({
              value,
              items,
              respondents: Object.fromEntries(
                Object.entries(ofValue).map(([key, figures]) => [key, shortFigures(figures)]),
              ),
            })),
          },
        }),
    comparisons,
    notes,
  };
}

function shortFigures(figures: Figures): unknown {
  return Object.fromEntries(Object.entries(figures).map(([metric, figure]) => [metric, shortFigure(figure)]));
}

const shortFigure = ({
  value,
  n,
  hits,
  ci95,
  interval,
  noInterval,
  sampled,
  undefined: reason,
  coverage,
  restsOn,
}: Figure): unknown => ({
  value,
  n,
  ...(hits !== undefined && { hits }),
  ci95,
  method: interval,
  ...(noInterval !== undefined && { no_interval: noInterval }),
  ...(sampled !== undefined && { sampled }),
  undefined: reason,
  ...(coverage !== undefined && { coverage }),
  ...(restsOn !== undefined && { restsOn }),
});

/** The report as text. */
export function linesOf(report: MetricsReport): string[] {
  const { rows, metrics, resamples, seed, notes } = report;
  if (rows.length === 0) return ['Nobody has answered anything yet.', ...notes];
  const layouts = shownLayouts(report);
  const sampled = sampledSentence(
    rows.map(({ key, figures }) => ({ name: key, figures: Object.values(figures) })),
  );
  const figures = layouts.flatMap((layout) =>
    layout.columns.map(({ metric, title }) => ({
      title,
      cells: rows.map((row) => figureOf(row, layout, metric) ?? null),
    })),
  );
  const titles = new Map(metrics.map(({ id, title }) => [id, title]));
  return [
    intervalsSentence(resamples, seed),
    ...(sampled === null ? [] : [sampled]),
    verdictsSentence(report, figures),
    ...basisSentences(report),
    COVERAGE,
    ...layouts.flatMap((layout) => layoutLines(rows, layout)),
    ...stratumLines(report),
    ...report.comparisons.flatMap((comparison) => comparisonLines(comparison, titles)),
    ...(notes.length === 0 ? [] : ['', ...notes]),
  ];
}

/** The tables of the papers, then what they leave out: by task where figures are many. */
function shownLayouts(report: MetricsReport): readonly ShownLayout[] {
  const inTables = new Set(report.layout.flatMap(({ columns }) => columns.map(({ metric }) => metric)));
  const rest = (layout: ShownLayout): ShownLayout => ({
    ...layout,
    columns: layout.columns.filter(({ metric }) => !inTables.has(metric)),
  });
  const further = layoutsOf({
    layout: [],
    metrics: report.metrics.filter(({ task }) => task !== undefined),
  }).slice(0, -1);
  const plain = report.metrics.filter(({ id, task }) => task === undefined && !inTables.has(id));
  return [
    ...layoutsOf({ layout: report.layout, metrics: [] }).slice(0, -1),
    ...[
      ...further.map(rest),
      {
        title: 'Further figures',
        condition: null,
        columns: plain.map(({ id, title }) => ({ metric: id, title, print: { factor: 1, digits: 3 } })),
      },
    ].filter(({ columns }) => columns.length > 0),
  ];
}

/** The greatest width of a table in a terminal, in characters; further columns follow below, with the rows' names. */
const TERMINAL = 160;

function layoutLines(rows: MetricsReport['rows'], layout: ShownLayout): string[] {
  const { title, condition, columns } = layout;
  const heads = [
    ['', ...rows.map(({ key }) => key)],
    ['items', ...rows.map((row) => answeredOf(row, layout).items)],
    ['coverage', ...rows.map((row) => coverageText(covered(row, layout)))],
  ];
  const figures = columns.map(({ metric, title: of, print }) => [
    of,
    ...rows.map((row) => shown(figureOf(row, layout, metric), print.factor, print.digits)),
  ]);
  const [key = [], ...beside] = heads;
  const panels = panelsOf(key, [...beside, ...figures]);
  return [
    '',
    condition === null ? title : `${title} (${condition})`,
    ...panels.flatMap((panel, place) => [...(place === 0 ? [] : ['']), ...table(turned(panel))]),
  ];
}

const covered = (row: MetricsReport['rows'][number], layout: ShownLayout): (Figure & { title: string })[] =>
  layout.columns.flatMap(({ metric, title }) => {
    const figure = figureOf(row, layout, metric);
    return figure === undefined ? [] : [{ ...figure, title }];
  });

type Cells = readonly (string | number)[];

/** Columns in as many tables as they need, each with what names the rows. */
function panelsOf(key: Cells, columns: readonly Cells[]): readonly (readonly Cells[])[] {
  const widthOf = (cells: Cells): number => 2 + Math.max(...cells.map((cell) => String(cell).length));
  const panels: Cells[][] = [[key]];
  let width = widthOf(key);
  for (const column of columns) {
    const last = panels.at(-1) ?? [];
    if (last.length > 1 && width + widthOf(column) > TERMINAL) {
      panels.push([key, column]);
      width = widthOf(key) + widthOf(column);
    } else {
      last.push(column);
      width += widthOf(column);
    }
  }
  return panels;
}

/** Columns as rows. */
const turned = (columns: readonly Cells[]): Cells[] =>
  (columns[0] ?? []).map((_, row) => columns.map((cells) => cells[row] ?? ''));

function stratumLines({ stratum, metrics, rows }: MetricsReport): string[] {
  if (stratum === null) return [];
  return stratum.values.flatMap(({ value, items, rows: ofValue }) => [
    '',
    `${stratum.title}: ${value ?? 'none'} (${counted(items, 'item')})`,
    ...panelsOf(
      ['', ...rows.map(({ key }) => key)],
      metrics.map(({ id, title }) => [title, ...rows.map(({ key }) => shown(ofValue[key]?.[id], 1, 3))]),
    ).flatMap((panel, place) => [...(place === 0 ? [] : ['']), ...table(turned(panel))]),
  ]);
}

function comparisonLines(
  { title, metric, conditions, byRespondent, byGroup }: MetricsReport['comparisons'][number],
  titles: ReadonlyMap<string, string>,
): string[] {
  return [
    '',
    `${title}: ${titles.get(metric) ?? metric} (${conditions.join(' less ')}), paired t tests`,
    ...table([
      ['', 'pairs', 'difference', 't', 'p', 'p (Holm)', 'd'],
      ...[...byRespondent, ...byGroup].map(({ name, n, mean, t, p, pHolm, d, undefined: reason }) =>
        mean === null
          ? [name, n, reason ?? '-']
          : [
              name,
              n,
              ...[mean, t].map(fourDigits),
              p === null ? '-' : pText(p),
              pHolm === null ? '-' : pText(pHolm),
              fourDigits(d),
              ...(reason === null ? [] : [reason]),
            ],
      ),
    ]),
  ];
}

const fourDigits = (value: number | null): string => (value === null ? '-' : decimalText(value, 4));

/** The part of the document on how far respondents agree. */
export function agreementDocument({ groups, notes }: AnswerAgreement): unknown {
  return {
    groups: Object.fromEntries(
      groups.map(({ key, respondents, tasks, average }) => [
        key,
        {
          respondents: respondents.map((respondent) => respondent.key),
          average: shortFigure(average),
          tasks: tasks.map(({ figures, pairs, strata, ...task }) => ({
            ...task,
            figures: shortFigures(figures),
            pairs: pairs.map(({ first, second, steps, figures: ofPair }) => ({
              respondents: [respondents[first]?.key, respondents[second]?.key],
              steps,
              figures: shortFigures(ofPair),
            })),
            strata: strata.map((value) => ({ ...value, figures: shortFigures(value.figures) })),
          })),
        },
      ]),
    ),
    notes,
  };
}

/** The same as text. */
export function agreementLines({ groups, notes }: AnswerAgreement): string[] {
  const told = groups.filter(({ tasks }) => tasks.length > 0);
  return [
    ...told.flatMap(({ key, respondents, tasks, average }) => [
      '',
      key === 'people'
        ? `Agreement of participants (${String(respondents.length)})`
        : `Agreement of those selected (${String(respondents.length)})`,
      ...table([
        ['', 'items', 'equal', 'mean IoU', 'Cohen kappa', 'Fleiss kappa', 'alpha'],
        ...tasks.map(({ title, items, figures }) => [
          title,
          items,
          ...['equal', 'mean_iou', 'cohen_kappa', 'fleiss_kappa', 'krippendorff_alpha'].map((name) =>
            shown(figures[name], 1, 3),
          ),
        ]),
        ['mean', '', shown(average, 1, 3)],
      ]),
    ]),
    ...(told.length === 0 || notes.length === 0 ? [] : ['', ...notes]),
  ];
}

function shown(figure: Figure | undefined, factor: number, digits: number): string {
  if (figure === undefined || figure.value === null) return '-';
  const print = (value: number): string => decimalText(value, digits, factor);
  const counts = figure.coverage === undefined ? null : countsText(figure);
  const value = `${print(figure.value)}${counts === null ? '' : ` (${counts})`}`;
  return figure.ci95 === null
    ? value
    : `${value} [${figure.ci95.map(print).join(', ')}]${figure.interval === null ? '' : ` ${METHOD_WORDS[figure.interval]}`}`;
}
