import { describe, expect, it } from 'vitest';
import {
  checkImageProblems,
  settingsProblems,
  shareProblems,
  stratifiedBy,
} from '../../electron/core/features/studies/problems.ts';
import { studyChoices } from '../../electron/core/features/studies/choices.ts';
import { participantState } from '../../electron/core/features/studies/participantRows.ts';
import { drawnInWords, itemsForEach } from '../../electron/core/features/studies/report/design.ts';
import { countingHandles } from '../../electron/core/features/studies/report/record.ts';
import { readingPage, whyOver } from '../../electron/core/features/studySessions/page.ts';
import { ItemId } from '../../shared/base/ids.ts';
import { StudySettings } from '../../shared/contract/studies.ts';
import { findBenchmark } from '../../shared/benchmarks/registry.ts';
import { present } from '../helpers/present.ts';

const one = ItemId.parse('01890000-0000-7000-8000-000000000001');

describe('why a study of some settings cannot be opened', () => {
  const benchmark = present(findBenchmark('caughtcheating'));
  const conditions = present(benchmark.baseline).conditions.map(({ id }) => id);
  const check = { prompt: 'Second?', options: ['One', 'Two'], expected: 1 };
  const sample = { stratum: 'label', how: 'each', size: 2 } as const;
  const settings = StudySettings.parse({
    items: { filter: {}, sample: null },
    seed: 1,
    order: 'random',
    conditions,
    itemsEach: null,
    practice: [],
    attention: { checks: [check], every: 10 },
    breakEvery: null,
    timeLimitSeconds: null,
    whileAway: 'hide',
    allowBack: false,
    imageSide: null,
    texts: { consent: 'I agree.', instructions: '', breaks: '', thanks: '' },
  });

  it.each<[string, Partial<StudySettings>, string[]]>([
    ['nothing', {}, []],
    [
      'a version that the benchmark does not have',
      { conditions: [...conditions, 'odd'] },
      ['There is no version "odd" of the questions.'],
    ],
    ['a version named twice', { conditions: [...conditions, ...conditions] }, ['A version is named twice.']],
    [
      'an attention check without its right option',
      { attention: { checks: [{ ...check, expected: 2 }], every: 10 } },
      ['The attention check "Second?" has no right option.'],
    ],
    [
      'a question with a single option',
      {
        questionnaire: [
          { prompt: 'Age?', options: ['Any'] },
          { prompt: 'Why?', options: [] },
        ],
      },
      ['The question "Age?" has only one option.'],
    ],
    [
      'an empty consent',
      { texts: { ...settings.texts, consent: ' \n' } },
      ['The text of the consent is empty.'],
    ],
    ['a sample by label', { items: { filter: {}, sample } }, []],
    [
      'a sample by what items do not have',
      { items: { filter: {}, sample: { ...sample, crossed: ['odd', 'label'] } } },
      ['Items have no "odd" to sample by.'],
    ],
  ])('%s', (_name, more, expected) => {
    expect(settingsProblems({ ...settings, ...more }, benchmark)).toEqual(expected);
  });

  it('names each field of a sample once', () => {
    expect(stratifiedBy(null)).toEqual([]);
    expect(stratifiedBy({ ...sample, stratum: null, crossed: ['odd'] })).toEqual([]);
    expect(stratifiedBy({ ...sample, crossed: ['odd', 'label'] })).toEqual(['label', 'odd']);
  });

  const item = { name: 'Photo 1', images: ['a1'], missing: 0 };
  it.each<[string, ItemId | undefined, typeof item | undefined, boolean, string[]]>([
    ['without an image', undefined, undefined, true, []],
    ['whose item has its image', one, item, false, []],
    [
      'whose item is gone',
      one,
      undefined,
      true,
      ['The item of the attention check "Second?" is no longer here.'],
    ],
    [
      'whose item is blind to the caller',
      one,
      { ...item, images: [] },
      true,
      ['You have not answered the item of the attention check "Second?" yet.'],
    ],
    [
      'whose item has no image',
      one,
      { ...item, images: [] },
      false,
      ['The item Photo 1 of the attention check "Second?" has no image.'],
    ],
    [
      'whose item lacks one of its images',
      one,
      { ...item, missing: 1 },
      false,
      ['The item Photo 1 of the attention check "Second?" has no image.'],
    ],
  ])('an attention check %s', (_name, image, found, isBlind, expected) => {
    expect(
      checkImageProblems(
        [{ ...check, image }],
        (id) => (id === one ? found : undefined),
        (id) => id === one && isBlind,
      ),
    ).toEqual(expected);
  });

  const REJECTED = 'It was rejected.';
  it.each<[string, Parameters<typeof shareProblems>, string[]]>([
    ['all items for each', [null, { most: 3, chosen: 5 }, []], []],
    ['as many as each can see', [3, { most: 3, chosen: 5 }, []], []],
    [
      'more than there are',
      [4, { most: 3, chosen: 3 }, []],
      ['Each participant needs 4 items, but there are only 3.'],
    ],
    [
      'more than each can see',
      [4, { most: 3, chosen: 5 }, []],
      [
        "Each participant needs 4 items, but each can see only 3 of the 5, because some items reveal each other's answers.",
      ],
    ],
    [
      'no items, with why they are left out',
      [
        null,
        { most: 0, chosen: 0 },
        [
          { item: 'a', reason: REJECTED },
          { item: 'b', reason: 'It has no image.' },
          { item: 'c', reason: REJECTED },
        ],
      ],
      ['There are no items to ask about.', `2 items: ${REJECTED}`, 'b: It has no image.'],
    ],
  ])('items for each participant: %s', (_name, given, expected) => {
    expect(shareProblems(...given)).toEqual(expected);
  });
});

describe('the design of a study in words', () => {
  const sample = { stratum: null, how: 'total', size: 40 } as const;

  it.each<[Parameters<typeof drawnInWords>[0], string]>([
    [null, 'all that were chosen'],
    [sample, '40 in total'],
    [{ ...sample, how: 'each', stratum: 'label' }, '40 per stratum, by label'],
    [{ ...sample, stratum: 'label', crossed: ['place'] }, '40 in total, by label × place'],
  ])('says how items were drawn: %j', (given, expected) => {
    expect(drawnInWords(given)).toBe(expected);
  });

  it.each([
    [{ items: 6, itemsEach: 6, apart: true }, 'all'],
    [{ items: 6, itemsEach: 4, apart: false }, '4'],
    [
      { items: 6, itemsEach: 4, apart: true },
      '4; of items that tell each other’s answers one, their kinds counterbalanced over participants',
    ],
  ])('says how many each participant sees: %j', (given, expected) => {
    expect(itemsForEach(given)).toBe(expected);
  });
});

describe('whose answers a report counts', () => {
  const excluded = { reason: 'Slept.', by: 'ana', at: 1 };
  const participants = [
    { handle: 'finished', excluded: null, state: 'finished' },
    { handle: 'sitting', excluded: null, state: 'sitting' },
    { handle: 'excluded', excluded, state: 'finished' },
  ] as const;

  it.each([
    [false, ['finished']],
    [true, ['finished', 'sitting']],
  ])('with unfinished ones %s', (unfinished, expected) => {
    expect([...countingHandles(participants, unfinished)]).toEqual(expected);
  });
});

describe('what a participant reads between questions', () => {
  it.each([
    ['start', 'start'],
    ['second_pass', 'second_pass'],
    ['break', 'break'],
    ['instructions', 'instructions'],
    [null, 'instructions'],
  ] as const)('at an entry of kind %s: %s', (kind, expected) => {
    expect(readingPage(kind)).toBe(expected);
  });
});

describe('how far a participant has come', () => {
  const waiting = { startedAt: null, finishedAt: null, withdrawnAt: null };

  it.each([
    ['waiting', {}],
    ['sitting', { startedAt: 1 }],
    ['finished', { startedAt: 1, finishedAt: 2 }],
    ['withdrawn', { startedAt: 1, withdrawnAt: 2 }],
    ['withdrawn', { withdrawnAt: 2 }],
  ])('%s: %j', (expected, more) => {
    expect(participantState({ ...waiting, ...more })).toBe(expected);
  });
});

describe('what a new study begins with', () => {
  const benchmark = present(findBenchmark('caughtcheating'));
  const baseline = present(benchmark.baseline);
  const followUps = { title: 'Cues', why: 'Later.', instructions: 'Twice.' };

  it('is nothing where the benchmark asks participants nothing', () => {
    const { baseline: _, ...none } = benchmark;
    expect(studyChoices(none, 7)).toBeNull();
  });

  it('is every version, by the seed given, with strata of the label and every facet', () => {
    const choices = studyChoices(benchmark, 7);
    expect(choices?.initial).toMatchObject({ seed: 7, conditions: baseline.conditions.map(({ id }) => id) });
    expect(choices?.strata.map(({ name }) => name)).toEqual([
      'label',
      ...benchmark.facets.map(({ name }) => name),
    ]);
  });

  it.each([
    [{ startingFacets: { media: ['photo'] } }, { facets: { media: ['photo'] } }],
    [{ startingFacets: undefined }, {}],
  ])('is all items, or those of the facets that the benchmark starts with: %j', (more, filter) => {
    const { startingFacets: _, ...plain } = baseline;
    const own = more.startingFacets === undefined ? plain : { ...plain, startingFacets: more.startingFacets };
    expect(studyChoices({ ...benchmark, baseline: own }, 7)?.initial.items.filter).toEqual(filter);
  });

  it('asks what follows up in a second pass, with instructions of its own', () => {
    const { followUps: _, ...plain } = baseline;
    const first = studyChoices({ ...benchmark, baseline: plain }, 7);
    expect(first?.followUps).toBeNull();
    expect(first?.initial.followUps).toBeUndefined();
    expect(first?.initial.texts.instructions).toBe(plain.texts.instructions);
    const twice = studyChoices({ ...benchmark, baseline: { ...plain, followUps } }, 7);
    expect(twice?.initial).toMatchObject({ followUps: 'second_pass', texts: { instructions: 'Twice.' } });
    expect(twice?.followUps?.instructions).toEqual({
      with_item: plain.texts.instructions,
      second_pass: 'Twice.',
    });
  });
});

describe('why somebody is no longer in a study', () => {
  it.each([
    [null, 'left'],
    ['withdrawal', 'left'],
    ['attention', 'left'],
    ['silence', 'released'],
    ['returned', 'panel'],
    ['timed_out', 'panel'],
    ['rejected', 'panel'],
  ] as const)('by what their place was released for: %s', (releasedFor, expected) => {
    expect(whyOver(releasedFor)).toBe(expected);
  });
});
