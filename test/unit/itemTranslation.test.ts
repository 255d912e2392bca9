import { describe, expect, it } from 'vitest';
import { ItemId } from '../../shared/base/ids.ts';
import {
  type AskedText,
  type ItemTranslation,
  readTranslations,
  translationLines,
  translationStatus,
  withTranslations,
} from '../../shared/domain/itemTranslation.ts';
import { present } from '../helpers/present.ts';

const id = (number: number): ItemId =>
  ItemId.parse(`01900000-0000-7000-8000-${String(number).padStart(12, '0')}`);

const texts: AskedText[] = [
  { itemId: id(1), item: 'one', field: 'main', text: 'Is she\nalone?' },
  { itemId: id(1), item: 'one', field: 'sub/0', text: 'Is there a cup?' },
  { itemId: id(2), item: 'two', field: 'main', text: 'Is he?' },
];

const filled = translationLines(texts, [], 'de').map((line, place) => ({
  ...line,
  line: place + 2,
  text: `Frage ${String(place + 1)}`,
  translator: 'Eva',
}));
const translations = readTranslations(filled, texts, 'de').translations;

describe('a table of translations', () => {
  it('holds every text, empty where there is no translation, and gives them back', () => {
    expect(translationLines(texts, [], 'de')[1]).toEqual({
      item: 'one',
      field: 'sub/0',
      original: 'Is there a cup?',
      text: '',
      translator: '',
    });
    expect(translations).toHaveLength(3);
    const again = translationLines(texts, translations, 'de').map((line, place) => ({
      ...line,
      line: place + 2,
    }));
    expect(again).toEqual(filled);
  });

  it('takes line breaks as spreadsheets write them, and spaces around', () => {
    const lines = filled.map((line) => ({ ...line, original: ` ${line.original.replace('\n', '\r\n')} ` }));
    expect(readTranslations(lines, texts, 'de').translations).toEqual(translations);
  });

  const wrong: [string, Partial<(typeof filled)[number]>, RegExp][] = [
    ['an item that the study does not ask about', { item: 'three' }, /no item "three"/u],
    ['a text that nobody reads', { field: 'answer' }, /no text "answer" of the item "one"/u],
    ['a text of another item', { item: 'two' }, /no text "sub\/0" of the item "two"/u],
    [
      'an original that is not today’s',
      { original: 'Is there a mug?' },
      /differs from the item’s text today/u,
    ],
    ['the text of another line', { field: 'main', original: 'Is she\nalone?' }, /repeats line 2/u],
    ['no translator', { translator: ' ' }, /translator is missing/u],
    ['a text that is too long', { text: 'x'.repeat(10_001) }, /longer than 10000 characters/u],
    ['a name that is too long', { translator: 'x'.repeat(201) }, /longer than 200 characters/u],
    ['characters that a spreadsheet lost', { text: 'sch\uFFFDn' }, /save the file as UTF-8/u],
  ];
  it.each(wrong)('with %s is refused whole, by its line', (_what, change, reason) => {
    const lines = filled.map((line) => (line.line === 3 ? { ...line, ...change } : line));
    const read = readTranslations(lines, texts, 'de');
    expect(read.translations).toEqual([]);
    expect(read.problems).toEqual([{ line: 3, reason: expect.stringMatching(reason) }]);
  });

  it('may have lines without a translation, which need no translator', () => {
    const lines = filled.map((line) => (line.line === 3 ? { ...line, text: ' ', translator: '' } : line));
    const read = readTranslations(lines, texts, 'de');
    expect(read).toMatchObject({ empty: 1, problems: [] });
    expect(read.translations.map(({ field }) => field)).toEqual(['main', 'main']);
  });
});

describe('how much is translated', () => {
  it('counts texts, and items of which every text is', () => {
    expect(translationStatus(texts, translations.slice(1), 'de')).toEqual({
      language: 'de',
      texts: 3,
      translated: 2,
      outdated: 0,
      items: 2,
      translatedItems: 1,
    });
    expect(translationStatus(texts, translations, 'zh').translated).toBe(0);
  });

  it('leaves out what is of an earlier text, and counts it', () => {
    const edited = texts.map((each) => (each.item === 'two' ? { ...each, text: 'Is he alone?' } : each));
    expect(translationStatus(edited, translations, 'de')).toMatchObject({
      translated: 2,
      outdated: 1,
      translatedItems: 1,
    });
    expect(translationLines(edited, translations, 'de')[2]).toMatchObject({ text: '', translator: '' });
  });
});

it('a later translation takes the place of the one of its text in its language alone', () => {
  const first = present(translations[0]);
  const better: ItemTranslation = { ...first, text: 'Besser' };
  const chinese: ItemTranslation = { ...first, language: 'zh' };
  const after = withTranslations(translations, [better, chinese]);
  expect(after.map(({ text }) => text)).toEqual(['Besser', 'Frage 2', 'Frage 3', 'Frage 1']);
});
