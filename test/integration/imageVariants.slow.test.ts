import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { makeVariants } from '../../electron/core/benchmarks/observatory/imageGeneration/makeVariants.ts';
import { readOriginals } from '../../electron/core/benchmarks/observatory/imageGeneration/originals.ts';
import { TRANSFORMATIONS } from '../../electron/core/files/pixels/transformations.ts';
import { casebook, fingerprint, json, shapes } from '../helpers/commandLine.ts';
import { photograph } from '../helpers/pictures.ts';
import { present } from '../helpers/present.ts';
import {
  BLOCKS,
  type Corners,
  folder,
  linesOf,
  list,
  Made,
  pool,
  words,
} from '../helpers/generatedImages.ts';

afterAll(async () => {
  await pool.close();
  rmSync(folder, { recursive: true, force: true });
});

writeFileSync(
  list,
  `category,word\n${BLOCKS.map((word) => `Things,${word}`).join('\n')}\nVowels,aeiou\nFar,łódź\n`,
);

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
