import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { JsonObject } from '../../shared/base/json.ts';
import { answerFile, plantAnswers } from '../helpers/answerFiles.ts';
import { oddText } from '../helpers/arbitraries.ts';
import { contentOf, dataPath, filesIn, put } from '../helpers/casebooks.ts';
import { firsts, present } from '../helpers/present.ts';
import { bringIn, handOut, items, lines, linesIn, withItems } from '../helpers/answersInLines.ts';

const NO_EVIDENCE = 'There is no clear evidence.';

/** What the authors' evaluation script reads of a file: in its order, by its keys. */
const Entries = z.record(
  z.string(),
  z.looseObject({
    data_path: z.string(),
    answers: z.array(z.tuple([z.string(), z.string(), z.string().nullable()])),
  }),
);

const texts = z.array(z.string()).default([]);

describe('answers handed out for the authors’ evaluation script', () => {
  it('are one object a respondent, each item’s keys in their order, then the image’s path, then the answers', async () => {
    await using book = await withItems();
    const planted = [1, 2].map((seed) => plantAnswers(items, { seed }));
    for (const [index, each] of planted.entries())
      await bringIn(
        book,
        'caughtcheating-answers',
        put(book.at(`model-${String(index)}.json`), JSON.stringify(answerFile(items, each))),
      );
    const report = await handOut(book, 'caughtcheating-answers', book.at('out'));
    expect(report).toMatchObject({
      items: items.length,
      left_out: [],
      files: ['model-0.json', 'model-1.json'],
    });
    expect(filesIn(book.at('out'))).toEqual(['model-0.json', 'model-1.json']);
    for (const [index, each] of planted.entries()) {
      const text = readFileSync(book.at('out', `model-${String(index)}.json`), 'utf8');
      // To the letter what the inference script's own way of writing gives.
      expect(text).toBe(JSON.stringify(answerFile(items, each), null, 4));
      const entries = Entries.parse(JSON.parse(text));
      const written = z.record(z.string(), JsonObject).parse(JSON.parse(text));
      expect(Object.keys(entries)).toEqual(items.map((_, at) => String(at)));
      for (const [at, item] of items.entries()) {
        const entry = entries[String(at)];
        expect(Object.keys(written[String(at)] ?? {})).toEqual([...Object.keys(item), 'img_path', 'answers']);
        expect(entry?.['img_path']).toBe(`./dataset/${dataPath(item)}`);
        expect(entry?.answers.map(([kind, question]) => [kind, question])).toEqual([
          ['main_ins', item['main_ins']],
          ...texts.parse(item['p_sub_ins']).map((question) => ['p_sub_ins', question]),
          ...texts.parse(item['r_sub_ins']).map((question) => ['r_sub_ins', question]),
        ]);
      }
      // And what went out comes in again as nothing new.
      const again = await bringIn(
        book,
        'caughtcheating-answers',
        book.at('out', `model-${String(index)}.json`),
      );
      expect(again).toMatchObject({ added: 0, updated: 0, skipped: [] });
    }
  });

  it('of people say Yes, No and that there is no clear evidence; what was not asked is left out by name', async () => {
    await using book = await withItems();
    const clued = present(items.find((item) => item['label'] === true));
    const unclued = present(items.find((item) => item['label'] === false));
    const human = { respondent: 'ana', respondent_kind: 'human' };
    await bringIn(
      book,
      'answers-jsonl',
      put(
        book.at('ana.jsonl'),
        lines([
          { ...human, item: dataPath(clued), step: 'main_ins', answer: 'A reflection in the window.' },
          { ...human, item: dataPath(clued), step: 'p_sub_ins/0', answer: 'Yes' },
          { ...human, item: dataPath(clued), step: 'r_sub_ins/0', answer: { kind: 'yes_no', value: 'no' } },
          {
            ...human,
            item: dataPath(unclued),
            step: 'main_ins',
            answer: { kind: 'no_evidence', text: NO_EVIDENCE },
          },
        ]),
      ),
    );
    const target = book.at('ana.json');
    const report = await handOut(book, 'caughtcheating-answers', target, { respondents: ['ANA'] });
    expect(report.items).toBe(2);
    expect(report.left_out).toHaveLength(items.length - 2);
    expect(report.left_out[0]?.reason).toBe('ana: has not answered it.');
    const entries = Entries.parse(JSON.parse(readFileSync(target, 'utf8')));
    const said = Object.values(entries).map((entry) => [
      entry.data_path,
      entry.answers.map(([, , answer]) => answer),
    ]);
    const others = (kind: string): null[] =>
      texts
        .parse(clued[kind])
        .slice(1)
        .map(() => null);
    expect(said).toEqual([
      [
        dataPath(clued),
        ['A reflection in the window.', 'Yes', ...others('p_sub_ins'), 'No', ...others('r_sub_ins')],
      ],
      [dataPath(unclued), [NO_EVIDENCE]],
    ]);
    // A verdict of the authors' script on that file is one on the person's own answers.
    const source = put(
      book.at('judged.json'),
      JSON.stringify([
        {
          data_path: dataPath(unclued),
          label: false,
          answer: NO_EVIDENCE,
          inter_cont: 3,
          false_match: 'YES',
        },
      ]),
    );
    const options = { respondent: { name: 'ana' }, judge: { name: 'gpt-4.1' } };
    expect(await bringIn(book, 'caughtcheating-judged', source, options)).toMatchObject({
      added: 1,
      skipped: [],
    });
    expect(book.responses.respondents()).toMatchObject([{ handle: 'ana', kind: 'human', responses: 4 }]);
  });

  it('need one respondent for one file, and somebody who answered', async () => {
    await using book = await withItems();
    await expect(handOut(book, 'caughtcheating-answers', book.at('x.json'))).rejects.toMatchObject({
      code: 'invalid_input',
    });
    const rows = ['a', 'b'].map((respondent) => ({
      item: dataPath(items[0] ?? {}),
      respondent,
      step: 'main_ins',
      answer: 'x',
    }));
    await bringIn(book, 'answers-jsonl', put(book.at('a.jsonl'), lines(rows)));
    await expect(handOut(book, 'caughtcheating-answers', book.at('x.json'))).rejects.toMatchObject({
      code: 'invalid_input',
    });
    await expect(
      handOut(book, 'caughtcheating-answers', book.at('x.json'), { respondents: ['c'] }),
    ).rejects.toMatchObject({ code: 'not_found' });
    expect(filesIn(book.at()).filter((name) => name.startsWith('x'))).toEqual([]);
  });
});

describe('answers one a line', () => {
  it('come back the same into a casebook of the same items, no matter who gave them and whatever they say', async () => {
    const paths = items.slice(0, 3).map(dataPath);
    const somebody = fc.record({
      respondent: fc.constantFrom<string>('gpt', 'qwen', 'Ünal', '__proto__'),
      version: fc.option(fc.constantFrom<string>('1', '2025-01'), { nil: undefined }),
      temperature: fc.option(fc.constantFrom<number>(0, 0.7), { nil: undefined }),
      settings: fc.option(fc.constantFrom<JsonObject>({ top_p: 1 }, { seed: [1, { a: null }] }), {
        nil: undefined,
      }),
    });
    const answer = fc.record({
      item: fc.constantFrom(...paths),
      step: fc.constant<string>('main_ins'),
      answer: oddText,
    });
    const [first, , third] = firsts(paths, 3);
    const plain = { respondent: 'qwen', version: '1', temperature: undefined, settings: undefined };
    const tuned = { respondent: 'qwen', version: '1', temperature: 0, settings: { top_p: 1 } };
    const said = (item: string) => ({ item, step: 'main_ins', answer: '' });
    const twoOfOneName = [
      [plain, said(third)],
      [tuned, said(third)],
      [tuned, said(first)],
    ] satisfies [object, object][];
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(somebody, answer), {
          minLength: 1,
          maxLength: 8,
          selector: ([who, what]) => JSON.stringify([who, what.item]),
        }),
        async (rows) => {
          await using one = await withItems(items.slice(0, 3));
          await using two = await withItems(items.slice(0, 3));
          const source = put(one.at('a.jsonl'), lines(rows.map(([who, what]) => ({ ...who, ...what }))));
          expect(await bringIn(one, 'answers-jsonl', source)).toMatchObject({
            added: rows.length,
            skipped: [],
          });
          await handOut(one, 'answers-jsonl', one.at('out.jsonl'));
          expect(await bringIn(two, 'answers-jsonl', one.at('out.jsonl'))).toMatchObject({
            added: rows.length,
            skipped: [],
          });
          await handOut(two, 'answers-jsonl', two.at('out.jsonl'));
          expect(linesIn(two.at('out.jsonl'))).toEqual(linesIn(one.at('out.jsonl')));
          const told = (row: JsonObject): string =>
            JSON.stringify([
              row['respondent'],
              row['version'],
              row['temperature'],
              row['settings'],
              row['item'],
              row['answer'],
            ]);
          expect(linesIn(one.at('out.jsonl')).map(told).sort()).toEqual(linesIn(source).map(told).sort());
        },
      ),
      // Of two with one name the file has now this one first, now the other: their handles say nothing of the order.
      { numRuns: 6, examples: [[twoOfOneName]] },
    );
  }, 600_000);

  it('say by null that none was given, of models and of people', async () => {
    await using book = await withItems(items.slice(0, 1));
    const item = items[0] === undefined ? '' : dataPath(items[0]);
    const source = put(
      book.at('answers.jsonl'),
      lines([
        { item, respondent: 'gpt', step: 'main_ins', answer: null },
        { item, respondent: 'ann', respondent_kind: 'human', step: 'main_ins', answer: null },
      ]),
    );
    expect(await bringIn(book, 'answers-jsonl', source)).toMatchObject({ added: 2, skipped: [] });
    expect(book.responses.list({}, 0, 10, everything).rows.map(({ text }) => text)).toEqual([
      '(no answer)',
      '(no answer)',
    ]);
    expect(await bringIn(book, 'answers-jsonl', source)).toMatchObject({ added: 0, unchanged: 2 });
  });

  it('that cannot be taken are named by their line', async () => {
    await using book = await withItems();
    const path = dataPath(items[0] ?? {});
    const good = { item: path, respondent: 'm', step: 'main_ins', answer: 'Fine.' };
    const rows = [
      JSON.stringify(good),
      'no json',
      JSON.stringify({ ...good, answer: 3 }),
      JSON.stringify({ ...good, step: 'p_sub_ins/99' }),
      JSON.stringify({ ...good, condition: 'deceptive' }),
      JSON.stringify({ ...good, answer: 'Another one.' }),
      JSON.stringify({ ...good, item: 'nowhere' }),
      JSON.stringify({ ...good, respondent: '' }),
      JSON.stringify({ ...good, answer: { kind: 'unknown' } }),
      JSON.stringify({ ...good, settings: { long: 'x'.repeat(20_000) } }),
      JSON.stringify({ ...good, answer: 'x'.repeat(1_000_000) }),
      JSON.stringify(good),
      '[]',
    ];
    const source = put(book.at('a.jsonl'), rows.join('\n'));
    const before = contentOf(book);
    const { skipped, applied } = await bringIn(book, 'answers-jsonl', source);
    expect(applied).toBe(false);
    expect(contentOf(book)).toEqual(before);
    expect(skipped.map(({ item, field }) => [item, field])).toEqual([
      ['line 2', null],
      ['line 3', 'answer'],
      [path, 'p_sub_ins/99'],
      [path, 'condition'],
      [`${path}, m`, 'main_ins'],
      ['nowhere', null],
      ['line 8', 'respondent'],
      [path, 'main_ins'],
      ['line 10', 'settings'],
      [path, 'main_ins'],
      ['line 13', null],
    ]);
    expect(await bringIn(book, 'answers-jsonl', source, { keepGoing: true })).toMatchObject({ added: 1 });
  });
});

it('who may not look at answers is refused; anybody who has yet to judge one does not find it', async () => {
  await using book = await withItems();
  const rows = ['a', 'b'].map((respondent) => ({
    item: dataPath(items[0] ?? {}),
    respondent,
    step: 'main_ins',
    answer: `By ${respondent}.`,
  }));
  await bringIn(book, 'answers-jsonl', put(book.at('a.jsonl'), lines(rows)));
  const { rows: listed, total } = book.responses.list({}, 0, 10, everything);
  expect([total, listed.map(({ respondent, text }) => [respondent, text])]).toEqual([
    2,
    [
      ['a', 'By a.'],
      ['b', 'By b.'],
    ],
  ]);
  const person = book.people.add({ handle: 'cara', name: '', roles: ['curator', 'judge'] }, null);
  const one = present(listed[0]);
  const { database } = book.casebook;
  database.prepare("INSERT INTO judging VALUES ('j', 'Judging', '{}', ?, 0)").run(person.id);
  database
    .prepare("INSERT INTO judging_assignment VALUES ('j', ?, ?, 'cue_match', '', 0, 'open', NULL)")
    .run(person.id, one.id);
  const seen = book.responses.list({}, 0, 10, book.viewpoint(person));
  expect([seen.total, seen.rows.map(({ text }) => text)]).toEqual([1, ['By b.']]);
});
