import { expect, it } from 'vitest';
import { translationOf } from '../../renderer/ui/participant/translation.ts';

const plain = { classes: [], lang: 'de', own: 'de', hasMarks: false };

it.each([
  ['as Casebook wrote it', {}, null],
  ['in another case', { lang: 'DE' }, null],
  ['outside of a study', { lang: 'fr', own: null }, null],
  ['by Google into French', { classes: ['translated-ltr'], lang: 'fr', hasMarks: true }, 'fr'],
  ['by Google into a language that it does not name', { classes: ['translated-rtl'] }, 'unknown'],
  ['by Firefox, which changes the language alone', { lang: 'pl' }, 'pl'],
  ['by what leaves marks alone', { hasMarks: true }, 'unknown'],
  ['into what takes no name', { lang: 'x'.repeat(99) }, 'x'.repeat(35)],
])('a page %s', (_, signs, expected) => {
  expect(translationOf({ ...plain, ...signs })).toBe(expected);
});
