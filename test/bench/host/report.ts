import type { Replayed } from './reference.ts';
import { NAMES, type Tally, type Waits } from './tally.ts';
import { type Sample, slopeOf } from './watch.ts';

/** What is to be reached, in milliseconds at the 95th percentile. */
const GOALS = { answer: 100, firstByte: 200 } as const;
/** A saw-tooth of the garbage collector is larger than what grows by less, in MB a minute. */
const FLAT = 1;
/** Shorter than this, nobody can tell. */
const LONG_MINUTES = 10;
/** With timers later than this, in milliseconds, the load generator measures itself. */
const LATE = 20;

const number = (value: number, digits = 1): string => value.toFixed(digits).padStart(8);
const line = (name: string, waits: Waits): string =>
  `${name.padEnd(36)}${String(waits.count).padStart(8)} ${number(waits.at(50))} ${number(waits.at(95))} ${number(waits.at(99))} ${number(waits.longest)}`;
const verdict = (isReached: boolean): string => (isReached ? 'reached' : 'MISSED');

/** Waiting times of everything, while people arrived and once all were there, beside their references. */
export function sayWaits(tally: Tally, replayed: Replayed, tracedSeconds: number): void {
  for (const isFull of [false, true]) {
    console.log(`\n${isFull ? 'all are there' : 'people arrive'}; milliseconds`);
    console.log(`${''.padEnd(36)}   count      p50      p95      p99  longest`);
    for (const name of NAMES)
      if (tally.waits(name, isFull).count > 0) console.log(line(name, tally.waits(name, isFull)));
  }
  console.log(`\nreference: requests of the first ${String(tracedSeconds)} s once more, at the same moments`);
  console.log(line('/health of the same host', replayed.calls));
  console.log(line('image alone, first byte', replayed.imageFirstByte));
  console.log(line('image alone, whole', replayed.imageWhole));
  const ratio = (name: 'answer' | 'image, first byte', reference: Waits): string =>
    [50, 95]
      .map((each) => `p${String(each)} ${(tally.waits(name, true).at(each) / reference.at(each)).toFixed(2)}`)
      .join(', ');
  console.log(`ratio, an answer to /health: ${ratio('answer', replayed.calls)}`);
  console.log(
    `ratio, an image’s first byte to the image alone: ${ratio('image, first byte', replayed.imageFirstByte)}`,
  );
  if (replayed.failed > 0) console.log(`${String(replayed.failed)} requests of the reference failed`);
}

/** The goals, beside what was measured. */
export function sayGoals(tally: Tally, lost: number): void {
  const [answer, firstByte] = [
    tally.waits('answer', true).at(95),
    tally.waits('image, first byte', true).at(95),
  ];
  console.log(
    `\ngoal: an answer within ${String(GOALS.answer)} ms at p95: ${answer.toFixed(1)} ms, ${verdict(answer <= GOALS.answer)}`,
  );
  console.log(
    `goal: an image’s first byte within ${String(GOALS.firstByte)} ms at p95: ${firstByte.toFixed(1)} ms, ${verdict(firstByte <= GOALS.firstByte)}`,
  );
  const failed = [...tally.errors.values()].reduce((sum, each) => sum + each, 0);
  console.log(
    `goal: no answer lost: ${String(tally.acknowledged)} acknowledged, ${String(lost)} of them not in the casebook, ${verdict(lost === 0)}; ${String(failed)} requests failed`,
  );
  for (const [words, count] of [...tally.errors].slice(0, 10)) console.log(`  ${String(count)} x ${words}`);
}

/** What the host took, and whether its memory grows. */
export function sayHost(samples: readonly Sample[], warmSeconds: number): void {
  const warm = samples.filter((each) => each.seconds >= warmSeconds);
  const minutes = ((warm.at(-1)?.seconds ?? 0) - warmSeconds) / 60;
  if (warm.length < 2) return;
  const slope = slopeOf(warm);
  console.log(`\nhost after ${warmSeconds.toFixed(0)} s: ${taken(warm)}`);
  console.log(
    `goal: memory flat: ${slope.toFixed(2)} MB a minute over ${minutes.toFixed(1)} minutes${minutes < LONG_MINUTES ? ', too short to tell' : `, ${verdict(slope <= FLAT)}`}`,
  );
  const steps = Math.max(1, Math.floor(samples.length / 10));
  const over = samples.filter((_, index) => index % steps === 0);
  console.log(
    `memory over time, MB: ${over.map(({ seconds, megabytes }) => `${seconds.toFixed(0)} s ${megabytes.toFixed(0)}`).join(', ')}`,
  );
}

function taken(samples: readonly Sample[]): string {
  const [cores, megabytes] = [samples.map((each) => each.cores), samples.map((each) => each.megabytes)];
  const mean = cores.reduce((sum, each) => sum + each, 0) / cores.length;
  return `${mean.toFixed(2)} cores (${Math.min(...cores).toFixed(2)} to ${Math.max(...cores).toFixed(2)}); memory ${Math.min(...megabytes).toFixed(0)} to ${Math.max(...megabytes).toFixed(0)} MB`;
}

/** Whether the load generator kept up, and whether its own memory grows. */
export function sayOwn(
  { p95, p99, busy }: { readonly p95: number; readonly p99: number; readonly busy: number },
  samples: readonly Sample[],
  warmSeconds: number,
): void {
  const warm = samples.filter((each) => each.seconds >= warmSeconds);
  if (warm.length < 2) return;
  console.log(
    `load generator: ${taken(warm)}, ${slopeOf(warm).toFixed(2)} MB a minute; its event loop busy ${(busy * 100).toFixed(0)} % of the time, timers late by ${p95.toFixed(1)} ms at p95 and ${p99.toFixed(1)} ms at p99`,
  );
  if (p95 > LATE)
    console.log('The load generator is the bottleneck: the figures say more of it than of the host.');
}
