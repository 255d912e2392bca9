import type { RecruitmentSettings } from '../../../shared/contract/recruitment.ts';
import type { PlaceHolder } from '../records/arrivals.ts';

/** Whether a participant holds their place, and if not, why. */
export type Holding = 'underWay' | 'silent' | 'finished' | 'gone';

const MINUTE_MS = 60_000;

/**
 * Whether somebody holds their place at a moment. People who are under way or have finished do. The place of people who
 * went silent, left or are excluded may go to somebody else.
 */
export function holdingOf(
  { ended, withdrawn, excluded, releasedAt, lastSeenAt }: PlaceHolder,
  { silenceMinutes }: Pick<RecruitmentSettings, 'silenceMinutes'>,
  now: number,
): Holding {
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
