import { describe, expect, it } from 'vitest';
import { ratingStatusOf } from '../../electron/core/derived/ratingStatus.ts';
import {
  isPartOpen,
  type OutstandingAnswer,
  type RatedRows,
  type RatingDecision,
  type RatingRules,
  type SubmittedAnswer,
} from '../../electron/core/derived/ratingRounds.ts';
import { annotate } from '../../shared/benchmarks/generic/task.ts';
import { JsonObject } from '../../shared/base/json.ts';

const vocabulary: JsonObject = {
  imageAttributes: [
    { id: 'weather', name: 'Weather', kind: 'choice', options: ['sun', 'rain'], required: false },
    { id: 'remark', name: 'Remark', kind: 'text', required: false },
  ],
  labels: [],
};
const rules: RatingRules = {
  task: annotate,
  vocabulary,
  levels: new Map(annotate.fields(vocabulary).map(({ name, comparison }) => [name, comparison.level])),
  sameBox: 0.5,
  singleRater: true,
  answerOf: (text) => JsonObject.parse(JSON.parse(text)),
  regionsOf: () => [],
};
const idOf = (name: string): string => `01890000-0000-7000-8000-${name.padStart(12, '0')}`;

const rating = (
  name: string,
  weather: string | null,
  more: Partial<SubmittedAnswer> = {},
): SubmittedAnswer => ({
  itemId: 'item',
  annotationId: idOf(name),
  personId: name,
  round: 1,
  version: 1,
  independent: 1,
  submittedAt: Number.parseInt(name, 16),
  answer: JSON.stringify(weather === null ? {} : { weather }),
  drawn: 0,
  asked: null,
  ...more,
});
const outstanding = (at: number, round = 1): OutstandingAnswer => ({
  itemId: 'item',
  round,
  at,
  asked: null,
});
const decision = (name: string, more: Partial<RatingDecision> = {}): RatingDecision => ({
  itemId: 'item',
  task: annotate.id,
  round: 1,
  annotationId: idOf(name),
  isCurrent: 1,
  ...more,
});
const rows = (more: Partial<RatedRows>): RatedRows => ({
  answers: [],
  open: [],
  decided: [],
  isKept: false,
  ...more,
});

/** What the table below says of a status: state and round of the raters, source and giver of the gold. */
function summaryOf(more: Partial<RatedRows>, changed: Partial<RatingRules> = {}) {
  const { raters, gold } = ratingStatusOf(rows(more), { ...rules, ...changed }, () => ({ id: 'a' }));
  return [raters?.state ?? null, raters?.round ?? null, gold.source, gold.annotationId];
}

const [sun, sunToo, rain] = [rating('a', 'sun'), rating('b', 'sun'), rating('c', 'rain')];
const decided = rating('d', 'rain', { independent: 0 });

describe('the rating status of an item', () => {
  it.each<[string, Partial<RatedRows>, readonly [string | null, number | null, string, string | null]]>([
    ['nobody has rated', {}, [null, null, 'base', null]],
    ['one rater', { answers: [sun] }, ['single', 1, 'single', idOf('a')]],
    ['two who agree', { answers: [sun, sunToo] }, ['unanimous', 1, 'unanimous', idOf('a')]],
    ['two who differ', { answers: [sun, rain] }, ['disputed', 1, 'none', null]],
    [
      'one of two answers is outstanding',
      { answers: [sun], open: [outstanding(1)] },
      ['waiting', 1, 'base', null],
    ],
    [
      'an answer that was asked for after the first keeps counting it',
      { answers: [sun], open: [outstanding(20)] },
      ['waiting', 1, 'single', idOf('a')],
    ],
    [
      'the latest version of each rater counts',
      { answers: [sun, rain, rating('e', 'sun', { personId: 'c', version: 2 })] },
      ['unanimous', 1, 'unanimous', idOf('a')],
    ],
    [
      'a decision between two who differ',
      { answers: [sun, rain, decided], decided: [decision('d')] },
      ['decided', 1, 'adjudicated', idOf('d')],
    ],
    [
      'a decision that was taken back counts no more, not even as a correction',
      { answers: [sun, rain, decided], decided: [decision('d', { isCurrent: 0 })] },
      ['disputed', 1, 'none', null],
    ],
    [
      'a decision on another task',
      { answers: [sun, rain, decided], decided: [decision('d', { task: 'other' })] },
      ['disputed', 1, 'none', null],
    ],
    [
      'two decisions that exclude each other',
      {
        answers: [sun, rain, decided, rating('e', 'sun', { independent: 0 })],
        decided: [decision('d'), decision('e')],
      },
      ['conflict', 1, 'none', null],
    ],
    [
      'a correction after one rating',
      { answers: [sun, rating('f', 'rain', { independent: 0 })] },
      ['single', 1, 'single', idOf('f')],
    ],
    [
      'a correction without any rating',
      { answers: [rating('f', 'rain', { independent: 0 })] },
      [null, null, 'single', idOf('f')],
    ],
    [
      'a later round that agrees settles an earlier dispute',
      { answers: [sun, rain, rating('e', 'rain', { round: 2 }), rating('f', 'rain', { round: 2 })] },
      ['unanimous', 2, 'unanimous', idOf('e')],
    ],
    [
      'a dispute over a part that nobody was asked for again goes on',
      { answers: [sun, rain, rating('e', null, { round: 2, asked: ['remark'] })] },
      ['disputed', 1, 'none', null],
    ],
  ])('%s', (_name, given, expected) => {
    expect(summaryOf(given)).toEqual(expected);
    const turned = { ...given, answers: (given.answers ?? []).toReversed() };
    expect(summaryOf(turned).slice(0, 3), 'in the other order').toEqual(expected.slice(0, 3));
  });

  it('one rating is no gold where the casebook wants two', () => {
    expect(summaryOf({ answers: [sun] }, { singleRater: false })).toEqual(['single', 1, 'base', null]);
  });

  it('names the fields in which raters differ, and when the last of them answered', () => {
    const { raters, parts } = ratingStatusOf(rows({ answers: [sun, rain] }), rules, () => ({ id: 'a' }));
    expect(raters).toMatchObject({ ratings: 2, fields: { weather: 1 }, since: 12 });
    expect(parts?.get('weather')).toMatchObject({ source: 'disputed', round: 1 });
  });
});

describe('whether an answer leaves a part open', () => {
  it.each<[JsonObject, string | undefined, boolean]>([
    [{}, 'nominal', true],
    [{ part: null }, 'nominal', true],
    [{ part: '' }, 'text', true],
    [{ part: 'x' }, 'text', false],
    [{ part: [] }, 'set', false],
    [{ part: [] }, undefined, true],
    [{ part: {} }, 'text', true],
    [{ part: {} }, 'nominal', false],
    [{ part: { a: 1 } }, undefined, false],
    [{}, 'boxes', false],
  ])('%j, compared as %s', (content, level, expected) => {
    expect(isPartOpen(content, 'part', level)).toBe(expected);
  });
});
