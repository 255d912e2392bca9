import { expect, test } from 'vitest';
import { noteOfLengths } from '../../electron/core/benchmarks/observatory/imageGeneration/words/wordLengths.ts';

const noteOf = (...words: string[]): string | null => noteOfLengths(words.map((word) => ({ word })));

test('words of two to ten letters need no note, marks and accents aside', () => {
  expect(noteOf('at', 'strawberry', 'cafe\u0301-au-la')).toBeNull();
});

test('words of other lengths are counted, the first ones named', () => {
  expect(noteOf('a', 'lantern')).toBe(
    '1 word has fewer than 2 or more than 10 letters, unlike the benchmark’s: “a”.',
  );
  expect(noteOf('strawberries', 'b', 'c', 'd')).toBe(
    '4 words have fewer than 2 or more than 10 letters, unlike the benchmark’s: “strawberries”, “b”, “c” and others.',
  );
});
