import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { hintsOf } from '../../shared/benchmarks/mcsbench/hints.ts';
import { mcsBench } from '../../shared/benchmarks/mcsbench/index.ts';
import { McsBenchPayload } from '../../shared/benchmarks/mcsbench/schema.ts';
import { doubt } from '../../shared/benchmarks/problems.ts';
import { hintsBeside } from '../../shared/benchmarks/validation.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { generatedMcsBench, plantedIn } from '../helpers/generatedMcsBench.ts';
import { kindsOf } from '../helpers/mcsBenchHints.ts';
import { mcsBenchItem } from '../helpers/mcsBenchItems.ts';

const ITEM = mcsBenchItem();

describe('hints', () => {
  test.each([1, 2, 3])('are all that was planted, and nothing else (seed %i)', (seed) => {
    const found = new Set<string>();
    for (const { id, item } of generatedMcsBench({ seed, inline: true }))
      for (const { kind } of mcsBench.validation?.hints(item) ?? []) found.add(`${id}: ${kind}`);
    const planted = plantedIn({ seed }).hints.map(({ item, kind }) => `${item}: ${kind}`);
    expect([...found].toSorted()).toEqual(planted.toSorted());
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

  test.each(SOUND)('say nothing of a sound item: %j', (change) => {
    expect(hintsOf(McsBenchPayload.parse({ ...mcsBenchItem(), ...change }))).toEqual([]);
  });

  test.each([
    ['Hence B.', []],
    ['Hence C.', ['chain-names-another-option']],
    ['So it is A. oreophilum, not C.', []],
    ['Options A, C, D and E fail; B remains.', []],
    ['Only C is left.', ['chain-names-another-option']],
    ['Both leave one answer: A round hole opens its body.', []],
    ['So the answer is a bird.', []],
    ['So the answer is A.', ['chain-names-another-option']],
    ['Therefore the plant has bracts that form a papery cup.', ['chain-names-another-option']],
    ['Therefore it has an umbel of broad, open tepals, not bracts that form a papery cup.', []],
    ['Bracts that form a papery cup are absent, hence an umbel of broad, open tepals.', []],
  ])('see where the golden chain ends: %s', (last, kinds) => {
    expect(kindsOf({ rc_breakdown: ['O1: the tepals are broad.', last] })).toEqual(kinds);
  });

  test('see where the gold chain of a probe ends', () => {
    const [probe = null] = Array.isArray(ITEM['rc_items']) ? ITEM['rc_items'] : [];
    expect(kindsOf({ rc_items: [probe] })).toEqual([]);
    expect(kindsOf({ rc_items: [probe], answer: 'C' })).toEqual(['chain-names-another-option']);
  });

  test('see a probe that has the chains of an earlier one', () => {
    const [probe = null] = Array.isArray(ITEM['rc_items']) ? ITEM['rc_items'] : [];
    expect(kindsOf({ rc_items: [probe, probe] })).toEqual(['repeated-chains']);
    const { options } = z.looseObject({ options: z.array(z.string()) }).parse(probe);
    const other = { ...z.looseObject({}).parse(probe), options: options.toReversed(), answer: options.at(0) };
    expect(kindsOf({ rc_items: [probe, other] })).not.toContain('repeated-chains');
  });

  const saw = (text: string): JsonObject => ({ evidence: [{ id: 'O1', kind: 'observation', text }] });
  test.each([
    ['This shows that option C is right.', ['evidence-for-another-option']],
    ['This shows that option B is right.', []],
    ['This shows that option C is not right.', []],
    ['Bracts that form a papery cup stand below the flower.', ['evidence-for-another-option']],
    ['An umbel of broad, open tepals above bracts that form a papery cup.', []],
    ['Unlike its neighbours it has no bracts that form a papery cup.', []],
  ])('see what the evidence speaks for: %s', (text, kinds) => {
    expect(kindsOf(saw(text))).toEqual(kinds);
  });
  test('take no observation for an answer where the question asks for what is not seen', () => {
    expect(
      kindsOf({ ...saw('Bracts that form a papery cup.'), question: 'Which part does it not have?' }),
    ).toEqual([]);
  });

  test('take "3" and "three" for the same', () => {
    expect(hinted({ options: FIVE.with(1, 'Three petals').with(2, '3 petals') })).toEqual([
      'duplicate-options',
    ]);
    expect(hinted({ options: FIVE.with(1, 'Three petals').with(2, '4 petals') })).toEqual([]);
  });

  test.each([
    [['A. Red', 'C. Blue', 'B. Green', 'D. Grey', 'E. Black'], 2],
    [['(B) Red', 'Blue', 'Green', 'Grey', '(E) Black'], 1],
    [['A. Red', 'B. Blue', 'C. Green', 'D. Grey', 'E. Black'], 0],
    [['A. oreophilum leaf', 'E. coli rod', 'B. subtilis rod', 'Blue tit', 'Coal tit'], 0],
  ])('find letters that are not those of their places: %j', (options, count) => {
    const kinds = kindsOf({ options, answer: 'A' });
    expect(kinds).toEqual(Array.from({ length: count }, () => 'letter-of-another-option'));
  });

  test.each([
    [{ question: 'What tells Image-4 from the rest?' }, ['image-not-there']],
    [{ question: 'What tells Image-2 apart?', image: 'a.jpg', images: null }, ['image-not-there']],
    [{ question: 'What tells image 3 from the rest?' }, []],
    [{ options: FIVE.with(2, 'The bract of Image-0') }, ['image-not-there']],
    [{ rc_breakdown: ['O1: Image-7 has it.'] }, ['image-not-there']],
  ])('find images that are not there: %j', (change, kinds) => {
    expect(hinted({ image: null, images: ['a.jpg', 'b.jpg', 'c.jpg'], ...change })).toEqual(kinds);
  });

  test.each([
    ['photos/tepals-joined-into-a-tube.jpg', ['gold-in-file-name']],
    ['photos/answer_A.jpg', ['gold-in-file-name']],
    ['photos/answer_B.jpg', []],
    ['photos/leaves-in-two-ranks.jpg', []],
    ['photos/allium-oreophilum.jpg', []],
  ])('find a file name that holds the gold: %s', (image, kinds) => {
    expect(hinted({ image })).toEqual(kinds);
  });

  test.each([
    [{ question: 'Which part isnâ€™t there?' }, ['wrecked-encoding']],
    [{ options: FIVE.with(1, 'FranÃ§ois’ onion') }, ['wrecked-encoding']],
    [{ evidence: [{ id: 'E1', text: 'At 20Â°C' }] }, ['wrecked-encoding']],
    [{ question: 'Which part is there &amp; which not?' }, ['wrecked-encoding']],
    [{ question: 'Which part of the “Königskerze” isn’t there – or is it São Paulo’s Ä, Ö, Å?' }, []],
  ])('find wrecked encoding: %j', (change, kinds) => {
    expect(hinted(change)).toEqual(kinds);
  });

  test.each([
    [{ question: 'Which part tells it apart? (Answer: A)' }, ['answer-told']],
    [{ question: 'Which part tells it apart? [correct answer is the tube]' }, ['answer-told']],
    [{ question: 'Which part tells it apart? Answer: B.' }, ['answer-told']],
    [{ options: FIVE.with(0, 'Tepals joined into a tube (correct)') }, ['answer-told']],
    [{ options: FIVE.with(3, 'Leaves in two ranks ✗') }, ['answer-told']],
    [{ question: 'Which answer is right (one of five)?' }, []],
    [{ question: 'Which answer fits: the first, or another?' }, []],
  ])('find an answer that is told: %j', (change, kinds) => {
    expect(hinted(change)).toEqual(kinds);
  });

  test.each([
    [[null, 'b', 'c', 'd', 'e'], []],
    [['correct answer', 'b', 'c', 'd', 'e'], []],
    [['b', 'c', 'd', 'e'], []],
    ['Set confusion', []],
    [['Partial match', 'b', 'c', 'd', 'e'], ['strategy-on-gold']],
    [
      ['Partial match', null, 'c', 'd', 'e'],
      ['strategy-on-gold', 'no-strategy'],
    ],
    [['b', '', 'd', 'e'], ['no-strategy']],
    [{ B: 'b', C: 'c', D: 'd' }, ['no-strategy']],
    [{ A: 'a', B: 'b', C: 'c', D: 'd', E: 'e' }, ['strategy-on-gold']],
    [[], []],
    [3, []],
  ])('find strategies in wrong places: %j', (strategy, kinds) => {
    expect(hinted({ strategy })).toEqual(kinds);
  });

  test.each([
    [{ id: 'E1', text: 'So it is.', references: [3] }, []],
    [{ id: 'E1', text: 'So it is.', references: [4] }, ['reference-not-there']],
    [{ id: 'E1', text: 'So it is [5].' }, ['reference-not-there']],
    [{ id: 'E1', text: 'So it is.', references: [0, 2] }, []],
    [{ id: 'E1', text: 'So it is.', references: [0, 3] }, ['reference-not-there']],
    [{ id: 'E1', text: 'So it is.', references: ['R9'] }, ['reference-not-there']],
    [{ id: 'E1', text: 'So it is.', references: ['Allium: a review', 'https://example.org/x'] }, []],
  ])('find references that are not there: %j', (evidence, kinds) => {
    expect(hinted({ evidence: [evidence] })).toEqual(kinds);
  });

  test.each([
    [['O1: the tube is seen.', 'E1: no neighbour has it.'], []],
    [['O1: the tube is seen.', 'E3: no neighbour has it.'], ['evidence-not-there']],
    [['It takes up O2 (O1), as E1 says.'], []],
    [['(O2) The tube is seen.'], ['evidence-not-there']],
  ])('find evidence that a chain names and that is not there: %j', (chain, kinds) => {
    expect(hinted({ rc_breakdown: chain })).toEqual(kinds);
  });

  test('leave to Health what is often true of a whole set', () => {
    const { validation } = mcsBench;
    const faults = { references: [], concept: 'tepals', question: 'Which tepals isnâ€™t theirs?' };
    const payload = { ...mcsBenchItem(), evidence: null, ...faults };
    const kinds = (hints: readonly { readonly kind: string }[]): string[] => hints.map(({ kind }) => kind);
    expect(kinds(validation?.hints(payload) ?? [])).toEqual(
      expect.arrayContaining(['few-references', 'concept-in-question', 'concept-in-option']),
    );
    expect(kinds(hintsBeside(validation, payload, []))).toEqual(['wrecked-encoding']);
    const [told] = hintsBeside(validation, payload, []);
    expect(hintsBeside(validation, payload, [doubt('question', told?.message ?? '')])).toEqual([]);
  });
});

/** Whole items as a careful author writes them: a hint at one of them is false. */
const SOUND: readonly JsonObject[] = [
  {},
  { answer: 'An umbel of broad, open tepals' },
  { strategy: 'Confusing attributes' },
  { evidence: null, rc_items: null },
  { rc_breakdown: 'O1 shows broad tepals; E1 rules out A, C, D and E. Therefore, the answer is B.' },
  { image: null, images: [{ file: 'Allium_oreophilum_(3).jpg', source: 'WikiCommons' }] },
  {
    evidence: [
      'O1: The tepals are broad.',
      { id: 'E1', text: 'Agapanthus has tepals joined into a long tube.', references: [2] },
    ],
  },
  { question: 'Which of these does the plant shown in Image-1 share with no neighbour (choose one)?' },
];
