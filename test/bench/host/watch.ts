import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';

/** What a process took at one moment; Linux alone tells. */
export interface Sample {
  /** Since the watch began. */
  readonly seconds: number;
  /** Of one core, since the sample before. */
  readonly cores: number;
  readonly megabytes: number;
}

/** Linux counts a process's time in these, whatever the machine. */
const TICKS_A_SECOND = 100;

/** Watches what a process takes of the machine, and how busy the machine is in all. */
export class Watch {
  readonly samples: Sample[] = [];
  readonly #pid: number;
  readonly #startedAt = performance.now();
  readonly #ticksBefore: number;
  #before: { readonly at: number; readonly ticks: number };
  readonly #timer: NodeJS.Timeout;
  readonly #machine = machineTicks();

  constructor(pid: number, everySeconds: number) {
    this.#pid = pid;
    this.#ticksBefore = ticksOf(pid);
    this.#before = { at: performance.now(), ticks: this.#ticksBefore };
    this.#timer = setInterval(() => this.#look(), everySeconds * 1000);
  }

  #look(): void {
    const at = performance.now();
    const ticks = ticksOf(this.#pid);
    const seconds = (at - this.#before.at) / 1000;
    const status = readFileSync(`/proc/${String(this.#pid)}/status`, 'utf8');
    this.samples.push({
      seconds: (at - this.#startedAt) / 1000,
      cores: (ticks - this.#before.ticks) / TICKS_A_SECOND / seconds,
      megabytes: (Number(/^VmRSS:\s+(?<kilobytes>\d+)/mu.exec(status)?.groups?.['kilobytes']) * 1024) / 1e6,
    });
    this.#before = { at, ticks };
  }

  /** Gives what the process took in all, and the share of all cores that was busy with anything. */
  stop(): { readonly cpuSeconds: number; readonly busy: number } {
    clearInterval(this.#timer);
    const now = machineTicks();
    return {
      cpuSeconds: (ticksOf(this.#pid) - this.#ticksBefore) / TICKS_A_SECOND,
      busy: (now.busy - this.#machine.busy) / (now.all - this.#machine.all),
    };
  }
}

function ticksOf(pid: number): number {
  const text = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  // After the name, which may hold anything: user time is the twelfth, system time the thirteenth.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

function machineTicks(): { readonly busy: number; readonly all: number } {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const numbers = line.split(/\s+/u).slice(1, 9).map(Number);
  const all = numbers.reduce((sum, each) => sum + each, 0);
  // Idle, and waiting for the disk.
  return { all, busy: all - (numbers[3] ?? 0) - (numbers[4] ?? 0) };
}

/** The slope of the line through samples by least squares, in megabytes a minute. */
export function slopeOf(samples: readonly Sample[]): number {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, each) => sum + each, 0) / values.length;
  const [at, of] = [
    mean(samples.map(({ seconds }) => seconds)),
    mean(samples.map(({ megabytes }) => megabytes)),
  ];
  const together = samples.reduce(
    (sum, { seconds, megabytes }) => sum + (seconds - at) * (megabytes - of),
    0,
  );
  const spread = samples.reduce((sum, { seconds }) => sum + (seconds - at) ** 2, 0);
  return (together / spread) * 60;
}

const RESOLUTION_MS = 10;

/** How late this process's own timers come, in milliseconds: with late ones it measures itself. */
export function watchTimers(): () => { readonly p95: number; readonly p99: number; readonly busy: number } {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  const before = performance.eventLoopUtilization();
  delay.enable();
  return () => {
    delay.disable();
    const late = (percentile: number): number =>
      Math.max(0, delay.percentile(percentile) / 1e6 - RESOLUTION_MS);
    const { utilization } = performance.eventLoopUtilization(before);
    return { p95: late(95), p99: late(99), busy: utilization };
  };
}
