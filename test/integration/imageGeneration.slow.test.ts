import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { casebook, fingerprint, json, shapes } from '../helpers/commandLine.ts';
import { firsts, present } from '../helpers/present.ts';
import { CUBIC_FAMILY, TEST_FONT, writeCubicTestFont, writeTestCollection } from '../helpers/testFont.ts';
import {
  BLOCKS,
  type Corners,
  folder,
  fonts,
  type Line,
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

/** Where sharp itself finds anything but the white of the corner. */
async function inkBySharp(file: string): Promise<z.infer<typeof Corners>> {
  const { info } = await sharp(file)
    .trim({ threshold: 0, background: '#ffffff', lineArt: true })
    .toBuffer({ resolveWithObject: true });
  const [x1, y1] = [-(info.trimOffsetLeft ?? 0), -(info.trimOffsetTop ?? 0)];
  return { x1, y1, x2: x1 + info.width, y2: y1 + info.height };
}

writeFileSync(
  list,
  `category,word\n${BLOCKS.map((word) => `Things,${word}`).join('\n')}\nVowels,aeiou\nFar,łódź\n`,
);

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
