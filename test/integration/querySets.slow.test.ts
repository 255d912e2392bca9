import { everything } from '../../electron/core/access/viewpoint.ts';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type {
  BuildReport,
  BuildRequest,
} from '../../electron/core/benchmarks/observatory/querySets/service.ts';
import { freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { casebook, fingerprint, json, shapes } from '../helpers/commandLine.ts';
import { colourAt } from '../helpers/pictures.ts';

type Book = Awaited<ReturnType<typeof freshCasebook>>;
let book: Book;

/** Everybody has a colour of their own, by which a cell tells who is in it. */
const COLOURS = {
  c1: [200, 0, 0],
  c2: [0, 200, 0],
  c3: [0, 0, 200],
  c4: [200, 200, 0],
  w1: [0, 200, 200],
  w2: [200, 0, 200],
  w3: [100, 0, 50],
  w4: [20, 40, 60],
} as const;
const ENTITIES = [
  { id: 'c1', domain: 'CELEB', entity: 'Ann', gender: 'female' },
  { id: 'c2', domain: 'CELEB', entity: 'Bo', gender: 'male' },
  { id: 'c3', domain: 'CELEB', entity: 'Cy', gender: 'male' },
  { id: 'c4', domain: 'CELEB', entity: 'Di', gender: 'female' },
  { id: 'w1', domain: 'WORD', entity: 'cat' },
  { id: 'w2', domain: 'WORD', entity: 'cot' },
  { id: 'w3', domain: 'WORD', entity: 'cut' },
  { id: 'w4', domain: 'WORD', entity: 'zebra' },
] as const;

const Report = z.looseObject({
  record: z.looseObject({ seed: z.number(), rule: z.string(), distances_sha256: z.string().nullable() }),
  sets: z.number(),
  collages: z.number(),
  left_out: z.array(z.strictObject({ item: z.string().nullable(), reason: z.string() })),
  files: z.array(z.string()),
});
const Cell = z.looseObject({
  cell: z.tuple([z.number(), z.number()]),
  item: z.enum(ENTITIES.map(({ id }) => id)),
});
const GridSet = z.looseObject({
  id: z.string(),
  item: z.string(),
  collage: z.string(),
  cells: z.array(Cell),
  answer: z.tuple([z.number(), z.number()]),
});
const Support = z.looseObject({ support: z.looseObject({ image: z.string() }) });
const MatchingSet = z.looseObject({
  id: z.string(),
  item: z.string(),
  domain: z.string(),
  neighbours: z.string(),
  support: z.looseObject({ image: z.string() }),
  candidates: z.record(z.string(), z.looseObject({ item: z.string(), image: z.string(), role: z.string() })),
  answer: z.string(),
});
const Scores = z.looseObject({
  figures: z.array(
    z.looseObject({
      task: z.string(),
      domain: z.string(),
      metric: z.string(),
      of: z.string().nullable(),
      value: z.number().nullable(),
      n: z.number(),
    }),
  ),
  problems: z.array(z.looseObject({ where: z.string(), reason: z.string() })),
  notes: z.array(z.string()),
});

const setsOf = <T>(target: string, shape: z.ZodType<T>): T[] =>
  readFileSync(`${target}/query_sets.jsonl`, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => shape.parse(JSON.parse(line)));
const build = (
  target: string,
  changes: Partial<BuildRequest> = {},
  from: Book = book,
): Promise<BuildReport> =>
  from.querySets.build(
    { target, kind: 'grid', count: 2, seed: 5, distances: null, force: false, ...changes },
    quietly,
    everything,
  );
const written = (name: string, lines: readonly unknown[]): string =>
  put(book.at(name), lines.map((line) => JSON.stringify(line)).join('\n'));
const unfinished = (): string[] =>
  readdirSync(dirname(book.at('x'))).filter((name) => name.includes('partial'));

async function draw(file: string, colour: readonly number[], width: number, height: number): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  const [r = 0, g = 0, b = 0] = colour;
  await sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
    .withExif({ IFD0: { Copyright: 'secret' } })
    .png()
    .toFile(file);
}

async function smallCasebook(): Promise<Book> {
  const own = await freshCasebook('observatory');
  const lines = [];
  for (const entity of ENTITIES) {
    const { id } = entity;
    const image = `originals/${id}.png`;
    const variant = `variants/${id}_gamma.png`;
    // One of them is wide, as no image of the data set is.
    await draw(own.at('source', image), COLOURS[id], 64, id === 'w3' ? 32 : 64);
    const lighter = COLOURS[id].map((part) => part + 40);
    await draw(own.at('source', variant), lighter, 64, id === 'w3' ? 32 : 64);
    lines.push({
      ...entity,
      image,
      boxes: { [entity.domain === 'WORD' ? 'word' : 'nose']: { x1: 8, y1: 8, x2: 24, y2: 24 } },
      variants: [{ image: variant, transformation: 'gamma', family: 'ID' }],
    });
  }
  const source = put(
    own.at('source', 'observatory.jsonl'),
    lines.map((line) => JSON.stringify(line)).join('\n'),
  );
  const report = await own.importExport.import({ source, format: 'observatory' }, null, quietly);
  expect(report).toMatchObject({ added: 8, skipped: [], images: { added: 16, missing: 0 } });
  return own;
}

beforeAll(async () => {
  book = await smallCasebook();
});
afterAll(() => book[Symbol.asyncDispose]());

describe('query sets', () => {
  it('are written with collages that show what they say', async () => {
    const target = book.at('grid');
    const before = fingerprint(book.casebook.folders.images);
    const report = await build(target, { count: 3 });
    expect(report).toMatchObject({
      sets: 24,
      collages: 24,
      record: { seed: 5, rule: '2', entities: 6, distances_sha256: null },
    });
    const shown = new Set(setsOf(target, Support).map(({ support }) => support.image));
    expect(report).toMatchObject({ images: shown.size });
    expect(report.files).toHaveLength(26 + shown.size);
    for (const name of shown) expect((await sharp(`${target}/${name}`).metadata()).exif).toBeUndefined();
    const sets = setsOf(target, GridSet);
    expect(sets).toHaveLength(24);
    for (const { collage, cells } of sets) {
      const file = `${target}/${collage}`;
      const { width, height, format, exif } = await sharp(file).metadata();
      expect({ width, height, format, exif }).toEqual({
        width: 1024,
        height: 1024,
        format: 'png',
        exif: undefined,
      });
      for (const { cell, item } of cells) {
        const [top, left] = [cell[0] * 512, cell[1] * 512];
        expect(await colourAt(file, left + 256, top + 256)).toEqual(COLOURS[item]);
        // The whole cell is the picture's, but for one that is wide.
        expect(await colourAt(file, left, top)).toEqual(item === 'w3' ? [128, 128, 128] : COLOURS[item]);
        expect(await colourAt(file, left + 511, top + 256)).toEqual(COLOURS[item]);
      }
    }
    expect(fingerprint(book.casebook.folders.images)).toEqual(before);
    expect(unfinished()).toEqual([]);
  });

  it('are the same bytes for the same seed', async () => {
    await build(book.at('one'));
    await build(book.at('two'));
    expect(fingerprint(book.at('two'))).toEqual(fingerprint(book.at('one')));
    await build(book.at('other'), { seed: 6 });
    expect(fingerprint(book.at('other'))).not.toEqual(fingerprint(book.at('one')));
  });

  it('take neighbours from a file of distances, and note which it was', async () => {
    const distances = written('distances.jsonl', [
      { first: 'c1', second: 'c4', distance: 0.1 },
      { first: 'c3', second: 'c1', distance: 0.2 },
    ]);
    const target = book.at('listed');
    const report = await build(target, { kind: 'matching', distances });
    expect(report.record['distances_sha256']).toMatch(/^[0-9a-f]{64}$/u);
    expect(report.left_out).toContainEqual({
      item: null,
      reason: 'CELEB: only 1 of 2 entities can be asked about; there are 4.',
    });
    const face = setsOf(target, MatchingSet).find(({ domain }) => domain === 'CELEB');
    expect(face).toMatchObject({ item: 'c1', neighbours: 'distance_file' });
    const near = Object.values(face?.candidates ?? {}).filter(({ role }) => role === 'neighbour');
    expect(near.map(({ item }) => item).sort()).toEqual(['c3', 'c4']);
    expect(JSON.parse(readFileSync(`${target}/record.json`, 'utf8'))).toEqual({
      ...report.record,
      left_out: report.left_out,
      images: expect.arrayContaining(['originals/c1.png']),
    });
  });

  it('are not written where something is wrong, which is said', async () => {
    const target = book.at('nothing');
    const broken = written('broken.jsonl', [{ first: 'c1', second: 'c2', distance: 'near' }]);
    const twice = written('twice.jsonl', [
      { first: 'c1', second: 'c2', distance: 1 },
      { first: 'c2', second: 'c1', distance: 2 },
    ]);
    const noJson = put(book.at('text.jsonl'), 'c1 c2 0.1');
    const cases: readonly (readonly [RegExp, Partial<BuildRequest>])[] = [
      [/line 1: The field distance must be a number/u, { distances: broken }],
      [/line 2: c2 and c1 have a different distance/u, { distances: twice }],
      [/line 1: It is not JSON/u, { distances: noJson }],
      [/There is no file/u, { distances: book.at('gone.jsonl') }],
      [/There are no query sets "circle"/u, { kind: 'circle' }],
      [/inside the casebook/u, { target: `${book.casebook.path}/sets` }],
    ];
    for (const [said, changes] of cases) {
      await expect(build(target, changes)).rejects.toThrow(said);
      expect(existsSync(target)).toBe(false);
    }
    await using generic = await freshCasebook('generic');
    await expect(build(target, {}, generic)).rejects.toThrow(/has no query sets/u);
    await using empty = await freshCasebook('observatory');
    expect(await build(target, {}, empty)).toMatchObject({ sets: 0, files: [] });
    expect(existsSync(target)).toBe(false);
  });

  it('leave former ones alone unless forced, and everything else always', async () => {
    const target = book.at('former');
    await build(target);
    put(`${target}/notes.txt`, 'mine');
    const before = fingerprint(target);
    await expect(build(target, { kind: 'matching' })).rejects.toMatchObject({ code: 'exists' });
    expect(fingerprint(target)).toEqual(before);
    await build(target, { kind: 'matching', force: true });
    const pictures = setsOf(target, MatchingSet).flatMap(({ support, candidates }) => [
      support.image,
      ...Object.values(candidates).map(({ image }) => image),
    ]);
    expect(Object.keys(fingerprint(target)).sort()).toEqual(
      [...new Set(pictures), 'notes.txt', 'query_sets.jsonl', 'record.json'].sort(),
    );
  });

  it('come whole or not at all, also where a picture turns out to be damaged or the work is cancelled', async () => {
    await using own = await smallCasebook();
    const target = own.at('damaged');
    const images = own.casebook.folders.images;
    const cancelled = AbortSignal.abort();
    await expect(
      own.querySets.build(
        { target, kind: 'grid', count: 2, seed: 5, distances: null, force: false },
        { ...quietly, signal: cancelled },
        everything,
      ),
    ).rejects.toThrow();
    for (const name of Object.keys(fingerprint(images))) put(`${images}/${name}`, 'no picture');
    await expect(build(target, {}, own)).rejects.toThrow(/cannot be read/u);
    rmSync(images, { recursive: true });
    await expect(build(target, {}, own)).rejects.toThrow(/not there|gone|missing/u);
    expect(existsSync(target)).toBe(false);
    expect(readdirSync(dirname(target)).filter((name) => name.includes('partial'))).toEqual([]);
  });

  it('ask about nothing that was rejected', async () => {
    await using own = await smallCasebook();
    own.casebook.database
      .prepare("UPDATE item SET status = 'rejected' WHERE external_id IN ('c1', 'w1')")
      .run();
    const target = own.at('sets');
    await build(target, { kind: 'matching', count: 4 }, own);
    for (const { candidates } of setsOf(target, MatchingSet))
      expect(Object.values(candidates).map(({ item }) => item)).not.toContain('c1');
  });
});

describe('scores', () => {
  const answersTo = (sets: readonly z.infer<typeof GridSet>[]): unknown[] => [
    ...sets.map(({ id, answer }, at) => ({
      set: id,
      answer: at === 0 ? 'I cannot tell.' : { reasoning: 'the eyes', final_answer: JSON.stringify(answer) },
    })),
    {
      item: 'c1',
      image: 'originals/c1.png',
      task: 'guided',
      answer: { nose: { x1: 8, y1: 8, x2: 24, y2: 24 } },
    },
    {
      item: 'c1',
      image: 'variants/c1_gamma.png',
      task: 'guided',
      answer: { nose: { x1: 8, y1: 8, x2: 24, y2: 16 } },
    },
  ];

  it('come of the command line, too, as the sets do', async () => {
    const target = book.at('scored');
    const words = ['--kind', 'grid', '--count', '3', '--seed', '5'];
    const report = await json(Report, 0, 'query-sets', book.casebook.path, target, ...words);
    expect(report).toMatchObject({ sets: 24, collages: 24 });
    const sets = setsOf(target, GridSet);
    const answers = written('answers.jsonl', answersTo(sets));
    const scores = await json(
      Scores,
      1,
      'query-scores',
      book.casebook.path,
      `${target}/query_sets.jsonl`,
      answers,
    );
    const [first] = sets;
    expect(scores.problems).toEqual([
      {
        where: 'line 1',
        reason: `The answer to ${first?.id ?? ''} names no cell: it counts as wrong.`,
      },
    ]);
    const overall = scores.figures.filter(({ metric, of }) => metric === 'accuracy' && of === null);
    expect(overall.reduce((sum, { n, value }) => sum + (value ?? 0) * n, 0)).toBeCloseTo(23, 9);
    expect(scores.figures).toContainEqual(
      expect.objectContaining({
        task: 'localisation',
        metric: 'transfer_retention',
        of: 'gamma',
        value: 0.5,
      }),
    );
    const said = await casebook('query-scores', book.casebook.path, `${target}/query_sets.jsonl`, answers);
    expect(said.code).toBe(1);
    expect(said.stdout).toMatch(/^localisation +CELEB +transfer_retention +gamma +0\.5000/mu);
  });

  it('of the command line say what was asked for wrongly', async () => {
    const { error } = await json(
      shapes.error,
      2,
      'query-sets',
      book.casebook.path,
      book.at('wrong'),
      '--kind',
      'circle',
    );
    expect(error.message).toBe(
      '--kind: "circle" is not among matching, grid, guided, semi-guided, unguided.',
    );
    expect(existsSync(book.at('wrong'))).toBe(false);
  });
});
