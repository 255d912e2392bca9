import { decimalText } from '../../../../../shared/base/decimals.ts';
import { counted } from '../../../../../shared/base/counts.ts';
import type { ExportTable } from '../../../../../shared/figures/exportTable.ts';
import { METHOD_WORDS } from '../../../../../shared/agreement/intervals/intervalWords.ts';
import { comparedByBoxes } from '../../../../../shared/foreign/comparedByBoxes.ts';
import { skewInWords } from '../../../../../shared/agreement/ratings/skew.ts';
import type { AgreementReport, Coefficient } from '../../../../../shared/contract/agreement.ts';
import type { PersonId } from '../../../../../shared/base/ids.ts';
import {
  boxBasis,
  categoriesTable,
  coefficientTable,
  pairsTable,
  strataTable,
  titleOfCoefficient,
} from '../../../../../shared/figures/agreementTables.ts';
import { reportedSentence } from '../../../../../shared/figures/reportedSentence.ts';
import { table } from '../../output.ts';

/** The tables to paste. */
export const tablesOf = (report: AgreementReport, stratum: string | undefined): ExportTable[] => [
  coefficientTable(report, Object.keys(report.coefficients)),
  ...(report.pairs.length > 1 ? [pairsTable(report, mainOf(report))] : []),
  ...(report.perCategory.length === 0
    ? []
    : [categoriesTable(report, categoryColumns(report), categoryColumns(report))]),
  ...(stratum === undefined || report.strata.length === 0
    ? []
    : [strataTable(report, stratum, stratum, [mainOf(report)])]),
];

/** The coefficient of tables that have room for one. */
function mainOf({ coefficients, raters }: AgreementReport): string {
  const names = Object.keys(coefficients);
  const preferred = [...(raters.length === 2 ? ['cohen_kappa'] : []), 'krippendorff_alpha', 'box_f1'];
  return preferred.find((name) => names.includes(name)) ?? names[0] ?? '';
}

const categoryColumns = ({ perCategory }: AgreementReport): string[] => [
  ...new Set(perCategory.flatMap(({ coefficients }) => Object.keys(coefficients))),
];

/** The document of `--json`. Others script against it: fields may come, none may go or change their name. */
export function documentOf(report: AgreementReport, withStrata: boolean): unknown {
  return {
    task: report.task,
    field: report.field,
    level: report.level,
    round: report.round,
    items: report.items,
    pairable: report.pairable,
    groups: report.groups,
    ratings: report.ratings,
    raters: report.raters.map(({ handle }) => handle),
    seed: report.seed,
    resamples: report.resamples,
    coefficients: report.coefficients,
    ...(report.threshold === null ? {} : { threshold: report.threshold }),
    ...(report.shaped === undefined ? {} : { shaped: report.shaped }),
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

/** The report as text. */
export function linesOf(report: AgreementReport): string[] {
  const { title, field, level, round, items, pairable, groups, ratings, raters, resamples, seed } = report;
  return [
    `${title === field ? field : `${title} (${field})`}, ${level}, round ${String(round)}`,
    `${counted(items, 'item')}, ${String(pairable)} with at least two ratings${groups < pairable ? ` (they share ${counted(groups, 'image or entity', 'images or entities')}, which intervals count as one each)` : ''}; ${counted(ratings, 'rating')} by ${raters.length === 0 ? 'nobody' : raters.map(({ handle }) => handle).join(', ')}`,
    ...(resamples === 0
      ? []
      : [`Bootstrap: ${counted(resamples, 'resample')} of the items, seed ${String(seed)}`]),
    ...[boxBasis(report)].filter((line) => line !== ''),
    '',
    ...table([
      ['', 'value', '95 % interval', ...(resamples === 0 ? [] : ['bootstrap (BCa)'])],
      ...Object.entries(report.coefficients).map(([name, figure]) => [
        titleOfCoefficient(name),
        ...(figure.value === null
          ? ['-', figure.undefined ?? '']
          : [
              number(figure.value),
              intervalOf(figure),
              ...(resamples === 0 ? [] : [interval(figure.ci95_bootstrap)]),
            ]),
      ]),
    ]),
    ...(report.shaped === undefined ? [] : ['', `Note: ${comparedByBoxes(report.shaped)}`]),
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
    return sentence === null ? [] : [`${titleOfCoefficient(name)}: ${sentence}`];
  });
  return sentences.length === 0 ? [] : ['', ...sentences];
}

/** Every two raters, where there are more than two: people and judges alike. */
function pairLines(report: AgreementReport): string[] {
  if (report.pairs.length < 2) return [];
  const main = mainOf(report);
  return [
    '',
    `Every two raters: ${titleOfCoefficient(main)}`,
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
      [report.level === 'boxes' ? 'label' : 'category', 'ratings', ...names.map(titleOfCoefficient)],
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
      ['stratum', 'items', ...names.map(titleOfCoefficient)],
      ...strata.map(({ value, items, coefficients }) => [
        value ?? '(none)',
        items,
        ...names.map((name) => shownValue(coefficients[name])),
      ]),
    ]),
  ];
}

export const number = (value: number): string => decimalText(value, 3);
export const intervalOf = ({ ci95, method, no_interval: noInterval }: Coefficient): string =>
  ci95 === null
    ? (noInterval ?? '-')
    : `${interval(ci95)}${method === null ? '' : ` (${METHOD_WORDS[method]})`}`;
const interval = (ends: Coefficient['ci95']): string =>
  ends === null ? '-' : `${number(ends[0])} to ${number(ends[1])}`;
const shownValue = (figure: Coefficient | undefined): string =>
  figure === undefined || figure.value === null ? '-' : number(figure.value);
