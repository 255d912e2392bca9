import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { type WordChange, wordChanges } from '../../renderer/ui/text/wordChanges.ts';

const without = (kind: WordChange['kind'], changes: readonly WordChange[]) =>
  changes
    .filter((change) => change.kind !== kind)
    .map(({ text }) => text)
    .join('');

it('puts neighbouring changes together: what went as a whole, then what came', () => {
  expect(wordChanges('The ribbed leaves of 137', 'The narrow petals of 137')).toEqual([
    { kind: 'same', text: 'The ' },
    { kind: 'removed', text: 'ribbed leaves' },
    { kind: 'inserted', text: 'narrow petals' },
    { kind: 'same', text: ' of 137' },
  ]);
});

it('tells whole words apart, not letters', () => {
  expect(wordChanges('broad petals', 'broader petals')).toEqual([
    { kind: 'removed', text: 'broad' },
    { kind: 'inserted', text: 'broader' },
    { kind: 'same', text: ' petals' },
  ]);
});

it('holds both texts to the letter', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'word', ' ', '  ', '\n', ',', 'é', '漢字'), { maxLength: 14 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, (from, to) => {
      const changes = wordChanges(from, to);
      expect(without('inserted', changes)).toBe(from);
      expect(without('removed', changes)).toBe(to);
    }),
  );
});
