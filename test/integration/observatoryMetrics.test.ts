import { readFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { formats } from '../../electron/core/app/formats.ts';
import type { Services } from '../../electron/core/app/services.ts';
import type { ImportReport, ImportRequest } from '../../shared/contract/importExport.ts';
import { JsonObject, type Json } from '../../shared/base/json.ts';
import { seededRandom } from '../../shared/statistics/random.ts';
import { contentOf, filesIn, freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { casebook, json } from '../helpers/commandLine.ts';
import {
  cornersJson,
  gridQuestion,
  localisationQuestion,
  matchingQuestion,
  type Corners,
} from '../helpers/perceptionQuestions.ts';
import { present } from '../helpers/present.ts';

type Book = Awaited<ReturnType<typeof freshCasebook>>;

const lines = (rows: readonly Json[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const bringIn = (book: Book, source: string, more: Partial<ImportRequest> = {}): Promise<ImportReport> =>
  book.importExport.import({ source, format: 'observatory-answers', ...more }, null, quietly);

async function bookOf(questions: readonly JsonObject[]): Promise<Book> {
  const book = await freshCasebook('observatory');
  const source = put(book.at('questions', 'query_sets.jsonl'), lines(questions));
  const report = await book.importExport.import({ source, format: 'observatory' }, null, quietly);
  expect(report).toMatchObject({ added: questions.length, skipped: [] });
  return book;
}

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

const Metrics = z.looseObject({
  respondents: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        value: z.number().nullable(),
        n: z.int(),
        ci95: z.tuple([z.number(), z.number()]).nullable(),
      }),
    ),
  ),
});

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

describe('answers to perception tasks', () => {
  const boxes = { left_eye: [10, 10, 30, 20], nose: [40, 40, 60, 60] } as const;
  const located = (id: string, guidance: 'guided' | 'semi-guided' | 'unguided', item = 'e1') =>
    localisationQuestion({ id, item, guidance, boxes, hint: 'nose', family: 'ID', gender: 'male' });
  const questions = [
    matchingQuestion({ id: 'm1', answer: 'B' }),
    gridQuestion({ id: 'g1', answer: [1, 0] }),
    located('guided-1', 'guided'),
    located('semi-guided-1', 'semi-guided'),
    located('unguided-1', 'unguided'),
    located('guided-2', 'guided', 'e2'),
    located('guided-3', 'guided', 'e2'),
    { id: 'face', domain: 'CELEB', entity: 'Ada', image: 'originals/face.png' },
  ];
  const nose = { nose: cornersJson([40, 40, 60, 60]) };
  const responsesIn = ({ casebook: { database } }: Services): Record<string, unknown>[] =>
    database
      .prepare(
        `SELECT p.name, p.version, p.kind, i.external_id AS item, r.step, r.condition, r.answer FROM current_response r
         JOIN person p ON p.id = r.person_id JOIN item i ON i.id = r.item_id ORDER BY i.sequence, p.name`,
      )
      .all()
      .map((row) => {
        const { answer, ...rest } = z.looseObject({ answer: z.string() }).parse(row);
        const value: unknown = JSON.parse(answer);
        return { ...rest, answer: value };
      });

  it('are kept to the letter under the model that the line, the import or the file names', async () => {
    await using book = await bookOf(questions);
    const said = '```json\n{"reasoning": "It is  B.", "final_answer": "B"}\n```';
    const source = put(
      book.at('my model.jsonl'),
      lines([
        { set: 'm1', answer: said },
        { set: 'g1', model: 'llava', version: '1.6', answer: { reasoning: '', final_answer: '[1,0]' } },
        { item: 'e1', image: 'variants/e1_ID.png', task: 'semi-guided', given: 'nose', answer: [] },
        { set: 'unguided-1', answer: null },
        { item: 'e1', image: 'variants/e1_ID.png', task: 'guided', answer: nose },
      ]),
    );
    expect(await formats.recognise(source)).toEqual(['observatory-answers']);
    const report = await bringIn(book, source);
    expect(report).toMatchObject({ added: 5, skipped: [], applied: true });
    const common = { kind: 'model', version: null, step: 'answer', condition: '', name: 'my model' };
    expect(responsesIn(book)).toEqual([
      { ...common, item: 'm1', answer: { kind: 'text', text: said } },
      {
        ...common,
        item: 'g1',
        name: 'llava',
        version: '1.6',
        answer: { kind: 'text', text: '{"reasoning":"","final_answer":"[1,0]"}' },
      },
      { ...common, item: 'guided-1', answer: { kind: 'text', text: JSON.stringify(nose) } },
      { ...common, item: 'semi-guided-1', answer: { kind: 'text', text: '[]' } },
      { ...common, item: 'unguided-1', answer: { kind: 'none' } },
    ]);
    expect(await bringIn(book, source)).toMatchObject({ added: 0, updated: 0, unchanged: 5 });

    const other = await bringIn(book, put(book.at('b.jsonl'), lines([{ set: 'm1', answer: said }])), {
      respondent: { name: 'gemma', temperature: 0.2 },
    });
    expect(other).toMatchObject({ added: 1 });
    expect(responsesIn(book).filter(({ item }) => item === 'm1')).toMatchObject([
      { name: 'gemma' },
      { name: 'my model' },
    ]);
  });

  it('that say something else replace what was said, and are told', async () => {
    await using book = await bookOf(questions);
    const source = (letter: string): string =>
      put(book.at(`${letter}.jsonl`), lines([{ set: 'm1', model: 'a', answer: { final_answer: letter } }]));
    await bringIn(book, source('A'));
    const report = await bringIn(book, source('B'));
    expect(report).toMatchObject({ added: 0, updated: 1 });
    expect(report.changes).toEqual([
      { item: 'm1, a', field: 'answer', from: '{"final_answer":"A"}', to: '{"final_answer":"B"}' },
    ]);
    expect(responsesIn(book)).toHaveLength(1);
  });

  it('that cannot be taken are named with their place, and nothing comes in but with --keep-going', async () => {
    await using book = await bookOf(questions);
    const rows: readonly Json[] = [
      { set: 'm1', answer: { final_answer: 'B' } },
      { set: 'm2', answer: { final_answer: 'B' } },
      { set: 'g1' },
      { set: '', answer: [] },
      { set: 'face', answer: [] },
      { answer: [] },
      { item: 'e1', image: 'variants/e1_ID.png', task: 'pointing', answer: [] },
      { item: 'e1', image: 'variants/e1_OOD.png', task: 'guided', answer: [] },
      { item: 'e1', image: 'variants/e1_ID.png', task: 'semi-guided', given: 'left_eye', answer: [] },
      { item: 'e2', image: 'variants/e2_ID.png', task: 'guided', answer: [] },
      { set: 'm1', person: 'ana', model: 'x', answer: { final_answer: 'B' } },
      { set: 'm1', person: 'ana', answer: 'I think it is B.' },
      { set: 'm1', answer: { final_answer: 'C' } },
      { set: 'g1', temperature: 'hot', answer: [] },
      'B',
    ];
    const source = put(book.at('a.jsonl'), `${lines(rows)}{"set": "m1", "answer"\n`);
    const before = contentOf(book);
    const refused = await bringIn(book, source);
    expect(refused).toMatchObject({ applied: false, added: 0 });
    expect(contentOf(book)).toEqual(before);
    expect(refused.skipped.map(({ item, field, reason }) => [item, field, reason])).toEqual([
      ['m2', null, 'The casebook has no such item. Import the items first.'],
      ['line 3', 'answer', 'is missing.'],
      ['line 4', 'set', 'is empty.'],
      ['face', 'set', 'It is not a question of a perception task.'],
      [
        'line 6',
        null,
        'It is neither an answer to a question ("set") nor boxes on an image ("item", "image", "task").',
      ],
      ['line 7', 'task', expect.stringContaining('must be one of')],
      [
        'e1, variants/e1_OOD.png',
        'task',
        'line 8: no question of this casebook asks that (guided). Import the query sets first.',
      ],
      [
        'e1, variants/e1_ID.png',
        'task',
        'line 9: no question of this casebook asks that (semi-guided, given left_eye). Import the query sets first.',
      ],
      [
        'e2, variants/e2_ID.png',
        'task',
        'line 10: several questions ask that (guided-2, guided-3). Give its "set".',
      ],
      ['line 11', 'person', 'It names both a model and a person, or a person with a version.'],
      [
        'm1',
        'answer',
        'line 12: a person’s answer must be a letter, a cell or boxes, as the question requires.',
      ],
      ['m1, a', 'answer', 'line 13 contradicts line 1 on the same thing.'],
      ['line 14', 'temperature', expect.any(String)],
      ['line 15', null, expect.any(String)],
      [expect.stringContaining('line 16'), null, expect.any(String)],
    ]);
    const kept = await bringIn(book, source, { keepGoing: true });
    expect(kept).toMatchObject({ applied: true, added: 1 });
    const words = ['import', book.casebook.path, source, '--format', 'observatory-answers', '--dry-run'];
    expect(await casebook(...words)).toMatchObject({ code: 1, stdout: expect.stringContaining('line 3') });
  });

  it('that cannot be read are kept, told, and count for nothing', async () => {
    await using book = await bookOf(questions);
    const source = put(
      book.at('a.jsonl'),
      lines([
        { set: 'm1', answer: 'The second.' },
        { set: 'g1', answer: { final_answer: '[2,2]' } },
        { set: 'guided-1', answer: { ...nose, left_eye: 'at the top' } },
        { set: 'unguided-1', answer: { left_eye: { x1: 9, y1: 9, x2: 1, y2: 1 } } },
        { set: 'semi-guided-1', answer: 'Nothing.' },
      ]),
    );
    const { warnings, skipped } = await bringIn(book, source);
    expect(skipped).toEqual([]);
    expect(warnings.filter(({ item }) => item !== null)).toEqual([
      { item: 'm1', field: 'answer', message: 'The answer names no letter: it counts as wrong.' },
      { item: 'g1', field: 'answer', message: 'The answer names no cell: it counts as wrong.' },
      { item: 'unguided-1', field: 'answer', message: 'Its answer for left_eye is not a box: it counts 0.' },
      {
        item: 'semi-guided-1',
        field: 'answer',
        message: 'The answer has no boxes in the requested form: it counts 0.',
      },
    ]);
    const { respondents } = await json(Metrics, 0, 'metrics', book.casebook.path, '--bootstrap', '0');
    expect(respondents['a']).toMatchObject({
      celeb_matching_accuracy: { value: 0, n: 1 },
      celeb_grid_accuracy: { value: 0, n: 1 },
      celeb_guided_miou: { value: 0.5, n: 2 },
      celeb_unguided_miou: { value: 0, n: 2 },
      celeb_semi_guided_miou: { value: 0, n: 1 },
      celeb_retention_id: { value: null },
    });
  });

  it('of people go out as letters, cells and boxes by attribute, of a model as it said them', async () => {
    await using book = await bookOf(questions);
    const text = '{ "final_answer": "B" }';
    await bringIn(
      book,
      put(
        book.at('a.jsonl'),
        lines([
          { set: 'm1', person: 'ana', answer: { final_answer: 'B' } },
          { set: 'g1', person: 'ana', answer: { final_answer: [1, 0] } },
          { set: 'guided-1', person: 'ana', answer: nose },
          { set: 'unguided-1', person: 'ana', answer: [] },
          { set: 'semi-guided-1', person: 'ana', answer: null },
          { set: 'm1', model: 'b', temperature: 0.2, answer: text },
        ]),
      ),
    );
    expect(responsesIn(book).slice(0, 2)).toMatchObject([
      { name: 'ana', kind: 'human', answer: { kind: 'choice', option: 'B' } },
      { name: 'b', kind: 'model', answer: { kind: 'text', text } },
    ]);
    const target = book.at('ana.jsonl');
    await book.importExport.export(
      { target, names: true, times: true, format: 'observatory-answers', respondents: ['ana'] },
      null,
      quietly,
    );
    const written = (file: string): JsonObject[] =>
      readFileSync(file, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JsonObject.parse(JSON.parse(line)));
    expect(written(target)).toEqual([
      { set: 'm1', person: 'ana', answer: { final_answer: 'B' } },
      { set: 'g1', person: 'ana', answer: { final_answer: '[1,0]' } },
      { set: 'guided-1', person: 'ana', answer: nose },
      { set: 'semi-guided-1', person: 'ana', answer: null },
      { set: 'unguided-1', person: 'ana', answer: [] },
    ]);
    expect(await formats.recognise(target)).toEqual(['observatory-answers']);
    await book.importExport.export(
      { target: book.at('out'), names: true, times: true, format: 'observatory-answers' },
      null,
      quietly,
    );
    const [, other = ''] = filesIn(book.at('out'));
    // With white space that the JSON of it would lose, so as the text that it is.
    expect(written(book.at('out', other))).toEqual([
      { set: 'm1', model: 'b', answer: text, temperature: 0.2 },
    ]);
    await expect(
      book.importExport.export(
        { target: book.at('all.jsonl'), names: true, times: true, format: 'observatory-answers' },
        null,
        quietly,
      ),
    ).rejects.toThrow('One file holds one respondent’s answers, and 2 have answered.');
  });

  it('of people are voted on where they are choices', async () => {
    await using book = await bookOf(questions);
    const votes = { ana: ['B', '[1,0]'], bo: ['B', '[0,0]'], cy: ['C', '[1,1]'] };
    await bringIn(
      book,
      put(
        book.at('a.jsonl'),
        lines(
          Object.entries(votes).flatMap(([person, [letter = '', cell = '']]) => [
            { set: 'm1', person, answer: { final_answer: letter } },
            { set: 'g1', person, answer: { final_answer: cell } },
            { set: 'guided-1', person, answer: nose },
          ]),
        ),
      ),
    );
    const { respondents } = await json(Metrics, 0, 'metrics', book.casebook.path, '--bootstrap', '0');
    expect(respondents['people']).toMatchObject({
      celeb_matching_accuracy: { value: 2 / 3, n: 3 },
      celeb_grid_accuracy: { value: 1 / 3, n: 3 },
      celeb_guided_miou: { value: 1 / 2, n: 6 },
    });
    const nothing = expect.stringContaining('There is no majority');
    expect(respondents['majority']).toMatchObject({
      celeb_matching_accuracy: { value: 1, n: 1 },
      celeb_grid_accuracy: { value: null, undefined: nothing },
      celeb_guided_miou: { value: null, undefined: nothing },
    });
  });

  it('are of no other benchmark', async () => {
    await using book = await freshCasebook('generic');
    const source = put(book.at('a.jsonl'), lines([{ set: 'm1', answer: [] }]));
    await expect(bringIn(book, source)).rejects.toThrow(/does not fit/u);
  });
});
