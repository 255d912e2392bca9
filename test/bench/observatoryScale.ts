import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import {
  createReadStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import Database from 'better-sqlite3';
import sharp from 'sharp';
import { z } from 'zod';
import { createCasebook, openCasebook } from '../../electron/core/derived/casebook.ts';
import { makeVariants } from '../../electron/core/benchmarks/observatory/imageGeneration/makeVariants.ts';
import { readOriginals } from '../../electron/core/benchmarks/observatory/imageGeneration/originals.ts';
import { TRANSFORMATIONS } from '../../electron/core/files/pixels/transformations.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { concurrently } from '../../electron/core/files/concurrently.ts';
import { createServices } from '../../electron/core/app/services.ts';
import { testPorts } from '../helpers/core.ts';
import { present } from '../helpers/present.ts';
import { withSharpAlone } from '../helpers/sharpAlone.ts';
import { seededRandom } from '../helpers/random.ts';
import { median, milliseconds, row } from './measure.ts';

/**
 * The Perceptual Observatory at size: of originals (half of them faces, half of them words) with 15 stylised files each,
 * 15 transformed variants are made, all of it imported, given boxes in one action, which thereby hold on all variants,
 * listed and handed out. Each phase says how long it took and the most memory the process had in it, worker threads
 * and mapped pages of the database included, and how much of that the phases before it had left: systems get memory back
 * late. Everything is done twice, each time in a process of its own: with a tenth of
 * the originals and with all of them, so that what grows with the number of images is seen.
 * References in the same run: sharp alone for the variants (goal: at least 0.8 of its speed), hashing and copying the
 * same files for the import, bare SQL for lists.
 * Arguments: how many originals (default 20; 1000 make 31,000 images), their side in pixels (default 128).
 */
const COUNT = Number(process.argv[2] ?? 20);
const SIDE = Number(process.argv[3] ?? 128);
/** Of a process that is to do it once: where what the parent drew is. */
const SOURCE = process.argv[4];
const STYLISED = 15;
/** Originals enough to measure the speed of sharp alone. */
const SAMPLED = 60;
const { signal } = new AbortController();
const quietly = { progress: () => undefined, signal };

const Phase = z.object({
  name: z.string(),
  seconds: z.number(),
  cpu: z.number(),
  megabytes: z.number(),
  /** In memory when it began: what the phases before it left there. */
  before: z.number(),
});
type Phase = z.infer<typeof Phase>;

if (SOURCE !== undefined) await runOnce(SOURCE);
else {
  const source = mkdtempSync(join(tmpdir(), 'casebook-bench-'));
  try {
    await drawImages(source);
    await compare(source);
  } finally {
    rmSync(source, { recursive: true, force: true });
  }
}

async function compare(source: string): Promise<void> {
  const tenth = Math.max(1, Math.round(COUNT / 10));
  const small = { count: tenth, phases: await inProcess(tenth, source) };
  const large = { count: COUNT, phases: await inProcess(COUNT, source) };
  console.log(`\nmemory at ${images(large.count)} images beside ${images(small.count)}`);
  for (const { name, megabytes, before } of large.phases) {
    const other = small.phases.find((phase) => phase.name === name);
    if (other === undefined) continue;
    const added = (megabytes - before).toFixed(0).padStart(6);
    console.log(
      `${name.padEnd(34)} ${megabytes.toFixed(0).padStart(6)} MB beside ${other.megabytes.toFixed(0)} MB   ratio ${(megabytes / other.megabytes).toFixed(2)}; by itself ${added} MB beside ${(other.megabytes - other.before).toFixed(0)} MB`,
    );
  }
}

function images(count: number): string {
  return String(count * (1 + TRANSFORMATIONS.length + STYLISED));
}

/** Runs everything in a process of its own and gives its phases. */
async function inProcess(count: number, source: string): Promise<Phase[]> {
  writeLists(source, count);
  console.log(`\n${String(count)} originals of ${String(SIDE)} px, ${images(count)} images`);
  const child = spawn(process.execPath, [import.meta.filename, String(count), String(SIDE), source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const phases: Phase[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{')) {
      console.log(line);
      continue;
    }
    const phase = Phase.parse(JSON.parse(line));
    phases.push(phase);
    console.log(
      `${phase.name.padEnd(34)} ${phase.seconds.toFixed(2).padStart(8)} s, ${phase.cpu.toFixed(1)} s of processors   at most ${phase.megabytes.toFixed(0)} MB, ${phase.before.toFixed(0)} MB of it before`,
    );
  }
  await ended;
  if (child.exitCode !== 0) throw new Error('The run failed.');
  return phases;
}

async function runOnce(source: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'casebook-bench-'));
  const ports = testPorts(folder);
  const [imageGeneration, path] = [join(folder, 'material'), join(folder, 'a.casebook')];
  try {
    await createCasebook(path, { benchmark: 'observatory', title: 'B' }, ports).then((each) => each.close());
    const open = createServices(await openCasebook(path, ports));
    const { pool } = open.images.files;
    const made = await phase('making 15 variants', async () => {
      const originals = await readOriginals(source, 'CELEB', signal);
      await makeVariants(
        pool,
        { originals, transformations: TRANSFORMATIONS, seed: 1, out: imageGeneration },
        quietly,
      );
    });
    const alone = await sharpAlone(source, join(folder, 'alone'));
    console.log(
      `${beside(COUNT * TRANSFORMATIONS.length, made, 'sharp alone', alone)} (goal: at least 0.80)`,
    );
    const imported = await phase('importing', async () => {
      const report = await open.importExport.import(
        { source: imageGeneration, format: 'observatory' },
        null,
        quietly,
      );
      if (report.added !== COUNT || report.images.missing > 0)
        throw new Error(JSON.stringify(report).slice(0, 500));
    });
    const copied = await hashAndCopy(imageGeneration, join(folder, 'copies'));
    console.log(beside(copied.images, imported, 'hashing and copying alone', copied));
    await phase('boxes in one action', async () => {
      const report = await open.importExport.import(
        { source: join(source, 'boxes.json'), format: 'coco' },
        null,
        quietly,
      );
      if (report.added + report.updated !== COUNT) throw new Error(JSON.stringify(report).slice(0, 500));
    });
    await phase('listing', () => lists(open, join(path, 'casebook.sqlite')));
    for (const [name, format, pictures] of [
      ['exporting observatory', 'observatory', 'copy'],
      ['exporting observatory, linked', 'observatory', 'link'],
      ['exporting observatory, no images', 'observatory', 'none'],
      ['exporting COCO, no images', 'coco', 'none'],
    ] as const) {
      const target = join(folder, name);
      await phase(name, async () => {
        const report = await open.importExport.export(
          { target, format, images: pictures, status: null },
          null,
          quietly,
        );
        if (report.items !== COUNT) throw new Error(JSON.stringify(report).slice(0, 500));
      });
      if (format === 'coco') checkCoco(join(target, 'annotations.json'));
      rmSync(target, { recursive: true });
    }
    await open.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function phase(name: string, work: () => Promise<unknown>): Promise<Taken> {
  forgetPeak();
  const before = peak() / 1e6;
  const taken = await timed(work);
  console.log(JSON.stringify({ name, ...taken, megabytes: peak() / 1e6, before } satisfies Phase));
  return taken;
}

/** How long something took, and how much time all threads together were at work in it: that hangs less on other programs. */
interface Taken {
  readonly seconds: number;
  readonly cpu: number;
}

async function timed(work: () => Promise<unknown>): Promise<Taken> {
  const before = process.cpuUsage();
  const seconds = (await milliseconds(work)) / 1000;
  const { user, system } = process.cpuUsage(before);
  return { seconds, cpu: (user + system) / 1e6 };
}

/** A phase of `count` images beside a reference, which may have fewer. */
function beside(count: number, taken: Taken, name: string, other: { images: number; taken: Taken }): string {
  const ratio = (kind: keyof Taken): string =>
    ((count * other.taken[kind]) / (taken[kind] * other.images)).toFixed(2);
  return `  ${rate(count, taken)}; ${name} ${rate(other.images, other.taken)}: ${ratio('seconds')} of its speed, ${ratio('cpu')} by processor time`;
}

/** Linux can begin anew to look for the most memory; elsewhere it is that of everything so far. */
function forgetPeak(): void {
  if (process.platform === 'linux') writeFileSync('/proc/self/clear_refs', '5');
}

function peak(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  return Number(/VmHWM:\s+(\d+) kB/u.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024;
}

function rate(count: number, { seconds }: Taken): string {
  return `${(count / seconds).toFixed(0)} images/s`;
}

function nameOf(index: number): string {
  return String(index).padStart(6, '0');
}

function isWord(index: number): boolean {
  return index % 2 === 1;
}

/** Originals, each with 15 stylised files. */
async function drawImages(source: string): Promise<void> {
  sharp.cache(false);
  for (const name of ['originals', 'stylised']) mkdirSync(join(source, name), { recursive: true });
  const random = seededRandom(1);
  const all = Array.from({ length: COUNT }, (_, index) => ({
    index,
    values: Array.from({ length: 12 }, random),
  }));
  await concurrently(all, 4, signal, async ({ index, values }) => {
    const file = join(source, 'originals', `${nameOf(index)}.png`);
    await sharp(Buffer.from(isWord(index) ? word(values) : face(values)))
      .removeAlpha()
      .png()
      .toFile(file);
    const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
    for (let style = 0; style < STYLISED; style += 1) {
      await sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
        .modulate({ hue: 20 * style, brightness: 0.7 + 0.04 * style })
        .png({ compressionLevel: 3 })
        .toFile(join(source, 'stylised', `${nameOf(index)}_${String(style)}.png`));
    }
  });
}

/** The list of entities, and the boxes of their originals as COCO. */
function writeLists(source: string, count: number): void {
  const all = Array.from({ length: count }, (_, index) => index);
  const lines = all.map((index) =>
    JSON.stringify({
      id: nameOf(index),
      domain: isWord(index) ? 'WORD' : 'CELEB',
      entity: `Entity ${String(index)}`,
      image: `originals/${nameOf(index)}.png`,
      variants: Array.from({ length: STYLISED }, (_, style) => ({
        image: `stylised/${nameOf(index)}_${String(style)}.png`,
        transformation: `style_${String(style)}`,
        family: 'OOD',
      })),
    }),
  );
  writeFileSync(join(source, 'observatory.jsonl'), `${lines.join('\n')}\n`);
  const labels = ['left_eye', 'right_eye', 'nose', 'mouth', 'word'];
  writeFileSync(
    join(source, 'boxes.json'),
    JSON.stringify({
      images: all.map((index) => ({
        id: index,
        file_name: `originals/${nameOf(index)}.png`,
        width: SIDE,
        height: SIDE,
      })),
      annotations: all.flatMap((index) =>
        (isWord(index) ? [4] : [0, 1, 2, 3]).map((label) => ({
          id: index * 5 + label,
          image_id: index,
          category_id: label,
          bbox: [10 + 10 * label, 20, 12, 9],
        })),
      ),
      categories: labels.map((name, id) => ({ id, name })),
    }),
  );
}

function share(value: number | undefined, low: number, high: number): string {
  return String(Math.round(SIDE * (low + (value ?? 0) * (high - low))));
}

function colour(value: number | undefined): string {
  return `hsl(${String(Math.round((value ?? 0) * 360))} 50% 55%)`;
}

function svg(body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${String(SIDE)}" height="${String(SIDE)}">${body}</svg>`;
}

function face([a, b, c, d, e, f, g, h]: readonly number[]): string {
  return svg(
    `<filter id="n"><feTurbulence baseFrequency="${String(0.02 + 0.1 * (a ?? 0))}" seed="${String(Math.round((b ?? 0) * 999))}" numOctaves="2"/></filter>
    <rect width="100%" height="100%" fill="${colour(c)}"/><rect width="100%" height="100%" filter="url(#n)" opacity="0.4"/>
    <ellipse cx="50%" cy="50%" rx="${share(d, 0.2, 0.4)}" ry="${share(e, 0.3, 0.48)}" fill="${colour(f)}"/>
    <circle cx="${share(g, 0.3, 0.42)}" cy="40%" r="4%"/><circle cx="${share(h, 0.58, 0.7)}" cy="40%" r="4%"/>`,
  );
}

function word(values: readonly number[]): string {
  const bars = values.slice(0, 8).map((value, at) => {
    const [x, height] = [0.2 + at * 0.08, 0.05 + value * 0.12];
    return `<rect x="${share(x, 0, 1)}" y="${share(0.5 - height, 0, 1)}" width="5%" height="${share(height, 0, 1)}"/>`;
  });
  return svg(`<rect width="100%" height="100%" fill="#fff"/>${bars.join('')}`);
}

async function sharpAlone(source: string, target: string): Promise<{ images: number; taken: Taken }> {
  mkdirSync(target);
  const count = Math.min(COUNT, SAMPLED);
  const taken = await timed(async () => {
    for (let index = 0; index < count; index += 1)
      await withSharpAlone(join(source, 'originals', `${nameOf(index)}.png`), join(target, nameOf(index)));
  });
  rmSync(target, { recursive: true });
  return { images: count * TRANSFORMATIONS.length, taken };
}

/** Every picture below the folder hashed and copied, as many at a time as libuv has threads for. */
async function hashAndCopy(from: string, target: string): Promise<{ images: number; taken: Taken }> {
  mkdirSync(target);
  const files = readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.png'))
    .map((entry) => join(entry.parentPath, entry.name));
  const taken = await timed(() =>
    concurrently(files.entries(), 4, signal, async ([index, file]) => {
      const hash = createHash('sha256');
      await pipeline(createReadStream(file), hash);
      await copyFile(file, join(target, `${String(index)}.png`));
    }),
  );
  rmSync(target, { recursive: true });
  return { images: files.length, taken };
}

/** What Library and Desk ask for, beside bare SQL. */
async function lists(open: ReturnType<typeof createServices>, file: string): Promise<void> {
  const bare = new Database(file, { readonly: true });
  const sort = (by: 'imported' | 'title') => ({ by, descending: false });
  const first = present(open.items.list({}, sort('imported'), 0, 1, everything).rows[0]);
  const personId = open.people.ensure('ada', 'human').id;
  const count = (): unknown => bare.prepare('SELECT count(*) FROM item').get();
  const page = (): unknown => bare.prepare('SELECT * FROM item ORDER BY sequence LIMIT 200').all();
  const pictures = (): unknown =>
    bare
      .prepare('SELECT * FROM item_image p LEFT JOIN image m ON m.id = p.image_id WHERE item_id = ?')
      .all(first.id);
  const asked: [string, () => unknown, string, () => unknown][] = [
    ['first 200 rows', () => open.items.list({}, sort('imported'), 0, 200, everything), 'bare count', count],
    ['first 200 rows', () => open.items.list({}, sort('imported'), 0, 200, everything), 'bare rows', page],
    [
      'last 200 rows by title',
      () => open.items.list({}, sort('title'), Math.max(0, COUNT - 200), 200, everything),
      'bare count',
      count,
    ],
    ['counts', () => open.items.counts({}, everything), 'bare count', count],
    [
      'counts of a domain',
      () => open.items.counts({ facets: { domain: ['WORD'] } }, everything),
      'bare count',
      count,
    ],
    [
      'with missing images',
      () => open.items.list({ images: 'missing' }, sort('imported'), 0, 200, everything),
      'bare count',
      count,
    ],
    ['an item with its images', () => open.items.get(first.id, everything), 'bare rows', pictures],
    [
      'opening it at the Desk',
      () => open.annotations.open({ itemId: first.id, task: 'localise', round: 1, personId }, everything),
      'bare rows',
      pictures,
    ],
  ];
  for (const [name, ours, reference, theirs] of asked) {
    const [mine, bareTimes]: [number[], number[]] = [[], []];
    for (let round = 0; round < 9; round += 1) {
      mine.push(await milliseconds(ours));
      bareTimes.push(await milliseconds(theirs));
    }
    console.log(`  ${row(name, median(mine), reference, median(bareTimes))}`);
  }
  bare.close();
}

/** The boxes of every original stand on it and on its variants. */
function checkCoco(file: string): void {
  if (statSync(file).size > 256 * 1024 * 1024) return;
  const Coco = z.object({ images: z.array(z.unknown()), annotations: z.array(z.unknown()) });
  const { images: listed, annotations } = Coco.parse(JSON.parse(readFileSync(file, 'utf8')));
  const words = Math.floor(COUNT / 2);
  console.log(`  COCO: ${String(listed.length)} images, ${String(annotations.length)} boxes`);
  if (
    listed.length > COUNT * 31 ||
    annotations.length > (words + (COUNT - words) * 4) * 31 ||
    annotations.length < COUNT * 31
  )
    throw new Error('The boxes are not on the variants.');
}
