import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../shared/base/json.ts';
import { answerFile, judgedFile, plantAnswers, plantVerdicts, verdictLines } from '../helpers/answerFiles.ts';
import { contentOf, dataPath, freshCasebook, put } from '../helpers/casebooks.ts';
import { casebook as commandLine, json, shapes } from '../helpers/commandLine.ts';
import { present } from '../helpers/present.ts';
import { bringIn, handOut, items, lines, linesIn, withItems } from '../helpers/answersInLines.ts';

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
