import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { rowForm } from '../../electron/core/db/schema.ts';
import {
  type AnswerRows,
  answersAfterFork,
  answersBesideOurs,
  isSameAnswer,
  linesOf,
  partingOf,
} from '../../electron/core/records/sharing/forks.ts';
import { answerRow } from '../helpers/hubRows.ts';

const [item, person, picture] = [v7(), v7(), v7()];
const answerOf = (version: number, previous: AnswerRows | null = null): AnswerRows => ({
  annotation: rowForm('annotation').parse({
    ...answerRow(item, person, { version, previous_id: previous?.annotation.id ?? null }),
    origin: null,
  }),
  regions: [],
});
const rows = (...answers: readonly AnswerRows[]) => answers.map(({ annotation }) => annotation);

const first = answerOf(1);
const second = answerOf(2, first);
const third = answerOf(3, second);
/** Made elsewhere, where nobody knew of the second. */
const other = answerOf(2, first);

describe('the lines of a document', () => {
  it('are one where each answer follows the one before, or does not say what it follows', () => {
    expect(linesOf([])).toEqual([]);
    expect(linesOf([first, second, third])).toEqual([[first, second, third]]);
    expect(linesOf([first, answerOf(2)])).toHaveLength(1);
  });

  it('are as many as went on by themselves', () => {
    expect(linesOf([first, second, other])).toEqual([[first, second], [other]]);
    expect(linesOf([first, other, third])).toEqual([[first, other], [third]]);
  });
});

describe('our answers behind the one from which theirs go on', () => {
  it('are none where theirs go on from our last, whatever its version', () => {
    expect(answersAfterFork([first, second], rows(first))).toEqual([]);
    expect(answersAfterFork([answerOf(2, third)], rows(first, second, third))).toEqual([]);
    expect(answersAfterFork([second], [])).toEqual([]);
  });

  it('are those since where theirs go on from an earlier one, and all where it is not here', () => {
    expect(answersAfterFork([other], rows(first, second, third))).toEqual(rows(second, third));
    expect(answersAfterFork([answerOf(9, answerOf(8))], rows(first, second))).toEqual(rows(first, second));
  });

  it('cannot be told from an answer that does not say what it follows, nor where nothing is new', () => {
    expect(answersAfterFork([answerOf(2)], rows(first))).toBeNull();
    expect(answersAfterFork([first], rows(first))).toBeNull();
  });
});

describe('where a line of theirs leaves ours', () => {
  const fourth = answerOf(4, third);
  const numbered = answerOf(9, third);
  it.each<[string, AnswerRows[], AnswerRows[], AnswerRows[] | null, number, AnswerRows[]]>([
    ['all of it is here', [first, second], [first, second, third], [], 2, []],
    ['it goes on from our last', [first, second, third], [first, second], [], 2, []],
    ['it goes on from our last under any number', [first, numbered], [first, second], [], 1, []],
    ['nothing is here', [first, second], [], null, 0, []],
    [
      'another answer has its number',
      [first, other],
      [first, second, third],
      [second, third],
      1,
      [second, third],
    ],
    ['another has its number, whatever it says it follows', [other], [first, second], null, 0, [second]],
    ['ours went on, and its number is free', [first, fourth], [first, second], [second], 1, [second]],
  ])('%s', (_how, theirs, ours, since, known, parted) => {
    expect(partingOf(theirs, rows(...ours), since === null ? null : rows(...since))).toEqual({
      known: theirs.slice(0, known),
      rest: theirs.slice(known),
      parted: rows(...parted),
    });
  });
});

describe('an answer of a decision', () => {
  it.each<[string, boolean, AnswerRows, AnswerRows[], AnswerRows[] | null, boolean]>([
    ['is put beside ours where another has its number', true, other, [first, second], [second], true],
    [
      'is put beside ours where another has its number, though it names no answer',
      true,
      answerOf(2),
      [first, second],
      null,
      true,
    ],
    ['is put beside ours where ours went on', true, third, [first], [first], true],
    ['goes on from ours where nothing parted', true, third, [first], [], false],
    ['goes on from ours where it does not say what it follows', true, third, [first], null, false],
    ['stays where it is here', true, second, [first, second, third], [third], false],
    ['is the only one that is put beside ours', false, other, [first, second], [second], false],
  ])('%s', (_how, isDecision, answer, ours, since, isBeside) => {
    const beside = answersBesideOurs(
      [answer],
      rows(...ours),
      since === null ? null : rows(...since),
      () => isDecision,
    );
    expect(beside).toEqual(isBeside ? [answer] : []);
  });
});

describe('two answers', () => {
  const withBoxes = (...places: readonly number[]): AnswerRows => ({
    ...first,
    regions: places.map((x, position) =>
      rowForm('region').parse({
        annotation_id: first.annotation.id,
        id: v7(),
        image_id: picture,
        label: 'cup',
        x,
        y: 0,
        width: 5,
        height: 5,
        note: '',
        attributes: '{}',
        position,
        foreign_part: null,
      }),
    ),
  });
  it.each<[string, readonly number[], readonly number[], boolean]>([
    ['are the same with the same boxes', [10, 20, 30], [10, 20, 30], true],
    ['are the same with the boxes in another order', [10, 20, 30], [30, 10, 20], true],
    ['differ where a box is elsewhere', [10, 20], [10, 40], false],
    ['differ where one draws a box twice', [10, 10], [10, 20], false],
    ['differ where one has a box more', [10], [10, 20], false],
  ])('%s', (_how, one, other, isSame) => {
    expect(isSameAnswer(withBoxes(...one), withBoxes(...other))).toBe(isSame);
  });
});
