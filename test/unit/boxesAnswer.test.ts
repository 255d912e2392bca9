import { describe, expect, it } from 'vitest';
import {
  boxesAfter,
  boxesAnswer,
  labelToDraw,
} from '../../renderer/screens/studySession/stage/boxesAnswer.ts';

const region = (id: string, label: string, imageId = 'image') => ({
  id,
  imageId,
  label,
  x: 1,
  y: 2,
  width: 3,
  height: 4,
  note: null,
});
const nothing = { added: [], updated: [], removed: [] };

describe('boxes as an answer', () => {
  it('are none without boxes and labels that are absent', () => {
    expect(boxesAnswer([], [])).toBeNull();
    expect(boxesAnswer([], ['cat'])).toEqual({ kind: 'boxes', boxes: [], absent: ['cat'] });
    expect(boxesAnswer([region('a', 'dog')], [])).toEqual({
      kind: 'boxes',
      boxes: [{ label: 'dog', x: 1, y: 2, width: 3, height: 4 }],
    });
  });

  const before = [region('a', 'dog'), region('b', 'cat')];
  const question = { most: 3, imageId: 'image' };
  it.each<[string, Parameters<typeof boxesAfter>[1], Parameters<typeof boxesAfter>[2], readonly string[]]>([
    ['a new one', { ...nothing, added: [region('c', 'cat')] }, question, ['a dog', 'b cat', 'c cat']],
    ['one of another label', { ...nothing, updated: [region('a', 'cat')] }, question, ['a cat', 'b cat']],
    ['one less', { ...nothing, removed: ['a'] }, question, ['b cat']],
    [
      'no more than there is room for',
      { ...nothing, added: [region('c', 'cat'), region('d', 'cat')] },
      question,
      ['a dog', 'b cat', 'c cat'],
    ],
    [
      'no new one where it is full',
      { ...nothing, added: [region('c', 'cat')] },
      { ...question, most: 2 },
      ['a dog', 'b cat'],
    ],
    [
      'the room of one removed',
      { ...nothing, removed: ['a'], added: [region('c', 'x'), region('d', 'x')] },
      question,
      ['b cat', 'c x', 'd x'],
    ],
    [
      'any number',
      { ...nothing, added: [region('c', 'x'), region('d', 'x')] },
      { ...question, most: null },
      ['a dog', 'b cat', 'c x', 'd x'],
    ],
    [
      'none on another image',
      { ...nothing, added: [region('c', 'x', 'other')] },
      question,
      ['a dog', 'b cat'],
    ],
    [
      'each label once',
      { ...nothing, added: [region('c', 'cat'), region('d', 'fox')] },
      { ...question, eachOnce: true },
      ['a dog', 'b cat', 'd fox'],
    ],
  ])('after a change are %s', (_, change, asked, after) => {
    expect(boxesAfter(before, change, asked).map(({ id, label }) => `${id} ${label}`)).toEqual(after);
  });

  const labels = [{ id: 'dog' }, { id: 'cat' }];
  it.each([
    [null, [], 'dog'],
    ['cat', [], 'cat'],
    ['dog', ['dog'], 'cat'],
    [null, ['dog', 'cat'], null],
    ['fox', [], 'dog'],
  ] as const)('chosen %s, answered %o: the next is %s', (chosen, answered, next) => {
    expect(labelToDraw(labels, chosen, answered)).toBe(next);
  });
});
