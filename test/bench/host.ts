import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { freePort, HostProcess } from '../helpers/hostProcess.ts';
import { type HostedStudy, makeHostedStudy } from '../helpers/hostedStudy.ts';
import { makeCertificate } from '../helpers/networkHost.ts';
import { ParticipantBrowser } from '../helpers/participantBrowser.ts';
import { seededRandom } from '../helpers/random.ts';
import { recordAssets } from './host/pageAssets.ts';
import { takePart } from './host/participant.ts';
import { createPhotographer } from './host/photographs.ts';
import { replay, serveImageAlone } from './host/reference.ts';
import { sayGoals, sayHost, sayOwn, sayWaits } from './host/report.ts';
import { Tally } from './host/tally.ts';
import { Watch, watchTimers } from './host/watch.ts';

/**
 * Many participants of one study at once: `casebook host` over TLS, a process of its own, and people who come by its study
 * link, read, look at an image of about 500 kB at each step, type and answer. They send what the page sends in Chromium, at
 * the same moments; which files the page loads is noted from Chromium first. Who has finished makes room for somebody new.
 *
 * Beside it, in the same run: as many requests at the same moments to the host's health address, and the images from a
 * server that does nothing else. Goals with 200 people at a step every 5 s, on two cores: an answer within 100 ms and an
 * image's first byte within 200 ms at the 95th percentile, nothing lost, memory flat over 30 minutes. Needs Linux.
 *
 * The host lets 500 people of one address in within ten minutes; with the items below, long runs stay under that.
 *
 * `node test/bench/host.ts [--people 200] [--seconds 60] [--step-seconds 5] [--items 60] [--profile FOLDER]`: with a
 * folder, the host leaves a CPU profile there.
 */
const ARRIVING_SECONDS = 30;
/** Requests that take this many seconds are sent once more. */
const TRACED_SECONDS = 60;
const IMAGE_BYTES = 500_000;
const AGAIN_AFTER_SECONDS = 10;
/** How long a session takes beside its steps, at least. */
const READING_SECONDS = 5;

const count = z.coerce.number().int().positive();
const Options = z.object({
  people: count.default(200),
  seconds: count.default(60),
  'step-seconds': z.coerce.number().positive().default(5),
  items: count.default(60),
  profile: z.string().optional(),
});
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    people: { type: 'string' },
    seconds: { type: 'string' },
    'step-seconds': { type: 'string' },
    items: { type: 'string' },
    profile: { type: 'string' },
  },
});
const options = Options.parse(values);
const { people, seconds, items } = options;
const stepSeconds = options['step-seconds'];

const [mode, ...rest] = positionals;
if (mode === 'image-alone') await imageAlone(rest);
else await measure();

/** The reference for images, in a process of its own: tells its port, and ends with its parent. */
async function imageAlone([cert = '', key = '', image = '']: readonly string[]): Promise<void> {
  process.send?.(await serveImageAlone({ cert, key }, image));
  process.once('disconnect', () => process.exit());
}

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'casebook-bench-'));
  try {
    const tls = makeCertificate(folder);
    const ca = readFileSync(tls.cert);
    const generations = Math.ceil(seconds / (items * stepSeconds + READING_SECONDS)) + 1;
    const study = await makeHostedStudy(folder, {
      items,
      draw: await createPhotographer(IMAGE_BYTES),
      recruitment: { places: Math.min(5000, people * generations + 10) },
    });
    const image = join(folder, 'source/false_images/0.jpg');
    console.log(
      `${String(people)} people, a step every ${String(stepSeconds)} s, ${String(items)} items with images of ${(statSync(image).size / 1000).toFixed(0)} kB, ${String(seconds)} s; ${String(availableParallelism())} cores, load ${load()} before`,
    );
    const nodeFlags =
      options.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${options.profile}`];
    await using host = new HostProcess(await freePort(), {
      casebook: study.path,
      home: join(folder, 'home'),
      tls,
      nodeFlags,
    });
    await host.start();
    const tally = await underLoad(host, study, ca);
    const bare = fork(import.meta.filename, ['image-alone', tls.cert, tls.key, image]);
    try {
      const [imagePort] = z.tuple([z.int()]).parse((await once(bare, 'message')).slice(0, 1));
      const replayed = await replay(tally.trace, { host: host.port, image: imagePort }, ca);
      sayWaits(tally, replayed, Math.min(TRACED_SECONDS, seconds));
    } finally {
      bare.disconnect();
    }
    await host.stop();
    sayGoals(tally, tally.acknowledged - (await answersIn(study.path)));
    console.log(`load ${load()} after`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Has everybody arrive over the first half minute and take part until the time is over; says what that took. */
async function underLoad(host: HostProcess, study: HostedStudy, ca: Buffer): Promise<Tally> {
  const assets = await recordAssets(`${host.origin}${study.linkOf('recorded')}`);
  const files = assets.first.length + assets.arriving.length + assets.session.length;
  console.log(`a page loads ${String(files)} files`);
  const everySeconds = Math.max(1, Math.round(seconds / 600));
  const watch = new Watch(host.pid, everySeconds);
  const [own, timers] = [new Watch(process.pid, everySeconds), watchTimers()];
  const tally = new Tally(Math.min(TRACED_SECONDS, seconds) * 1000);
  const isOver = (): boolean => performance.now() - tally.startedAt > seconds * 1000;
  const arriving = Math.min(ARRIVING_SECONDS, seconds / 2);
  const place = async (who: number): Promise<void> => {
    const random = seededRandom(who);
    await after((arriving * 1000 * who) / people);
    for (let generation = 0; !isOver(); generation += 1) {
      const browser = new ParticipantBrowser({ port: host.port, ca, told: tally.told(who) });
      const link = study.linkOf(`${String(who)}-${String(generation)}`);
      const finished = await takePart({ browser, link, assets, stepSeconds, tally, random, isOver });
      // Somebody whom nothing answers does not come again at once.
      if (!finished && !isOver()) await after(AGAIN_AFTER_SECONDS * 1000);
    }
  };
  const full = setTimeout(() => (tally.isFull = true), (arriving + stepSeconds + READING_SECONDS) * 1000);
  await Promise.all(Array.from({ length: people }, (_, who) => place(who)));
  clearTimeout(full);
  const lasted = (performance.now() - tally.startedAt) / 1000;
  const { cpuSeconds, busy } = watch.stop();
  own.stop();
  console.log(
    `${String(tally.arrived)} arrived, ${String(tally.finished)} finished, ${(tally.acknowledged / lasted).toFixed(1)} answers and ${(tally.bytes / 1e6 / lasted).toFixed(1)} MB a second over ${lasted.toFixed(0)} s`,
  );
  console.log(
    `host in all: ${cpuSeconds.toFixed(1)} s of CPU for ${String(tally.requests)} requests, ${((cpuSeconds * 1000) / tally.requests).toFixed(2)} ms each`,
  );
  const warmSeconds = Math.max(arriving + 10, Math.min(300, seconds / 3));
  sayHost(watch.samples, warmSeconds);
  sayOwn(timers(), own.samples, warmSeconds);
  console.log(`machine: ${(busy * 100).toFixed(0)} % of all cores busy with anything`);
  return tally;
}

/** How many answers a casebook has that nobody has open. */
async function answersIn(path: string): Promise<number> {
  const database = new Database(join(path, 'casebook.sqlite'), { readonly: true });
  const found = z.int().parse(database.prepare('SELECT count(*) FROM response').pluck().get());
  database.close();
  return Promise.resolve(found);
}

function load(): string {
  return loadavg()
    .slice(0, 2)
    .map((each) => each.toFixed(1))
    .join(', ');
}
