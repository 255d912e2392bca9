import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { rowForm } from '../../electron/core/db/schema.ts';
import type { Answer } from '../../electron/core/records/sharing/forks.ts';
import { linesOf, oursSince } from '../../electron/core/records/sharing/forks.ts';
import { answerRow } from '../helpers/hubRows.ts';

const [item, person] = [v7(), v7()];
const answerOf = (version: number, previous: Answer | null = null): Answer => ({
  annotation: rowForm('annotation').parse({
    ...answerRow(item, person, { version, previous_id: previous?.annotation.id ?? null }),
    origin: null,
  }),
  regions: [],
});
const rows = (...answers: readonly Answer[]) => answers.map(({ annotation }) => annotation);

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
    expect(oursSince([first, second], rows(first))).toEqual([]);
    expect(oursSince([answerOf(2, third)], rows(first, second, third))).toEqual([]);
    expect(oursSince([second], [])).toEqual([]);
  });

  it('are those since where theirs go on from an earlier one, and all where it is not here', () => {
    expect(oursSince([other], rows(first, second, third))).toEqual(rows(second, third));
    expect(oursSince([answerOf(9, answerOf(8))], rows(first, second))).toEqual(rows(first, second));
  });

  it('cannot be told from an answer that does not say what it follows, nor where nothing is new', () => {
    expect(oursSince([answerOf(2)], rows(first))).toBeNull();
    expect(oursSince([first], rows(first))).toBeNull();
  });
});
