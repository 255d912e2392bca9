import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { createCasebook } from '../../electron/core/derived/casebook.ts';
import { concurrently } from '../../electron/core/files/concurrently.ts';
import { filesBelow } from '../../electron/core/files/folder.ts';
import { THUMBNAIL_SIDE } from '../../electron/core/files/imageTasks.ts';
import { createServices } from '../../electron/core/app/services.ts';
import { testPorts } from '../helpers/core.ts';
import { photograph, PHOTOGRAPHS } from '../helpers/pictures.ts';
import { seededRandom } from '../helpers/random.ts';
import { median, milliseconds } from './measure.ts';

/**
 * Import of 2,000 photographs (copied into the store, hashed both ways, measured, with thumbnails) against sharp
 * alone making the same thumbnails from the same files in the same number of threads. Goal: at least 0.7 of its
 * speed.
 */
const COUNT = Number(process.argv[2] ?? 2000);
const ROUNDS = Number(process.argv[3] ?? 3);
const folder = mkdtempSync(join(tmpdir(), 'casebook-bench-'));
const ports = testPorts(folder);
const { signal } = new AbortController();

try {
  const source = join(folder, 'photographs');
  mkdirSync(source);
  await drawVariants(source);
  const files = await filesBelow(source, () => true, signal);
  const ours: number[] = [];
  const bare: number[] = [];
  let threads = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const path = join(folder, `${String(round)}.casebook`);
    const open = createServices(
      await createCasebook(path, { benchmark: 'caughtcheating', title: 'B' }, ports),
    );
    threads = open.images.files.pool.threads;
    ours.push(
      await milliseconds(async () => {
        const { added } = await open.importExport.import({ source, format: 'images' }, null, {
          progress: () => undefined,
          signal,
        });
        if (added !== COUNT) throw new Error(`Only ${String(added)} photographs came in.`);
      }),
    );
    await open.close();
    rmSync(path, { recursive: true });
    const target = join(folder, 'thumbnails');
    mkdirSync(target);
    sharp.concurrency(1);
    sharp.cache(false);
    bare.push(
      await milliseconds(() =>
        concurrently(files, threads, signal, async (file) => {
          await sharp(join(source, file))
            .autoOrient()
            .resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'inside', withoutEnlargement: true })
            .webp({ quality: 80, effort: 2 })
            .toFile(join(target, `${file}.webp`));
        }),
      ),
    );
    rmSync(target, { recursive: true });
  }
  const [import_, alone] = [median(ours), median(bare)];
  const rate = (time: number): string => ((COUNT / time) * 1000).toFixed(0);
  console.log(
    `${String(COUNT)} photographs, ${String(threads)} threads, medians of ${String(ROUNDS)} rounds`,
  );
  console.log(`import            ${import_.toFixed(0)} ms, ${rate(import_)} photographs/s`);
  console.log(`sharp alone       ${alone.toFixed(0)} ms, ${rate(alone)} thumbnails/s`);
  console.log(`import's speed    ${(alone / import_).toFixed(2)} of sharp's alone (goal: at least 0.70)`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Different photographs out of a few: cut, turned over, brightened. */
async function drawVariants(target: string): Promise<void> {
  const random = seededRandom(1);
  const variants = Array.from({ length: COUNT }, (_, index) => ({
    index,
    values: [random(), random(), random(), random()],
  }));
  await concurrently(
    variants,
    4,
    signal,
    async ({ index, values: [left = 0, top = 0, light = 0, mirror = 0] }) => {
      const original = sharp(photograph(PHOTOGRAPHS[index % PHOTOGRAPHS.length] ?? 'acanthus-mollis'));
      const { width, height } = await original.metadata();
      await original
        .extract({
          left: Math.floor(left * 99),
          top: Math.floor(top * 60),
          width: width - 100,
          height: height - 61,
        })
        .flop(mirror < 0.5)
        .resize(2048)
        .modulate({ brightness: 0.8 + light * 0.4 })
        .jpeg({ quality: 85 })
        .toFile(join(target, `${String(index)}.jpg`));
    },
  );
}
