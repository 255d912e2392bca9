import { describe, expect, test } from 'vitest';
import { saidIn, withoutNumber } from '../../shared/benchmarks/mcsbench/wordForms.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { kindsOf } from '../helpers/mcsBenchHints.ts';

describe('word forms', () => {
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
