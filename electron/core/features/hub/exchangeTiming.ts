import type { ErrorCode } from '../../../../shared/base/errors.ts';
import type { HubState } from '../../../../shared/contract/hub.ts';

/* When a casebook exchanges by itself, and what it shows of that. Times are in milliseconds. */

/** A casebook exchanges this often where nothing waits to be sent. */
const EXCHANGE_EVERY = 30_000;
/** After a failure the wait doubles, up to five minutes. */
const FIRST_WAIT = 2000;
const LONGEST_WAIT = 300_000;

/** What is known of the exchanges of a connected casebook. */
export interface ExchangeStatus {
  readonly isRunning: boolean;
  readonly isPaused: boolean;
  /** Why the last one failed; null: it did not. */
  readonly problem: ErrorCode | null;
  /** When the next one is tried after a failure; null: none failed. */
  readonly retryAt: number | null;
  /** When the last one began. */
  readonly lastTry: number;
  /** Counts what waits to be sent: asked only where that decides. */
  readonly isSomethingWaiting: () => boolean;
}

/** What a person is shown of the exchanges. */
export function phaseOf({
  isRunning,
  isPaused,
  problem,
}: Pick<ExchangeStatus, 'isRunning' | 'isPaused' | 'problem'>): HubState['phase'] {
  if (isRunning) return 'exchanging';
  if (isPaused) return 'paused';
  if (problem === null) return 'idle';
  return problem === 'busy' ? 'retrying' : 'stopped';
}

/** Whether a casebook exchanges now by itself: soon after a change, after a failure once its wait is over. */
export function isExchangeDue(status: ExchangeStatus, now: number): boolean {
  if (status.isPaused || status.isRunning) return false;
  if (status.problem !== null) return status.retryAt !== null && now >= status.retryAt;
  return status.isSomethingWaiting() || now - status.lastTry >= EXCHANGE_EVERY;
}

/**
 * When an exchange is tried again after this number of failures in a row. `random` from 0 to 1 spreads the casebooks of a lab, so
 * that they do not all try at the same moment.
 */
export function retryAfter(failures: number, now: number, random: number): number {
  const wait = Math.min(FIRST_WAIT * 2 ** (failures - 1), LONGEST_WAIT);
  return Math.round(now + wait * (0.75 + random / 2));
}
