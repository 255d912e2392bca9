import { describe, expect, it } from 'vitest';
import {
  type NextCard,
  nextOpenCard,
  pageStartFor,
  placeToReadAhead,
  withPage,
  withRefused,
  withSaved,
} from '../../renderer/screens/judge/store/nextCard.ts';
import { type JudgeAction, withGiven } from '../../renderer/screens/judge/store/given.ts';
import type { JudgingCard } from '../../shared/contract/judging.ts';
import { fakeJudging } from '../helpers/fakeJudging.ts';

const { cards: made } = fakeJudging(60);

function card(place: number, state: JudgingCard['state'] = 'open'): JudgingCard {
  const found = made[place];
  if (found === undefined) throw new Error('There is no such card.');
  return { ...found, state };
}

/** Cards by a letter each: o open, s submitted, - not here. */
function known(letters: string): ReadonlyMap<number, JudgingCard> {
  return new Map(
    Array.from(letters).flatMap((letter, place) =>
      letter === '-' ? [] : [[place, card(place, letter === 'o' ? 'open' : 'submitted')] as const],
    ),
  );
}

const skipped = (place: number, reason = 'not sure'): JudgeAction => ({
  kind: 'skip',
  unit: card(place).unit,
  place,
  reason,
});
const given = (place: number, activeMilliseconds: number): JudgeAction => ({
  kind: 'give',
  unit: card(place).unit,
  place,
  value: 'YES',
  refusal: false,
  passages: [],
  note: '',
  activeMilliseconds,
});

describe('the next card', () => {
  it.each<[string, number, boolean, NextCard]>([
    ['ooo', 0, false, { kind: 'take', place: 0 }],
    ['sso', 1, false, { kind: 'take', place: 2 }],
    ['oss', 1, false, { kind: 'take', place: 0 }],
    ['sss', 1, false, { kind: 'end' }],
    ['', 0, false, { kind: 'end' }],
    ['s-o', 1, false, { kind: 'wait', place: 1 }],
    ['s-o', 1, true, { kind: 'ask' }],
    ['-ss', 1, false, { kind: 'ask' }],
    ['o-s', 2, false, { kind: 'take', place: 0 }],
    ['oss', 3, false, { kind: 'take', place: 0 }],
  ])('of %s from %i on is found', (letters, from, hasWaited, next) => {
    expect(nextOpenCard(known(letters), letters.length, from, hasWaited)).toEqual(next);
  });

  it.each([
    [12, 30, 0, null],
    [12, 30, 3, 12],
    [12, 12, 8, null],
    [0, 30, 0, 0],
  ])('is read ahead with %i of %i here, at place %i', (here, total, place, wanted) => {
    expect(placeToReadAhead(known('o'.repeat(here)), total, place)).toBe(wanted);
  });

  it.each([
    ['--', 0, 0],
    [`${'-'.repeat(30)}o`, 29, 10],
    [`${'-'.repeat(5)}o`, 4, 0],
    [`${'-'.repeat(30)}o`, 28, 28],
  ])('is on the page of %s for place %i that begins at %i', (letters, place, start) => {
    expect(pageStartFor(known(letters), place)).toBe(start);
  });
});

describe('what is known of cards', () => {
  const states = (cards: ReadonlyMap<number, JudgingCard> | null) =>
    cards === null ? null : [...cards].map(([place, { state }]) => [place, state]);

  it('stays when a page brings older news, and keeps verdicts that are being sent', () => {
    const cards = withPage(known('s'), 0, [card(0), card(1), card(2)], [skipped(1)]);
    expect(states(cards)).toEqual([
      [0, 'submitted'],
      [1, 'skipped'],
      [2, 'open'],
    ]);
  });

  it.each([
    ['is what the casebook has', known('s'), [], [[0, 'skipped']]],
    ['waits for a correction', known('s'), [skipped(0)], null],
    ['does not take cards that are not here', known('-s'), [], null],
    ['does not take another card of the place', new Map([[0, card(1)]]), [], null],
  ])('%s after a verdict arrived', (_, cards, waiting, expected) => {
    expect(states(withSaved(cards, skipped(0), card(0, 'skipped'), waiting))).toEqual(expected);
  });

  it.each([
    ['opens again', known('s'), [[0, 'open']]],
    ['leaves another card of the place', new Map([[0, card(1)]]), null],
    ['does not take cards that are not here', known('-s'), null],
  ])('%s after a verdict was refused', (_, cards, expected) => {
    expect(states(withRefused(cards, skipped(0)))).toEqual(expected);
  });
});

describe('verdicts that wait', () => {
  it.each<[string, readonly JudgeAction[], JudgeAction, readonly JudgeAction[]]>([
    ['follow each other', [given(0, 10)], given(1, 20), [given(0, 10), given(1, 20)]],
    ['do not replace the first', [given(0, 10)], given(0, 20), [given(0, 10), given(0, 20)]],
    [
      'are replaced with the time at work on both',
      [given(0, 10), given(1, 5)],
      given(1, 20),
      [given(0, 10), given(1, 25)],
    ],
    ['give way to a skip', [given(0, 10), given(1, 5)], skipped(1), [given(0, 10), skipped(1)]],
  ])('%s', (_, waiting, next, expected) => {
    expect(withGiven(waiting, next)).toEqual(expected);
  });
});
