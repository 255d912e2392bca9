import { isInFuture } from '../../../shared/domain/clock.ts';
import { formatCount } from '../../../shared/base/counts.ts';

const dateTime = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** A moment (UTC milliseconds) in this machine's zone. */
export function formatDateTime(milliseconds: number): string {
  return dateTime.format(milliseconds);
}

const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, milliseconds: number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** How long ago a moment is (UTC milliseconds), in words; a date after four weeks. */
export function formatAgo(milliseconds: number, now = Date.now()): string {
  const passed = now - milliseconds;
  if (isInFuture(milliseconds, now)) return `${formatDateTime(milliseconds)} (in the future)`;
  if (passed > 28 * 86_400_000) return formatDateTime(milliseconds);
  for (const [unit, length] of STEPS)
    if (passed >= length) return relative.format(-Math.floor(passed / length), unit);
  return 'just now';
}

/** How long something took (milliseconds), as exactly as one wants to know. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${String(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${String(minutes)} min`;
  return `${formatCount(Math.floor(minutes / 60))} h ${String(minutes % 60)} min`;
}

/** A size in bytes with a binary unit. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value.toFixed(unit === 0 || value >= 100 ? 0 : 1)} ${units[unit] ?? ''}`;
}
