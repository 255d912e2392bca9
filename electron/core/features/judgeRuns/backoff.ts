const FIRST_MS = 1000;
const LONGEST_MS = 60_000;

/**
 * The wait before another attempt, in milliseconds: doubled each time, and randomly up to half less, so that calls that
 * failed together do not return together.
 * @param retry how many further attempts there were already
 */
export function backoff(retry: number, random: () => number = Math.random): number {
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** retry);
  return Math.round(whole * (0.5 + random() / 2));
}

/**
 * The wait that a server asks for (RFC 9110, 10.2.3: seconds or a date), in milliseconds from now; null where it asks
 * for none or cannot be understood.
 */
export function readRetryAfter(header: string | null, now: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/u.test(text)) return Math.ceil(Number(text) * 1000);
  const date = text === '' ? Number.NaN : Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
