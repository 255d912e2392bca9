import { reportedSentence } from '../../../../shared/figures/reportedSentence.ts';
import {
  categoriesTable,
  coefficientTable,
  pairsTable,
  strataTable,
} from '../../../../shared/figures/agreementTables.ts';
import { METHOD_WORDS } from '../../../../shared/agreement/intervalWords.ts';
import { skewInWords } from '../../../../shared/agreement/skew.ts';
import type { CoefficientName } from '../../../../shared/agreement/coefficients.ts';
import { COEFFICIENT_NAMES, titleOf } from '../../../../shared/agreement/coefficients.ts';
import type { AgreementReport, Coefficient } from '../../../../shared/contract/agreement.ts';
import { AgreementRequest } from '../../../../shared/contract/agreement.ts';
import { CasebookError } from '../../../../shared/domain/errors.ts';
import type { PersonId } from '../../../../shared/domain/ids.ts';
import { everything } from '../../../core/access/viewpoint.ts';
import type { Services } from '../../../core/app/services.ts';
import type { Invocation } from '../invocation.ts';
import { progressOf, statusOption, withCasebook } from '../invocation.ts';
import { table } from '../output.ts';
import { tableLines, type TableOptions } from '../tableFormats.ts';
import { WrongUsage, numberOption } from '../usage.ts';

export interface AgreementOptions extends TableOptions {
  readonly task?: string;
  readonly field?: string;
  readonly judges: boolean;
  readonly raters?: string;
  readonly round?: string;
  readonly coefficient?: string;
  readonly bootstrap: string;
  readonly seed: string;
  readonly stratum?: string;
  readonly threshold: string;
  readonly status: string;
}

export const MOST_RESAMPLES = 100_000;
export const LARGEST_SEED = 0xffff_ffff;

/** `casebook agreement` */
export async function agreementCommand(
  invocation: Invocation,
  dir: string,
  options: AgreementOptions,
): Promise<void> {
  if (options.judges) {
    const { judgesCommand } = await import('./judgeAgreement.ts');
    await judgesCommand(invocation, dir, options);
    return;
  }
  const report = await withCasebook(dir, 'read', async (open) => {
    const request = requestOf(open, options);
    try {
      return await open.agreement.figures(request, everything, progressOf(invocation), invocation.signal);
    } catch (error) {
      throw asUsage(error);
    }
  });
  const lines = tableLines(options, 'agreement', () => [
    coefficientTable(report, Object.keys(report.coefficients)),
    ...(report.pairs.length > 1 ? [pairsTable(report, mainOf(report))] : []),
    ...(report.perCategory.length === 0
      ? []
      : [categoriesTable(report, categoryColumns(report), categoryColumns(report))]),
    ...(options.stratum === undefined || report.strata.length === 0
      ? []
      : [strataTable(report, options.stratum, options.stratum, [mainOf(report)])]),
  ]);
  invocation.output.result(documentOf(report, options.stratum !== undefined), lines ?? linesOf(report));
}

/** The coefficient of tables that have room for one. */
function mainOf({ coefficients, raters }: AgreementReport): string {
  const names = Object.keys(coefficients);
  const preferred = [...(raters.length === 2 ? ['cohen_kappa'] : []), 'krippendorff_alpha', 'box_f1'];
  return preferred.find((name) => names.includes(name)) ?? names[0] ?? '';
}

const categoryColumns = ({ perCategory }: AgreementReport): string[] => [
  ...new Set(perCategory.flatMap(({ coefficients }) => Object.keys(coefficients))),
];

function requestOf(open: Services, options: AgreementOptions): ReturnType<typeof AgreementRequest.parse> {
  const { raters, round, coefficient, stratum } = options;
  const status = statusOption(options.status);
  return AgreementRequest.parse({
    task: taskOf(open, options),
    field: fieldOption(options),
    bootstrap: numberOption('--bootstrap', options.bootstrap, MOST_RESAMPLES),
    seed: numberOption('--seed', options.seed, LARGEST_SEED),
    threshold: thresholdOption(options.threshold),
    filter: status === null ? {} : { status },
    ...(raters === undefined ? {} : { raters: ratersOption(open, raters) }),
    ...(round === undefined ? {} : { round: roundOption(round) }),
    ...(coefficient === undefined ? {} : { coefficients: listed(coefficient) }),
    ...(stratum === undefined ? {} : { stratum }),
  });
}

/** The task asked for, or the only one that has the field. */
function taskOf({ casebook, settings }: Services, options: AgreementOptions): string {
  const { task } = options;
  const field = fieldOption(options);
  const vocabulary = settings.vocabulary();
  const tasks = casebook.benchmark.tasks.map((each) => ({
    id: each.id,
    fields: each.fields(vocabulary).map(({ name }) => name),
  }));
  if (task !== undefined && !tasks.some(({ id }) => id === task)) {
    throw new WrongUsage(
      `--task: there is no task "${task}"; choose one of ${tasks.map(({ id }) => id).join(', ')}.`,
    );
  }
  const among = task === undefined ? tasks : tasks.filter(({ id }) => id === task);
  const found = among.filter(({ fields }) => fields.includes(field));
  const [only, another] = found;
  if (only === undefined) {
    const names = [...new Set(among.flatMap(({ fields }) => fields))];
    throw new WrongUsage(`--field: there is no field "${field}"; choose one of ${names.join(', ')}.`);
  }
  if (another !== undefined) {
    throw new WrongUsage(
      `--field: several tasks have a field "${field}"; name one with --task: ${found.map(({ id }) => id).join(', ')}.`,
    );
  }
  return only.id;
}

function fieldOption({ field }: AgreementOptions): string {
  if (field === undefined) throw new WrongUsage('Give --field NAME, or --judges.');
  return field;
}

function ratersOption({ people }: Services, text: string): PersonId[] {
  return listed(text).map((handle) => {
    const person = people.called(handle);
    if (person !== undefined) return person.id;
    const handles = people.list().map((each) => each.handle);
    throw new WrongUsage(`--raters: there is no person "${handle}"; choose from ${handles.join(', ')}.`);
  });
}

function roundOption(text: string): number {
  const round = numberOption('--round', text);
  if (round < 1) throw new WrongUsage('--round: rounds start at 1.');
  return round;
}

function thresholdOption(text: string): number {
  const threshold = /^\d*\.?\d+$/u.test(text) ? Number(text) : Number.NaN;
  if (!(threshold > 0 && threshold <= 1)) {
    throw new WrongUsage(`--threshold: "${text}" is not a number above 0 and up to 1.`);
  }
  return threshold;
}

const listed = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

/** What cannot be compared was asked for wrongly: the message says what there is. */
function asUsage(error: unknown): unknown {
  return error instanceof CasebookError && (error.code === 'not_found' || error.code === 'invalid_input')
    ? new WrongUsage([error.message, error.hint ?? ''].join(' ').trim())
    : error;
}

/** The document of `--json`. Others script against it: fields may come, none may go or change their name. */
function documentOf(report: AgreementReport, withStrata: boolean): unknown {
  return {
    task: report.task,
    field: report.field,
    level: report.level,
    round: report.round,
    items: report.items,
    pairable: report.pairable,
    ratings: report.ratings,
    raters: report.raters.map(({ handle }) => handle),
    seed: report.seed,
    resamples: report.resamples,
    coefficients: report.coefficients,
    skew: report.skew,
    pairs: report.pairs.map(({ a, b, items, coefficients }) => ({
      raters: [handleOf(report, a), handleOf(report, b)],
      items,
      coefficients,
    })),
    per_category: report.perCategory,
    ...(withStrata ? { strata: report.strata } : {}),
  };
}

const handleOf = ({ raters }: AgreementReport, id: PersonId): string =>
  raters.find(({ personId }) => personId === id)?.handle ?? 'somebody';

function linesOf(report: AgreementReport): string[] {
  const { title, field, level, round, items, pairable, ratings, raters, resamples, seed } = report;
  return [
    `${title === field ? field : `${title} (${field})`}, ${level}, round ${String(round)}`,
    `${counted(items, 'item')}, ${String(pairable)} with at least two ratings; ${counted(ratings, 'rating')} by ${raters.length === 0 ? 'nobody' : raters.map(({ handle }) => handle).join(', ')}`,
    ...(resamples === 0
      ? []
      : [`Bootstrap: ${counted(resamples, 'resample')} of the items, seed ${String(seed)}`]),
    '',
    ...table([
      ['', 'value', '95 % interval', ...(resamples === 0 ? [] : ['bootstrap (BCa)'])],
      ...Object.entries(report.coefficients).map(([name, figure]) => [
        shownName(name),
        ...(figure.value === null
          ? ['-', figure.undefined ?? '']
          : [
              number(figure.value),
              intervalOf(figure),
              ...(resamples === 0 ? [] : [interval(figure.ci95_bootstrap)]),
            ]),
      ]),
    ]),
    ...skewLines(report),
    ...sentenceLines(report),
    ...pairLines(report),
    ...categoryLines(report),
    ...strataLines(report),
  ];
}

function skewLines({ skew, coefficients }: AgreementReport): string[] {
  if (skew === null) return [];
  const ac1 = coefficients['gwet_ac1']?.value ?? null;
  return [
    '',
    `Note: ${skewInWords(skew, skew.category, kappaOf(coefficients))}${ac1 === null ? '' : ` AC1 is ${number(ac1)}.`}`,
  ];
}

/** What each coefficient says, in words. */
function sentenceLines(report: AgreementReport): string[] {
  const sentences = Object.entries(report.coefficients).flatMap(([name, figure]) => {
    const sentence = reportedSentence(report, name, figure);
    return sentence === null ? [] : [`${shownName(name)}: ${sentence}`];
  });
  return sentences.length === 0 ? [] : ['', ...sentences];
}

/** Every two raters, where there are more than two: people and judges alike. */
function pairLines(report: AgreementReport): string[] {
  if (report.pairs.length < 2) return [];
  const main = mainOf(report);
  return [
    '',
    `Every two raters: ${shownName(main)}`,
    ...table([
      ['', '', 'items', 'value', '95 % interval'],
      ...report.pairs.map(({ a, b, items, coefficients }) => {
        const figure = coefficients[main];
        return [
          handleOf(report, a),
          handleOf(report, b),
          items,
          shownValue(figure),
          figure === undefined ? '-' : figure.value === null ? (figure.undefined ?? '-') : intervalOf(figure),
        ];
      }),
    ]),
  ];
}

/** Each category against all others: Fleiss' kappa and its companions; of boxes each label. */
function categoryLines(report: AgreementReport): string[] {
  const { perCategory } = report;
  if (perCategory.length < 2) return [];
  const names = categoryColumns(report);
  return [
    '',
    ...table([
      [report.level === 'boxes' ? 'label' : 'category', 'ratings', ...names.map(shownName)],
      ...perCategory.map(({ category, ratings, coefficients }) => [
        category,
        ratings,
        ...names.map((name) => shownValue(coefficients[name])),
      ]),
    ]),
  ];
}

/** The first kappa of a report, null where it is undefined. */
function kappaOf(coefficients: AgreementReport['coefficients']): number | null {
  return Object.entries(coefficients).find(([name]) => name.includes('kappa'))?.[1].value ?? null;
}

function strataLines({ strata }: AgreementReport): string[] {
  if (strata.length === 0) return [];
  const names = Object.keys(strata[0]?.coefficients ?? {});
  return [
    '',
    ...table([
      ['stratum', 'items', ...names.map(shownName)],
      ...strata.map(({ value, items, coefficients }) => [
        value ?? '(none)',
        items,
        ...names.map((name) => shownValue(coefficients[name])),
      ]),
    ]),
  ];
}

export function shownName(name: string): string {
  const known: CoefficientName | undefined = COEFFICIENT_NAMES.find((each) => each === name);
  return known === undefined ? name : titleOf(known);
}

export const number = (value: number): string => value.toFixed(3);
export const intervalOf = ({ ci95, method, no_interval: noInterval }: Coefficient): string =>
  ci95 === null
    ? (noInterval ?? '-')
    : `${interval(ci95)}${method === null ? '' : ` (${METHOD_WORDS[method]})`}`;
const interval = (ends: Coefficient['ci95']): string =>
  ends === null ? '-' : `${number(ends[0])} to ${number(ends[1])}`;
const shownValue = (figure: Coefficient | undefined): string =>
  figure === undefined || figure.value === null ? '-' : number(figure.value);
export const counted = (count: number, noun: string): string =>
  `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
