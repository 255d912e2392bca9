import { readFileSync, writeFileSync } from 'node:fs';
import { milliseconds } from '../measure.ts';

/** One piece of work beside its reference, both in milliseconds. */
export interface Measured {
  readonly name: string;
  readonly ours: number;
  readonly reference: number;
  /** What the reference is. */
  readonly against: string;
  readonly note?: string;
}

export const quietly = { progress: () => undefined, signal: new AbortController().signal };

export const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);

/** How long something takes, and the most memory that the process had beyond what it began with. Memory needs Linux. */
export async function withPeak(
  work: () => unknown,
): Promise<{ readonly ms: number; readonly bytes: number }> {
  if (process.platform !== 'linux') return { ms: await milliseconds(work), bytes: NaN };
  writeFileSync('/proc/self/clear_refs', '5');
  const before = process.memoryUsage().rss;
  const ms = await milliseconds(work);
  const peak = Number(/VmHWM:\s+(\d+) kB/u.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024;
  return { ms, bytes: peak - before };
}
