import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Json, type JsonObject } from '../../shared/base/json.ts';
import { seededRandom } from '../../shared/statistics/random.ts';
import { contentOf, filesIn, put, quietly } from '../helpers/casebooks.ts';
import { casebook, json } from '../helpers/commandLine.ts';
import {
  type Corners,
  gridQuestion,
  localisationQuestion,
  matchingQuestion,
} from '../helpers/perceptionQuestions.ts';
import { present } from '../helpers/present.ts';
import { type Book, bookOf, bringIn, lines, Metrics } from '../helpers/observatoryBook.ts';

/** A whole number below a limit. */
const below = (limit: number, random: () => number): number => Math.floor(random() * limit);
const pick = <T>(values: readonly T[], random: () => number): T =>
  present(values[below(values.length, random)]);
const box = (random: () => number): Corners => {
  const [x, y] = [below(40, random), below(40, random)];
  return [x, y, x + 1 + below(60, random), y + 1 + below(60, random)];
};

const FAMILIES = ['Org', 'ID', 'OOD'] as const;
const CELLS = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
] as const;
const FACE = ['left_eye', 'right_eye', 'nose', 'mouth'];

/** Questions of every kind about faces and words. */
function manyQuestions(random: () => number): JsonObject[] {
  const questions: JsonObject[] = [];
  for (let at = 0; at < 90; at += 1) {
    const domain = at % 3 === 0 ? 'WORD' : 'CELEB';
    const family = pick(FAMILIES, random);
    const about = {
      item: `entity-${String(at)}`,
      domain,
      family,
      gender: domain === 'WORD' ? null : pick(['male', 'female'] as const, random),
      transformation:
        family === 'Org' ? 'Org' : family === 'ID' ? pick(['gamma', 'sharpen'], random) : 'origami',
    } as const;
    questions.push(
      matchingQuestion({
        ...about,
        id: `matching-${String(at)}`,
        answer: pick(['A', 'B', 'C', 'D'], random),
      }),
      gridQuestion({ ...about, id: `grid-${String(at)}`, answer: pick(CELLS, random) }),
    );
    const attributes = domain === 'WORD' ? ['word'] : FACE;
    const boxes = Object.fromEntries(attributes.map((name) => [name, box(random)]));
    const hint = domain === 'WORD' ? null : pick(FACE, random);
    for (const guidance of ['guided', 'semi-guided', 'unguided'] as const)
      questions.push(
        localisationQuestion({ ...about, id: `${guidance}-${String(at)}`, guidance, boxes, hint }),
      );
  }
  return questions;
}

const Question = z.looseObject({
  id: z.string(),
  kind: z.enum(['matching', 'grid', 'localisation']),
  attributes: z.array(z.string()).optional(),
  boxes: z
    .record(z.string(), z.object({ x1: z.number(), y1: z.number(), x2: z.number(), y2: z.number() }))
    .optional(),
});

/** An answer that is right now and then, in the JSON of the prompts. */
function answerTo(question: JsonObject, random: () => number): Json {
  const { kind, attributes = [], boxes = {} } = Question.parse(question);
  if (kind === 'matching') return { final_answer: pick(['A', 'B', 'C', 'D'], random) };
  if (kind === 'grid') return { final_answer: `[${pick(CELLS, random).join(',')}]` };
  return Object.fromEntries(
    attributes.flatMap((name): [string, Json][] => {
      const gold = boxes[name];
      if (random() < 0.15 || gold === undefined) return [];
      const [left, top] = [below(8, random), below(8, random)];
      // Sixteenths of a pixel are what a hand draws.
      return [
        [name, { x1: gold.x1 + left / 16, y1: gold.y1 + top, x2: gold.x2 + left, y2: gold.y2 + top + 0.5 }],
      ];
    }),
  );
}

describe('the figures of answers', () => {
  let book: Book;
  let measured: z.infer<typeof Metrics>;
  const questions = manyQuestions(seededRandom(11));

  beforeAll(async () => {
    book = await bookOf(questions);
    for (const [seed, who] of [
      [1, { model: 'model-a' }],
      [2, { model: 'model-b', version: '2' }],
      [3, { person: 'ana' }],
      [4, { person: 'bo' }],
    ] as const) {
      const random = seededRandom(seed);
      const report = await bringIn(
        book,
        put(
          book.at('answers', `${String(seed)}.jsonl`),
          lines(
            questions.map((question) => ({
              set: question['id'] ?? '',
              ...who,
              answer: answerTo(question, random),
            })),
          ),
        ),
      );
      expect(report).toMatchObject({ added: questions.length, skipped: [], applied: true });
    }
    await book.importExport.export(
      { target: book.at('out'), names: true, times: true, format: 'observatory-answers' },
      null,
      quietly,
    );
    measured = await json(Metrics, 0, 'metrics', book.casebook.path, '--bootstrap', '20');
  });
  afterAll(() => book[Symbol.asyncDispose]());

  it('are those that DuckDB computes from the questions and the answers that went out', async () => {
    const files = filesIn(book.at('out'));
    expect(files).toEqual(['ana.jsonl', 'bo.jsonl', 'model-a.jsonl', 'model-b.jsonl']);
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    const Row = z.object({ name: z.string(), value: z.number(), n: z.bigint() });
    const read = async (sql: string) =>
      (await connection.runAndReadAll(sql)).getRowObjectsJS().map((row) => Row.parse(row));
    await connection.run(`CREATE TABLE sets AS SELECT * FROM read_json('${book.at('questions', 'query_sets.jsonl')}',
      format = 'newline_delimited', columns = {id: 'VARCHAR', kind: 'VARCHAR', domain: 'VARCHAR', gender: 'VARCHAR',
      family: 'VARCHAR', transformation: 'VARCHAR', guidance: 'VARCHAR', hint: 'VARCHAR', answer: 'JSON',
      attributes: 'VARCHAR[]', boxes: 'JSON'})`);
    for (const [file, key] of files.map((file) => [file, file.replace('.jsonl', '')] as const)) {
      await connection.run(`CREATE OR REPLACE TABLE said AS SELECT * FROM read_json('${book.at('out', file)}',
        format = 'newline_delimited', columns = {set: 'VARCHAR', answer: 'JSON'})`);
      // Choices, right or not; then attributes with the shared area of two boxes over what they cover together.
      await connection.run(`CREATE OR REPLACE TABLE choices AS
        SELECT lower(domain) || '_' || kind AS task, lower(family) AS family, gender,
          (CASE kind WHEN 'grid' THEN replace(s.answer::VARCHAR, ' ', '') ELSE json_extract_string(s.answer, '$') END
           = json_extract_string(a.answer, '$.final_answer'))::INT AS score,
          CASE kind WHEN 'grid' THEN 'cell_' || json_extract_string(s.answer, '$[0]') || '_' || json_extract_string(s.answer, '$[1]') END AS cell
        FROM sets s JOIN said a ON a.set = s.id WHERE kind <> 'localisation'`);
      await connection.run(`CREATE OR REPLACE TABLE places AS
        WITH asked AS (SELECT s.*, a.answer AS said, unnest(attributes) AS attribute
                       FROM sets s JOIN said a ON a.set = s.id WHERE kind = 'localisation'),
        corners AS (SELECT *,
          json_extract(boxes, '$.' || attribute || '.x1')::DOUBLE AS gx1, json_extract(boxes, '$.' || attribute || '.y1')::DOUBLE AS gy1,
          json_extract(boxes, '$.' || attribute || '.x2')::DOUBLE AS gx2, json_extract(boxes, '$.' || attribute || '.y2')::DOUBLE AS gy2,
          json_extract(said, '$.' || attribute || '.x1')::DOUBLE AS x1, json_extract(said, '$.' || attribute || '.y1')::DOUBLE AS y1,
          json_extract(said, '$.' || attribute || '.x2')::DOUBLE AS x2, json_extract(said, '$.' || attribute || '.y2')::DOUBLE AS y2
          FROM asked),
        areas AS (SELECT *, greatest(0, least(x2, gx2) - greatest(x1, gx1)) * greatest(0, least(y2, gy2) - greatest(y1, gy1)) AS shared,
          (x2 - x1) * (y2 - y1) + (gx2 - gx1) * (gy2 - gy1) AS together FROM corners)
        SELECT lower(domain) AS domain, lower(domain) || '_' || replace(guidance, '-', '_') AS task, guidance, lower(family) AS family,
          gender, transformation, hint, attribute, CASE WHEN x1 IS NULL THEN 0 ELSE shared / (together - shared) END AS score
        FROM areas`);
      const found = await read(`
        SELECT task || '_accuracy' AS name, avg(score) AS value, count(*) AS n FROM choices GROUP BY ALL
        UNION ALL SELECT task || '_accuracy_' || family, avg(score), count(*) FROM choices GROUP BY task, family
        UNION ALL SELECT task || '_accuracy_variants', avg(score), count(*) FROM choices WHERE family <> 'org' GROUP BY task
        UNION ALL SELECT task || '_' || cell || '_' || family, avg(score), count(*) FROM choices WHERE cell IS NOT NULL GROUP BY task, cell, family
        UNION ALL SELECT task || '_spread', max(accuracy) - min(accuracy), sum(n)::BIGINT FROM
          (SELECT task, cell, avg(score) AS accuracy, count(*) AS n FROM choices WHERE cell IS NOT NULL GROUP BY task, cell) GROUP BY task
        UNION ALL SELECT task || '_drop_' || lower(f), avg(score) FILTER (family = 'org') - avg(score) FILTER (family = f),
          count(*) FILTER (family IN ('org', f)) FROM choices, (VALUES ('id'), ('ood')) AS families(f) GROUP BY task, f
        UNION ALL SELECT task || '_gender_gap_' || family, avg(score) FILTER (gender = 'male') - avg(score) FILTER (gender = 'female'), count(*)
          FROM choices WHERE gender IS NOT NULL GROUP BY task, family
        UNION ALL SELECT task || '_miou', avg(score), count(*) FROM places GROUP BY task
        UNION ALL SELECT task || '_miou_' || family || ':' || attribute, avg(score), count(*) FROM places GROUP BY task, family, attribute
        UNION ALL SELECT task || '_gender_gap', avg(score) FILTER (gender = 'male') - avg(score) FILTER (gender = 'female'), count(*)
          FROM places WHERE gender IS NOT NULL GROUP BY task
        UNION ALL SELECT domain || '_retention_' || f, avg(score) FILTER (family = f) / avg(score) FILTER (family = 'org'),
          count(*) FILTER (family IN ('org', f)) FROM places, (VALUES ('id'), ('ood')) AS families(f) WHERE guidance = 'guided' GROUP BY domain, f
        UNION ALL SELECT domain || '_retention:' || t, avg(score) FILTER (transformation = t) / avg(score) FILTER (family = 'org'),
          count(*) FILTER (transformation IN ('Org', t)) FROM places, (VALUES ('gamma'), ('sharpen'), ('origami')) AS kinds(t)
          WHERE guidance = 'guided' GROUP BY domain, t
        UNION ALL SELECT domain || '_hint_gain', avg(score) FILTER (guidance = 'semi-guided') - avg(score) FILTER (guidance = 'unguided'), count(*)
          FROM places WHERE guidance <> 'guided' AND attribute IS DISTINCT FROM hint GROUP BY domain`);
      expect(found.length).toBeGreaterThan(120);
      for (const { name, value, n } of found) {
        const own = measured.respondents[key]?.[name];
        expect(own?.value, `${key} ${name}`).toBeCloseTo(value, 10);
        expect(own?.n, `${key} ${name}`).toBe(Number(n));
      }
    }
    connection.closeSync();
    instance.closeSync();
  });

  it('are those of query-scores for the same answers', async () => {
    const scores = await json(
      z.looseObject({
        figures: z.array(
          z.looseObject({
            task: z.string(),
            domain: z.string(),
            metric: z.string(),
            of: z.string().nullable(),
            value: z.number().nullable(),
          }),
        ),
        problems: z.array(z.unknown()),
      }),
      0,
      'query-scores',
      book.casebook.path,
      book.at('questions', 'query_sets.jsonl'),
      book.at('out', 'ana.jsonl'),
    );
    expect(scores.problems).toEqual([]);
    const value = (task: string, domain: string, metric: string, of: string | null) =>
      scores.figures.find(
        (each) => each.task === task && each.domain === domain && each.metric === metric && each.of === of,
      )?.value ?? Number.NaN;
    const own = (id: string): number => measured.respondents['ana']?.[id]?.value ?? Number.NaN;
    expect(own('celeb_grid_accuracy_ood')).toBeCloseTo(value('grid', 'CELEB', 'accuracy', 'OOD'), 12);
    expect(own('word_matching_drop')).toBeCloseTo(value('matching', 'WORD', 'drop', null), 12);
    expect(own('celeb_guided_miou_id')).toBeCloseTo(value('localisation', 'CELEB', 'miou_guided', 'ID'), 12);
    expect(own('word_hint_gain')).toBeCloseTo(value('localisation', 'WORD', 'gain_of_one_hint', null), 12);
    expect(own('celeb_retention_ood')).toBeCloseTo(
      value('localisation', 'CELEB', 'transfer_retention', 'OOD'),
      12,
    );
  });

  it('have a score interval over entities where they are shares, a bootstrap’s where not, and stand in the paper’s table', async () => {
    const accuracy = measured.respondents['model-a']?.['celeb_matching_accuracy_org'];
    const { value, ci95, method, sampled } = z
      .object({
        value: z.number(),
        ci95: z.tuple([z.number(), z.number()]),
        method: z.string(),
        sampled: z.object({ items: z.int(), groups: z.int() }),
      })
      .parse(accuracy);
    // Each of these questions is about an entity of its own; others of the set are not what the figure rests on.
    expect(sampled).toMatchObject({ items: 18, groups: 18 });
    expect(method).toBe('score');
    expect(ci95[0]).toBeGreaterThanOrEqual(0);
    expect(ci95[0]).toBeLessThan(value);
    expect(ci95[1]).toBeGreaterThan(value);
    expect(ci95[1]).toBeLessThanOrEqual(1);
    const [low, high] = measured.respondents['model-a']?.['celeb_guided_miou_ood']?.ci95 ?? [1, 0];
    const miou = measured.respondents['model-a']?.['celeb_guided_miou_ood']?.value ?? Number.NaN;
    expect(low).toBeLessThanOrEqual(miou);
    expect(high).toBeGreaterThanOrEqual(miou);
    const { stdout, code } = await casebook('metrics', book.casebook.path, '--bootstrap', '0');
    expect(code).toBe(0);
    const lines = stdout.split('\n');
    const table = lines.slice(lines.indexOf('Table 1') + 1, lines.indexOf('Localisation by attribute'));
    // Columns without room stand below, with the rows' names; no table is one row of all figures.
    expect(Math.max(...table.map((line) => line.length))).toBeLessThanOrEqual(160);
    expect(table.filter((line) => line.startsWith('model-a ')).length).toBeGreaterThan(1);
    expect(table[0]).toMatch(/^ +items +coverage +CELEB Task 1 Org/u);
    expect(
      table.some(
        (line) => line.startsWith('model-a ') && line.includes(`${(100 * value).toFixed(2)} (4 of 18) [`),
      ),
    ).toBe(true);
    expect(lines).toContain('CELEB, grid pointing');
  });

  it('come in again as nothing new from what went out', async () => {
    const before = contentOf(book);
    for (const file of filesIn(book.at('out')))
      expect(await bringIn(book, book.at('out', file))).toMatchObject({
        added: 0,
        updated: 0,
        unchanged: questions.length,
        skipped: [],
      });
    const after = contentOf(book);
    expect(after['response']).toEqual(before['response']);
    expect(after['person']).toEqual(before['person']);
  });
});
