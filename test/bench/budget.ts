import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { blank, blankPages, bmp, interlaced } from '../helpers/pictureBombs.ts';

/**
 * What oversized sources cost: each is imported by the command line as a process of its own, and its peak memory and time
 * are set against a budget of 1 GB and 60 s. A source that is refused in words costs next to nothing.
 *
 * `node test/bench/budget.ts [CASE…]` runs the cases whose names contain one of the words; all of them need Linux.
 */
const BUDGET_BYTES = 1e9;
const BUDGET_SECONDS = 60;
const MEGABYTE = 1e6;
const CLI = join(import.meta.dirname, '../../electron/cli.ts');
const PEAK =
  'process.on("exit",()=>process.stderr.write("peak="+/VmHWM:\\s+(\\d+)/.exec(process.getBuiltinModule("fs").readFileSync("/proc/self/status","utf8"))[1]+"\\n"))';

interface Case {
  readonly name: string;
  readonly benchmark?: string;
  /** Sources that have to be there first, each with its format. */
  readonly first?: readonly (readonly [make: (folder: string) => Promise<string> | string, format: string])[];
  readonly format: string;
  readonly options?: readonly string[];
  readonly make: (folder: string) => Promise<string> | string;
}

const IMAGES = 40;

const cases: readonly Case[] = [
  {
    name: 'ratings: one item, 300,000 raters',
    format: 'ratings-csv',
    make: (folder) =>
      written(
        folder,
        'r.csv',
        ratings(300_000, (at) => [0, at]),
      ),
  },
  {
    name: 'ratings: 300,000 items, each of one rater',
    format: 'ratings-csv',
    make: (folder) =>
      written(
        folder,
        'r.csv',
        ratings(300_000, (at) => [at, at]),
      ),
  },
  {
    name: 'ratings: 1,000 items, 300 raters of their own each',
    format: 'ratings-csv',
    make: (folder) =>
      written(
        folder,
        'r.csv',
        ratings(300_000, (at) => [at % 1000, at]),
      ),
  },
  {
    name: 'YOLO: 200 MB in 40 files',
    first: [[photographs, 'images']],
    format: 'yolo',
    make: (folder) => yolo(folder, IMAGES, 5 * MEGABYTE - 100),
  },
  {
    name: 'YOLO: 400,000 boxes on 40 images',
    first: [[photographs, 'images']],
    format: 'yolo',
    make: (folder) => yolo(folder, IMAGES, 34 * 10_000),
  },
  {
    name: 'YOLO: 200 MB in 1 file',
    first: [[photographs, 'images']],
    format: 'yolo',
    make: (folder) => yolo(folder, 1, 200 * MEGABYTE),
  },
  {
    name: 'YOLO: 200 MB in 20,000 files, images unknown',
    first: [[photographs, 'images']],
    format: 'yolo',
    make: (folder) => yolo(folder, 20_000, 10_000),
  },
  {
    name: 'YOLO: 200 MB of lines that are no boxes',
    first: [[photographs, 'images']],
    format: 'yolo',
    make: (folder) => yolo(folder, IMAGES, 5 * MEGABYTE - 100, '0 x\n'),
  },
  {
    name: 'ratings: 5,000 raters of one item',
    format: 'ratings-csv',
    make: (folder) =>
      written(
        folder,
        'r.csv',
        ratings(5000, (at) => [0, at]),
      ),
  },
  {
    name: 'ratings: 5,000 raters of an item each',
    format: 'ratings-csv',
    make: (folder) =>
      written(
        folder,
        'r.csv',
        ratings(5000, (at) => [at, at]),
      ),
  },
  {
    name: 'VOC: 100 MB in 1 file',
    first: [[photographs, 'images']],
    format: 'voc',
    make: (folder) => voc(folder, 1, 100 * MEGABYTE),
  },
  {
    name: 'VOC: 100 MB in 25 files',
    first: [[photographs, 'images']],
    format: 'voc',
    make: (folder) => voc(folder, 25, 4 * MEGABYTE),
  },
  {
    name: 'VOC: 100 MB in 20,000 files, images unknown',
    first: [[photographs, 'images']],
    format: 'voc',
    make: (folder) => voc(folder, 20_000, 5000),
  },
  {
    name: 'COCO: 160 MB of annotations',
    first: [[photographs, 'images']],
    format: 'coco',
    make: (folder) => coco(folder, IMAGES, 160 * MEGABYTE),
  },
  {
    name: 'COCO: 160 MB of images that are unknown',
    first: [[photographs, 'images']],
    format: 'coco',
    make: (folder) => coco(folder, 1_900_000, 1000),
  },
  {
    name: 'COCO: 160 MB of annotations of no image',
    first: [[photographs, 'images']],
    format: 'coco',
    make: (folder) => coco(folder, IMAGES, 160 * MEGABYTE, 1_000_000),
  },
  {
    name: 'items: one of 200 MB among small ones',
    format: 'generic',
    options: ['--keep-going'],
    make: (folder) =>
      written(
        folder,
        'items.jsonl',
        (function* () {
          yield '{"id":"a","image":"a.png"}\n{"id":"b","image":"';
          for (let at = 0; at < 200; at += 1) yield 'x'.repeat(MEGABYTE);
          yield '"}\n{"id":"c","image":"c.png"}\n';
        })(),
      ),
  },
  bomb('8 interlaced PNGs of 15,000 x 15,000', 8, (path, at) => interlaced(path, 15_000, at)),
  bomb('8 interlaced RGBA PNGs of 7,000 x 7,000', 8, (path, at) => interlaced(path, 7000, at, 6)),
  bomb('8 progressive JPEGs of 12,000 x 12,000', 8, (path, at) =>
    blank(12_000, 12_000, at).jpeg({ progressive: true }).toFile(path),
  ),
  bomb('8 WebPs of 8,000 x 8,000', 8, (path, at) => blank(8000, 8000, at).webp({ effort: 0 }).toFile(path)),
  bomb('8 animated GIFs of 60 pictures of 2,000 x 2,000', 8, (path, at) =>
    sharp(blankPages(2000, 60, at), { raw: { width: 2000, height: 120_000, channels: 3, pageHeight: 2000 } })
      .gif({ effort: 1 })
      .toFile(path),
  ),
  bomb('8 TIFFs of 15,000 x 15,000', 8, (path, at) =>
    blank(15_000, 15_000, at).tiff({ compression: 'deflate' }).toFile(path),
  ),
  bomb('8 BMPs of 9,000 x 9,000', 8, (path, at) => writeFileSync(path, bmp(9000, at))),
];

async function run({
  name,
  benchmark = 'generic',
  first = [],
  format,
  options = [],
  make,
}: Case): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'casebook-bench-'));
  try {
    const book = join(folder, 'a.casebook');
    await casebook('new', book, '--benchmark', benchmark);
    for (const [index, [source, itsFormat]] of first.entries())
      await casebook(
        'import',
        book,
        await source(below(folder, `first-${String(index)}`)),
        '--format',
        itsFormat,
      );
    const source = await make(below(folder, 'source'));
    const { code, peak, seconds, said } = await casebook(
      'import',
      book,
      source,
      '--format',
      format,
      ...options,
    );
    const within = peak <= BUDGET_BYTES && seconds <= BUDGET_SECONDS ? 'within' : 'BEYOND';
    console.log(
      `${name.padEnd(52)} ${(peak / MEGABYTE).toFixed(0).padStart(5)} MB ${seconds.toFixed(1).padStart(6)} s  ${within}  exit ${String(code)}`,
    );
    console.log(`    ${said.trim().split('\n').slice(0, 3).join(' | ').slice(0, 300)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function casebook(
  ...words: string[]
): Promise<{ code: number | null; peak: number; seconds: number; said: string }> {
  const start = performance.now();
  const child = spawn(process.execPath, [CLI, ...words], {
    env: { ...process.env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(PEAK)}` },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 5 * BUDGET_SECONDS * 1000,
    killSignal: 'SIGKILL',
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  await once(child, 'close');
  const seconds = (performance.now() - start) / 1000;
  const peaks = [...errors.matchAll(/peak=(\d+)/gu)].map(([, kilobytes]) => Number(kilobytes) * 1024);
  const words1 = errors.replaceAll(/peak=\d+\n?/gu, '');
  return { code: child.exitCode, peak: Math.max(0, ...peaks), seconds, said: `${said}${words1}` };
}

function below(folder: string, name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}

/** Writes a file piece by piece and gives its path. */
async function written(folder: string, name: string, pieces: Iterable<string>): Promise<string> {
  const path = join(folder, name);
  const file = createWriteStream(path);
  for (const piece of pieces) if (!file.write(piece)) await once(file, 'drain');
  file.end();
  await once(file, 'close');
  return path;
}

function* ratings(
  count: number,
  place: (at: number) => readonly [item: number, rater: number],
): Iterable<string> {
  yield 'item,rater,field,value\n';
  for (let at = 0; at < count; at += 1) {
    const [item, rater] = place(at);
    yield `item-${String(item)},rater ${String(rater)},f,c${String(at % 5)}\n`;
  }
}

async function photographs(folder: string): Promise<string> {
  for (let at = 0; at < IMAGES; at += 1) {
    const colour = { r: at, g: 100, b: 100 };
    await sharp({ create: { width: 64, height: 64, channels: 3, background: colour } })
      .png()
      .toFile(join(folder, `photo${String(at)}.png`));
  }
  return folder;
}

const filled = (piece: string, bytes: number): string => piece.repeat(Math.ceil(bytes / piece.length));

function yolo(
  folder: string,
  files: number,
  bytes: number,
  line = '0 0.51234 0.51234 0.21234 0.21234\n',
): string {
  writeFileSync(join(folder, 'classes.txt'), 'thing\n');
  const text = filled(line, bytes);
  for (let at = 0; at < files; at += 1) writeFileSync(join(folder, `photo${String(at)}.txt`), text);
  return folder;
}

const OBJECT =
  '<object><name>thing</name><bndbox><xmin>2</xmin><ymin>2</ymin><xmax>20</xmax><ymax>20</ymax></bndbox></object>\n';

function voc(folder: string, files: number, bytes: number): string {
  const objects = filled(OBJECT, bytes);
  for (let at = 0; at < files; at += 1) {
    writeFileSync(
      join(folder, `photo${String(at)}.xml`),
      `<annotation><filename>photo${String(at)}.png</filename>${objects}</annotation>`,
    );
  }
  return folder;
}

/** @param stranger what is added to the images' ids in the annotations */
function coco(folder: string, images: number, bytes: number, stranger = 0): Promise<string> {
  return written(
    folder,
    'annotations.json',
    (function* () {
      yield '{"categories":[{"id":1,"name":"thing"}],"images":[';
      for (let at = 0; at < images; at += 1) {
        const image = { id: at, file_name: `folder/photo${String(at)}.png`, width: 64, height: 64 };
        yield `${at === 0 ? '' : ','}${JSON.stringify(image)}`;
      }
      yield '],"annotations":[';
      for (let [at, length] = [0, 0]; length < bytes; at += 1) {
        const box = {
          id: at,
          image_id: (at % images) + stranger,
          category_id: 1,
          bbox: [1, 2, 20, 20],
          area: 400,
        };
        const text = `${at === 0 ? '' : ','}${JSON.stringify(box)}`;
        length += text.length;
        yield text;
      }
      yield ']}';
    })(),
  );
}

function bomb(name: string, count: number, draw: (path: string, at: number) => unknown): Case {
  return {
    name,
    format: 'images',
    options: ['--keep-going'],
    async make(folder) {
      const extension = /PNG|JPEG|WebP|GIF|TIFF|BMP/u.exec(name)?.[0].toLowerCase() ?? '';
      for (let at = 0; at < count; at += 1) await draw(join(folder, `a${String(at)}.${extension}`), at);
      return folder;
    },
  };
}

const wanted = process.argv.slice(2).map((word) => word.toLowerCase());
for (const each of cases)
  if (wanted.length === 0 || wanted.some((word) => each.name.toLowerCase().includes(word))) await run(each);
