import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { formats } from '../../electron/core/app/formats.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { Services } from '../../electron/core/app/services.ts';
import type { ExportRequest } from '../../shared/contract/importExport.ts';
import { JsonObject } from '../../shared/base/json.ts';
import { answerFile, judgedFile, plantAnswers, plantVerdicts, verdictLines } from '../helpers/answerFiles.ts';
import { contentOf, dataPath, freshCasebook, put, quietly, readJson } from '../helpers/casebooks.ts';
import { firsts } from '../helpers/present.ts';
import { all, bringIn, first, gpt, items, withItems } from '../helpers/answerSources.ts';

const clued = items.filter((item) => item['label'] === true);

const handOut = (book: Services, format: string, target: string, more: Partial<ExportRequest> = {}) =>
  book.importExport.export({ target, format, ...more }, null, quietly);

const RESPONSES = `SELECT i.external_id, p.name, r.step, r.answer FROM current_response r JOIN item i ON i.id = r.item_id
  JOIN person p ON p.id = r.person_id ORDER BY 1, 2, 3`;

const count = (book: Services, table: string): unknown =>
  book.casebook.database.prepare(`SELECT count(*) FROM ${table}`).pluck().get();

const lines = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

describe('a source of answers or verdicts', () => {
  it('is told from the data set itself and from every other source', async () => {
    await using book = await freshCasebook();
    const planted = plantAnswers(items, { seed: 1 });
    const verdicts = plantVerdicts(planted, { seed: 1, errors: 0 });
    const sources: [string, unknown][] = [
      ['caughtcheating', JSON.stringify(items)],
      // Unknown keys survive a round trip; they make the data set nothing else.
      ['caughtcheating', JSON.stringify(items.map((item) => ({ ...item, answer: 'x', answers: [] })))],
      ['caughtcheating-answers', JSON.stringify(answerFile(items, planted))],
      ['caughtcheating-judged', JSON.stringify(judgedFile(items, planted, verdicts), null, 2)],
      ['caughtcheating', JSON.stringify([{ ...first(items), url: '"target": "answer":' }])],
      ['verdicts-jsonl', verdictLines(planted, verdicts, { respondent: 'a', judge: 'b' })],
      ['answers-jsonl', lines([{ item: 'a', respondent: 'b', step: 'main_ins', answer: 'c' }])],
      [
        'argus-scores',
        lines([{ id: 1, version: 'basic', model: 'm', description: 'x', response: 'y', d: 1, x: 2, y: 3 }]),
      ],
      ['argus-responses', lines([{ id: 1, version: 'basic', model: 'm', description: 'x', response: 'y' }])],
      ['generic', JSON.stringify([{ id: 'a', text: 'b' }])],
    ];
    for (const [index, [format, content]] of sources.entries()) {
      const ending = String(content).includes('\n{') || String(content).endsWith('}\n') ? 'jsonl' : 'json';
      const path = put(book.at(`source-${String(index)}.${ending}`), String(content));
      expect([index, await formats.recognise(path)]).toEqual([index, [format]]);
    }
  });

  it('has to fit the benchmark', async () => {
    await using book = await freshCasebook('generic');
    const source = put(
      book.at('a.json'),
      JSON.stringify(answerFile(items, plantAnswers(items, { seed: 1 }))),
    );
    await expect(bringIn(book, 'caughtcheating-answers', source)).rejects.toMatchObject({
      code: 'invalid_input',
    });
    const any = put(book.at('a.jsonl'), lines([{ item: 'a', respondent: 'b', step: 's', answer: 'c' }]));
    await expect(bringIn(book, 'answers-jsonl', any)).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('answers of a model in the data set’s own form', () => {
  it('come in question by question, under the model that is named', async () => {
    await using book = await withItems();
    const planted = plantAnswers(items, { seed: 1 });
    const source = put(book.at('gpt.json'), JSON.stringify(answerFile(items, planted), null, 4));
    const expected = [...planted.answers].flatMap(([item, said]) =>
      [...said].map(([step, text]) => [item, 'gpt-4o', step, JSON.stringify({ kind: 'text', text })]),
    );
    const dry = await bringIn(book, 'caughtcheating-answers', source, { respondent: gpt, dryRun: true });
    expect(dry).toMatchObject({ added: expected.length, updated: 0, skipped: [], applied: false });
    expect(count(book, 'response')).toBe(0);
    expect(await bringIn(book, 'caughtcheating-answers', source, { respondent: gpt })).toMatchObject({
      added: expected.length,
      skipped: [],
      applied: true,
    });
    expect(all(book, RESPONSES)).toEqual(
      expected.sort(([a = '', , c = ''], [b = '', , d = '']) =>
        a === b ? (c < d ? -1 : 1) : a < b ? -1 : 1,
      ),
    );
    expect(book.responses.respondents()).toMatchObject([
      {
        handle: 'gpt-4o',
        kind: 'model',
        version: '2024-11-20',
        items: items.length,
        responses: expected.length,
      },
    ]);
    // Whose answers they are makes them somebody else's; without a name it is the file's.
    await bringIn(book, 'caughtcheating-answers', source, { respondent: { ...gpt, temperature: 0.5 } });
    await bringIn(book, 'caughtcheating-answers', source);
    expect(book.responses.respondents().map(({ name, temperature }) => [name, temperature])).toEqual([
      ['gpt', null],
      ['gpt-4o', null],
      ['gpt-4o', 0.5],
    ]);
  });

  it('change nothing the second time; another answer replaces the first, and going back is an answer again', async () => {
    await using book = await withItems();
    const planted = plantAnswers(items, { seed: 1 });
    const file = z.record(z.string(), JsonObject).parse(answerFile(items, planted));
    const source = put(book.at('gpt.json'), JSON.stringify(file));
    const total = [...planted.answers.values()].reduce((sum, said) => sum + said.size, 0);
    await bringIn(book, 'caughtcheating-answers', source);
    const before = contentOf(book);
    expect(await bringIn(book, 'caughtcheating-answers', source)).toMatchObject({
      added: 0,
      updated: 0,
      unchanged: total,
    });
    expect(contentOf(book)).toEqual(before);

    const claim = first(items)['main_ins'] ?? '';
    const changed = { ...file['0'], answers: [['main_ins', claim, 'Something else.']] };
    const other = put(book.at('other/gpt.json'), JSON.stringify({ ...file, 0: changed }));
    expect(await bringIn(book, 'caughtcheating-answers', other)).toMatchObject({
      added: 0,
      updated: 1,
      changes: [{ item: `${dataPath(first(items))}, gpt`, field: 'main_ins', to: 'Something else.' }],
    });
    expect(await bringIn(book, 'caughtcheating-answers', source)).toMatchObject({ updated: 1, added: 0 });
    expect(count(book, 'response')).toBe(total + 2);
    expect(count(book, 'current_response')).toBe(total);
    expect(book.responses.respondents()).toMatchObject([{ responses: total }]);
  });

  it('are found by the item’s questions, whatever their order; the same words twice by theirs', async () => {
    const item = {
      data_path: 'true_images/true_1.png',
      label: true,
      scene: 'hotel',
      target_partner: 'boyfriend',
      main_ins: 'Claim?',
      detm_cue: 'A clue.',
      non_detm_cue: [],
      p_sub_ins: ['Same?', 'Other?', 'Same?'],
      p_sub_ans: ['Yes', 'Yes', 'Yes'],
      r_sub_ins: ['Same?'],
      r_sub_ans: ['Yes'],
    };
    await using book = await withItems([item]);
    const answers = [
      ['r_sub_ins', 'Same?', 'r'],
      ['p_sub_ins', 'Same?', 'first'],
      ['p_sub_ins', ' Other? ', 'other'],
      ['p_sub_ins', 'Same?', 'second'],
      ['main_ins', 'Claim?', null],
    ];
    const source = put(book.at('m.json'), JSON.stringify({ 0: { ...item, answers } }));
    const report = await bringIn(book, 'caughtcheating-answers', source);
    expect(report).toMatchObject({
      added: 5,
      skipped: [],
      warnings: [{ field: 'answers' }, { message: 'New here: m.' }],
    });
    expect(report.warnings[0]?.message).toBe(
      'One question has no answer (null): the model gave none. It counts as wrong.',
    );
    expect(
      book.responses
        .list({}, 0, 10, everything)
        .rows.map(({ step, text }) => `${step}: ${text}`)
        .sort(),
    ).toEqual([
      'main_ins: (no answer)',
      'p_sub_ins/0: first',
      'p_sub_ins/1: other',
      'p_sub_ins/2: second',
      'r_sub_ins/0: r',
    ]);
  });

  it('that are no answers of the item are named, and nothing comes in unless told to go on', async () => {
    await using book = await withItems();
    const [one, two] = firsts(items, 2);
    const claim = z.string().parse(one['main_ins']);
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const source = put(
      book.at('m.json'),
      `{"0": ${JSON.stringify({
        ...one,
        answers: [
          ['main_ins', claim, 'Fine.'],
          ['p_sub_ins', 'Is the moon made of cheese?', 'Yes'],
          ['url', 'x', 'y'],
          ['main_ins', claim],
          'main_ins',
          ['main_ins', claim, { toString: 'x' }],
        ],
      })},
       "1": ${JSON.stringify({ data_path: 'elsewhere/1.png', answers: [['main_ins', 'x', 'y']] })},
       "2": {"data_path": 3, "answers": []}, "3": [1, 2], "4": null, "5": "text",
       "6": {"data_path": "a", "answers": "b"},
       "__proto__": {"data_path": "__proto__", "__proto__": {"answers": []}, "answers": []},
       "7": ${JSON.stringify({ ...two, answers: [['main_ins', two['main_ins'], 'x'.repeat(1_000_000)]] })},
       "8": {"data_path": "${dataPath(two)}", "answers": ${deep}},
       "9": ${JSON.stringify({ ...one, answers: [['main_ins', claim, 'Not fine.']] })}}`,
    );
    const before = contentOf(book);
    const refused = await bringIn(book, 'caughtcheating-answers', source);
    expect(refused).toMatchObject({ added: 0, applied: false });
    expect(contentOf(book)).toEqual(before);
    expect(refused.skipped.map(({ item, field }) => [item, field])).toEqual([
      [dataPath(one), 'answers'],
      [dataPath(one), 'answers'],
      [dataPath(one), 'answers'],
      [dataPath(one), 'answers'],
      [dataPath(one), 'p_sub_ins'],
      ['elsewhere/1.png', null],
      ['2', null],
      ['3', null],
      ['4', null],
      ['5', null],
      ['a', null],
      ['__proto__', null],
      [dataPath(two), 'main_ins'],
      [expect.stringMatching(/^8 \(byte \d+\)$/u), null],
      [`${dataPath(one)}, m`, 'main_ins'],
    ]);
    expect(refused.skipped.find(({ item }) => item === dataPath(two))?.reason).toBe(
      'The answer has 1,000,000 characters; at most 100,000 are allowed.',
    );
    expect(await bringIn(book, 'caughtcheating-answers', source, { keepGoing: true })).toMatchObject({
      added: 1,
      applied: true,
    });
    expect(all(book, RESPONSES)).toEqual([
      [dataPath(one), 'm', 'main_ins', '{"kind":"text","text":"Fine."}'],
    ]);
  });

  it('of items made here are found by the name that they were handed out under', async () => {
    await using book = await withItems([{ ...first(clued), data_path: 'raw/IMG_1.png' }]);
    await handOut(book, 'caughtcheating', book.at('out'), { images: 'none', status: null });
    const exported = z.array(JsonObject).parse(readJson(book.at('out', 'data_info.json')));
    const source = put(
      book.at('m.json'),
      JSON.stringify(answerFile(exported, plantAnswers(exported, { seed: 4 }))),
    );
    expect(await bringIn(book, 'caughtcheating-answers', source)).toMatchObject({
      skipped: [],
      applied: true,
    });
    expect(book.responses.list({}, 0, 1, everything).rows).toMatchObject([{ item: 'raw/IMG_1.png' }]);
  });
});
