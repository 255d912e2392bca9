import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  atStart,
  markToRemove,
  passageOf,
  sentenceAt,
  stepped,
  stretchesOf,
  withMark,
  wordAt,
  type WordSelection,
  wordsOf,
  type WordStep,
} from '../../renderer/screens/judge/words/words.ts';

const TEXT = 'Two plates are there. A hand, half hidden!\nNobody else is seen.';
const words = wordsOf(TEXT);

/** What a selection holds. */
const held = (selection: WordSelection): string => {
  const passage = passageOf(words, selection);
  return passage === null ? '' : TEXT.slice(passage.start, passage.end);
};

const step = (from: WordSelection, by: WordStep['by'], direction: 1 | -1, extend = false) =>
  stepped(words, from, { by, direction, extend });

describe('stepping through an answer', () => {
  it('goes from word to word, signs left out, and stays at the ends', () => {
    expect(held(atStart)).toBe('Two');
    expect(held(step(atStart, 'word', -1))).toBe('Two');
    expect(held(step({ anchor: 3, head: 3 }, 'word', 1))).toBe('A');
    const last = words.words.length - 1;
    expect(held(step({ anchor: last, head: last }, 'word', 1))).toBe('seen');
  });

  it('selects words, more and less, over the start as well', () => {
    const three = step(step(atStart, 'word', 1, true), 'word', 1, true);
    expect(held(three)).toBe('Two plates are');
    expect(held(step(three, 'word', -1, true))).toBe('Two plates');
    expect(held(step({ anchor: 2, head: 2 }, 'word', -1, true))).toBe('plates are');
  });

  it('goes to sentences and selects to their ends', () => {
    const second = step(atStart, 'sentence', 1);
    expect(held(second)).toBe('A');
    expect(held(step(second, 'sentence', 1, true))).toBe('A hand, half hidden');
    expect(held(step(step(second, 'sentence', 1, true), 'sentence', 1, true))).toBe(
      'A hand, half hidden!\nNobody else is seen',
    );
    expect(held(step({ anchor: 6, head: 6 }, 'sentence', -1))).toBe('A');
    expect(held(step(second, 'sentence', -1))).toBe('Two');
    expect(held(sentenceAt(words, { anchor: 5, head: 5 }))).toBe('A hand, half hidden');
  });

  it('takes a point of a list without its number', () => {
    const list = 'Two things:\n1. A woman is mirrored.\n2. **There** is lipstick.\n\nb. The end';
    const found = wordsOf(list);
    const sentences = [...new Set(found.sentences)].map((number) => {
      const passage = passageOf(
        found,
        sentenceAt(found, {
          anchor: found.sentences.indexOf(number),
          head: found.sentences.indexOf(number),
        }),
      );
      return list.slice(passage?.start, passage?.end);
    });
    expect(sentences).toEqual(['Two things', 'A woman is mirrored', 'There** is lipstick', 'The end']);
    expect(wordsOf('3.').words).toHaveLength(1);
  });

  it('finds words where no spaces are written', () => {
    const { words: found } = wordsOf('桌上有两个盘子。');
    expect(found.length).toBeGreaterThan(1);
  });

  it('has nothing in hand where there are no words', () => {
    const none = wordsOf(' … ');
    expect(passageOf(none, atStart)).toBeNull();
    expect(stepped(none, atStart, { by: 'word', direction: 1, extend: false })).toEqual(atStart);
  });

  it('finds the word at a character', () => {
    expect(TEXT.slice(...spanAt(TEXT.indexOf('hand') + 2))).toBe('hand');
    expect(TEXT.slice(...spanAt(TEXT.length))).toBe('seen');
    expect(TEXT.slice(...spanAt(0))).toBe('Two');
  });
});

function spanAt(character: number): readonly [number, number] {
  const word = words.words[wordAt(words, character)];
  return [word?.start ?? 0, word?.end ?? 0];
}

describe('marks', () => {
  it('stand in the order of the text and take the place of those they overlap', () => {
    const first = withMark([], { start: 22, end: 40 });
    const both = withMark(first, { start: 0, end: 10 });
    expect(both).toEqual([
      { start: 0, end: 10 },
      { start: 22, end: 40 },
    ]);
    expect(withMark(both, { start: 5, end: 25 })).toEqual([{ start: 5, end: 25 }]);
    // Touching is not overlapping.
    expect(withMark(first, { start: 40, end: 44 })).toHaveLength(2);
  });

  it('are removed where one is, else the last', () => {
    const marks = [
      { start: 0, end: 10 },
      { start: 22, end: 40 },
    ];
    expect(markToRemove(marks, { start: 4, end: 6 })).toEqual(marks[0]);
    expect(markToRemove(marks, { start: 12, end: 14 })).toEqual(marks[1]);
    expect(markToRemove([], null)).toBeUndefined();
  });

  it('leave the text as it is, however it is cut', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.array(fc.tuple(fc.nat(60), fc.nat(60)), { maxLength: 4 }),
        fc.nat(20),
        fc.nat(20),
        (text, spans, anchor, head) => {
          const cut = wordsOf(text);
          const last = Math.max(0, cut.words.length - 1);
          const marks = spans
            .map(([start, length]) => ({ start, end: Math.min(text.length, start + length + 1) }))
            .filter(({ start, end }) => start < end)
            .reduce<ReturnType<typeof withMark>>((all, mark) => withMark(all, mark), []);
          const stretches = stretchesOf(
            text,
            cut,
            { anchor: Math.min(anchor, last), head: Math.min(head, last) },
            marks,
          );
          expect(stretches.map((stretch) => stretch.text).join('')).toBe(text);
          const marked = stretches.filter((stretch) => stretch.marked).map((stretch) => stretch.text);
          expect(marked.join('')).toBe(marks.map(({ start, end }) => text.slice(start, end)).join(''));
        },
      ),
    );
  });
});
