import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { formats } from '../../electron/core/app/formats.ts';
import { ReportBuilder } from '../../electron/core/formats/reading/importReport.ts';
import { RatingStaging, type StagedRatingAnswer } from '../../electron/core/formats/ratings/ratingStaging.ts';
import { BoxCell } from '../../electron/core/formats/ratings/ratingValues.ts';
import { ImportRequest } from '../../shared/contract/importExport.ts';
import { CasebookError } from '../../shared/base/errors.ts';
import { isJsonObject, isList, type Json } from '../../shared/base/json.ts';
import { freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { pick, seededRandom } from '../helpers/random.ts';
import { allRuns } from '../helpers/runs.ts';

type Book = Awaited<ReturnType<typeof freshCasebook>>;

/** A thousand of each kind in `npm run test:slow`. */
const MUTATIONS = allRuns ? 1000 : 100;
const FIXTURES = resolve(import.meta.dirname, '../fixtures');

interface Staged {
  readonly fields: readonly string[];
  readonly answers: readonly StagedRatingAnswer[];
}

/** What a format reads of a file: the ratings that it stages; null where it refuses the file as a whole. */
async function read(book: Book, format: string, source: string): Promise<Staged | null> {
  const reads = formats.find(format)?.reads;
  if (reads?.of !== 'ratings') throw new Error(`${format} reads no ratings.`);
  const staging = new RatingStaging();
  try {
    await reads.read(book.casebook, ImportRequest.parse({ source, format }))(
      staging,
      new ReportBuilder(),
      quietly,
    );
    return { fields: staging.fields.map(({ name }) => name), answers: [...staging.answers()] };
  } catch (error) {
    if (error instanceof CasebookError) return null;
    throw error;
  } finally {
    staging.close();
  }
}

const ODD: readonly Json[] = [
  null,
  true,
  '',
  'x',
  -1,
  0,
  1e9,
  0.5,
  [],
  {},
  [[1, 2]],
  { x: 1 },
  ['cat'],
  'r1',
];

/** The same value with one part of it replaced, left out, or there twice. */
function mutated(value: Json, random: () => number): Json {
  const isLeaf = !isList(value) && !isJsonObject(value);
  if (isLeaf || random() < 0.08) return pick(random, ODD);
  if (isList(value)) {
    const at = Math.floor(random() * value.length);
    const own = value[at];
    if (own === undefined) return [pick(random, ODD)];
    const how = random();
    const instead = how < 0.1 ? [] : how < 0.2 ? [own, own] : [mutated(own, random)];
    return [...value.slice(0, at), ...instead, ...value.slice(at + 1)];
  }
  const key = pick(random, [...Object.keys(value), 'more']);
  const { [key]: own = null, ...others } = value;
  return random() < 0.1 ? others : { ...others, [key]: mutated(own, random) };
}

/** A text with some of its bytes changed, left out or doubled. */
function garbled(bytes: Uint8Array, random: () => number): Uint8Array {
  const at = Math.floor(random() * bytes.length);
  const length = Math.ceil(random() * 6);
  const signs = Buffer.from(
    pick(random, ['"', ',', '\n', '\r', ';', '{', ']', '\0', '\uFEFF', '=', 'é', '9']),
  );
  return Buffer.concat(
    pick(random, [
      [bytes.subarray(0, at), signs, bytes.subarray(at)],
      [bytes.subarray(0, at), bytes.subarray(at + length)],
      [bytes.subarray(0, at), Buffer.from([Math.floor(random() * 256)]), bytes.subarray(at + 1)],
      [bytes.subarray(0, at + length), bytes.subarray(at)],
      [bytes.subarray(0, at)],
    ]),
  );
}

const Boxes = z.array(BoxCell);
const Annotated = z.looseObject({ result: z.array(z.unknown()) });
const Task = z.looseObject({ annotations: z.array(z.unknown()), predictions: z.unknown().optional() });

/** Every list of results in a file, of all annotators and models. */
function resultsIn(content: Json): readonly (readonly unknown[])[] {
  return (isList(content) ? content : []).flatMap((each) => {
    const task = Task.safeParse(each);
    if (!task.success) return [];
    const { annotations, predictions } = task.data;
    return [...annotations, ...(Array.isArray(predictions) ? predictions : [])].flatMap((given) => {
      const annotation = Annotated.safeParse(given);
      return annotation.success ? [annotation.data.result] : [];
    });
  });
}

const Region = z.looseObject({
  id: z.unknown().optional(),
  type: z.string(),
  value: z.record(z.string(), z.unknown()),
});

/** How many regions were drawn; one that is there twice with the same id and place is one. */
function drawnIn(results: readonly unknown[]): number {
  const regions = results.flatMap((result, at) => {
    const region = Region.safeParse(result).data;
    if (region === undefined) return [];
    const { id, type, value } = region;
    const [, shape] = /^(rectangle|polygon|ellipse|brush|keypoint)(?:labels)?$/u.exec(type) ?? [];
    if (shape === undefined) return [];
    const place = Object.entries(value).filter(([key]) => !key.endsWith('labels'));
    return [JSON.stringify([id ?? at, shape, place])];
  });
  return new Set(regions).size;
}

describe('mutated files of ratings', () => {
  it('of Label Studio crash nothing, and give no boxes that nobody drew, nor fewer', async () => {
    await using book = await freshCasebook('generic');
    const random = seededRandom(33);
    const whole: Json[] = ['export', 'two-images', 'upload-prefix'].map((name): Json =>
      JSON.parse(readFileSync(resolve(FIXTURES, `labelstudio/${name}.json`), 'utf8')),
    );
    let staged = 0;
    for (let run = 0; run < MUTATIONS; run += 1) {
      let content = pick(random, whole);
      for (let count = Math.ceil(random() * 3); count > 0; count -= 1) content = mutated(content, random);
      const text = Buffer.from(JSON.stringify(content));
      const isGarbled = random() < 0.3;
      const source = put(book.at('tasks.json'), isGarbled ? garbled(text, random) : text);
      const found = await read(book, 'labelstudio', source);
      if (found === null || isGarbled) continue;
      const drawn = resultsIn(content).map(drawnIn);
      for (const { values } of found.answers)
        for (const { field, value } of values) {
          if (found.fields[field] !== 'regions') continue;
          staged += 1;
          const boxes = Boxes.parse(JSON.parse(value));
          // As many as somebody drew: the whole of an annotation, or nothing of it.
          if (!drawn.includes(boxes.length)) expect({ drawn, content }).toBe(boxes.length);
        }
    }
    expect(staged).toBeGreaterThan(MUTATIONS / 10);
  }, 300_000);

  it('of CSV crash nothing, and give no value that is not in the file', async () => {
    await using book = await freshCasebook('generic');
    const random = seededRandom(34);
    const files: readonly Uint8Array[] = [
      readFileSync(resolve(FIXTURES, 'csv/excel-german.csv')),
      readFileSync(resolve(FIXTURES, 'csv/windows-1252.csv')),
      Buffer.from('sep=,\nitem,rater,field,value,round\n"a, b",x,f,"two\nlines",1\nc,y,f,"say ""hi""",2\n'),
    ];
    let staged = 0;
    for (let run = 0; run < MUTATIONS; run += 1) {
      let bytes = pick(random, files);
      for (let count = Math.ceil(random() * 3); count > 0; count -= 1) bytes = garbled(bytes, random);
      const found = await read(book, 'ratings-csv', put(book.at('r.csv'), bytes));
      const text = Buffer.from(bytes).toString('utf8').replaceAll('""', '"');
      for (const { item, rater, values } of found?.answers ?? [])
        for (const said of [item, rater, ...values.map(({ value }) => value)]) {
          staged += 1;
          if (!text.includes(said.replaceAll('""', '"'))) expect(text).toContain(said);
        }
    }
    expect(staged).toBeGreaterThan(MUTATIONS / 10);
  }, 300_000);
});
