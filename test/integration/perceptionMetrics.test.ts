import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { formats } from '../../electron/core/app/formats.ts';
import type { Services } from '../../electron/core/app/services.ts';
import { type Json, JsonObject } from '../../shared/base/json.ts';
import { contentOf, filesIn, freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { casebook, json } from '../helpers/commandLine.ts';
import {
  cornersJson,
  gridQuestion,
  localisationQuestion,
  matchingQuestion,
} from '../helpers/perceptionQuestions.ts';
import { bookOf, bringIn, lines, Metrics } from '../helpers/observatoryBook.ts';

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
