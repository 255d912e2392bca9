import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { Services } from '../../electron/core/app/services.ts';
import type { ExportRequest, ImportRequest } from '../../shared/contract/importExport.ts';
import { JsonObject } from '../../shared/base/json.ts';
import { answerFile, judgedFile, plantAnswers, plantVerdicts, verdictLines } from '../helpers/answerFiles.ts';
import { oddText } from '../helpers/arbitraries.ts';
import { contentOf, dataPath, filesIn, freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { casebook as commandLine, json, shapes } from '../helpers/commandLine.ts';
import { firsts, present } from '../helpers/present.ts';
import { realItems } from '../helpers/realData.ts';
import { syntheticItems } from '../helpers/syntheticItems.ts';

const items = realItems() ?? [...syntheticItems(60, 7)];
const NO_EVIDENCE = 'There is no clear evidence.';

const bringIn = (book: Services, format: string, source: string, more: Partial<ImportRequest> = {}) =>
  book.importExport.import({ source, format, ...more }, null, quietly);

const handOut = (book: Services, format: string, target: string, more: Partial<ExportRequest> = {}) =>
  book.importExport.export({ target, names: true, times: true, format, ...more }, null, quietly);

/** A casebook of the data set's items. */
async function withItems(of: readonly JsonObject[] = items) {
  const book = await freshCasebook();
  await bringIn(book, 'caughtcheating', put(book.at('data_info.json'), JSON.stringify(of)));
  return book;
}

const lines = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const linesIn = (path: string): JsonObject[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JsonObject.parse(JSON.parse(line)));

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

describe('verdicts one a line', () => {
  const prepared = async () => {
    const book = await withItems();
    const planted = plantAnswers(items, { seed: 5 });
    const answers = put(book.at('m.json'), JSON.stringify(answerFile(items, planted)));
    await bringIn(book, 'caughtcheating-answers', answers, { respondent: { name: 'm', version: '1' } });
    return { book, planted, answers };
  };

  it('of people and LLMs go out with accepted verdicts, and come in again as they were', async () => {
    const { book, planted, answers } = await prepared();
    await using one = book;
    const rare = plantVerdicts(planted, { seed: 6, errors: 0.1 });
    for (const [judge, verdicts, more] of [
      ['ana', plantVerdicts(planted, { seed: 7, errors: 0 }), { judge_kind: 'human' }],
      ['gpt-4.1', rare, { judge_version: '2025-04-14', temperature: 0, instruction_hash: 'ab'.repeat(32) }],
    ] as const)
      expect(
        await bringIn(
          one,
          'verdicts-jsonl',
          put(one.at(`${judge}.jsonl`), verdictLines(planted, verdicts, { respondent: 'm', judge, more })),
        ),
      ).toMatchObject({ added: planted.units.length, skipped: [] });
    const judged = put(one.at('judged.json'), JSON.stringify(judgedFile(items, planted, rare)));
    await bringIn(one, 'caughtcheating-judged', judged, {
      respondent: { name: 'm', version: '1' },
      judge: { name: 'another', settings: { top_p: 0.5 } },
    });
    await handOut(one, 'verdicts-jsonl', one.at('out.jsonl'));
    const out = linesIn(one.at('out.jsonl'));
    const held = out.filter(({ record }) => record === 'holds');
    expect(new Set(held.map(({ source }) => source))).toContain('single');
    for (const unit of planted.units.slice(0, 20))
      expect(
        held.find(
          (line) =>
            line['item'] === unit.item &&
            line['step'] === unit.step &&
            line['criterion'] === unit.criterion &&
            (line['subject'] ?? '') === unit.subject,
        ),
      ).toMatchObject({ value: unit.right, judge: null });

    await using two = await withItems();
    await bringIn(two, 'caughtcheating-answers', answers, { respondent: { name: 'm', version: '1' } });
    const report = await bringIn(two, 'verdicts-jsonl', one.at('out.jsonl'));
    expect(report).toMatchObject({ skipped: [], added: out.length - held.length });
    await handOut(two, 'verdicts-jsonl', two.at('out.jsonl'));
    expect(linesIn(two.at('out.jsonl'))).toEqual(out);
    const before = contentOf(one);
    expect(await bringIn(one, 'verdicts-jsonl', two.at('out.jsonl'))).toMatchObject({ added: 0, updated: 0 });
    expect(contentOf(one)).toEqual(before);
  });

  it('are decided between, and the decisions come in again as they were', async () => {
    const { book, planted, answers } = await prepared();
    await using one = book;
    const unit = present(planted.units.find(({ criterion }) => criterion === 'cue_match'));
    const { item, step, subject } = unit;
    const about = { item, respondent: 'm', respondent_version: '1', respondent_kind: 'model', step };
    const thing = { ...about, criterion: 'cue_match', ...(subject === '' ? {} : { subject }) };
    const said = [
      { ...thing, judge: 'jo', judge_kind: 'human', value: 'YES' },
      { ...thing, judge: 'gpt', judge_kind: 'model', value: 'NO' },
    ];
    const decision = { ...thing, record: 'decision', judge: 'ada', value: 'NO', cause: 'human_slip' };
    const source = put(one.at('v.jsonl'), lines([...said, { ...decision, rationale: 'It says “no”.' }]));
    expect(await bringIn(one, 'verdicts-jsonl', source)).toMatchObject({ added: 3, skipped: [] });
    await handOut(one, 'verdicts-jsonl', one.at('out.jsonl'));
    const out = linesIn(one.at('out.jsonl'));
    expect(out.filter(({ record }) => record === 'decision')).toMatchObject([
      { item, judge: 'ada', value: 'NO', cause: 'human_slip', rationale: 'It says “no”.' },
    ]);
    const held = (rows: readonly JsonObject[]) =>
      rows
        .filter(
          (row) => row['record'] === 'holds' && row['item'] === item && row['criterion'] === 'cue_match',
        )
        .map(({ value, state, source: from }) => [value, state, from]);
    expect(held(out)).toEqual([['NO', 'decided', 'adjudicated']]);

    // Elsewhere, with the answers: the same lines, and what does not come in is counted.
    await using two = await withItems();
    await bringIn(two, 'caughtcheating-answers', answers, { respondent: { name: 'm', version: '1' } });
    expect(await bringIn(two, 'verdicts-jsonl', one.at('out.jsonl'))).toMatchObject({
      added: 3,
      skipped: [],
      warnings: expect.arrayContaining([
        expect.objectContaining({
          message: '1 line says the accepted verdict, which follows from verdicts and decisions: left out.',
        }),
      ]),
    });
    await handOut(two, 'verdicts-jsonl', two.at('out.jsonl'));
    expect(linesIn(two.at('out.jsonl'))).toEqual(out);
    const { database } = two.casebook;
    expect(
      database
        .prepare('SELECT json_array_length(judgments) AS verdicts, replaces FROM verdict_decision')
        .all(),
    ).toEqual([{ verdicts: 2, replaces: null }]);
    expect(two.people.called('ada')).toMatchObject({ kind: 'human', roles: ['adjudicator'] });

    // Again it changes nothing; what was decided otherwise here stays, and the file is refused.
    const before = contentOf(two);
    expect(await bringIn(two, 'verdicts-jsonl', one.at('out.jsonl'))).toMatchObject({ added: 0, updated: 0 });
    const otherwise = put(two.at('other.jsonl'), lines([{ ...decision, judge: 'bodil', value: 'YES' }]));
    expect(await bringIn(two, 'verdicts-jsonl', otherwise)).toMatchObject({
      applied: false,
      skipped: [
        expect.objectContaining({
          reason: 'ada decided this differently here; imports do not replace decisions.',
        }),
      ],
    });
    const wrong = put(
      two.at('wrong.jsonl'),
      lines([
        { ...decision, cause: null },
        { ...decision, judge: null },
        { ...decision, value: 'MAYBE' },
        { ...decision, criterion: 'key_points', value: ['a'] },
      ]),
    );
    const { skipped } = await bringIn(two, 'verdicts-jsonl', wrong, { keepGoing: true });
    expect(skipped.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('A decision needs a cause: missed_paraphrase'),
      'It does not say who decided.',
      expect.stringContaining('is not one of its verdicts'),
      'This criterion has no decisions: judges may differ.',
    ]);
    expect(contentOf(two)).toEqual(before);
  });

  it('that cannot be taken are named, a changed one replaces the former', async () => {
    const { book } = await prepared();
    await using one = book;
    const unclued = dataPath(items.find((item) => item['label'] === false) ?? {});
    const clued = dataPath(items.find((item) => item['label'] === true) ?? {});
    const good = {
      item: unclued,
      respondent: 'm',
      criterion: 'false_match',
      value: 'YES',
      judge: 'j',
      rationale: 'r',
    };
    const source = put(
      one.at('v.jsonl'),
      lines([
        good,
        { ...good, value: 'perhaps', judge: 'k' },
        { ...good, criterion: 'taste' },
        { ...good, criterion: 'cue_match' },
        { ...good, respondent: 'nobody' },
        { ...good, item: clued, criterion: 'non_detm_match', subject: '99' },
        { ...good, item: clued, criterion: 'key_points', value: [1] },
        { ...good, item: clued, criterion: 'key_points', value: Array.from({ length: 2000 }, () => 'x') },
        { ...good, value: 'NO' },
        { ...good, judge: null },
        { ...good, instruction_hash: 'abc' },
        { ...good, rationale: 'x'.repeat(1_000_000), judge: 'l' },
        { ...good, outcome: 'unparsed' },
      ]),
    );
    const { skipped } = await bringIn(one, 'verdicts-jsonl', source, { keepGoing: true });
    expect(skipped.map(({ item, field }) => [item, field])).toEqual([
      [unclued, 'false_match'],
      [unclued, 'taste'],
      [unclued, 'cue_match'],
      ['line 5', 'respondent'],
      [clued, 'non_detm_match'],
      [clued, 'key_points'],
      [clued, 'key_points'],
      [`${unclued}, m`, 'false_match'],
      ['line 10', 'judge'],
      ['line 11', 'instruction_hash'],
      [unclued, 'false_match'],
      [unclued, 'false_match'],
    ]);
    const state = (): unknown =>
      one.casebook.database
        .prepare(
          "SELECT v.value, v.source FROM verdict_state v JOIN item i ON i.id = v.item_id WHERE i.external_id = ? AND v.criterion = 'false_match'",
        )
        .raw()
        .get(unclued);
    expect(state()).toEqual(['"YES"', 'model']);
    const later = put(one.at('later.jsonl'), lines([{ ...good, value: 'no' }]));
    expect(await bringIn(one, 'verdicts-jsonl', later)).toMatchObject({ added: 0, updated: 1 });
    expect(state()).toEqual(['"NO"', 'model']);
    const unknown = put(one.at('unknown.jsonl'), lines([{ ...good, value: null, outcome: 'unparsed' }]));
    expect(await bringIn(one, 'verdicts-jsonl', unknown)).toMatchObject({ updated: 1 });
    expect(state()).toBeUndefined();
  });
});

describe('responses and scores of Argus', () => {
  const item = (id: number): JsonObject => ({
    id,
    domain: 'Fire Safety',
    topic: 'Fire',
    item: 'No open fire.',
    scenario: 'A kitchen.',
    trap: 'A gas bottle beside the stove.',
    basic_question: 'Should she cook?',
    deceptive_question: 'She is so hungry. Should she cook?',
    answer: 'She should not cook. The bottle would explode.',
    image: `images/${String(id)}.png`,
  });
  const score = (id: number, version: string, more: JsonObject): JsonObject => ({
    id,
    version,
    model: 'm',
    description: `A kitchen, ${String(id)}.`,
    response: `She should not, ${version}.`,
    ...more,
  });

  it('go out with the handles of models that have one name', async () => {
    await using book = await freshCasebook('argus');
    await bringIn(book, 'argus', put(book.at('items.jsonl'), lines([item(1)])));
    for (const version of ['1', '2'])
      await bringIn(
        book,
        'argus-responses',
        put(book.at(`${version}.jsonl`), lines([score(1, 'basic', { description: `Version ${version}.` })])),
        { respondent: { version } },
      );
    await handOut(book, 'argus-scores', book.at('out.jsonl'));
    const told = linesIn(book.at('out.jsonl')).map(({ model, description }) => [model, description]);
    expect(told).toEqual([
      ['m', 'Version 1.'],
      ['m@2', 'Version 2.'],
    ]);
  });

  it('come in by version, scores as a judge’s verdicts, and go out as accepted verdicts', async () => {
    await using book = await freshCasebook('argus');
    await bringIn(book, 'argus', put(book.at('items.jsonl'), lines([item(1), item(2)])));
    const rows = [
      score(1, 'basic', { d: 1, x: 4, y: 3 }),
      score(1, 'deceptive', { d: 0, x: 1, y: 2 }),
      score(2, 'basic', { d: null, x: 2, y: null }),
    ];
    const source = put(book.at('s.jsonl'), lines(rows));
    expect(await bringIn(book, 'argus-responses', source)).toMatchObject({ added: 6, skipped: [] });
    const options = { judge: { name: 'qwen-max' } };
    expect(await bringIn(book, 'argus-scores', source, options)).toMatchObject({
      added: 7,
      unchanged: 6,
      skipped: [],
    });
    expect(await bringIn(book, 'argus-scores', source, options)).toMatchObject({ added: 0, updated: 0 });
    expect(book.responses.respondents()).toMatchObject([
      { name: 'm', conditions: ['basic', 'deceptive'], responses: 6, targets: 9, settled: 7 },
    ]);
    await handOut(book, 'argus-scores', book.at('out.jsonl'));
    expect(linesIn(book.at('out.jsonl'))).toEqual(rows);
    const bad = put(
      book.at('bad.jsonl'),
      lines([
        score(1, 'basic', { x: 9 }),
        score(1, 'cruel', {}),
        score(3, 'basic', {}),
        { ...rows[0], response: 'Other.' },
      ]),
    );
    const { skipped } = await bringIn(book, 'argus-scores', bad, { ...options, keepGoing: true });
    expect(skipped.map(({ item: name, field }) => [name, field])).toEqual([
      ['1', 'x'],
      ['line 2', 'version'],
      ['3', null],
      ['1, m', 'question'],
    ]);
  });
});

describe('on the command line', () => {
  it('answers come in, verdicts come in, both go out', async () => {
    await using book = await withItems();
    const { path } = book.casebook;
    await book.close();
    const planted = plantAnswers(items, { seed: 5 });
    const answers = put(book.at('m.json'), JSON.stringify(answerFile(items, planted)));
    const who = [
      '--respondent',
      'gpt-4o',
      '--respondent-version',
      '2024-11-20',
      '--respondent-temperature',
      '0',
    ];
    const total = [...planted.answers.values()].reduce((sum, said) => sum + said.size, 0);
    const report = await json(
      shapes.import,
      0,
      'import',
      path,
      answers,
      '--format',
      'caughtcheating-answers',
      ...who,
    );
    expect(report).toMatchObject({ added: total, updated: 0, skipped: [] });
    const judged = put(
      book.at('judged.json'),
      JSON.stringify(judgedFile(items, planted, plantVerdicts(planted, { seed: 1, errors: 0 }))),
    );
    const byJudge = ['import', path, judged, '--format', 'caughtcheating-judged'];
    expect((await commandLine(...byJudge, '--respondent', 'gpt-4o')).code).toBe(1);
    await json(
      shapes.import,
      0,
      ...byJudge,
      '--respondent',
      'gpt-4o',
      '--judge',
      'gpt-4.1',
      '--judge-temperature',
      '0',
    );
    const out = book.at('out.json');
    expect(
      await json(
        shapes.export,
        0,
        'export',
        path,
        out,
        '--format',
        'caughtcheating-answers',
        '--names',
        '--times',
      ),
    ).toMatchObject({
      items: items.length,
      images: 0,
      left_out: [],
      files: ['out.json'],
    });
    expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual(answerFile(items, planted));
    const words = [
      'export',
      path,
      book.at('v'),
      '--format',
      'verdicts-jsonl',
      '--names',
      '--times',
      '--respondents',
      'gpt-4o',
    ];
    expect(await json(shapes.export, 0, ...words)).toMatchObject({ files: ['verdicts.jsonl'] });
    expect((await commandLine(...byJudge, '--respondent-temperature', 'warm')).code).toBe(2);
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
