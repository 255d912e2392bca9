import { describe, expect, it } from 'vitest';
import {
  itemsInScope,
  variantsOutlook,
  variantsRequest,
  variantsToMake,
} from '../../renderer/screens/imageGeneration/variantsDraft.ts';
import {
  fontWords,
  type WordsDraft,
  wordsOutlook,
  wordsRequest,
  wordsSetting,
} from '../../renderer/screens/imageGeneration/wordsDraft.ts';
import { ItemId } from '../../shared/base/ids.ts';

describe('words to render', () => {
  const draft: WordsDraft = {
    source: 'list',
    text: 'lantern',
    file: '',
    categories: [],
    count: '',
    seed: 7,
    fonts: [],
    fontFolder: ' ',
  };
  const casebook = { kind: 'casebook' } as const;

  it.each<[string, Partial<WordsDraft>, boolean]>([
    ['one image of each word', {}, true],
    ['a number of images', { count: 20 }, true],
    ['one image', { count: 1 }, true],
    ['no words', { text: ' ' }, false],
    ['no file', { source: 'file' }, false],
    ['a file', { source: 'file', text: '', file: 'words.csv' }, true],
    ['no seed', { seed: '' }, false],
    ['a number that is none', { count: 'many' }, false],
    ['no image', { count: 0 }, false],
  ])('%s', (_, change, isComplete) => {
    expect(wordsRequest({ ...draft, ...change }, casebook) !== null).toBe(isComplete);
    expect(wordsRequest({ ...draft, ...change }, null)).toBeNull();
  });

  it('ask for what the form says', () => {
    const filled = { ...draft, categories: ['Things'], fontFolder: ' fonts ', count: 3 };
    expect(wordsRequest(filled, casebook)).toEqual({
      words: { kind: 'list', text: 'lantern' },
      seed: 7,
      fonts: [],
      categories: ['Things'],
      fontFolder: 'fonts',
      count: 3,
      target: casebook,
    });
    expect(wordsSetting({ ...draft, source: 'file', file: ' w.txt ', seed: '' })).toEqual({
      words: { kind: 'file', file: 'w.txt' },
      seed: 0,
      fonts: [],
    });
  });

  it.each([
    ['', undefined, 'No words yet.'],
    ['', { words: 2 }, '2 images to render.'],
    [1, { words: 2 }, '1 image to render.'],
  ] as const)('%s of %o: %s', (count, list, outlook) => {
    expect(wordsOutlook({ count }, list)).toBe(outlook);
  });

  it('name the fonts that replace others', () => {
    expect(
      fontWords([
        { family: 'Arial', used: 'Arimo' },
        { family: 'Lobster', used: null },
        { family: 'Inter', used: 'Inter' },
      ]),
    ).toBe('Arial (Arimo replaces it), Lobster (not on this computer), Inter');
  });
});

describe('variants to make', () => {
  const chosen = { ids: [ItemId.parse('019a0000-0000-7000-8000-000000000001')] };
  const filter = { text: 'bus' };
  it.each([
    ['all', chosen, 'all', { filter: {} }],
    ['list', chosen, 'list', { filter }],
    ['chosen', chosen, 'chosen', chosen],
    ['chosen', null, 'all', { filter: {} }],
  ] as const)('of the scope %s', (scope, selection, after, items) => {
    expect(itemsInScope(scope, selection, filter)).toEqual({ scope: after, items });
  });

  const counts = { originals: 2, there: 3, missing: 5 };
  const draft = { items: { filter: {} }, transformations: ['blur'], seed: 1, counts };
  it.each([
    [counts, 'casebook', 5, '5 images to make of 2 originals; 3 exist already.'],
    [counts, 'folder', 8, '8 images to make of 2 originals.'],
    [{ ...counts, there: 1 }, 'casebook', 5, '5 images to make of 2 originals; 1 exist already.'],
    [{ ...counts, there: 0 }, 'casebook', 5, '5 images to make of 2 originals.'],
    [undefined, 'casebook', 0, 'Choose at least one transformation.'],
  ] as const)('%o into a %s', (found, into, number, outlook) => {
    expect(variantsToMake(found, into)).toBe(number);
    expect(variantsOutlook(found, into)).toBe(outlook);
  });

  it.each<[string, Partial<typeof draft>, boolean]>([
    ['with all that is needed', {}, true],
    ['with one image to make', { counts: { ...counts, missing: 1 } }, true],
    ['without a transformation', { transformations: [] }, false],
    ['that are there already', { counts: { ...counts, missing: 0 } }, false],
    ['without a seed', { seed: -1 }, false],
  ])('%s', (_, change, isComplete) => {
    expect(variantsRequest({ ...draft, ...change }, { kind: 'casebook' }) !== null).toBe(isComplete);
    expect(variantsRequest({ ...draft, ...change }, null)).toBeNull();
  });
});
