import { counted } from '../base/counts.ts';

/** How far a computer's clock may be from the hub's before it is said, in milliseconds. */
export const CLOCK_TOLERANCE_MS = 2 * 60_000;

/**
 * How far a clock is ahead of the hub's, in milliseconds (below 0: behind), by the hub's time in an answer to a request that was
 * sent and received at these times; null where it is right.
 */
export function clockAhead(hubTime: number, sentAt: number, receivedAt: number): number | null {
  // The answer was written somewhere in between.
  const ahead = Math.round((sentAt + receivedAt) / 2 - hubTime);
  return Math.abs(ahead) <= CLOCK_TOLERANCE_MS + (receivedAt - sentAt) / 2 ? null : ahead;
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** "3 days ahead", "5 minutes behind". */
export function clockWords(ahead: number): string {
  const size = Math.abs(ahead);
  const [unit, length] = UNITS.find(([, each]) => size >= each) ?? UNITS[2];
  return `${counted(Math.max(1, Math.round(size / length)), unit)} ${ahead > 0 ? 'ahead' : 'behind'}`;
}

/** Whether a time lies in the future of `now`: no right clock has written it. */
export const isInFuture = (time: number, now: number): boolean => time > now + CLOCK_TOLERANCE_MS;

/** What is known of a device's clock when the hub tells its time. */
export interface HubTime {
  /** How much more it is ahead now than it was when the hub was heard before, in milliseconds. */
  readonly shift: number;
  /** When the hub was heard before; -Infinity: never. */
  readonly after: number;
  /** The hub's time now. */
  readonly now: number;
}

/**
 * When a device made its changes since its last contact with the hub, by the hub's clock; changes in their order, with
 * the device's own times. That clock may have been set meanwhile, so each time is read by the clock as it is now and as
 * it was, and has to lie between the contacts. An impossible time becomes the latest possible one: that of the next
 * change with a possible time, else now.
 */
export function correctTimes(times: readonly number[], { shift, after, now }: HubTime): number[] {
  const isPossible = (time: number): boolean => time >= after - CLOCK_TOLERANCE_MS && !isInFuture(time, now);
  let latest = now;
  return times
    .toReversed()
    .map((time) => {
      const possible = [time - shift, time].find(isPossible);
      if (possible !== undefined) latest = Math.min(possible, now);
      return latest;
    })
    .reverse();
}
