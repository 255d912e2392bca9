import { everything } from '../../electron/core/access/viewpoint.ts';
import { describe, expect, it } from 'vitest';
import type { Services } from '../../electron/core/app/services.ts';
import { ItemStatisticsRequest } from '../../shared/contract/itemStatistics.ts';
import { type Figure, type MetricsReport, MetricsRequest } from '../../shared/contract/metrics.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { freshCasebook } from '../helpers/casebooks.ts';
import { giveAnswers, type GivenAnswer, type GivenAnswers, type GivenItem } from '../helpers/givenAnswers.ts';
import { present } from '../helpers/present.ts';

/* What figures rest on: answers that cannot be read, participants who have not finished, and different items. */

const report = (open: Services, more: MetricsRequest = {}): Promise<MetricsReport> =>
  open.metrics.report(
    MetricsRequest.parse({ bootstrap: 0, ...more }),
    () => undefined,
    new AbortController().signal,
    everything,
  );

async function answered(given: GivenAnswers, benchmark = 'mcsbench') {
  const book = await freshCasebook(benchmark);
  giveAnswers(book, given);
  return book;
}

function figureOf({ rows }: MetricsReport, key: string, metric: string): Figure {
  return present(rows.find((row) => row.key === key)?.figures[metric], `There is no ${metric} of ${key}.`);
}

const names = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, place) => `q${String(place + 1)}`);

const question = (externalId: string): JsonObject => ({
  id: externalId,
  level: 'L1',
  task: 'Concept-Attribute Discrimination',
  question: `What is it that ${externalId} shows?`,
  options: ['red', 'green', 'blue', 'grey', 'brown'],
  answer: 'B',
  image: `${externalId}.png`,
});

/** A question with the answers of some. */
const asked = (externalId: string, answers: readonly GivenAnswer[]): GivenItem => ({
  externalId,
  payload: question(externalId),
  answers,
});
const says = (by: string, answer: GivenAnswer['answer'], more: Partial<GivenAnswer> = {}): GivenAnswer => ({
  by,
  step: 'base',
  answer,
  ...more,
});
const chooses = (by: string, option: string): GivenAnswer => says(by, { kind: 'choice', option });

describe('answers that cannot be read', () => {
  const words = [
    'B',
    'B',
    'A',
    'C',
    'D',
    'E',
    'I cannot help with that.',
    'It is hard to tell.',
    'Sorry.',
    '',
  ];
  const ten: GivenAnswers = {
    models: ['gpt'],
    items: names(10).map((name, place) => asked(name, [says('gpt', words[place] ?? '')])),
  };

  it('count as wrong, with how many could be read beside the accuracy', async () => {
    await using book = await answered(ten);
    const found = await report(book);
    expect(figureOf(found, 'gpt', 'accuracy')).toMatchObject({
      value: 0.2,
      n: 10,
      coverage: { covered: 6, of: 10 },
    });
    expect(found.notes).toContain('4 answers cannot be read: they count as wrong (gpt 4).');
    const items = await book.metrics.items(
      ItemStatisticsRequest.parse({}),
      () => undefined,
      new AbortController().signal,
      everything,
    );
    expect(items.respondents[0]).toMatchObject({ answered: 10, right: 2 });
  });

  it('are left out where only those are asked for that could be read, which is said', async () => {
    await using book = await answered(ten);
    const found = await report(book, { unreadable: 'left_out' });
    expect(figureOf(found, 'gpt', 'accuracy')).toMatchObject({
      value: 2 / 6,
      n: 6,
      coverage: { covered: 6, of: 10 },
    });
    expect(found.basis.unreadable).toBe('left_out');
    expect(found.notes).toEqual([
      'The figures cover only readable answers.',
      '4 answers cannot be read and are left out (gpt 4).',
    ]);
    const items = await book.metrics.items(
      ItemStatisticsRequest.parse({ unreadable: 'left_out' }),
      () => undefined,
      new AbortController().signal,
      everything,
    );
    expect(items.respondents[0]).toMatchObject({ answered: 6, right: 2 });
  });

  it('are those of steps without gold no less unknown than before', async () => {
    await using book = await answered({
      models: ['gpt'],
      items: [
        { externalId: 'q', payload: { ...question('q'), answer: '' }, answers: [says('gpt', 'Sorry.')] },
      ],
    });
    expect(figureOf(await report(book), 'gpt', 'accuracy')).toMatchObject({ value: null, n: 0 });
  });
});

describe('participants who have not finished', () => {
  const given: GivenAnswers = {
    unfinished: ['p2'],
    items: names(4).map((name, place) =>
      asked(name, [chooses('p1', 'B'), ...(place < 2 ? [chooses('p2', 'A')] : [])]),
    ),
  };

  it('are left out, with how many there are', async () => {
    await using book = await answered(given);
    const found = await report(book);
    expect(found.rows.map(({ key }) => key)).toEqual(['people', 'p1']);
    expect(figureOf(found, 'people', 'accuracy')).toMatchObject({ value: 1, n: 4 });
    expect(found.notes).toContain('1 participant has not finished: 2 answers are left out (p2 2).');
  });

  it('count where that is asked for, which is said', async () => {
    await using book = await answered(given);
    const found = await report(book, { unfinished: true, items: 'own' });
    expect(figureOf(found, 'people', 'accuracy')).toMatchObject({ value: 4 / 6, n: 6 });
    expect(found.notes).toContain('1 participant has not finished: 2 answers count anyway (p2 2).');
  });
});

describe('steps whose time ran out', () => {
  it('count as wrong where nothing was answered, and as they stand where something was', async () => {
    await using book = await answered({
      items: [
        asked('q1', [chooses('p1', 'B')]),
        asked('q2', [says('p1', { kind: 'none' }, { timedOut: true })]),
        asked('q3', [says('p1', { kind: 'choice', option: 'B' }, { timedOut: true })]),
      ],
    });
    const found = await report(book);
    expect(figureOf(found, 'p1', 'accuracy')).toMatchObject({
      value: 2 / 3,
      n: 3,
      coverage: { covered: 2, of: 3 },
    });
    expect(found.notes).toEqual(
      expect.arrayContaining([
        '1 answer is missing because time ran out: it counts as wrong (p1 1).',
        '1 answer was entered but not submitted when time ran out, and counts (p1 1).',
      ]),
    );
    expect(figureOf(await report(book, { unreadable: 'left_out' }), 'p1', 'accuracy')).toMatchObject({
      value: 1,
      n: 2,
    });
  });
});

describe('what nobody has judged', () => {
  const claim = (externalId: string, label: boolean, answers: readonly GivenAnswer[]): GivenItem => ({
    externalId,
    payload: {
      data_path: externalId,
      label,
      scene: 'hotel',
      target_partner: 'girlfriend',
      main_ins: 'Anything suspicious?',
      ...(label && { detm_cue: 'A second glass.', non_detm_cue: ['A hat.'] }),
    },
    answers,
  });
  const nothing: GivenAnswer['answer'] = { kind: 'no_evidence', text: 'No clear evidence.' };
  const main = (by: string, answer: GivenAnswer['answer'], more: Partial<GivenAnswer> = {}): GivenAnswer => ({
    by,
    step: 'main_ins',
    answer,
    ...more,
  });

  it('has no figure, though answers that need no judge are there', async () => {
    await using book = await answered(
      {
        items: [
          claim('a', true, [main('p1', nothing)]),
          claim('b', true, [main('p1', 'The second glass.')]),
          claim('c', false, [main('p1', nothing)]),
          claim('d', false, [main('p1', 'A hat.')]),
        ],
      },
      'caughtcheating',
    );
    const found = await report(book);
    for (const metric of ['clued_accuracy', 'clued_iou', 'unclued_accuracy', 'precision', 'f1'])
      expect(figureOf(found, 'p1', metric), metric).toMatchObject({
        value: null,
        undefined: expect.stringMatching(
          /^No verdict counts yet on (?:the 1 answer that needs|any of the 2 answers that need) a judge here; /u,
        ),
        ci95: null,
      });
    expect(figureOf(found, 'p1', 'clued_accuracy').coverage).toMatchObject({ covered: 1, of: 2 });
  });

  it('has one where every answer tells by itself, and where a judge has begun', async () => {
    await using book = await answered(
      {
        items: [
          claim('a', true, [main('p1', nothing), main('p2', nothing)]),
          claim('b', true, [
            main('p1', nothing),
            main('p2', 'A glass.', { verdicts: [{ judge: 'jo', criterion: 'cue_match', value: 'YES' }] }),
          ]),
          claim('c', true, [main('p1', nothing), main('p2', 'A hat.')]),
        ],
      },
      'caughtcheating',
    );
    const found = await report(book, { items: 'own' });
    expect(figureOf(found, 'p1', 'clued_accuracy')).toMatchObject({ value: 0, n: 3 });
    expect(figureOf(found, 'p2', 'clued_accuracy')).toMatchObject({
      value: 0.5,
      n: 2,
      coverage: { covered: 2, of: 3 },
    });
  });
});

describe('people and models', () => {
  /** The model is right on every second of 54, the participant answered the first 14 of them. */
  const given: GivenAnswers = {
    models: ['gpt'],
    items: names(54).map((name, place) =>
      asked(name, [
        chooses('gpt', place < 14 ? 'B' : 'A'),
        ...(place < 14 ? [chooses('p1', place < 7 ? 'B' : 'A')] : []),
      ]),
    ),
  };

  it('are compared on the items that everybody answered', async () => {
    await using book = await answered(given);
    const found = await report(book, { stratum: 'task' });
    expect(figureOf(found, 'gpt', 'accuracy')).toMatchObject({ value: 1, n: 14 });
    expect(figureOf(found, 'p1', 'accuracy')).toMatchObject({ value: 0.5, n: 14 });
    expect(found.rows.map(({ key, items, ownItems }) => [key, items, ownItems])).toEqual([
      ['people', 14, 14],
      ['p1', 14, 14],
      ['gpt', 14, 54],
    ]);
    expect(found.stratum?.values.map(({ items }) => items)).toEqual([14]);
    expect(found.basis).toMatchObject({ items: 'common', parts: [{ items: 'common', count: 14 }] });
    expect(found.notes[0]).toBe('Everybody is compared on the 14 items that everybody answered.');
  });

  it('are given on the items of each where that is asked for, with how many those are', async () => {
    await using book = await answered(given);
    const found = await report(book, { items: 'own' });
    expect(figureOf(found, 'gpt', 'accuracy')).toMatchObject({ value: 14 / 54, n: 54 });
    expect(found.notes[0]).toBe(
      'Each figure covers the items that its respondent answered, which need not be the same: People 14, p1 14, gpt 54.',
    );
  });

  it('stay as they are where there is one respondent alone', async () => {
    await using book = await answered(given);
    const gpt = present(book.people.called('gpt'));
    const found = await report(book, { respondents: [gpt.id] });
    expect(figureOf(found, 'gpt', 'accuracy')).toMatchObject({ value: 14 / 54, n: 54 });
    expect(found.notes).toEqual([]);
  });

  it('are compared on what people answered together where no item was answered by everybody', async () => {
    await using book = await answered({
      models: ['gpt'],
      items: names(6).map((name, place) =>
        asked(name, [
          chooses('gpt', 'B'),
          ...(place < 2 ? [chooses('p1', 'B')] : place < 4 ? [chooses('p2', 'A')] : []),
        ]),
      ),
    });
    const found = await report(book);
    expect(figureOf(found, 'gpt', 'accuracy')).toMatchObject({ n: 4 });
    expect(figureOf(found, 'people', 'accuracy')).toMatchObject({ value: 0.5, n: 4 });
    expect(figureOf(found, 'p1', 'accuracy')).toMatchObject({ n: 2 });
    expect(found.notes[0]).toBe(
      'No item has everybody’s answers, because participants answered different ones. The figures compare the 4 items that participants together and every model answered; each participant’s row covers their own among these (p1 2, p2 2).',
    );
  });

  it('are not compared where no item is common, which is said', async () => {
    await using book = await answered({
      models: ['a', 'b'],
      items: names(4).map((name, place) => asked(name, [chooses(place < 3 ? 'a' : 'b', 'B')])),
    });
    const found = await report(book);
    expect(figureOf(found, 'a', 'accuracy')).toMatchObject({ n: 3 });
    expect(found.notes[0]).toBe(
      'No item has everybody’s answers: the figures cannot be compared. Each covers the items that its respondent answered: a 3, b 1.',
    );
  });
});
