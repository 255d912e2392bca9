import { decimalText } from '../../../../shared/domain/decimals.ts';
import { countsText } from '../../../../shared/figures/countsText.ts';
import { counted } from '../../../../shared/domain/counts.ts';
import {
  METHOD_WORDS,
  intervalsSentence,
  sampledSentence,
} from '../../../../shared/agreement/intervalWords.ts';
import type { AnswerAgreement, Figure, MetricsReport } from '../../../../shared/contract/metrics.ts';
import { restsLines } from '../../../../shared/domain/restsOn.ts';
import type { ExportTable } from '../../../../shared/figures/exportTable.ts';
import {
  basisSentences,
  COVERAGE,
  figuresTable,
  layoutsOf,
} from '../../../../shared/figures/resultsTables.ts';
import { coverageText } from '../../../../shared/statistics/coverage.ts';
import { pText } from '../../../../shared/statistics/probability.ts';
import { table } from '../output.ts';

/** The tables of the papers, and all figures where they leave some out. */
export function tablesOf(report: MetricsReport): ExportTable[] {
  const layouts = layoutsOf(report);
  const shown = new Set(report.layout.flatMap(({ columns }) => columns.map(({ metric }) => metric)));
  const all = report.metrics.every(({ id }) => shown.has(id));
  return (all && layouts.length > 1 ? layouts.slice(0, -1) : layouts).map((layout) =>
    figuresTable({ report, layout, rows: report.rows }),
  );
}

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
  const { rows, layout, metrics, resamples, seed, stratum, notes } = report;
  if (rows.length === 0) return ['Nobody has answered anything yet.', ...notes];
  const titles = new Map(metrics.map(({ id, title }) => [id, title]));
  const inTables = new Set(layout.flatMap(({ columns }) => columns.map(({ metric }) => metric)));
  const rest = metrics.filter(({ id }) => !inTables.has(id));
  const tables = [
    ...layout,
    ...(rest.length === 0
      ? []
      : [
          {
            title: 'Further figures',
            condition: null,
            columns: rest.map(({ id, title }) => ({ metric: id, title, factor: 1, digits: 3 })),
          },
        ]),
  ];
  const sampled = sampledSentence(
    rows.map(({ key, figures }) => ({ name: key, figures: Object.values(figures) })),
  );
  return [
    intervalsSentence(resamples, seed),
    ...(sampled === null ? [] : [sampled]),
    ...basisSentences(report),
    COVERAGE,
    ...tables.flatMap(({ title, condition, columns }) => [
      '',
      condition === null ? title : `${title} (${condition})`,
      ...table([
        ['', 'items', 'coverage', ...columns.map((column) => column.title)],
        ...rows.map((row) => {
          const figures: Figures = condition === null ? row.figures : (row.conditions[condition] ?? {});
          return [
            row.key,
            condition === null ? row.items : (row.answered[condition]?.items ?? 0),
            coverageText(
              columns.flatMap((column) => {
                const figure = figures[column.metric];
                return figure === undefined ? [] : [{ ...figure, title: column.title }];
              }),
            ),
            ...columns.map(({ metric, factor, digits }) => shown(figures[metric], factor, digits)),
          ];
        }),
      ]),
      ...rows.flatMap((row) => {
        const figures: Figures = condition === null ? row.figures : (row.conditions[condition] ?? {});
        const rests = columns.map((column) => ({
          title: column.title,
          restsOn: figures[column.metric]?.restsOn,
        }));
        return restsLines(rests).map((line) => `${row.key} rests on: ${line}`);
      }),
    ]),
    ...(stratum === null
      ? []
      : stratum.values.flatMap(({ value, items, rows: ofValue }) => [
          '',
          `${stratum.title}: ${value ?? 'none'} (${counted(items, 'item')})`,
          ...table([
            ['', ...metrics.map(({ title }) => title)],
            ...rows.map(({ key }) => [key, ...metrics.map(({ id }) => shown(ofValue[key]?.[id], 1, 3))]),
          ]),
        ])),
    ...report.comparisons.flatMap(({ title, metric, conditions, byRespondent, byGroup }) => [
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
    ]),
    ...(notes.length === 0 ? [] : ['', ...notes]),
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
