import { describe, expect, it } from 'vitest';
import { participantActions } from '../../renderer/screens/studies/participantActions.ts';
import { previewFacts, studyFacts } from '../../renderer/screens/studies/studyFacts.ts';
import { StudyId } from '../../shared/base/ids.ts';
import type { Study, StudySettings } from '../../shared/contract/studies.ts';

const settings: StudySettings = {
  items: { filter: {}, sample: null },
  itemsEach: null,
  order: 'random',
  conditions: ['plain'],
  practice: [],
  attention: { checks: [], every: 10 },
  breakEvery: null,
  timeLimitSeconds: null,
  whileAway: 'hide',
  allowBack: false,
  imageSide: null,
  texts: { consent: '', instructions: '', breaks: '', thanks: '' },
  onWithdrawal: 'keep',
  seed: 7,
};
const study: Study = {
  id: StudyId.parse('019a0000-0000-7000-8000-000000000001'),
  title: 'Pilot',
  state: 'open',
  settings,
  createdBy: 'Ada',
  createdAt: 0,
  updatedAt: 0,
  items: 20,
  itemsEach: 20,
  apart: false,
  participants: { total: 0, started: 0, finished: 0, excluded: 0 },
};
const options = {
  conditions: [
    { id: 'plain', title: 'Plain' },
    { id: 'hint', title: 'With a hint' },
  ],
  followUps: null,
};

describe('what a study’s settings say', () => {
  it('names what every study has', () => {
    expect(studyFacts(study, options).map(([name]) => name)).toEqual([
      'Items',
      'Order',
      'Seed',
      'Window not in front',
      'Language',
      'Leaving early',
      'Created',
    ]);
  });

  it.each<[string, Partial<Study>, Partial<StudySettings>, string, string]>([
    ['a draft', { state: 'draft' }, {}, 'Items', '20 items at present'],
    ['parts of the items', { itemsEach: 5 }, {}, 'Items per participant', '5 items'],
    [
      'items apart',
      { itemsEach: 5, apart: true },
      {},
      'Items per participant',
      '5 items, never two that reveal each other’s answers',
    ],
    ['versions', {}, { conditions: ['plain', 'hint'] }, 'Versions', 'Plain, With a hint'],
    ['versions that are gone', {}, { conditions: ['plain', 'gone'] }, 'Versions', 'Plain, gone'],
    ['one order', {}, { order: 'fixed' }, 'Order', 'the same for everybody'],
    ['breaks', {}, { breakEvery: 5 }, 'Breaks', 'after every 5 items'],
    ['a time limit', {}, { timeLimitSeconds: 30 }, 'Time', '30 seconds per question'],
    ['smaller images', {}, { imageSide: 800 }, 'Images', 'longest side 800 px'],
    ['going back', {}, { allowBack: true }, 'Going back', 'to the previous question'],
    ['no progress', {}, { showsProgress: false }, 'Progress', 'participants do not see it'],
    ['deleting', {}, { onWithdrawal: 'delete' }, 'Leaving early', 'answers are deleted'],
  ])('%s', (_, change, changed, name, value) => {
    const facts = studyFacts({ ...study, ...change, settings: { ...settings, ...changed } }, options);
    expect(new Map(facts).get(name)).toBe(value);
  });

  it('names follow-up questions where the benchmark has some', () => {
    const followUps = { title: 'Clues', why: '', instructions: { with_item: '', second_pass: '' } };
    expect(studyFacts(study, { ...options, followUps }).map(([name]) => name)).toContain('Clues');
  });
});

it('a preview leaves out what there is none of', () => {
  const preview = {
    items: 20,
    itemsEach: 20,
    apart: false,
    practice: 0,
    strata: [{ value: null, available: 20, chosen: 20 }],
    steps: { least: 20, most: 20 },
    breaks: 0,
    checks: 0,
    unusable: [],
    problems: [],
  };
  expect(previewFacts(preview)).toEqual([
    ['Items', '20'],
    ['Answers per participant', '20'],
  ]);
  expect(
    previewFacts({
      ...preview,
      itemsEach: 5,
      practice: 1,
      breaks: 1,
      checks: 1,
      steps: { least: 5, most: 8 },
      strata: [
        { value: 'easy', available: 12, chosen: 3 },
        { value: null, available: 8, chosen: 2 },
      ],
    }),
  ).toEqual([
    ['Items', '20'],
    ['Items per participant', '5 of 20'],
    ['Practice', '1'],
    ['Answers per participant', '5 to 8'],
    ['Checks', '1'],
    ['Breaks', '1'],
    ['easy', '3 of 12'],
    ['without', '2 of 8'],
  ]);
});

it('a preview lists a stratum that has a name, also where it is the only one', () => {
  const strata = [{ value: 'easy', available: 20, chosen: 5 }];
  const preview = { items: 20, itemsEach: 20, apart: false, practice: 0, breaks: 0, checks: 0 };
  const steps = { least: 20, most: 20 };
  expect(previewFacts({ ...preview, strata, steps, unusable: [], problems: [] }).at(-1)).toEqual([
    'easy',
    '5 of 20',
  ]);
});

describe('what can be done with a participant', () => {
  const open = { isOpen: true, invites: false };
  const excluded = { reason: 'Twice', by: 'Ada', at: 0 };
  it.each([
    ['who waits', { state: 'waiting' }, open, ['handOver', 'link', 'package', 'exclude', 'unenrol']],
    [
      'under way',
      { state: 'sitting' },
      { ...open, invites: true },
      ['handOver', 'link', 'package', 'invite', 'exclude', 'erase'],
    ],
    ['who finished', { state: 'finished' }, { ...open, invites: true }, ['exclude', 'erase']],
    ['of a closed study', { state: 'sitting' }, { ...open, isOpen: false }, ['exclude', 'erase']],
    ['who is excluded', { state: 'finished', excluded }, open, ['include', 'erase']],
    ['whose answers are gone', { state: 'withdrawn', erasedAt: 1 }, open, ['exclude']],
  ] as const)('%s', (_, change, at, actions) => {
    expect(participantActions({ excluded: null, erasedAt: null, ...change }, at)).toEqual(actions);
  });
});
