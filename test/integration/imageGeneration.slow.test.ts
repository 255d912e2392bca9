import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { makeVariants } from '../../electron/core/benchmarks/observatory/imageGeneration/makeVariants.ts';
import { readOriginals } from '../../electron/core/benchmarks/observatory/imageGeneration/originals.ts';
import { TRANSFORMATIONS } from '../../electron/core/files/pixels/transformations.ts';
import { ImagePool } from '../../electron/core/files/imagePool.ts';
import { casebook, fingerprint, json, shapes } from '../helpers/commandLine.ts';
import { photograph } from '../helpers/pictures.ts';
import { firsts, present } from '../helpers/present.ts';
import {
  CUBIC_FAMILY,
  TEST_FONT,
  writeCubicTestFont,
  writeTestCollection,
  writeTestFont,
} from '../helpers/testFont.ts';

const folder = mkdtempSync(join(tmpdir(), 'casebook-material-'));
const fonts = writeTestFont(join(folder, 'fonts'));
const pool = new ImagePool(2);
afterAll(async () => {
  await pool.close();
  rmSync(folder, { recursive: true, force: true });
});

const Corners = z.object({ x1: z.int(), y1: z.int(), x2: z.int(), y2: z.int() });
const Line = z.looseObject({
  id: z.string(),
  domain: z.string(),
  entity: z.string(),
  category: z.string().optional(),
  image: z.string(),
  boxes: z.record(z.string(), Corners).optional(),
  rendering: z
    .object({
      text: z.string(),
      font: z.string(),
      casing: z.enum(['upper', 'lower', 'camel']),
      position: z.enum(['center', 'top', 'bottom']),
      rotation: z.number(),
      size: z.number(),
      seed: z.int(),
    })
    .optional(),
  variants: z.array(
    z.looseObject({
      image: z.string(),
      transformation: z.string(),
      family: z.string(),
      parameters: z.record(z.string(), z.number()).optional(),
      seed: z.int().optional(),
    }),
  ),
});
type Line = z.infer<typeof Line>;

const Made = z.looseObject({
  made: z.int(),
  kept: z.int(),
  skipped: z.array(z.object({ item: z.string(), reason: z.string() })),
});

function linesOf(place: string): Line[] {
  return readFileSync(join(place, 'observatory.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => Line.parse(JSON.parse(line)));
}

/** Where sharp itself finds anything but the white of the corner. */
async function inkBySharp(file: string): Promise<z.infer<typeof Corners>> {
  const { info } = await sharp(file)
    .trim({ threshold: 0, background: '#ffffff', lineArt: true })
    .toBuffer({ resolveWithObject: true });
  const [x1, y1] = [-(info.trimOffsetLeft ?? 0), -(info.trimOffsetTop ?? 0)];
  return { x1, y1, x2: x1 + info.width, y2: y1 + info.height };
}

const list = join(folder, 'words.csv');
// Letters without rounds: their ink fills its rectangle to the corners, turned or not.
const BLOCKS = ['tnt', 'cry', 'rhythm', 'myth', 'hymn', 'sky', 'lynx', 'crypt'];
writeFileSync(
  list,
  `category,word\n${BLOCKS.map((word) => `Things,${word}`).join('\n')}\nVowels,aeiou\nFar,łódź\n`,
);

const words = (out: string, ...more: string[]): readonly string[] => [
  'material',
  'words',
  list,
  out,
  '--fonts',
  TEST_FONT.family,
  '--font-folder',
  fonts,
  ...more,
];

describe('words', () => {
  const out = join(folder, 'words');

  test('are drawn with the exact box of their ink, where geometry says it is', async () => {
    const made = await json(Made, 1, ...words(out, '--count', '60', '--seed', '5'));
    expect(made.skipped.map(({ item }) => item)).toEqual(Array.from({ length: 6 }, () => 'łódź'));
    expect(made.made).toBe(54);
    const lines = linesOf(out);
    expect(lines).toHaveLength(54);
    for (const { entity, image, boxes, rendering, category } of lines) {
      const box = boxes?.['word'] ?? { x1: 0, y1: 0, x2: 0, y2: 0 };
      const file = join(out, image);
      const { width, height } = await sharp(file).metadata();
      expect([width, height]).toEqual([1024, 1024]);
      expect(box).toEqual(await inkBySharp(file));
      expect(category).toBe(entity === 'aeiou' ? 'Vowels' : 'Things');
      if (rendering === undefined) throw new Error('There is no rendering.');
      const { text, casing, position, rotation, size } = rendering;
      expect(text).toBe(
        {
          upper: entity.toUpperCase(),
          lower: entity,
          camel: `${entity.slice(0, 1).toUpperCase()}${entity.slice(1)}`,
        }[casing],
      );
      // A capital before small letters, or rounds, do not fill their rectangle when they are turned.
      if (rotation !== 0 && (casing === 'camel' || entity === 'aeiou')) continue;
      const across = ((entity.length - 1) * TEST_FONT.advance + TEST_FONT.right - TEST_FONT.left) / 1000;
      const up = (casing === 'lower' ? TEST_FONT.lowerHeight : TEST_FONT.upperHeight) / 1000;
      const turned = (across + up) * Math.SQRT1_2;
      const [wide, high] = firsts(
        (rotation === 0 ? [across, up] : [turned, turned]).map((side) => side * size),
        2,
      );
      const top = { center: 512 - high / 2, top: 64, bottom: 960 - high }[position];
      const expected = { x1: 512 - wide / 2, y1: top, x2: 512 + wide / 2, y2: top + high };
      for (const side of ['x1', 'y1', 'x2', 'y2'] as const)
        expect(Math.abs(box[side] - expected[side]), `${text} ${side}`).toBeLessThanOrEqual(1);
    }
  });

  test('are drawn alike from outlines of cubic curves and from a collection', async () => {
    const others = writeCubicTestFont(join(folder, 'others'));
    writeTestCollection(others, ['Other', 'Collected']);
    for (const family of [CUBIC_FAMILY, 'Collected']) {
      const target = join(folder, family);
      const line = ['material', 'words', list, target, '--fonts', family, '--font-folder', others];
      await json(Made, 1, ...line, '--count', '20', '--seed', '5');
      const lines = linesOf(target);
      expect(lines).toHaveLength(18);
      for (const [index, { image, boxes, entity, rendering }] of lines.entries()) {
        const like = linesOf(out)[index];
        expect(boxes?.['word']).toEqual(await inkBySharp(join(target, image)));
        expect(rendering).toEqual({ ...like?.rendering, font: family });
        // Rounds of the two are drawn differently; blocks are blocks.
        if (entity !== 'aeiou') expect(boxes).toEqual(like?.boxes);
      }
    }
  });

  test('are sampled over every factor, the first ones the same however many are drawn', async () => {
    const lines = linesOf(out);
    for (const [factor, values] of [
      ['casing', ['camel', 'lower', 'upper']],
      ['position', ['bottom', 'center', 'top']],
      ['rotation', [-45, 0, 45]],
    ] as const)
      expect(new Set(lines.map(({ rendering }) => rendering?.[factor])), factor).toEqual(
        new Set<string | number>(values),
      );
    const fewer = join(folder, 'fewer');
    await json(Made, 1, ...words(fewer, '--count', '10', '--seed', '5'));
    expect(linesOf(fewer)).toEqual(lines.slice(0, 9));
    const few = fingerprint(join(fewer, 'originals'));
    expect(fingerprint(join(out, 'originals'))).toMatchObject(few);
    await json(Made, 1, ...words(join(folder, 'other'), '--count', '10', '--seed', '6'));
    expect(linesOf(join(folder, 'other'))).not.toEqual(linesOf(fewer));
  });

  test('turn against the clock for positive degrees', async () => {
    const lines = linesOf(out);
    const of = (wanted: number): Line | undefined =>
      lines.find(({ rendering }) => rendering?.rotation === wanted && rendering.text.length >= 5);
    for (const rotation of [45, -45]) {
      const line = present(of(rotation));
      const box = present(line?.boxes?.['word']);
      const { data, info } = await sharp(join(out, line.image))
        .greyscale()
        .raw()
        .toBuffer({ resolveWithObject: true });
      // Along a line that rises to the right, x and y go against each other.
      let together = 0;
      for (let y = box.y1; y < box.y2; y += 1)
        for (let x = box.x1; x < box.x2; x += 1)
          together +=
            (255 - (data[(y * info.width + x) * info.channels] ?? 255)) *
            (x - (box.x1 + box.x2) / 2) *
            (y - (box.y1 + box.y2) / 2);
      expect(Math.sign(together)).toBe(-Math.sign(rotation));
    }
  });

  test('go into a casebook with their boxes', async () => {
    const dir = join(folder, 'words.casebook');
    await casebook('new', dir, '--benchmark', 'observatory');
    const report = await json(shapes.import, 0, 'import', dir, out, '--format', 'observatory');
    expect([report.added, report.images.added, report.images.missing]).toEqual([54, 54, 0]);
  });

  test('want a font that is there, a list, and a folder of their own', async () => {
    const error = async (code: number, ...line: string[]): Promise<string> =>
      (await json(shapes.error, code, ...line)).error.code;
    expect(await error(1, 'material', 'words', list, join(folder, 'x'), '--fonts', 'No Such Font')).toBe(
      'not_found',
    );
    expect(await error(2, ...words(fonts))).toBe('exists');
    expect(await error(2, 'material', 'pictures', list, join(folder, 'x'))).toBe('usage');
    const empty = join(folder, 'empty.txt');
    writeFileSync(empty, '\n\n');
    expect(await error(1, 'material', 'words', empty, join(folder, 'x'))).toBe('invalid_input');
  });
});

describe('variants', () => {
  const source = join(folder, 'source');
  const photographs = join(source, 'originals');
  mkdirSync(photographs, { recursive: true });
  copyFileSync(photograph('locomotion-house-cat'), join(folder, 'cat.jpg'));

  test('of real photographs and of words come in with everything that they were made with', async () => {
    await sharp(join(folder, 'cat.jpg')).resize(240, 180).toFile(join(photographs, 'cat.jpg'));
    await sharp(photograph('allium-oreophilum'))
      .resize(150, 210, { fit: 'fill' })
      .toFile(join(photographs, 'flower.png'));
    // On its side: what is seen is 120 wide and 200 high.
    await sharp(photograph('acanthus-mollis'))
      .resize(200, 120, { fit: 'fill' })
      .withMetadata({ orientation: 6 })
      .toFile(join(photographs, 'turned.jpg'));
    writeFileSync(
      join(photographs, 'broken.jpg'),
      readFileSync(join(photographs, 'cat.jpg')).subarray(0, 900),
    );
    const out = join(folder, 'variants');
    const made = await json(Made, 1, 'material', 'variants', source, out, '--seed', '9');
    expect(made).toMatchObject({ made: 45, kept: 0 });
    expect(made.skipped.map(({ item }) => item)).toEqual(['originals/broken']);
    const lines = linesOf(out);
    expect(lines.map(({ entity, domain, image }) => [entity, domain, image])).toEqual([
      ['cat', 'CELEB', 'originals/cat.jpg'],
      ['flower', 'CELEB', 'originals/flower.png'],
      ['turned', 'CELEB', 'originals/turned.jpg'],
    ]);
    for (const [index, { image, variants }] of lines.entries()) {
      expect(variants.map(({ transformation }) => transformation)).toEqual(TRANSFORMATIONS);
      expect(new Set(variants.map(({ seed }) => seed)).size).toBe(15);
      expect(readFileSync(join(out, image))).toEqual(readFileSync(join(source, image)));
      for (const variant of variants) {
        const { width, height, format, exif } = await sharp(join(out, variant.image)).metadata();
        expect([width, height]).toEqual(
          [
            [240, 180],
            [150, 210],
            [120, 200],
          ][index],
        );
        expect([format, exif, variant.family]).toEqual(['png', undefined, 'ID']);
      }
    }
    const dir = join(folder, 'variants.casebook');
    await casebook('new', dir, '--benchmark', 'observatory');
    const report = await json(shapes.import, 0, 'import', dir, out, '--format', 'observatory');
    expect([report.added, report.images.added, report.images.missing]).toEqual([3, 48, 0]);

    // Again: nothing is made, nothing is touched.
    const before = fingerprint(out);
    const times = lines.map(({ image }) => statSync(join(out, image)).mtimeMs);
    expect(await json(Made, 1, 'material', 'variants', source, out, '--seed', '9')).toMatchObject({
      made: 0,
      kept: 45,
    });
    expect(fingerprint(out)).toEqual(before);
    expect(lines.map(({ image }) => statSync(join(out, image)).mtimeMs)).toEqual(times);
    // What is missing is made again, to the byte; with another seed everything is.
    const [gone = ''] = lines.map(({ variants }) => variants[3]?.image ?? '');
    rmSync(join(out, gone));
    expect(await json(Made, 1, 'material', 'variants', source, out, '--seed', '9')).toMatchObject({
      made: 1,
    });
    expect(fingerprint(join(out, 'variants'))).toEqual(
      Object.fromEntries(
        Object.entries(before)
          .filter(([name]) => name.startsWith('variants'))
          .map(([name, sha256]) => [name.slice('variants/'.length), sha256]),
      ),
    );
    expect(await json(Made, 1, 'material', 'variants', source, out, '--seed', '10')).toMatchObject({
      made: 45,
    });
  });

  test('of a list keep what it says, its stylised variants, and the order of its keys', async () => {
    const from = join(folder, 'listed');
    mkdirSync(join(from, 'stylised'), { recursive: true });
    await sharp(join(folder, 'cat.jpg')).resize(90, 70).toFile(join(from, 'a.png'));
    await sharp(join(folder, 'cat.jpg'))
      .resize(90, 70)
      .negate()
      .toFile(join(from, 'stylised', 'a.png'));
    const stylised = { image: 'stylised/a.png', transformation: 'museum', family: 'OOD', exception: 'gone' };
    const former = { image: 'a.png', transformation: 'gamma', family: 'ID' };
    const line = {
      note: 'first',
      domain: 'CELEB',
      id: 7,
      entity: 'A Cat',
      variants: [stylised, former],
      boxes: { nose: { x1: 1, y1: 2, x2: 3, y2: 4 } },
      image: './a.png',
    };
    writeFileSync(
      join(from, 'observatory.jsonl'),
      `${JSON.stringify(line)}\n${JSON.stringify({ ...line, id: 8, image: '../cat.jpg' })}\n{"id":9}\n`,
    );
    const out = join(folder, 'listed-out');
    const made = await json(Made, 1, 'material', 'variants', from, out, '--only', 'posterize,gamma');
    expect(made.skipped.map(({ item }) => item)).toEqual(['8', 'line 3']);
    const [text = ''] = readFileSync(join(out, 'observatory.jsonl'), 'utf8').split('\n');
    const parsed: unknown = JSON.parse(text);
    expect(Object.keys(z.looseObject({}).parse(parsed))).toEqual(Object.keys(line));
    expect(parsed).toMatchObject({
      ...line,
      image: 'originals/a.png',
      variants: [
        { ...stylised, image: 'variants/a_OOD_museum.png' },
        { transformation: 'gamma', image: 'variants/a_gamma.png' },
        { transformation: 'posterize', image: 'variants/a_posterize.png', parameters: { bits: 4 } },
      ],
    });
    expect(readFileSync(join(out, 'variants', 'a_OOD_museum.png'))).toEqual(
      readFileSync(join(from, 'stylised', 'a.png')),
    );
    const refused = await json(shapes.error, 2, 'material', 'variants', from, out, '--only', 'cubism');
    expect(refused.error.message).toContain('cubism');
  });

  test('hold the boxes of words: each is found again', async () => {
    const [from, out] = [join(folder, 'few'), join(folder, 'word-variants')];
    const short = join(folder, 'short.txt');
    writeFileSync(short, 'crypt\naeiou\n');
    const [, , , , ...options] = words(from, '--seed', '5');
    await json(Made, 0, 'material', 'words', short, from, ...options);
    await json(Made, 0, 'material', 'variants', from, out, '--seed', '2');
    for (const { boxes, variants } of linesOf(out)) {
      const box = present(boxes?.['word']);
      for (const { image, transformation } of variants) {
        const { data, info } = await sharp(join(out, image))
          .extractChannel('green')
          .raw()
          .toBuffer({ resolveWithObject: true });
        const found = darkBox(data, info.width, info.height);
        // A zoomed word reaches outward by a share of its distance from the centre.
        const slack = transformation === 'zoom_blur' ? 0.07 * 512 : 8;
        for (const side of ['x1', 'y1', 'x2', 'y2'] as const)
          expect(Math.abs(found[side] - box[side]), `${transformation} ${side}`).toBeLessThanOrEqual(slack);
      }
    }
  });

  test('of a cancelled run stay, and the next run goes on from there to the same end', async () => {
    const originals = await readOriginals(photographs, 'CELEB', AbortSignal.timeout(60_000));
    const request = { originals, transformations: TRANSFORMATIONS, seed: 3 };
    const [straight, halting] = [join(folder, 'straight'), join(folder, 'halting')];
    const { signal } = new AbortController();
    await makeVariants(pool, { ...request, out: straight }, { signal, progress: () => undefined });
    const cancel = new AbortController();
    const cancelled = makeVariants(
      pool,
      { ...request, out: halting },
      { signal: cancel.signal, progress: (_, done) => (done >= 8 ? cancel.abort() : undefined) },
    );
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
    // The last line of the journal as a crash would leave it.
    const journal = join(halting, '.material.jsonl');
    writeFileSync(journal, readFileSync(journal, 'utf8').slice(0, -20));
    const seen: number[] = [];
    const { made, kept } = await makeVariants(
      pool,
      { ...request, out: halting },
      { signal, progress: (_, done, total) => seen.push(done / (total ?? NaN)) },
    );
    expect(made + kept).toBe(45);
    expect(kept).toBeGreaterThanOrEqual(7);
    expect(kept).toBeLessThan(45);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    const images = (place: string): unknown =>
      Object.fromEntries(Object.entries(fingerprint(place)).filter(([name]) => !name.startsWith('.')));
    expect(images(halting)).toEqual(images(straight));
  });
});

/** Around what is darker than halfway and has dark neighbours: pepper is a pixel by itself. */
function darkBox(data: Uint8Array, width: number, height: number): z.infer<typeof Corners> {
  const isDark = (x: number, y: number): boolean => (data[y * width + x] ?? 255) < 128;
  let [x1, y1, x2, y2] = [width, height, 0, 0];
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      if (!isDark(x, y) || !isDark(x - 1, y) || !isDark(x + 1, y) || !isDark(x, y - 1) || !isDark(x, y + 1))
        continue;
      [x1, y1, x2, y2] = [Math.min(x1, x), Math.min(y1, y), Math.max(x2, x + 1), Math.max(y2, y + 1)];
    }
  }
  return { x1, y1, x2, y2 };
}
