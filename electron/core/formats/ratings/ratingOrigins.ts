import { type AnswerOrigin, CASEBOOK } from '../../../../shared/domain/answerOrigin.ts';
import { listed } from '../../../../shared/benchmarks/health/report.ts';
import { counted, formatCount } from '../../../../shared/base/counts.ts';

/** How ratings came about as far as anybody knows, for the reliability card; its keys are those of the file. */
export interface RatingOrigins {
  /** What raters said of an item each, whatever the number of fields. */
  readonly ratings: number;
  /** By the program or place in which they were made, in the order of the names. */
  readonly made_in: Readonly<Record<string, number>>;
  readonly made_in_unknown: number;
  /** Given without sight of others' answers, and with sight of them. */
  readonly blind: number;
  readonly not_blind: number;
  readonly blind_unknown: number;
  /** Whose time is recorded or in the file that they came from. */
  readonly dated: number;
  /** Of the others, what the person who imported them says of when they were given. */
  readonly made_when: Readonly<Record<string, number>>;
  readonly made_when_unknown: number;
}

/** Counts how ratings came about. */
export function ratingOrigins(origins: readonly (AnswerOrigin | null)[]): RatingOrigins {
  const places = new Map<string, number>();
  const times = new Map<string, number>();
  const blind = { yes: 0, no: 0, unknown: 0 };
  let dated = 0;
  for (const origin of origins) {
    const madeIn = origin === null ? CASEBOOK : origin.madeIn;
    if (madeIn !== undefined) places.set(madeIn, (places.get(madeIn) ?? 0) + 1);
    const isBlind = origin === null ? true : origin.blind;
    blind[isBlind === undefined ? 'unknown' : isBlind ? 'yes' : 'no'] += 1;
    if (origin === null || origin.timed === true) dated += 1;
    else if (origin.madeWhen !== undefined) times.set(origin.madeWhen, (times.get(origin.madeWhen) ?? 0) + 1);
  }
  return {
    ratings: origins.length,
    made_in: inOrder(places),
    made_in_unknown: origins.length - total(places),
    blind: blind.yes,
    not_blind: blind.no,
    blind_unknown: blind.unknown,
    dated,
    made_when: inOrder(times),
    made_when_unknown: origins.length - dated - total(times),
  };
}

/** Whether all were given without sight of others' answers: only then they are called independent. */
export const areIndependent = ({ ratings, blind }: RatingOrigins): boolean => blind === ratings;

/** What has to be said of ratings that Casebook did not record, in sentences; none where it recorded all of them. */
export const originStatement = (origins: RatingOrigins): string =>
  origins.ratings === 0
    ? ''
    : [placeStatement(origins), blindStatement(origins), timeStatement(origins)]
        .filter((sentence) => sentence !== '')
        .join(' ');

function placeStatement({ ratings, made_in: places, made_in_unknown: unknown }: RatingOrigins): string {
  const known = Object.entries(places);
  if (known.length === 0) return 'Where the ratings were made is not known.';
  const [[only] = ['']] = known;
  if (unknown === 0 && known.length === 1)
    return only === CASEBOOK ? '' : `The ratings were made in ${only}, according to their import.`;
  const made = known.map(
    ([place, count], at) => `${at === 0 ? `${wereCounted(count)} made` : formatCount(count)} in ${place}`,
  );
  return `Of ${counted(ratings, 'rating')}, ${listed(made)}${unknown === 0 ? '' : `; where ${wereCounted(unknown)} made is not known`}.`;
}

/** Whether raters saw each other's answers; nothing where none did. */
export function blindStatement({
  ratings,
  blind,
  not_blind: seen,
  blind_unknown: unknown,
}: RatingOrigins): string {
  if (blind === ratings) return '';
  if (unknown === ratings) return 'Whether raters saw others’ answers is not known.';
  if (seen === ratings) return 'Raters saw others’ answers, so that agreement says less.';
  const parts = [
    ...(blind === 0 ? [] : [`${wereCounted(blind)} given without sight of others’ answers`]),
    ...(seen === 0 ? [] : [`${wereCounted(seen)} given in sight of others’ answers`]),
  ];
  return `Of ${counted(ratings, 'rating')}, ${parts.join(', ')}${unknown === 0 ? '' : `; of ${formatCount(unknown)} it is not known`}.`;
}

function timeStatement({ ratings, made_when: said, made_when_unknown: unknown }: RatingOrigins): string {
  const times = Object.keys(said);
  const told = times.length === 0 ? [] : [`According to their import, ratings are from ${listed(times)}.`];
  if (unknown === 0) return told.join(' ');
  return [
    ...told,
    unknown === ratings
      ? 'When the ratings were given is not known.'
      : `When ${formatCount(unknown)} of the ${counted(ratings, 'rating')} ${unknown === 1 ? 'was' : 'were'} given is not known.`,
  ].join(' ');
}

/** "1 was", "2 were" */
const wereCounted = (count: number): string => `${formatCount(count)} ${count === 1 ? 'was' : 'were'}`;
const total = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);
const inOrder = (counts: ReadonlyMap<string, number>): Record<string, number> =>
  Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
