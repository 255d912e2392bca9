import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Services } from '../../electron/core/app/services.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import {
  answerFile,
  differing,
  judgedFile,
  plantAnswers,
  plantVerdicts,
  unitKey,
} from '../helpers/answerFiles.ts';
import { contentOf, dataPath, put } from '../helpers/casebooks.ts';
import { all, bringIn, first, gpt, items, withItems } from '../helpers/answerSources.ts';

const judge = { name: 'gpt-4.1' };

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

const texts = z.array(z.string());
const Entry = z.looseObject({ answers: z.array(z.tuple([z.string(), z.string(), z.string()])) });

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
