import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { makeVariants } from '../../electron/core/benchmarks/observatory/imageGeneration/makeVariants.ts';
import { readOriginals } from '../../electron/core/benchmarks/observatory/imageGeneration/originals.ts';
import { TRANSFORMATIONS } from '../../electron/core/files/pixels/transformations.ts';
import { ImagePool } from '../../electron/core/files/imagePool.ts';
import { photograph, PHOTOGRAPHS } from '../helpers/pictures.ts';
import { withSharpAlone } from '../helpers/sharpAlone.ts';
import { median, milliseconds } from './measure.ts';

/**
 * The 15 variants of photographs of 1024 x 1024, made by the worker threads with everything that belongs to it (drawing
 * parameters, hashing originals, the journal, whole files renamed into place, the list), against sharp alone (see
 * `withSharpAlone`), PNG of the same compression written where it goes. Rounds alternate. The first round is cold: threads
 * start, and their code is not compiled yet. Goal: at least 0.8 of its speed.
 */
const COUNT = Number(process.argv[2] ?? 12);
const ROUNDS = Number(process.argv[3] ?? 4);
const SIDE = 1024;
const folder = mkdtempSync(join(tmpdir(), 'casebook-bench-'));
const { signal } = new AbortController();
const own = { concurrency: sharp.concurrency() };

try {
  const source = join(folder, 'originals');
  mkdirSync(source);
  for (let index = 0; index < COUNT; index += 1) {
    await sharp(photograph(PHOTOGRAPHS[index % PHOTOGRAPHS.length] ?? 'acanthus-mollis'))
      .resize(SIDE, SIDE, { fit: 'cover' })
      .modulate({ brightness: 0.8 + (0.4 * index) / COUNT })
      .png()
      .toFile(join(source, `${String(index)}.png`));
  }
  const originals = await readOriginals(source, 'CELEB', signal);
  const pool = new ImagePool();
  const [ours, bare, processors]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const out = join(folder, `round-${String(round)}`);
    const start = process.cpuUsage();
    ours.push(
      await milliseconds(async () => {
        const { made } = await makeVariants(
          pool,
          { originals, transformations: TRANSFORMATIONS, seed: round, out },
          { signal, progress: () => undefined },
        );
        if (made !== COUNT * TRANSFORMATIONS.length)
          throw new Error(`Only ${String(made)} variants were made.`);
      }),
    );
    const inOurs = processorTime(start);
    rmSync(out, { recursive: true });
    mkdirSync(out);
    const between = process.cpuUsage();
    bare.push(
      await milliseconds(async () => {
        for (let index = 0; index < COUNT; index += 1)
          await withSharpAlone(join(source, `${String(index)}.png`), join(out, String(index)));
      }),
    );
    processors.push(processorTime(between) / inOurs);
    rmSync(out, { recursive: true });
  }
  await pool.close();
  const [mine, alone] = [median(ours), median(bare)];
  const images = COUNT * TRANSFORMATIONS.length;
  const rate = (time: number): string => ((images / time) * 1000).toFixed(1);
  console.log(
    `${String(images)} variants of ${String(COUNT)} photographs, ${String(pool.threads)} threads; sharp alone: ${String(own.concurrency)} threads of libvips; medians of ${String(ROUNDS)} rounds`,
  );
  console.log(`variants          ${mine.toFixed(0)} ms, ${rate(mine)} images/s`);
  console.log(`sharp alone       ${alone.toFixed(0)} ms, ${rate(alone)} images/s`);
  const speeds = ours.map((time, round) => (bare[round] ?? NaN) / time);
  const list = (ratios: readonly number[]): string => ratios.map((each) => each.toFixed(2)).join(', ');
  console.log(`round by round    ${list(speeds)} of sharp's speed; the first is cold`);
  console.log(`by processor time ${list(processors)}: hangs less on other programs`);
  console.log(
    `ours, warm        ${median(speeds.slice(1)).toFixed(2)} of sharp's speed (goal: at least 0.80)`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Milliseconds that all threads together were at work since. */
function processorTime(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}
