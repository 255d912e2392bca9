import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assert, asyncProperty, integer } from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import {
  type Font,
  readFont,
} from '../../electron/core/benchmarks/observatory/imageGeneration/fonts/font.ts';
import { facesIn } from '../../electron/core/benchmarks/observatory/imageGeneration/fonts/fontFile.ts';
import {
  boundsOf,
  type Outline,
  svgPath,
  transformOutline,
} from '../../electron/core/benchmarks/observatory/imageGeneration/fonts/outline.ts';
import { findFonts } from '../../electron/core/benchmarks/observatory/imageGeneration/fonts/systemFonts.ts';
import { CasebookError } from '../../shared/base/errors.ts';
import {
  fontOfFonts,
  fontOfList,
  fontOfPlace,
  fontOfProgram,
  fontOfPrograms,
  fontOfSubroutines,
  fontOfVariations,
  indexOf,
  operand,
} from '../helpers/compactTestFont.ts';
import { present } from '../helpers/present.ts';
import {
  CUBIC_FAMILY,
  fontOfComposites,
  TEST_FONT,
  writeCubicTestFont,
  writeTestCollection,
  writeTestFont,
} from '../helpers/testFont.ts';

const folder = mkdtempSync(join(tmpdir(), 'casebook-fonts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeTestFont(folder);
writeCubicTestFont(folder);
const COLLECTED = ['Casebook First', 'Casebook Second'] as const;
writeTestCollection(folder, COLLECTED);

async function fontOf(family: string): Promise<Font> {
  const found = present((await findFonts([family], [folder]))[0]);
  expect(found.standsInFor).toBeNull();
  return found.font;
}

const { advance, left, right, upperHeight, lowerHeight } = TEST_FONT;

describe.for([TEST_FONT.family, CUBIC_FAMILY, ...COLLECTED])('%s', (family) => {
  test('has its letters, each where its widths put it', async () => {
    const font = await fontOf(family);
    expect([font.has('tnT'), font.has('tnź'), font.has('')]).toEqual([true, false, true]);
    for (const [text, letters, height] of [
      ['tmt', 3, lowerHeight],
      ['TN', 2, upperHeight],
    ] as const) {
      const box = boundsOf(font.outline(text));
      expect(box?.x).toBeCloseTo(left / 1000, 12);
      expect(box?.width).toBeCloseTo(((letters - 1) * advance + right - left) / 1000, 12);
      expect(box?.height).toBeCloseTo(height / 1000, 12);
      expect(box?.y).toBeCloseTo(-height / 1000, 12);
    }
    expect(boundsOf(font.outline(''))).toBeNull();
  });

  test('has rounds whose box is that of the curve', async () => {
    const box = boundsOf((await fontOf(family)).outline('o'));
    // Curves between control points at the corners touch the middles of the sides; the cubic one its height.
    expect(box?.x).toBeCloseTo(left / 1000, 4);
    expect(box?.width).toBeCloseTo((right - left) / 1000, 4);
    expect(box?.height).toBeCloseTo(lowerHeight / 1000, 3);
  });
});

test('boxes of turned curves hold every point of the curve, and touch it', () => {
  const curves: Outline[] = [
    [{ type: 'M', x: 0, y: 0 }, { type: 'Q', x1: 3, y1: 8, x: 5, y: 1 }, { type: 'Z' }],
    [{ type: 'M', x: 0, y: 0 }, { type: 'C', x1: 9, y1: 7, x2: -4, y2: 6, x: 5, y: 1 }, { type: 'Z' }],
    // A quadratic curve written as a cubic one: the derivative's first coefficient is next to nothing.
    [
      { type: 'M', x: 0, y: 0 },
      { type: 'C', x1: 2, y1: 16 / 3, x2: 11 / 3, y2: 17 / 3, x: 5, y: 1 },
      { type: 'Z' },
    ],
  ];
  for (const curve of curves) {
    for (let degrees = 0; degrees < 360; degrees += 7) {
      const angle = (degrees * Math.PI) / 180;
      const turned = transformOutline(curve, [
        Math.cos(angle),
        -Math.sin(angle),
        Math.sin(angle),
        Math.cos(angle),
        0,
        0,
      ]);
      const box = boundsOf(turned);
      const [start, piece] = turned;
      if (box === null || start?.type !== 'M' || piece === undefined || !('x1' in piece))
        throw new Error('There is no curve.');
      const points = Array.from({ length: 8_001 }, (_, step) => {
        const t = step / 8_000;
        return (['x', 'y'] as const).map((axis) => {
          const [p0, p1, p3] = [start[axis], piece[`${axis}1`], piece[axis]];
          if (piece.type === 'Q') return (1 - t) ** 2 * p0 + 2 * t * (1 - t) * p1 + t ** 2 * p3;
          return (
            (1 - t) ** 3 * p0 +
            3 * t * (1 - t) ** 2 * p1 +
            3 * t ** 2 * (1 - t) * piece[`${axis}2`] +
            t ** 3 * p3
          );
        });
      });
      const [across = [], down = []] = [0, 1].map((axis) => points.map((point) => point[axis] ?? NaN));
      expect(box.x).toBeCloseTo(Math.min(...across), 6);
      expect(box.x + box.width).toBeCloseTo(Math.max(...across), 6);
      expect(box.y).toBeCloseTo(Math.min(...down), 6);
      expect(box.y + box.height).toBeCloseTo(Math.max(...down), 6);
    }
  }
});

test('paths of tiny fractions are numbers', () => {
  expect(
    svgPath([{ type: 'M', x: 1e-9, y: -1e-9 }, { type: 'L', x: 2, y: 0.0005 }, { type: 'Z' }]),
  ).not.toMatch(/NaN|e/u);
});

/** The test font with another character map: this one subtable, for this platform and encoding. */
function withMap(platform: readonly [number, number], subtable: readonly number[]): string {
  const font = readFileSync(join(folder, 'casebook-test.ttf'));
  const head = [0, 1, ...platform, 0, 12];
  const table = Buffer.alloc((head.length + subtable.length) * 2);
  [...head, ...subtable].forEach((value, index) => table.writeUInt16BE(value, index * 2));
  const entry = font.indexOf('cmap');
  font.writeUInt32BE(font.length, entry + 8);
  font.writeUInt32BE(table.length, entry + 12);
  const file = join(folder, 'mapped.bin');
  writeFileSync(file, Buffer.concat([font, table]));
  return file;
}

/** Groups of more than a million characters each. */
const manyGroups = (format: number, groups: number): number[] => [
  format,
  0,
  0,
  16 + groups * 12,
  0,
  0,
  0,
  groups,
  ...Array.from({ length: groups }, () => [0, 0, 0xf, 0xffff, 0, 1]).flat(),
];

test.for([
  ['groups', [3, 10], manyGroups(12, 20)],
  ['groups of one glyph', [3, 10], manyGroups(13, 20)],
  [
    'segments',
    [3, 1],
    [4, 0, 0, 2 * 400, 0, 0, 0, ...Array<number>(400).fill(0xffff), 0, ...Array<number>(1200).fill(0)],
  ],
] as const)(
  'a font that maps more characters than there are, by %s, is refused at once',
  { timeout: 60_000 },
  async ([, platform, subtable]) => {
    const face = present((await facesIn(withMap(platform, subtable)))[0]);
    await expect(readFont(face)).rejects.toMatchObject({ code: 'not_readable' });
  },
);

test('a font with groups of characters is read', async () => {
  const face = present(
    (await facesIn(withMap([3, 10], [12, 0, 0, 28, 0, 0, 0, 1, 0, 0x41, 0, 0x5a, 0, 1])))[0],
  );
  const font = await readFont(face);
  expect([font.has('TN'), font.has('t')]).toEqual([true, false]);
});

async function read(bytes: Buffer): Promise<Font> {
  const file = join(folder, 'made.bin');
  writeFileSync(file, bytes);
  const face = present((await facesIn(file))[0]);
  return readFont(face);
}

/** A glyph made of several of the next, which is made of several of the one after it, and so on; a block at last. */
const layered = (layers: number, each: number): number[][] =>
  Array.from({ length: layers }, (_, at) => (at === layers - 1 ? [] : Array<number>(each).fill(at + 2)));

test.for([
  ['too many points', layered(8, 10), 'too many points'],
  ['nothing, too often', [...layered(8, 10).slice(0, -1), [99]], 'too many points'],
  ['more layers than letters have', layered(20, 1), 'too many layers'],
  ['more layers than a stack', layered(30_000, 1), 'too many layers'],
  ['itself', [[2], [1]], 'too many layers'],
] as const)('a font with glyphs put together from %s is refused at once', async ([, glyphs, reason]) => {
  await expect(read(fontOfComposites(glyphs))).rejects.toMatchObject({
    code: 'not_readable',
    message: expect.stringContaining(reason),
  });
});

test('a font with glyphs put together from glyphs that are put together is read', async () => {
  const font = await read(fontOfComposites(layered(5, 3)));
  const box = boundsOf(font.outline('A'));
  expect(box?.height).toBeCloseTo(upperHeight / 1000, 12);
  expect(font.outline('A').filter(({ type }) => type === 'M')).toHaveLength(3 ** 4);
});

test('a glyph that runs through subroutines without end is refused at once; one that calls a few is drawn', async () => {
  expect((await read(fontOfSubroutines(2))).outline('A').filter(({ type }) => type !== 'Z')).toEqual([]);
  const endless = await read(fontOfSubroutines(200));
  expect(() => endless.outline('A')).toThrow('too many steps');
});

const END = [14];
const TWO_FONTS_IN_TURN = [3, 0, 3, 0, 0, 0, 0, 1, 1, 0, 1, 0, 2];

test.for([
  [
    'glyphs that lie over each other',
    fontOfList([0, 2, 1, 1, 9, 2, ...Array<number>(9).fill(14)]),
    'overlap',
  ],
  ['glyphs beyond its end', fontOfList([0, 2, 1, 1, 2, 200, 14, 14]), 'outside their table'],
  ['more glyphs than there are bytes', fontOfList([0xff, 0xff, 4, 0, 0, 0, 1]), 'outside their table'],
  ['a list of no width', fontOfList([0, 2, 0, 14, 14]), 'outside their table'],
  ['three places for its glyphs', fontOfPlace((place) => [place, 0, 15].flatMap(operand)), 'lack a number'],
  ['no place for its glyphs', fontOfPlace(() => []), 'lack a number'],
  ['a fraction as the place', fontOfPlace(() => [30, 0x1a, 0x5f]), 'lack a number'],
  ['a place before its beginning', fontOfPlace(() => operand(-1)), 'outside their table'],
  ['the same lists over and over', fontOfFonts(250, 60_000, [0, 0, 0]), 'than Casebook reads'],
  ['glyphs listed anew', fontOfFonts(2, 1, TWO_FONTS_IN_TURN), 'overlap'],
] as const)('a font whose outlines have %s is refused at once', async ([, bytes, reason]) => {
  await expect(read(bytes)).rejects.toMatchObject({
    code: 'not_readable',
    message: expect.stringContaining(reason),
  });
});

test('a font whose outlines are in order is read, that of several fonts, too', async () => {
  for (const bytes of [
    fontOfList(indexOf([END, END])),
    fontOfPlace(operand),
    fontOfProgram(Array<number>(60_000).fill(14)),
    fontOfFonts(2, 60, [0, 0, 1]),
    fontOfFonts(2, 60, [3, 0, 2, 0, 0, 0, 0, 1, 1, 0, 2]),
  ]) {
    expect((await read(bytes)).outline('A').filter(({ type }) => type !== 'Z')).toEqual([]);
  }
});

/** Numbers, operators and calls of glyphs' programs. */
const ofProgram = (value: number): number => 139 + value;
const [LINE_ACROSS, LINES, MOVE, BLEND, RETURN, CALL] = [6, 5, 21, 16, 11, 29];
const hundred = Array<number>(100).fill(ofProgram(1));
const sixTimes = (bytes: readonly number[]): number[] => Array.from({ length: 6 }, () => bytes).flat();
const firstSubroutine = [ofProgram(-107), CALL];
/** The shapes of two characters, by their numbers in the standard encoding, the second moved by nothing. */
const accented = (...letters: [number, number]): number[] => [...[0, 0, ...letters].map(ofProgram), ...END];
const line = [ofProgram(0), ofProgram(0), MOVE, ofProgram(100), LINE_ACROSS, ...END];

test.for([
  ['a glyph of a million bytes', fontOfProgram(Array<number>(1_000_000).fill(14)), 'A', 'too many steps'],
  ['unknown operators', fontOfProgram(Array<number>(1_000).fill(2)), 'A', 'too many steps'],
  ['a heap of numbers', fontOfProgram([...sixTimes(hundred), LINES, ...END]), 'A', 'too many numbers'],
  [
    'a heap of numbers from a subroutine',
    fontOfProgram([...sixTimes(firstSubroutine), LINES, ...END], [[...hundred, RETURN]]),
    'A',
    'too many numbers',
  ],
  ['a letter put together from itself', fontOfPrograms([accented(32, 32)]), 'A', 'too many layers'],
  [
    'each letter two of the one before',
    fontOfPrograms([line, ...Array.from({ length: 25 }, (_, at) => accented(32 + at, 32 + at))]),
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    'too many steps',
  ],
  [
    'fewer than no numbers blended',
    fontOfVariations([ofProgram(1), ofProgram(-1), BLEND]),
    'A',
    'lacks numbers',
  ],
  [
    'half a number blended',
    fontOfVariations([ofProgram(1), 255, 0, 0, 0x80, 0, BLEND]),
    'A',
    'lacks numbers',
  ],
  ['more numbers blended than wait', fontOfVariations([28, 0x7f, 0xff, BLEND]), 'A', 'lacks numbers'],
] as const)('%s: the font is read, the letter refused at once', async ([, bytes, text, reason]) => {
  const font = await read(bytes);
  expect(() => font.outline(text)).toThrow(reason);
});

test('accented letters and variable ones are drawn', async () => {
  const [one, two] = [
    await read(fontOfPrograms([line])),
    await read(fontOfPrograms([accented(33, 34), line, line])),
  ];
  expect(two.outline('A')).toEqual([...one.outline('A'), ...one.outline('A')]);
  const across = [ofProgram(100), ofProgram(20), ofProgram(1), BLEND, LINE_ACROSS];
  const variable = await read(fontOfVariations([ofProgram(0), ofProgram(0), MOVE, ...across]));
  expect(boundsOf(variable.outline('A'))?.width).toBeCloseTo(0.1, 12);
});

test('an operator that is damaged into a number makes no place of three numbers', async () => {
  const bytes = readFileSync(join(folder, 'casebook-test.otf'));
  bytes[1486] = (bytes[1486] ?? 0) ^ 185;
  await expect(read(bytes)).rejects.toMatchObject({
    code: 'not_readable',
    message: expect.stringContaining('lack a number'),
  });
});

test('a damaged font is left out, refused in words, or read; nothing else happens', async () => {
  for (const name of ['casebook-test.ttf', 'casebook-test.otf', 'casebook-test.ttc']) {
    const whole = readFileSync(join(folder, name));
    const file = join(folder, 'damaged.bin');
    await assert(
      asyncProperty(
        integer({ min: 0, max: whole.length - 1 }),
        integer({ min: 1, max: 255 }),
        async (at, by) => {
          const spoilt = Buffer.from(whole);
          spoilt[at] = (spoilt[at] ?? 0) ^ by;
          for (const bytes of [whole.subarray(0, at), spoilt]) {
            writeFileSync(file, bytes);
            for (const face of await facesIn(file)) {
              try {
                (await readFont(face)).outline('TnoM');
              } catch (error) {
                expect(error).toBeInstanceOf(CasebookError);
                expect(error).toMatchObject({ code: 'not_readable' });
              }
            }
          }
        },
      ),
      { numRuns: 150 },
    );
  }
});
