import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import type { BenchmarkSample } from '../../../../shared/benchmarks/benchmark.ts';
import { findBenchmark } from '../../../../shared/benchmarks/registry.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { NewCasebook } from '../../access/keeper.ts';
import type { CorePorts } from '../../base/ports.ts';
import { benchmarks } from '../../benchmarks/registry.ts';
import type { SampleSource, SampleStory } from '../../benchmarks/sample.ts';
import { makeCasebook } from '../../features/casebooks/create.ts';
import { createServices } from '../services.ts';
import { playStep } from './play.ts';
import type { Scene } from './scene.ts';

const MINUTE = 60_000;
/** The team of a sample began so long ago. */
const BEGINNING = 4 * 24 * 60 * MINUTE;

/** A benchmark's sample, as it is chosen and told. Throws `not_found` where it has none. */
export function sampleOf(benchmark: string): BenchmarkSample & SampleSource {
  const named = findBenchmark(benchmark)?.sample;
  const told = benchmarks.find(({ id }) => id === benchmark)?.sample;
  if (named === undefined || told === undefined)
    throw new CasebookError(
      'not_found',
      `There is no sample of "${benchmark}".`,
      'Nothing was made. Choose a benchmark that has a sample.',
    );
  return { ...named, ...told };
}

/**
 * Makes a benchmark's sample at a path where nothing is, and closes it; leaves nothing there where that fails. Its times lie in the
 * past days. The person who has it made is its curator.
 */
export async function makeSample(
  path: string,
  { benchmark, title, person }: NewCasebook,
  ports: CorePorts,
): Promise<{ readonly path: string; readonly title: string }> {
  const sample = sampleOf(benchmark);
  const clock = { now: ports.now() - BEGINNING };
  const then: CorePorts = { ...ports, now: () => clock.now };
  const wanted = { benchmark, title: title === '' ? sample.title : title, person };
  const open = createServices(await makeCasebook(path, wanted, then));
  const work = join(ports.directories.staging, ports.newId());
  let isWhole = false;
  try {
    // Nobody has it until it is whole and under its name: nothing needs to wait for the disk before that.
    open.casebook.database.pragma('synchronous = OFF');
    const story = await sample.tell(ports.directories.resources);
    await writeFiles(work, story.files);
    const [owner] = open.people.list();
    if (owner === undefined) throw new Error('Nobody made the sample.');
    const wait = (minutes: number): void => void (clock.now += Math.round(minutes * MINUTE));
    const scene: Scene = { open, owner: owner.id, work, wait, now: then.now };
    for (const step of story.steps) await playStep(scene, step);
    open.casebook.records.imageTable.licenseAll('Apache-2.0', 'Casebook contributors');
    open.casebook.database.pragma('synchronous = FULL');
    isWhole = true;
  } finally {
    await open.close();
    await rm(work, { recursive: true, force: true });
    if (!isWhole) await rm(open.casebook.path, { recursive: true, force: true });
  }
  return { path: open.casebook.path, title: wanted.title };
}

async function writeFiles(work: string, files: SampleStory['files']): Promise<void> {
  await mkdir(work, { recursive: true });
  await Promise.all(
    Object.entries(files).map(async ([path, content]) => {
      const target = join(work, path);
      await mkdir(dirname(target), { recursive: true });
      if (typeof content === 'string') await writeFile(target, content);
      else if ('copy' in content) await copyFile(content.copy, target);
      else await sharp(Buffer.from(content.svg)).png({ palette: true, effort: 1 }).toFile(target);
    }),
  );
}
