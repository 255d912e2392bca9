import type { AnswerAgreement, Figure, MetricsReport } from '../../../../shared/contract/metrics.ts';
import {
  intervalsSentence,
  METHOD_WORDS,
  sampledSentence,
} from '../../../../shared/agreement/intervalWords.ts';
import type { ExportTable } from '../../../../shared/figures/exportTable.ts';
import { figuresTable, layoutsOf } from '../../../../shared/figures/resultsTables.ts';
import { ComparedItems } from '../../../../shared/contract/counting.ts';
import { AnswerAgreementRequest, MetricsRequest } from '../../../../shared/contract/metrics.ts';
import { CasebookError } from '../../../../shared/domain/errors.ts';
import { restsLines } from '../../../../shared/domain/restsOn.ts';
import type { PersonId } from '../../../../shared/domain/ids.ts';
import { pText } from '../../../../shared/statistics/probability.ts';
import type { Services } from '../../../core/app/services.ts';
import { coverageText } from '../../../../shared/statistics/coverage.ts';
import type { Invocation } from '../invocation.ts';
import { progressOf, withCasebook } from '../invocation.ts';
import { table } from '../output.ts';
import { tableLines, type TableOptions } from '../tableFormats.ts';
import { numberOption, WrongUsage } from '../usage.ts';

export interface MetricsOptions extends TableOptions {
  readonly respondent?: string;
  readonly judge?: string;
  readonly by?: string;
  readonly compare?: string;
  readonly against?: string;
  readonly condition?: string;
  readonly items: string;
  readonly readable: boolean;
  readonly unfinished: boolean;
  readonly bootstrap: string;
  readonly seed: string;
}

const MOST_RESAMPLES = 100_000;
const LARGEST_SEED = 0xffff_ffff;

/** `casebook metrics` */
export async function metricsCommand(
  invocation: Invocation,
  dir: string,
  options: MetricsOptions,
): Promise<void> {
  if (options.compare !== undefined) {
    const { compareCommand } = await import('./compare.ts');
    await compareCommand(invocation, dir, options, options.compare);
    return;
  }
  const [report, agreement] = await withCasebook(dir, 'read', async (open) => {
    const request = requestOf(open, options);
    const { respondents, stratum, unfinished, bootstrap, seed } = request;
    const compared = AnswerAgreementRequest.parse({ respondents, stratum, unfinished, bootstrap, seed });
    try {
      const progress = progressOf(invocation);
      return [
        await open.metrics.report(request, progress, invocation.signal),
        await open.metrics.agreement(compared, progress, invocation.signal),
      ] as const;
    } catch (error) {
      throw asUsage(error);
    }
  });
  invocation.output.result(
    { ...documentOf(report), agreement: agreementDocument(agreement) },
    tableLines(options, 'results', () => resultsTables(report)) ?? [
      ...linesOf(report),
      ...agreementLines(agreement),
    ],
  );
}

/** The tables of the papers, and all figures where they leave some out. */
function resultsTables(report: MetricsReport): ExportTable[] {
  const layouts = layoutsOf(report);
  const shown = new Set(report.layout.flatMap(({ columns }) => columns.map(({ metric }) => metric)));
  const all = report.metrics.every(({ id }) => shown.has(id));
  return (all && layouts.length > 1 ? layouts.slice(0, -1) : layouts).map((layout) =>
    figuresTable({ report, layout, rows: report.rows }),
  );
}

/** What is asked for. Throws for what is not there. */
export function requestOf(open: Services, options: MetricsOptions): ReturnType<typeof MetricsRequest.parse> {
  const { respondent, judge, by, readable, unfinished } = options;
  const items = ComparedItems.safeParse(options.items);
  if (!items.success) throw new WrongUsage(`--items: choose one of ${ComparedItems.options.join(', ')}.`);
  return MetricsRequest.parse({
    items: items.data,
    unreadable: readable ? 'left_out' : 'wrong',
    unfinished,
    bootstrap: numberOption('--bootstrap', options.bootstrap, MOST_RESAMPLES),
    seed: numberOption('--seed', options.seed, LARGEST_SEED),
    ...(respondent === undefined
      ? {}
      : { respondents: listed(respondent).map((handle) => personOf(open, '--respondent', handle)) }),
    ...(judge === undefined ? {} : { judge: personOf(open, '--judge', judge) }),
    ...(by === undefined ? {} : { stratum: by }),
  });
}

/** The person of a handle. Throws for nobody, with who there is. */
export function personOf({ people }: Services, option: string, handle: string): PersonId {
  const person = people.called(handle);
  if (person !== undefined) return person.id;
  const handles = people.list().map((each) => each.handle);
  throw new WrongUsage(`${option}: there is no person "${handle}"; choose from ${handles.join(', ')}.`);
}

const listed = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

/** What is not there was asked for wrongly: the message says what there is. */
export function asUsage(error: unknown): unknown {
  return error instanceof CasebookError && (error.code === 'not_found' || error.code === 'invalid_input')
    ? new WrongUsage([error.message, error.hint ?? ''].join(' ').trim())
    : error;
}

type Figures = Readonly<Record<string, Figure>>;

/** The document of `--json`. Others script against it: fields may come, none may go or change their name. */
function documentOf(report: MetricsReport): Readonly<Record<string, unknown>> {
  const { benchmark, judge, seed, resamples, rows, stratum, comparisons, notes } = report;
  const conditions = [...new Set(rows.flatMap((row) => Object.keys(row.conditions)))];
  return {
    benchmark,
    judge,
    seed,
    resamples,
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
  ci95,
  method: interval,
  ...(noInterval !== undefined && { no_interval: noInterval }),
  ...(sampled !== undefined && { sampled }),
  undefined: reason,
  ...(coverage !== undefined && { coverage }),
  ...(restsOn !== undefined && { restsOn }),
});

function linesOf(report: MetricsReport): string[] {
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
    `Coverage: the share of answers that could be read and are judged. ${report.basis.unreadable === 'wrong' ? 'Unreadable answers count as wrong.' : 'The figures cover only readable answers.'}`,
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
            coverageText(columns.flatMap(({ metric }) => figures[metric] ?? [])),
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

const fourDigits = (value: number | null): string => (value === null ? '-' : value.toFixed(4));

/** The part of the document on how far respondents agree. */
function agreementDocument({ groups, notes }: AnswerAgreement): unknown {
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

function agreementLines({ groups, notes }: AnswerAgreement): string[] {
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
  const print = (value: number): string => (value * factor).toFixed(digits);
  return figure.ci95 === null
    ? print(figure.value)
    : `${print(figure.value)} [${figure.ci95.map(print).join(', ')}]${figure.interval === null ? '' : ` ${METHOD_WORDS[figure.interval]}`}`;
}

const counted = (count: number, noun: string): string => `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
