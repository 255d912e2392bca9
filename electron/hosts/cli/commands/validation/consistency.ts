import { counted } from '../../../../../shared/base/counts.ts';
import { decimalText } from '../../../../../shared/base/decimals.ts';
import type { Consistency, ConsistencyReport } from '../../../../../shared/contract/validation.ts';
import { table } from '../../output.ts';
import type { CommandAnswer, OutputCell } from './answer.ts';

/** The options that a report of consistency repeats. */
interface ResamplingOptions {
  readonly resamples: number;
  readonly seed: number;
}

/** How far people agree with themselves in two rounds, and with each other. */
export const ofConsistency = (report: ConsistencyReport, resampling: ResamplingOptions): CommandAnswer => ({
  document: documentOf(report, resampling),
  lines: linesOf(report, resampling),
  rows: rowsOf(report),
});

function documentOf(
  { first, second, people, pooled, between, outdated }: ConsistencyReport,
  { resamples, seed }: ResamplingOptions,
): unknown {
  return {
    first,
    second,
    seed,
    resamples,
    people: people.map(({ person, items, fields, changed }) => ({
      person,
      items,
      fields: fieldDocuments(fields),
      changed: changed.map(({ externalId, from, to }) => ({ item: externalId, from, to })),
    })),
    pooled: fieldDocuments(pooled),
    between: between.map(({ round, raters, fields }) => ({ round, raters, fields: fieldDocuments(fields) })),
    outdated,
  };
}

const fieldDocuments = (fields: readonly Consistency[]): unknown =>
  fields.map(
    ({
      agreementInterval,
      agreementBootstrapInterval,
      interval,
      noInterval,
      bootstrapInterval,
      why,
      ...field
    }) => ({
      ...field,
      agreement_ci95: agreementInterval,
      agreement_ci95_bootstrap: agreementBootstrapInterval,
      ci95: interval,
      no_interval: noInterval,
      ci95_bootstrap: bootstrapInterval,
      undefined: why,
    }),
  );

function linesOf(
  { first, second, people, pooled, between, outdated }: ConsistencyReport,
  { resamples, seed }: ResamplingOptions,
): string[] {
  const rounds = `round ${String(first)} and round ${String(second)}`;
  const fieldsIn = (title: string, fields: readonly Consistency[]): string[] =>
    fieldLines(title, fields, resamples > 0);
  return [
    `Answers of ${rounds}, in the same edition of an item.`,
    ...(resamples === 0 ? [] : [`Intervals: ${String(resamples)} resamples, seed ${String(seed)}.`]),
    ...(outdated === 0
      ? []
      : [`${counted(outdated, 'pair')} of answers to different editions of an item: not compared.`]),
    ...fieldsIn('Each person against themselves', pooled),
    ...people.flatMap(({ person, items, fields, changed }) => [
      ...fieldsIn(`${person} against themselves, ${counted(items, 'item')}`, fields),
      ...(changed.length === 0
        ? []
        : [
            `Changed in the second round: ${changed.map(({ externalId, from, to }) => `${externalId} (${from ?? 'nothing'} to ${to ?? 'nothing'})`).join(', ')}`,
          ]),
    ]),
    ...between.flatMap(({ round, raters, fields }) =>
      fieldsIn(`Between people, round ${String(round)}, ${counted(raters, 'rater')}`, fields),
    ),
  ];
}

function fieldLines(title: string, fields: readonly Consistency[], hasIntervals: boolean): string[] {
  if (fields.length === 0) return ['', `${title}: nothing to compare.`];
  return [
    '',
    title,
    ...table([
      ['', 'items', 'agreement', 'coefficient', 'value', ...(hasIntervals ? ['95 % interval'] : [])],
      ...fields.map(({ title: name, items, agreement, coefficient, value, why, ...intervals }) => [
        name,
        items,
        agreement === null ? '-' : `${decimalText(agreement, 1, 100)} %`,
        coefficient,
        value === null ? `- ${why ?? ''}`.trim() : decimalText(value, 3),
        ...(hasIntervals ? [intervalOf(intervals)] : []),
      ]),
    ]),
  ];
}

const intervalOf = ({ interval, noInterval }: Pick<Consistency, 'interval' | 'noInterval'>): string =>
  interval === null ? (noInterval ?? '-') : interval.map((end) => decimalText(end, 3)).join(' to ');

function rowsOf({ people, pooled, between }: ConsistencyReport): OutputCell[][] {
  return [
    [
      'of',
      'who',
      'field',
      'items',
      'agreement',
      'coefficient',
      'value',
      'ci95_bootstrap_low',
      'ci95_bootstrap_high',
      'undefined',
    ],
    ...fieldRows('pooled', '', pooled),
    ...people.flatMap(({ person, fields }) => fieldRows('person', person, fields)),
    ...between.flatMap(({ round, fields }) => fieldRows('round', String(round), fields)),
  ];
}

const fieldRows = (of: string, who: string, fields: readonly Consistency[]): OutputCell[][] =>
  fields.map(({ field, coefficient, items, agreement, value, interval, why }) => [
    of,
    who,
    field,
    items,
    agreement,
    coefficient,
    value,
    interval?.[0] ?? null,
    interval?.[1] ?? null,
    why,
  ]);
