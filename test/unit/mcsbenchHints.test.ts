import { describe, expect, test } from 'vitest';
import { hintsOf } from '../../shared/benchmarks/mcsbench/hints.ts';
import { mcsBench } from '../../shared/benchmarks/mcsbench/index.ts';
import { Payload } from '../../shared/benchmarks/mcsbench/schema.ts';
import { saidIn, withoutNumber } from '../../shared/benchmarks/mcsbench/wordForms.ts';
import type { JsonObject } from '../../shared/domain/json.ts';
import { generatedMcsBench, plantedIn } from '../helpers/generatedMcsBench.ts';
import { mcsBenchItem } from '../helpers/mcsBenchItems.ts';

const kindsOf = (change: JsonObject): string[] =>
  hintsOf(Payload.parse({ ...mcsBenchItem(), rc_breakdown: null, ...change })).map(({ kind }) => kind);

describe('hints', () => {
  test.each([1, 2, 3])('are all that was planted, and nothing else (seed %i)', (seed) => {
    const found = new Set<string>();
    for (const { id, item } of generatedMcsBench({ seed, inline: true }))
      for (const { kind } of mcsBench.validation?.hints(item) ?? []) found.add(`${id}: ${kind}`);
    const planted = plantedIn({ seed }).hints.map(({ item, kind }) => `${item}: ${kind}`);
    expect([...found].toSorted()).toEqual(planted.toSorted());
  });

  test('find the name of a concept in either number', () => {
    const question = (text: string) => kindsOf({ question: `What tells ${text} from others?` });
    for (const concept of ['horse', 'cactus', 'mouse', 'magpie', 'knife', 'olive', 'lens', 'potato', 'vise'])
      expect([concept, kindsOf({ concept, question: `What is it with ${PLURALS[concept] ?? ''}?` })]).toEqual(
        [concept, ['concept-in-question']],
      );
    expect(question('Ornamental_onions')).toEqual(['concept-in-question']);
    expect(question('an onion')).toEqual([]);
    expect(kindsOf({ concept: 'crane (bird)', question: 'Is it one of the cranes?' })).toEqual([
      'concept-in-question',
    ]);
    expect(kindsOf({ concept: 'crane (bird)', question: 'What kind of bird is it?' })).toEqual([]);
    expect(kindsOf({ concept: 'doe', question: 'What does it do?' })).toEqual([]);
    expect(kindsOf({ concept: 'toe', question: 'What does it belong to?' })).toEqual([]);
  });

  test('tell figures apart by their sign and point', () => {
    expect(
      new Set(['5 mm', '-5 mm', '.5 mm, 1', '1.5 mm', '15 mm', '> 15 mm', '< 15 mm'].map(saidIn)).size,
    ).toBe(7);
    expect(saidIn('Tepals, joined (into a tube).')).toBe(saidIn('tepals joined into a tube'));
    const otherKinds = (change: JsonObject): string[] =>
      kindsOf(change).filter((kind) => kind !== 'measurement');
    expect(otherKinds({ options: ['-5 °C', '5 °C', '1.5 °C', '15 °C', '51 °C'] })).toEqual([]);
    expect(
      otherKinds({ options: ['2 mm', '1 mm', '3 mm', '4 mm', '5 mm'], question: 'Is it 11.2 mm, or what?' }),
    ).toEqual([]);
  });

  const FIVE = [
    'Tepals joined into a tube',
    'An umbel of broad tepals',
    'Bracts forming a cup',
    'Leaves in two ranks',
    'Anthers beyond the tepals',
  ];
  const hinted = (change: JsonObject): string[] => kindsOf({ options: FIVE, answer: 'A', ...change });

  test.each([
    ['An umbel of broad tepal', []],
    ['Tepals joined into a tubes', ['near-duplicate-options']],
    ['Into a tube joined tepals', ['near-duplicate-options']],
    ['Tepals joined into a tube', ['duplicate-options']],
  ])('find options that are nearly the same: %s', (text, kinds) => {
    expect(hinted({ options: FIVE.with(1, text) })).toEqual(kinds);
  });

  test('take figures for what they are', () => {
    const kinds = hinted({
      options: ['Whorls of 12 tepals', 'Whorls of 13 tepals', 'Bracts', 'Leaves', 'Anthers'],
    });
    expect(kinds).not.toContain('near-duplicate-options');
  });

  test.each(['\u200b', '\u202e', '\u2066', '\ufeff', '\u00ad'])(
    'find an invisible character (%j)',
    (character) => {
      expect(hinted({ question: `Which part${character} tells it apart?` })).toEqual([
        'invisible-characters',
      ]);
      expect(hinted({ options: FIVE.with(2, `Bracts${character} forming a cup`) })).toEqual([
        'invisible-characters',
      ]);
    },
  );

  test('find a gold option that its capitals give away', () => {
    const small = FIVE.map((text) => text.toLowerCase());
    expect(hinted({ options: small.with(0, FIVE[0] ?? '') })).toEqual(['gold-in-capitals']);
    expect(hinted({ options: FIVE.with(0, small[0] ?? '') })).toEqual(['gold-in-capitals']);
    expect(hinted({ options: FIVE.with(0, 'TEPALS JOINED INTO A TUBE') })).toEqual(['gold-in-capitals']);
    expect(hinted({ options: FIVE.with(1, 'AN UMBEL OF BROAD TEPALS') })).toEqual([]);
    expect(hinted({ options: small })).toEqual([]);
  });

  test.each([
    ['The tube is seen. Therefore, the answer is C.', ['chain-names-another-option']],
    [['The tube is seen.', 'So option (B) follows.'], ['chain-names-another-option']],
    ['Option B has no tube. Therefore, the answer is A.', []],
    ['The tube is seen, which only one option names.', []],
  ])('find a golden chain that ends elsewhere: %j', (chain, kinds) => {
    expect(hinted({ rc_breakdown: chain })).toEqual(kinds);
  });

  describe('at what the generation prompt forbids', () => {
    const OPTIONS = [
      'Tepals joined into a tube',
      'An umbel of broad tepals',
      'Bracts forming a cup',
      'Leaves in two ranks',
      'Anthers beyond the tepals',
    ];
    const withOption = (text: string): string[] => kindsOf({ options: OPTIONS.with(1, text), answer: 'A' });
    test.each([
      'An umbel as in ornamental onions',
      'The ornamental onion’s umbel',
      'Ornamental Onion, broad tepals',
      'An umbel typical of Ornamental-onions',
    ])('find the concept in an option: %s', (text) => {
      expect(withOption(text)).toEqual(['concept-in-option']);
    });
    test.each([
      'Tepals about 5 mm long',
      'Tepals 3–5 cm long',
      'Stalk of 1.2 m',
      'Umbel ten centimetres across',
      'Leaves set at 45°',
      'Leaves at 90 degrees',
      'A cover of 30 %',
      'A cover of 30 percent',
      'A 12-inch stalk',
      'Bulb of 20 to 30 grams',
    ])('find a measurement: %s', (text) => {
      expect(withOption(text)).toEqual(['measurement']);
      expect(kindsOf({ question: `Which plant has this: ${text}?` })).toEqual(['measurement']);
    });
    test.each([
      'All of the above',
      'None of the above.',
      'None of these',
      'all of these options',
      'Both A and C',
      'A and C',
      'Neither of the above',
      'None of the above features is visible',
      'All the above',
      'None',
      'All are correct',
    ])('find an option about the others: %s', (text) => {
      expect(withOption(text)).toEqual(['all-or-none']);
    });
    test.each([
      'Three broad tepals',
      'All of the tepals joined',
      'None of the leaves toothed',
      'Both bracts papery',
      'An umbel of 12 tepals in a ring',
      'A second ring of 6 leaves',
      'An onion',
      'A and broad leaves',
    ])('say nothing of %s', (text) => {
      expect(withOption(text)).toEqual([]);
    });
  });

  test('take images for what they are', () => {
    const options = ['Image-1', 'Image-2', 'Image-1 and Image-2', 'Image-3', 'Image-1, Image-2 and Image-3'];
    expect(kindsOf({ options, answer: 'E', question: 'Which looks like Image-1?' })).toEqual([]);
    expect(kindsOf({ options: options.with(4, 'Images 2, 1'), answer: 'A' })).toEqual([]);
    expect(kindsOf({ options: options.with(4, 'Image-2, Image-1'), answer: 'A' })).toEqual([
      'duplicate-options',
    ]);
  });

  test('count different references alone', () => {
    expect(kindsOf({ references: ['a', 'A ', 'b', ''] })).toEqual(['few-references']);
    expect(kindsOf({ references: [{ title: 'a' }, { title: 'b' }, 'c'] })).toEqual([]);
  });

  test('give a word and its plural one form', () => {
    for (const [one, many] of Object.entries(PLURALS)) expect(withoutNumber(many)).toBe(withoutNumber(one));
  });
});

const PLURALS: Readonly<Record<string, string>> = {
  axe: 'axes',
  box: 'boxes',
  cactus: 'cacti',
  dormouse: 'dormice',
  fly: 'flies',
  goose: 'geese',
  hive: 'hives',
  horse: 'horses',
  house: 'houses',
  iris: 'irises',
  knife: 'knives',
  larva: 'larvae',
  lens: 'lenses',
  magpie: 'magpies',
  mouse: 'mice',
  olive: 'olives',
  potato: 'potatoes',
  shoe: 'shoes',
  slice: 'slices',
  species: 'species',
  stamen: 'stamens',
  toe: 'toes',
  vise: 'vises',
};
