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
import { WrongUsage, numberOption } from '../usage.ts';

export interface AgreementOptions {
  readonly task?: string;
  readonly field: string;
  readonly raters?: string;
  readonly round?: string;
  readonly coefficient?: string;
  readonly bootstrap: string;
  readonly seed: string;
  readonly stratum?: string;
  readonly threshold: string;
  readonly status: string;
}

const MOST_RESAMPLES = 100_000;
const LARGEST_SEED = 0xffff_ffff;

/** `casebook agreement` */
export async function agreementCommand(
  invocation: Invocation,
  dir: string,
  options: AgreementOptions,
): Promise<void> {
  const report = await withCasebook(dir, 'read', async (open) => {
    const request = requestOf(open, options);
    try {
      return await open.agreement.figures(request, everything, progressOf(invocation), invocation.signal);
    } catch (error) {
      throw asUsage(error);
    }
  });
  invocation.output.result(documentOf(report, options.stratum !== undefined), linesOf(report));
}

function requestOf(open: Services, options: AgreementOptions): ReturnType<typeof AgreementRequest.parse> {
  const { raters, round, coefficient, stratum } = options;
  const status = statusOption(options.status);
  return AgreementRequest.parse({
    task: taskOf(open, options),
    field: options.field,
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
function taskOf({ casebook, settings }: Services, { task, field }: AgreementOptions): string {
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
    ...(withStrata ? { strata: report.strata } : {}),
  };
}

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

function shownName(name: string): string {
  const known: CoefficientName | undefined = COEFFICIENT_NAMES.find((each) => each === name);
  return known === undefined ? name : titleOf(known);
}

const number = (value: number): string => value.toFixed(3);
const intervalOf = ({ ci95, method, noInterval }: Coefficient): string =>
  ci95 === null
    ? (noInterval ?? '-')
    : `${interval(ci95)}${method === null ? '' : ` (${METHOD_WORDS[method]})`}`;
const interval = (ends: Coefficient['ci95']): string =>
  ends === null ? '-' : `${number(ends[0])} to ${number(ends[1])}`;
const shownValue = (figure: Coefficient | undefined): string =>
  figure === undefined || figure.value === null ? '-' : number(figure.value);
const counted = (count: number, noun: string): string => `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
