import { z } from 'zod';
import { describe, expect, it } from 'vitest';
import golden from '../fixtures/verdicts/golden.json' with { type: 'json' };
import type { JudgeComparison, VerdictAgreement } from '../../shared/contract/verdicts.ts';
import type { PersonId, ResponseId } from '../../shared/base/ids.ts';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import type { Client } from '../helpers/blindCasebook.ts';
import { put, quietly } from '../helpers/casebooks.ts';
import { clued, type JudgedBook, judgedCasebook } from '../helpers/judgedCasebook.ts';
import { firsts, present } from '../helpers/present.ts';
import {
  type Expected,
  Expected as ExpectedSchema,
  type PlantedRow,
  plantRows,
  runVerdictOracle,
} from '../helpers/verdictOracle/oracle.ts';

const YES_NO = ['NO', 'YES'];
const POINTS = [1, 2, 3, 4];
const GOLDEN = z.object({ cueMatch: ExpectedSchema, x: ExpectedSchema }).parse(golden);

/** The figures that judging came to. */
async function agreement(window: Client): Promise<VerdictAgreement> {
  for await (const event of await window.verdicts.agreement({ bootstrap: 200, seed: 3 }))
    if (event.type === 'result') return event.result;
  throw new Error('There are no figures.');
}

/** A confusion matrix with rows and columns as the other programs were given them. */
const reordered = (
  counts: readonly number[][],
  values: readonly string[],
  wanted: readonly (string | number)[],
) =>
  wanted.map((row) =>
    wanted.map((column) => counts[values.indexOf(String(row))]?.[values.indexOf(String(column))]),
  );

function expectSide(
  ours: JudgeComparison['before'],
  theirs: Expected['before'],
  names: Readonly<Record<string, string>> = {},
): void {
  expect(ours.units).toBe(theirs.units);
  for (const [name, [value, standardError]] of Object.entries(theirs.figures)) {
    const figure = ours.coefficients[names[name] ?? name];
    expect(figure?.value, name).toBeCloseTo(value, 9);
    if (standardError !== null) {
      expect(figure?.se, name).toBeCloseTo(standardError, 6);
      // Near the standard error with this many answers, but not equal to it: it stays in the range.
      expect(Math.abs((figure?.ci95?.[0] ?? 0) - (value - 1.96 * standardError)), name).toBeLessThan(0.05);
    }
    const [low, high] = figure?.ci95_bootstrap ?? [1, 0];
    expect(low <= value && value <= high, name).toBe(true);
  }
}

/** What other programs say: as it was written down, and anew where they are installed. */
function theirs(values: readonly Json[], rows: readonly PlantedRow[], written: Expected): Expected {
  const now = runVerdictOracle(values, rows);
  if (typeof now === 'string') {
    process.stderr.write(`Oracle of verdicts: did not run, ${now}.\n`);
    expect(process.env['CASEBOOK_ORACLES'], now).toBeUndefined();
    return written;
  }
  expect({ ...now, versions: {} }).toEqual({ ...written, versions: {} });
  return now;
}

/** Decides every case of the queue as planted; gives how many there were. */
async function decideAll(
  window: Client,
  decisionOf: (response: ResponseId) => Json,
  expected: ReadonlySet<ResponseId>,
): Promise<void> {
  const { rows, total } = await window.verdicts.queue({ filter: {}, offset: 0, limit: 500 });
  expect([total, new Set(rows.map(({ unit }) => unit.response))]).toEqual([expected.size, expected]);
  for (const [at, { unit }] of rows.entries()) {
    const done = await window.verdicts.decide({
      ...unit,
      value: decisionOf(unit.response),
      cause: at % 3 === 0 ? 'too_lenient' : 'missed_paraphrase',
      note: '',
      replaces: null,
    });
    expect(done.case.state).toBe('decided');
    expect(done.next === null).toBe(at === rows.length - 1);
  }
  expect((await window.verdicts.queue({ filter: {}, offset: 0, limit: 1 })).total).toBe(0);
}

/** Everything that a judge was given is judged on their screen, card after card. */
async function judgeAll(
  window: Client,
  judging: Awaited<ReturnType<Client['judging']['mine']>>[number]['id'],
  verdictOf: (answer: string) => Json | null,
): Promise<void> {
  for (;;) {
    const { cards } = await window.judging.cards({ judging, criterion: 'cue_match', limit: 50 });
    if (cards.length === 0) return;
    for (const { unit, answer } of cards) {
      const value = verdictOf(answer);
      if (value === null) await window.judging.skip({ unit, reason: 'cannot be judged' });
      else await window.judging.give({ unit, value, activeMilliseconds: 1 });
    }
  }
}

describe('people and an LLM judge', () => {
  it('on 400 imported answers: the queue is what was planted, kappa before and after what other programs give', async () => {
    await using book = await judgedCasebook();
    const rows = plantRows(YES_NO, 400, 11);
    const expected = theirs(YES_NO, rows, GOLDEN.cueMatch);
    const [jo, kim] = [book.person('jo', ['judge']), book.person('kim', ['judge'])];
    const [curt, ada] = [book.person('curt', ['curator']), book.person('ada', ['adjudicator'])];
    book.items(Array.from({ length: 200 }, (_, at) => clued(`n_${String(at)}`)));
    const lines = rows.map(([, , model], at) => {
      const about = {
        item: `true_images/n_${String(at % 200)}.png`,
        respondent: at < 200 ? 'alpha' : 'beta',
        step: 'main_ins',
      };
      return {
        answer: { ...about, answer: `answer ${String(at)}` },
        verdict: { ...about, criterion: 'cue_match', value: model, judge: 'gpt-4.1', rationale: 'because' },
      };
    });
    await imported(
      book,
      'answers-jsonl',
      lines.map(({ answer }) => answer),
    );
    await imported(
      book,
      'verdicts-jsonl',
      lines.map(({ verdict }) => verdict),
    );
    const curator = await book.window(curt);
    const settings = { criteria: ['cue_match'], judges: [jo, kim], overlap: 2, seed: 5 };
    const { id } = await curator.judging.assign({ title: 'Cues', settings });
    for (const [person, place] of [
      [jo, 0],
      [kim, 1],
    ] as const)
      await judgeAll(
        await book.window(person),
        id,
        (answer) => rows[Number(answer.replace('answer ', ''))]?.[place] ?? null,
      );

    const responses = answersByText(book);
    const disputed = new Set(expected.disputed.map((at) => present(responses[at])));
    expect(disputed.size).toBeGreaterThan(50);
    const before = await agreement(curator);
    const comparison = present(before.comparisons[0]);
    expect([before.comparisons.length, comparison.judge.name, comparison.criterion]).toEqual([
      1,
      'gpt-4.1',
      'cue_match',
    ]);
    expectSide(comparison.before, expected.before);
    expect(reordered(comparison.confusionBefore, comparison.values, YES_NO)).toEqual(
      expected.before.confusion,
    );
    const [[, wronglyYes = 0] = [], [wronglyNo = 0] = []] = expected.before.confusion;
    expect(comparison.errors).toEqual({ higher: wronglyYes, lower: wronglyNo });
    expect(comparison.causes).toEqual([]);
    expect(comparison.unknown).toBe(rows.filter(([, , model]) => model === null).length);
    const [people] = before.people;
    expect(people?.units).toBe(expected.people.units);
    expect(people?.coefficients['cohen_kappa']?.value).toBeCloseTo(
      expected.people.figures['cohen_kappa']?.[0] ?? Number.NaN,
      9,
    );

    const at = new Map(responses.map((response, place) => [response, place]));
    await decideAll(
      await book.window(ada),
      (response) => rows[at.get(response) ?? -1]?.[3] ?? null,
      disputed,
    );
    const after = present((await agreement(curator)).comparisons[0]);
    expectSide(after.before, expected.before);
    expectSide(after.after, expected.after);
    expect(reordered(after.confusionAfter, after.values, YES_NO)).toEqual(expected.after.confusion);
    const withModel = expected.disputed.filter((place) => rows[place]?.[2] !== null).length;
    expect(after.causes.reduce((sum, { units }) => sum + units, 0)).toBe(withModel);
  });

  it('on ordinal scores: weighted kappa and ordinal alpha, before and after', async () => {
    await using book = await judgedCasebook('argus');
    const rows = plantRows(POINTS, 150, 23);
    const expected = theirs(POINTS, rows, GOLDEN.x);
    const [jo, kim] = [book.person('jo', ['judge']), book.person('kim', ['judge'])];
    const [curt, ada] = [book.person('curt', ['curator']), book.person('ada', ['adjudicator'])];
    const [gpt, alpha] = [book.model('gpt-4.1'), book.model('alpha')];
    const items = book.items(rows.map((_, at) => trap(at)));
    const responses = items.map((item) =>
      book.answer({ by: alpha, item, step: 'question', condition: 'basic', answer: 'Stay away from it.' }),
    );
    const say = (judge: PersonId, response: ResponseId, value: Json | undefined): void => {
      if (value !== null && value !== undefined) book.verdict({ judge, response, criterion: 'x', value });
      else if (judge === gpt) book.verdict({ judge, response, criterion: 'x', outcome: 'unparsed' });
    };
    for (const [at, response] of responses.entries())
      for (const [place, judge] of [jo, kim, gpt].entries()) say(judge, response, rows[at]?.[place]);
    const curator = await book.window(curt);
    const ordinal = { krippendorff_alpha_ordinal: 'krippendorff_alpha' };
    const before = present((await agreement(curator)).comparisons[0]);
    expect([before.level, before.values]).toEqual(['ordinal', ['1', '2', '3', '4']]);
    expectSide(before.before, expected.before, ordinal);
    const { confusion } = expected.before;
    const count = (isCounted: (person: number, judge: number) => boolean): number =>
      confusion
        .flatMap((row, person) => row.map((units, judge) => (isCounted(person, judge) ? units : 0)))
        .reduce((sum, units) => sum + units, 0);
    expect(before.errors).toEqual({
      higher: count((person, judge) => judge > person),
      lower: count((person, judge) => judge < person),
    });
    expect(before.unparsed).toBe(rows.filter(([, , model]) => model === null).length);
    const disputed = new Set(expected.disputed.map((place) => present(responses[place])));
    await decideAll(
      await book.window(ada),
      (response) => rows[responses.indexOf(response)]?.[3] ?? null,
      disputed,
    );
    const after = present((await agreement(curator)).comparisons[0]);
    expectSide(after.after, expected.after, ordinal);
  });

  it('counts what an LLM leaves open where nobody else says anything, and takes no person for an LLM', async () => {
    await using book = await judgedCasebook('argus');
    const [jo, curt] = [book.person('jo', ['judge']), book.person('curt', ['curator'])];
    const [gpt, alpha] = [book.model('gpt-4.1'), book.model('alpha')];
    const [first, second, third] = firsts(
      book.items([trap(0), trap(1), trap(2)]).map((item) =>
        book.answer({
          by: alpha,
          item,
          step: 'question',
          condition: 'basic',
          answer: 'Stay away from it.',
        }),
      ),
      3,
    );
    book.verdict({ judge: gpt, response: first, criterion: 'x', outcome: 'unparsed' });
    book.verdict({ judge: gpt, response: second, criterion: 'x', outcome: 'unparsed' });
    book.verdict({ judge: jo, response: second, criterion: 'x', value: 2 });
    book.verdict({ judge: gpt, response: third, criterion: 'y', outcome: 'unknown' });
    book.verdict({ judge: jo, response: third, criterion: 'y', outcome: 'unknown' });
    const { comparisons } = await agreement(await book.window(curt));
    expect(
      comparisons.map(({ judge, criterion, unparsed, unknown }) => [
        judge.name,
        criterion,
        unparsed,
        unknown,
      ]),
    ).toEqual([
      ['gpt-4.1', 'x', 2, 0],
      ['gpt-4.1', 'y', 0, 1],
    ]);
  });
});

/** Reads lines in as a file of them. */
async function imported(book: JudgedBook, format: string, lines: readonly JsonObject[]): Promise<void> {
  const source = put(
    `${book.path}.${format}.jsonl`,
    lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  );
  const report = await book.services.importExport.import({ source, format }, null, quietly);
  expect([report.skipped, report.added]).toEqual([[], lines.length]);
}

/** The answers in the order in which they were planted. */
function answersByText({ services }: JudgedBook): ResponseId[] {
  return services.casebook.database
    .prepare<[], ResponseId>("SELECT id FROM response ORDER BY CAST(substr(answer ->> 'text', 8) AS INTEGER)")
    .pluck()
    .all();
}

const trap = (at: number): JsonObject => ({
  id: `item-${String(at)}`,
  domain: 'Safety',
  scenario: 'A kitchen.',
  trap: 'A kettle on the edge.',
  basic_question: 'What should I do?',
  deceptive_question: 'A good host would hurry. What should I do?',
  answer: 'You should step back. Otherwise you burn yourself.',
});
