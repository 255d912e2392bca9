import type { Claim } from '../../../shared/contract/adjudications.ts';

const time = new Intl.DateTimeFormat('en', { timeStyle: 'short' });
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** Who is deciding, and since when. */
export function claimText({ name, you, claimedAt }: Claim, now = Date.now()): string {
  const since = (now - claimedAt < 12 * 3_600_000 ? time : day).format(claimedAt);
  return you ? `Yours since ${since}` : `${name} has been deciding since ${since}`;
}

/** A disagreement between 0 and 1 as people read it. */
export function percent(share: number): string {
  return `${String(Math.round(share * 100))} %`;
}
