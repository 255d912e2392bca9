import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { formats } from '../../electron/core/app/formats.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { Services } from '../../electron/core/app/services.ts';
import type { ExportRequest, ImportRequest } from '../../shared/contract/importExport.ts';
import { JsonObject } from '../../shared/base/json.ts';
import {
  answerFile,
  differing,
  judgedFile,
  plantAnswers,
  plantVerdicts,
  unitKey,
  verdictLines,
} from '../helpers/answerFiles.ts';
import { contentOf, dataPath, freshCasebook, put, quietly, readJson } from '../helpers/casebooks.ts';
import { firsts, present } from '../helpers/present.ts';
import { realItems } from '../helpers/realData.ts';
import { syntheticItems } from '../helpers/syntheticItems.ts';

/** Several questions of a kind and several clues: then a sum does not tell what is behind it. */
const withMore = (item: JsonObject): JsonObject =>
  item['label'] === true
    ? {
        ...item,
        non_detm_cue: ['There is a hat on the chair.', 'Two menus lie on the table.'],
        r_sub_ins: ['Does it mean that somebody is there?', 'Is it a second person’s?'],
        r_sub_ans: ['Yes', 'Yes'],
      }
    : item;
const items = realItems() ?? [...syntheticItems(100, 7)].map(withMore);
const clued = items.filter((item) => item['label'] === true);
const gpt = { name: 'gpt-4o', version: '2024-11-20' };
const judge = { name: 'gpt-4.1' };

const bringIn = (book: Services, format: string, source: string, more: Partial<ImportRequest> = {}) =>
  book.importExport.import({ source, format, ...more }, null, quietly);

const handOut = (book: Services, format: string, target: string, more: Partial<ExportRequest> = {}) =>
  book.importExport.export({ target, format, ...more }, null, quietly);

/** A casebook of the data set's items. */
async function withItems(of: readonly JsonObject[] = items) {
  const book = await freshCasebook();
  await bringIn(book, 'caughtcheating', put(book.at('data_info.json'), JSON.stringify(of)));
  return book;
}

const all = (book: Services, sql: string): unknown[] => book.casebook.database.prepare(sql).raw().all();

const RESPONSES = `SELECT i.external_id, p.name, r.step, r.answer FROM current_response r JOIN item i ON i.id = r.item_id
  JOIN person p ON p.id = r.person_id ORDER BY 1, 2, 3`;

const count = (book: Services, table: string): unknown =>
  book.casebook.database.prepare(`SELECT count(*) FROM ${table}`).pluck().get();

/** The accepted verdicts of one judge, by unit; what is not known is `unknown`. */
function verdictsIn(book: Services): Record<string, unknown> {
  const Row = z.tuple([z.string(), z.string(), z.string(), z.string(), z.string(), z.string().nullable()]);
  return Object.fromEntries(
    all(
      book,
      `SELECT i.external_id, r.step, j.criterion, j.subject, j.outcome, j.value FROM current_judgment j
       JOIN item i ON i.id = j.item_id JOIN response r ON r.id = j.response_id`,
    ).map((raw): [string, unknown] => {
      const [item, step, criterion, subject, outcome, value] = Row.parse(raw);
      return [unitKey({ item, step, criterion, subject }), value === null ? outcome : JSON.parse(value)];
    }),
  );
}

const lines = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const first = <T>(list: readonly T[]): T => present(list[0]);

const texts = z.array(z.string());
const Entry = z.looseObject({ answers: z.array(z.tuple([z.string(), z.string(), z.string()])) });

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

/** The accepted verdict on each thing to be judged. */
function holding(book: Services): unknown[] {
  return all(
    book,
    `SELECT i.external_id, r.step, v.criterion, v.subject, v.value, v.source FROM verdict_state v
     JOIN response r ON r.id = v.response_id JOIN item i ON i.id = r.item_id ORDER BY 1, 2, 3, 4`,
  );
}

describe('an LLM’s verdicts in the data set’s own form', () => {
  it('are those that the file tells of; what it does not tell stays unknown', async () => {
    await using book = await withItems();
    const planted = plantAnswers(items, { seed: 2, skill: 0.6 });
    const verdicts = plantVerdicts(planted, { seed: 3, errors: 0.2 });
    const file = judgedFile(items, planted, verdicts);
    await bringIn(
      book,
      'caughtcheating-answers',
      put(book.at('a.json'), JSON.stringify(answerFile(items, planted))),
      {
        respondent: gpt,
      },
    );
    const source = put(book.at('judged.json'), JSON.stringify(file, null, 2));
    const report = await bringIn(book, 'caughtcheating-judged', source, { respondent: gpt, judge });
    expect(report).toMatchObject({ skipped: [], updated: 0, applied: true });

    const expected: Record<string, unknown> = {};
    for (const [index, item] of items.entries()) {
      const path = dataPath(item);
      const entry = file[index] ?? {};
      const say = (criterion: string, value: unknown, subject = '', step = 'main_ins'): void => {
        expected[unitKey({ item: path, step, criterion, subject })] = value;
      };
      const right = (step: string, criterion: string, subject = ''): unknown =>
        verdicts.verdicts.get(unitKey({ item: path, step, criterion, subject }));
      if (item['label'] !== true) {
        say('false_match', right('main_ins', 'false_match'));
        continue;
      }
      say('cue_match', right('main_ins', 'cue_match'));
      say('key_points', planted.keyPoints.get(path));
      const clues = texts.parse(item['non_detm_cue']);
      if (clues.length > 0) say('iou', entry['iou']);
      for (const subject of clues.keys()) {
        const isKnown = entry['inter_cont'] === 0 || entry['inter_cont'] === clues.length;
        say(
          'non_detm_match',
          isKnown ? right('main_ins', 'non_detm_match', String(subject)) : 'unknown',
          String(subject),
        );
      }
      for (const kind of ['p_sub', 'r_sub']) {
        const accuracy = entry[`${kind}_accuracy`];
        say(`${kind}_accuracy`, accuracy);
        for (const at of texts.parse(item[`${kind}_ins`]).keys()) {
          const step = `${kind}_ins/${String(at)}`;
          say(
            'sub_answer',
            accuracy === 0 || accuracy === 1 ? right(step, 'sub_answer') : 'unknown',
            '',
            step,
          );
        }
      }
    }
    expect(verdictsIn(book)).toEqual(expected);
    expect(Object.values(expected)).toContain('unknown');
    expect(
      all(
        book,
        'SELECT DISTINCT p.name, p.kind, j.source FROM judgment j JOIN person p ON p.id = j.person_id',
      ),
    ).toEqual([['gpt-4.1', 'model', 'imported']]);
    const before = contentOf(book);
    expect(await bringIn(book, 'caughtcheating-judged', source, { respondent: gpt, judge })).toMatchObject({
      added: 0,
      updated: 0,
    });
    expect(contentOf(book)).toEqual(before);
  });

  it('bring the answers along that the casebook does not have', async () => {
    await using book = await withItems();
    const planted = plantAnswers(items, { seed: 2 });
    const file = judgedFile(items, planted, plantVerdicts(planted, { seed: 3, errors: 0 }));
    const source = put(book.at('judged.json'), JSON.stringify(file));
    expect(await bringIn(book, 'caughtcheating-judged', source, { respondent: gpt, judge })).toMatchObject({
      skipped: [],
    });
    // The same answers come in with the inference script's file: nothing is new.
    expect(
      await bringIn(
        book,
        'caughtcheating-answers',
        put(book.at('a.json'), JSON.stringify(answerFile(items, planted))),
        {
          respondent: gpt,
        },
      ),
    ).toMatchObject({ added: 0, updated: 0 });
  });

  it('leave decomposed answers unknown where the file repeats the expected ones', async () => {
    await using book = await withItems();
    const planted = plantAnswers(items, { seed: 2 });
    const file = judgedFile(items, planted, plantVerdicts(planted, { seed: 3, errors: 0 })).map(
      (entry, index) => {
        const { p_sub_ans = [], r_sub_ans = [] } = items[index] ?? {};
        return { ...entry, p_sub_ans, r_sub_ans };
      },
    );
    const source = put(book.at('judged.json'), JSON.stringify(file));
    const report = await bringIn(book, 'caughtcheating-judged', source, { respondent: gpt, judge });
    expect(report).toMatchObject({ skipped: [], applied: true });
    expect(report.warnings.map(({ field }) => field)).toContain('p_sub_ans, r_sub_ans');
    expect(all(book, "SELECT DISTINCT answer FROM response WHERE step <> 'main_ins'")).toEqual([
      ['{"kind":"unknown"}'],
    ]);
    const before = holding(book);
    expect(before.length).toBeGreaterThan(0);
    // What was answered becomes known when the answers come; what was said of it holds as before.
    const answers = put(book.at('a.json'), JSON.stringify(answerFile(items, planted)));
    const known = await bringIn(book, 'caughtcheating-answers', answers, { respondent: gpt });
    expect(known).toMatchObject({ added: 0, skipped: [] });
    expect(known.updated).toBeGreaterThan(0);
    expect(known.warnings.map(({ message }) => message)).toEqual([
      `The text of ${String(known.updated)} answers is now known. Earlier verdicts on them stay.`,
    ]);
    expect(holding(book)).toEqual(before);
    const again = await bringIn(book, 'caughtcheating-judged', source, { respondent: gpt, judge });
    expect(again).toMatchObject({ added: 0, updated: 0, skipped: [] });
    expect(holding(book)).toEqual(before);
    expect(all(book, `SELECT count(*) FROM current_response WHERE answer LIKE '%unknown"}'`)).toEqual([[0]]);
  });

  it('without words are counted when read, count as wrong and wait for no judge', async () => {
    await using book = await withItems();
    const planted = plantAnswers(items, { seed: 2 });
    const emptied = ['', '###@@'];
    const file = Object.fromEntries(
      Object.entries(answerFile(items, planted)).map(([key, entry], index) => {
        const { answers, ...rest } = Entry.parse(entry);
        const without = answers.map(([kind, question, answer]) => [
          kind,
          question,
          kind === 'main_ins' && index < emptied.length ? emptied[index] : answer,
        ]);
        return [key, { ...rest, answers: without }];
      }),
    );
    const source = put(book.at('a.json'), JSON.stringify(file));
    const report = await bringIn(book, 'caughtcheating-answers', source, { respondent: gpt });
    expect(report.warnings.map(({ message }) => message)).toContain(
      '2 answers have no words: they are empty, or nothing but signs. They count as wrong and go to no judge.',
    );
    const states = all(
      book,
      `SELECT DISTINCT v.source, v.value FROM verdict_state v JOIN response r ON r.id = v.response_id
       WHERE r.answer IN ('{"kind":"text","text":""}', '{"kind":"text","text":"###@@"}')
         AND v.criterion IN ('cue_match', 'false_match')`,
    );
    expect(states).toEqual([['exact', '"NO"']]);
  });

  it('say nothing of decomposed answers where there are none', async () => {
    await using book = await withItems();
    const planted = plantAnswers(items, { seed: 2 });
    const file = judgedFile(items, planted, plantVerdicts(planted, { seed: 3, errors: 0 })).filter(
      ({ label }) => label === false,
    );
    const source = put(book.at('judged.json'), JSON.stringify(file));
    const report = await bringIn(book, 'caughtcheating-judged', source, { respondent: gpt, judge });
    expect(report).toMatchObject({ skipped: [], applied: true });
    expect(report.warnings.map(({ message }) => message)).toEqual([expect.stringMatching(/^New here/u)]);
  });

  it('are refused where they judge something else than the casebook holds', async () => {
    await using book = await withItems();
    const planted = plantAnswers(items, { seed: 2 });
    const file = judgedFile(items, planted, plantVerdicts(planted, { seed: 3, errors: 0 }));
    await bringIn(
      book,
      'caughtcheating-answers',
      put(book.at('a.json'), JSON.stringify(answerFile(items, planted))),
      {
        respondent: gpt,
      },
    );
    const [one, two, three, four] = file.filter(({ label }) => label === true);
    const wrong = [
      { ...one, answer: 'Quite another answer.' },
      { ...two, p_sub_ins: ['Another question?'] },
      { ...three, label: false },
      { ...four, non_detm_cue: ['Another clue.', 'And one more.'] },
      { ...first(file), cue_match: 'MAYBE' },
      { ...first(file), data_path: '../../etc/passwd' },
      'no object',
    ];
    const source = put(book.at('judged.json'), JSON.stringify(wrong));
    const options = { respondent: gpt, judge, keepGoing: true };
    const { skipped } = await bringIn(book, 'caughtcheating-judged', source, options);
    const named = (entry: JsonObject | undefined): string => dataPath(entry ?? {});
    expect(new Set(skipped.map(({ item, field }) => `${item}: ${String(field)}`))).toEqual(
      new Set([
        `${named(one)}, gpt-4o: main_ins`,
        `${named(two)}: p_sub_ins`,
        `${named(three)}: label`,
        `${named(four)}: non_detm_cue`,
        `${named(first(file))}: cue_match`,
        '../../etc/passwd: null',
        'item 7: null',
      ]),
    );
    const judged = Object.keys(verdictsIn(book));
    expect(judged.some((unit) => unit.startsWith(`${named(one)} main_ins`))).toBe(false);
    await expect(bringIn(book, 'caughtcheating-judged', source, { respondent: gpt })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('are another judge’s with another version, temperature or instructions', async () => {
    await using book = await withItems();
    const planted = plantAnswers(items, { seed: 2 });
    const one = plantVerdicts(planted, { seed: 3, errors: 0 });
    const two = plantVerdicts(planted, { seed: 4, errors: 0.3, criteria: ['cue_match', 'false_match'] });
    await bringIn(
      book,
      'caughtcheating-answers',
      put(book.at('a.json'), JSON.stringify(answerFile(items, planted))),
      {
        respondent: gpt,
      },
    );
    const bring = (name: string, verdicts: typeof one, more: object) =>
      bringIn(
        book,
        'caughtcheating-judged',
        put(book.at(name), JSON.stringify(judgedFile(items, planted, verdicts))),
        {
          respondent: gpt,
          judge: { ...judge, ...more },
        },
      );
    await bring('one.json', one, {});
    const instructions = put(book.at('instructions.txt'), 'Respond only with YES or NO.');
    await bring('two.json', two, { temperature: 0, instructions });
    expect(
      all(
        book,
        "SELECT name, temperature, instruction_hash FROM person WHERE name = 'gpt-4.1' ORDER BY temperature",
      ),
    ).toEqual([
      ['gpt-4.1', null, null],
      ['gpt-4.1', 0, '6c545d523d2abfdf929f4eacf0e589050a4989ce3fa9836bc32daf06cb6deab5'],
    ]);
    // Where they differ, and nowhere else, is something to decide.
    const Row = z.tuple([z.string(), z.string(), z.string(), z.string()]);
    const disputed = all(
      book,
      `SELECT i.external_id, r.step, s.criterion, s.subject FROM verdict_state s JOIN response r ON r.id = s.response_id
       JOIN item i ON i.id = s.item_id WHERE s.state = 'disputed'`,
    ).map((raw) => {
      const [item, step, criterion, subject] = Row.parse(raw);
      return unitKey({ item, step, criterion, subject });
    });
    expect(disputed.sort()).toEqual(differing(one, two));
    expect(disputed.length).toBeGreaterThan(5);
  });
});
