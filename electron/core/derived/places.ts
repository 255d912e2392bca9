import type { RecruitmentSettings } from '../../../shared/contract/recruitment.ts';
import type { PlaceHolder } from '../records/studies/arrivals.ts';

/** Whether a participant holds their place, and if not, why. */
export type PlaceHold = 'underWay' | 'silent' | 'finished' | 'gone';

const MINUTE_MS = 60_000;

/**
 * Whether somebody holds their place at a moment. People who are under way or have finished do. The place of people who
 * went silent, left or are excluded may go to somebody else.
 */
export function holdingOf(
  { ended, withdrawn, excluded, releasedAt, lastSeenAt }: PlaceHolder,
  { silenceMinutes }: Pick<RecruitmentSettings, 'silenceMinutes'>,
  now: number,
): PlaceHold {
  if (excluded || withdrawn) return 'gone';
  if (ended) return 'finished';
  const isSilent = lastSeenAt !== null && now - lastSeenAt > silenceMinutes * MINUTE_MS;
  return releasedAt !== null || isSilent ? 'silent' : 'underWay';
}

/**
 * The places of a study's plan that nobody holds, the lowest first. Places are given in this order, and given again when
 * they are released, so that in the end each was finished once: versions and orders are balanced over those who finish.
 */
export function freePlaces(
  holders: readonly PlaceHolder[],
  settings: Pick<RecruitmentSettings, 'places' | 'silenceMinutes'>,
  now: number,
): number[] {
  const held = new Set(
    holders.flatMap((holder) =>
      ['underWay', 'finished'].includes(holdingOf(holder, settings, now)) ? holder.place : [],
    ),
  );
  return Array.from({ length: settings.places }, (_, index) => index + 1).filter((place) => !held.has(place));
}

/** The silent people whose place somebody else takes now, so that they lose it. */
export const formerHolders = (
  holders: readonly PlaceHolder[],
  place: number,
): NonNullable<PlaceHolder['arrivalId']>[] =>
  holders.flatMap((holder) =>
    holder.place === place && holder.releasedAt === null && !holder.ended ? (holder.arrivalId ?? []) : [],
  );

/** The group of a place, from 1: people of one group get the same items in the same versions, or nearly. */
export const groupOf = (place: number, conditions: number): number => ((place - 1) % conditions) + 1;

/** Places that were taken within seconds, by people who have answered nothing. */
export interface Crowd {
  readonly arrivals: readonly NonNullable<PlaceHolder['arrivalId']>[];
  /** From the first of them to the last, in milliseconds. */
  readonly withinMs: number;
}

/** People who come together press the button within this time, in milliseconds; a program needs less. */
const TOGETHER_MS = 60_000;
const CROWD_AT_LEAST = 5;
const CROWD_SHARE = 0.25;

/**
 * The largest crowd of a study: at least five places, and a quarter of all, taken by the study link within a minute and
 * without any answer. A class that begins together looks the same until it answers, so a curator decides. Null: none.
 */
export function crowdOf(
  holders: readonly PlaceHolder[],
  settings: Pick<RecruitmentSettings, 'places' | 'silenceMinutes'>,
  now: number,
): Crowd | null {
  const idle = holders
    .flatMap((holder) =>
      holder.arrivalId !== null && !holder.answered && holdingOf(holder, settings, now) === 'underWay'
        ? { arrivalId: holder.arrivalId, takenAt: holder.takenAt }
        : [],
    )
    .toSorted((a, b) => a.takenAt - b.takenAt);
  let largest: typeof idle = [];
  let first = 0;
  for (const [last, { takenAt }] of idle.entries()) {
    while (takenAt - (idle[first]?.takenAt ?? takenAt) > TOGETHER_MS) first += 1;
    if (last + 1 - first > largest.length) largest = idle.slice(first, last + 1);
  }
  if (largest.length < Math.max(CROWD_AT_LEAST, CROWD_SHARE * settings.places)) return null;
  return {
    arrivals: largest.map(({ arrivalId }) => arrivalId),
    withinMs: (largest.at(-1)?.takenAt ?? 0) - (largest[0]?.takenAt ?? 0),
  };
}
