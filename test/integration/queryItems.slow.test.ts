import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { BuildRequest } from '../../electron/core/benchmarks/observatory/querySets/service.ts';
import { openCasebook } from '../../electron/core/derived/casebook.ts';
import { createServices } from '../../electron/core/app/services.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { formats } from '../../electron/core/app/formats.ts';
import { observatory } from '../../shared/benchmarks/observatory/index.ts';
import { Query } from '../../shared/benchmarks/observatory/queries/query.ts';
import { type JsonObject, JsonObject as JsonObjectSchema } from '../../shared/base/json.ts';
import { assignment } from '../helpers/assignment.ts';
import { filesIn, freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { casebook, fingerprint, json, shapes } from '../helpers/commandLine.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { present } from '../helpers/present.ts';
import { putQuestionEntities, questionBook, questionEntities } from '../helpers/questionBook.ts';

type Book = Awaited<ReturnType<typeof freshCasebook>>;

const KINDS = ['matching', 'grid', 'guided', 'semi-guided', 'unguided'] as const;
const request = (kind: string, changes: Partial<BuildRequest> = {}) => ({
  kind,
  count: 3,
  seed: 5,
  distances: null,
  ...changes,
});
const build = (book: Book, target: string, kind: string, changes: Partial<BuildRequest> = {}) =>
  book.querySets.build({ ...request(kind, changes), target, force: false, ...changes }, quietly, everything);
const bringIn = (book: Book, source: string) =>
  book.importExport.import({ source, format: 'observatory' }, null, quietly);
const linesOf = (file: string): JsonObject[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JsonObjectSchema.parse(JSON.parse(line)));
const Row = z.object({ id: z.string(), payload: z.string(), images: z.string() });
/** Every question with its payload and the contents of its images by position. */
const questions = ({ casebook: { database } }: Book): z.infer<typeof Row>[] =>
  database
    .prepare(
      `SELECT i.external_id AS id, i.payload,
         (SELECT group_concat(p.role || ' ' || p.name || ' ' || coalesce(m.sha256, '-'), char(10))
          FROM (SELECT * FROM item_image WHERE item_id = i.id ORDER BY position) p
          LEFT JOIN image m ON m.id = p.image_id) AS images
       FROM item i WHERE json_extract(i.payload, '$.kind') IS NOT NULL ORDER BY i.external_id`,
    )
    .all()
    .map((row) => Row.parse(row));
const litter = ({ casebook: { folders } }: Book): string[] =>
  existsSync(folders.thumbnails)
    ? readdirSync(folders.thumbnails).filter((name) => !/^[0-9a-f]{2}$/u.test(name))
    : [];

describe('a folder of questions', () => {
  it('is a data folder: all of it comes into the casebook it was built from, and into another', async () => {
    await using book = await questionBook();
    await using fresh = await freshCasebook('observatory');
    for (const kind of KINDS) {
      const target = book.at(kind);
      const report = await build(book, target, kind);
      expect(report.sets).toBeGreaterThanOrEqual(6);
      const lines = linesOf(`${target}/query_sets.jsonl`);
      for (const line of lines) {
        expect(Query.safeParse(line).success).toBe(true);
        expect(observatory.parseItem(line)).toMatchObject({ ok: true });
      }
      expect(await formats.recognise(target)).toEqual(['observatory']);
      expect(await formats.recognise(`${target}/query_sets.jsonl`)).toEqual(['observatory']);
      for (const into of [book, fresh])
        expect(await bringIn(into, target)).toMatchObject({
          added: lines.length,
          skipped: [],
          warnings: [],
          images: { missing: 0 },
        });
      expect(await bringIn(book, target)).toMatchObject({ added: 0, updated: 0, unchanged: lines.length });
    }
    expect(questions(fresh)).toEqual(questions(book));
    // Questions are not entities: what is built afterwards is the same.
    await build(book, book.at('again'), 'matching');
    expect(fingerprint(book.at('again'))).toEqual(fingerprint(book.at('matching')));
    // Entities and their pictures in questions are one picture each.
    const { added } = (await bringIn(fresh, book.at('source'))).images;
    expect(added).toBeLessThan(21);
  });

  it('gives two pictures of one name two names, and stays within itself', async () => {
    await using book = await questionBook();
    const others = questionEntities('x');
    await bringIn(book, await putQuestionEntities(book.at, 'others', others, 100));
    const { database } = book.casebook;
    database
      .prepare(
        `UPDATE item_image SET name = '../../' || name WHERE position = 0 AND item_id IN
           (SELECT id FROM item WHERE external_id IN ('c1', 'xw1'))`,
      )
      .run();
    const before = filesIn(book.at('.')).length;
    const target = book.at('deep', 'target');
    const report = await build(book, target, 'guided', { count: 8 });
    expect(filesIn(book.at('.')).length - before).toBe(report.files.length);
    expect(filesIn(target).sort()).toEqual([...report.files].sort());
    const shown = linesOf(`${target}/query_sets.jsonl`).map((line) => Query.parse(line));
    const supports = shown.map(({ support }) => support.image);
    expect(new Set(supports).size).toBe(14);
    expect(supports.every((name) => !name.includes('..'))).toBe(true);
    await using fresh = await freshCasebook('observatory');
    expect(await bringIn(fresh, target)).toMatchObject({ added: 14, skipped: [], images: { missing: 0 } });
    // Under every name lies the picture that the item has.
    const contents = (into: Book, query: 'support' | 'query'): string[] =>
      z.array(z.string()).parse(
        into.casebook.database
          .prepare(
            `SELECT m.perceptual_hash FROM item i JOIN item_image p ON p.item_id = i.id JOIN image m ON m.id = p.image_id
             WHERE p.role = ? ORDER BY i.external_id`,
          )
          .pluck()
          .all(query),
      );
    await book.querySets.add(
      { kind: 'guided', count: 8, seed: 5, distances: null },
      null,
      quietly,
      everything,
    );
    expect(contents(fresh, 'support')).toEqual(contents(book, 'support'));
    expect(contents(fresh, 'query')).toEqual(contents(book, 'query'));
  });

  it('is written over former ones with force, and never over a data set’s own pictures', async () => {
    await using book = await questionBook();
    const target = book.at('target');
    await build(book, target, 'grid');
    await build(book, target, 'guided', { count: 1, force: true });
    const { images } = z
      .looseObject({ images: z.array(z.string()) })
      .parse(JSON.parse(readFileSync(`${target}/record.json`, 'utf8')));
    expect(filesIn(target).sort()).toEqual([...images, 'query_sets.jsonl', 'record.json'].sort());
    const before = fingerprint(book.at('source'));
    await expect(build(book, book.at('source'), 'guided', { force: true })).rejects.toMatchObject({
      code: 'exists',
    });
    expect(fingerprint(book.at('source'))).toEqual(before);
  });
});

describe('questions that are added', () => {
  it('are items of the casebook with the very images of the entities, once', async () => {
    await using book = await questionBook();
    for (const kind of KINDS) {
      const report = await book.querySets.add(request(kind), null, quietly, everything);
      expect(report).toMatchObject({ added: report.sets, unchanged: 0, files: [] });
      expect(report.sets).toBe(kind === 'grid' ? 24 : 6);
    }
    const strangers = book.casebook.database
      .prepare(
        `SELECT p.name FROM item_image p WHERE p.role NOT IN ('original', 'variant', 'collage')
           AND p.image_id NOT IN (SELECT image_id FROM item_image WHERE role IN ('original', 'variant'))`,
      )
      .all();
    expect(strangers).toEqual([]);
    const there = questions(book);
    expect(there).toHaveLength(48);
    for (const kind of KINDS)
      expect(await book.querySets.add(request(kind), null, quietly, everything)).toMatchObject({
        added: 0,
        unchanged: kind === 'grid' ? 24 : 6,
      });
    expect(questions(book)).toEqual(there);
    expect(litter(book)).toEqual([]);
  });

  it('never take the place of others of the same name', async () => {
    await using book = await questionBook();
    await book.querySets.add(request('guided'), null, quietly, everything);
    const there = questions(book);
    await expect(
      book.querySets.add(request('guided', { count: 2 }), null, quietly, everything),
    ).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('guided-5-0001'),
    });
    expect(questions(book)).toEqual(there);
    expect(await book.querySets.add(request('guided', { seed: 6 }), null, quietly, everything)).toMatchObject(
      {
        added: 6,
      },
    );
  });

  it('ask about nothing that anybody who builds them has yet to answer', async () => {
    await using book = await questionBook();
    const rows = book.items.list({}, { by: 'imported', descending: false }, 0, 99, everything).rows;
    const face = present(rows.find(({ externalId }) => externalId === 'c1'));
    const { id } = book.people.add({ handle: 'ada', name: 'Ada', roles: ['curator', 'annotator'] }, null);
    book.assignments.assign(
      assignment({ items: { ids: [face.id] }, task: 'localise', people: [id] }),
      everything,
    );
    const ada = present(book.people.find(id));
    const work = [request('guided', { count: 9 }), null, quietly, book.viewpoint(ada)] as const;
    const report = await book.querySets.add(...work);
    expect(report.left_out).toContainEqual({
      item: null,
      reason: expect.stringMatching(/^1 item is waiting/u),
    });
    expect(report.added).toBe(6);
    expect(questions(book).filter(({ payload }) => payload.includes('"c1"'))).toEqual([]);
    const everybodys = await book.querySets.add(
      request('guided', { count: 9, seed: 6 }),
      null,
      quietly,
      everything,
    );
    expect(everybodys.added).toBe(7);
  });

  it('come whole or not at all', async () => {
    await using book = await questionBook();
    await expect(
      book.querySets.add(request('grid'), null, { ...quietly, signal: AbortSignal.abort() }, everything),
    ).rejects.toThrow();
    const { images } = book.casebook.folders;
    const [damaged = ''] = book.casebook.database
      .prepare<[], string>(
        `SELECT m.sha256 FROM item i JOIN item_image p ON p.item_id = i.id JOIN image m ON m.id = p.image_id
         WHERE i.external_id = 'c1' AND p.position = 0`,
      )
      .pluck()
      .all();
    put(`${images}/${damaged.slice(0, 2)}/${damaged}.png`, 'no picture');
    await expect(
      book.querySets.add(request('grid', { count: 4 }), null, quietly, everything),
    ).rejects.toThrow(/cannot be read/u);
    expect(questions(book)).toEqual([]);
    expect(litter(book)).toEqual([]);
  });

  it('stay as they were asked, whatever a source says of them later', async () => {
    await using book = await questionBook();
    await book.querySets.add(request('matching'), null, quietly, everything);
    const answers = put(
      book.at('answers.jsonl'),
      `${JSON.stringify({ item: 'matching-5-0001', respondent: 'model', step: 'answer', answer: 'A' })}\n`,
    );
    await book.importExport.import({ source: answers, format: 'answers-jsonl' }, null, quietly);
    const there = questions(book);
    await build(book, book.at('two'), 'matching', { count: 2 });
    const dry = await book.importExport.import(
      { source: book.at('two'), format: 'observatory', dryRun: true },
      null,
      quietly,
    );
    const report = await bringIn(book, book.at('two'));
    for (const { warnings } of [dry, report])
      expect(warnings).toContainEqual(
        expect.objectContaining({ item: 'matching-5-0001', message: expect.stringContaining('it stays') }),
      );
    expect(report).toMatchObject({ added: 0, updated: 3, unchanged: 1 });
    const after = questions(book);
    expect(after[0]).toEqual(there[0]);
    expect(after[1]).not.toEqual(there[1]);
  });

  it('are told from entities where these came before there were questions', async () => {
    await using book = await questionBook();
    book.casebook.database.exec("DELETE FROM item_facet WHERE name = 'kind'");
    await book.querySets.add(request('guided'), null, quietly, everything);
    const path = book.casebook.path;
    await book.close();
    using folder = temporaryFolder();
    const again = createServices(await openCasebook(path, testPorts(folder.path)));
    const { facets } = again.items.counts({}, everything);
    await again.close();
    expect(facets['kind']).toEqual(
      expect.arrayContaining([
        { value: 'Entity', count: 7 },
        { value: 'Localisation, guided', count: 6 },
      ]),
    );
    expect(facets['domain']?.reduce((sum, { count }) => sum + count, 0)).toBe(13);
  });

  it('come of the command line, too', async () => {
    await using book = await questionBook();
    const path = book.casebook.path;
    await book.close();
    const Report = z.looseObject({ added: z.number(), unchanged: z.number() });
    const words = ['query-sets', path, '--kind', 'semi-guided', '--count', '2', '--add'];
    expect(await json(Report, 0, ...words)).toMatchObject({ added: 4, unchanged: 0 });
    const said = await casebook(...words);
    expect(said).toMatchObject({ code: 0, stdout: '0 questions added, 4 existed already.\n' });
    const { error } = await json(shapes.error, 2, ...words, book.at('target'));
    expect(error.message).toMatch(/^--add: leave out the target/u);
    expect((await json(shapes.error, 2, ...words.slice(0, -1))).error.message).toMatch(/^Give a folder/u);
  });
});
