import { describe, expect, test } from 'vitest';
import { leakedWords, markedLeaks } from '../../shared/benchmarks/argus/isolation.ts';
import { CLEAN_SCENES, CLEAN_TRAPS } from '../helpers/cleanQuintuples.ts';
import { UNRELATED, WORD_FAMILIES } from '../helpers/wordFamilies.ts';

/** Every form of a family against every other: a word of the trap, and the word that gives it away. */
const planted = WORD_FAMILIES.flatMap((forms) =>
  forms.flatMap((trap) => forms.filter((other) => other !== trap).map((leak) => ({ trap, leak }))),
);

/** Ways to say something with a word, in a trap and in what is to keep quiet about it. */
const TRAPS = [
  'On the left there is a {}.',
  '{} are what nobody expected, close to the ground!',
  'It is “{}”, by the gate',
];
const LEAKS = [
  'She turns to the {} before the bell rings.',
  'Should he go on, in spite of the {}?',
  '{}: that is all her uncle speaks about, and he begs her to hurry.',
];
const saying = (words: string, word: string, capital: boolean): string =>
  words.replace('{}', capital ? word.toUpperCase() : word);

describe('a leak of the trap', () => {
  test('is found in whatever form it was planted', () => {
    expect(planted.length).toBeGreaterThanOrEqual(200);
    const missed = planted.filter(({ trap, leak }, at) => {
      const secret = saying(TRAPS[at % TRAPS.length] ?? '', trap, at % 5 === 0);
      const text = saying(LEAKS[at % LEAKS.length] ?? '', leak, at % 7 === 0);
      return !leakedWords(secret, text).includes(leak);
    });
    expect(missed).toEqual([]);
  });

  test('is no word that only looks like another', () => {
    const found = UNRELATED.filter(([a, b]) => leakedWords(a, b).length > 0 || leakedWords(b, a).length > 0);
    expect(found).toEqual([]);
  });

  test('is not seen in texts that keep quiet', () => {
    const quintuples = CLEAN_TRAPS.flatMap((trap, at) =>
      [1, 3, 5, 7].map((step) => ({ trap, scene: CLEAN_SCENES[(at + step) % CLEAN_SCENES.length] })),
    );
    expect(quintuples.length).toBe(100);
    const alarms = quintuples.flatMap(({ trap, scene }) =>
      Object.values(scene ?? {}).flatMap((text) =>
        leakedWords(trap, text).map((word) => `${word}: ${trap} / ${text}`),
      ),
    );
    expect(alarms).toEqual([]);
  });

  test('is marked where it stands, and nothing of the text is lost', () => {
    const text = 'The wires: a WIRE’s end — “wiring”, wireless.';
    const parts = markedLeaks('Bare wire', text);
    expect(parts.map((part) => part.text).join('')).toBe(text);
    expect(parts.filter(({ leaked }) => leaked).map((part) => part.text)).toEqual([
      'wires',
      'WIRE’s',
      'wiring',
    ]);
    expect(leakedWords('Bare wire', text)).toEqual(['wires']);
    expect(markedLeaks('', text)).toEqual([{ text, leaked: false }]);
    expect(markedLeaks('Bare wire', '')).toEqual([]);
  });
});
