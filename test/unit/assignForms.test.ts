import { describe, expect, it } from 'vitest';
import {
  emptyJudging,
  isAssignable,
  isJudgingComplete,
  judgingAction,
  judgingOutcome,
  judgingSettings,
} from '../../renderer/screens/verdicts/judging/judgingDraft.ts';
import {
  assignAction,
  assignOutcome,
  loadInWords,
  roundChoice,
} from '../../renderer/ui/assign/assignDraft.ts';
import { PersonId } from '../../shared/base/ids.ts';

const ADA = PersonId.parse('0190aaaa-0000-7000-8000-000000000001');
const BO = PersonId.parse('0190aaaa-0000-7000-8000-000000000002');

describe('the round of a task that is assigned', () => {
  it.each([
    ['the first, where nothing is assigned', [], false, { current: 1, begun: false, isNew: false, round: 1 }],
    ['no new one before the first', [], true, { current: 1, begun: false, isNew: false, round: 1 }],
    ['the current', [2, 1], false, { current: 2, begun: true, isNew: false, round: 2 }],
    ['the next', [2, 1], true, { current: 2, begun: true, isNew: true, round: 3 }],
  ] as const)('is %s', (_name, given, wantsNewRound, choice) => {
    const progress = [...given.map((round) => ({ task: 'label', round })), { task: 'other', round: 9 }];
    expect(roundChoice(progress, 'label', wantsNewRound)).toEqual(choice);
  });
});

it('tells what a person has of the round', () => {
  const ofRound = {
    personId: ADA,
    handle: 'ada',
    name: 'Ada',
    task: 'label',
    round: 2,
    assigned: 10,
    submitted: 3,
    skipped: 1,
    drafts: 1,
    activeMilliseconds: 0,
    lastSubmittedAt: null,
  };
  expect(loadInWords([ofRound], ADA, 'label', 2)).toBe('10 items in this round, 6 open');
  expect(loadInWords([ofRound], ADA, 'label', 1)).toBe('nothing in this round');
  expect(loadInWords([ofRound], ADA, 'other', 2)).toBe('nothing in this round');
  expect(loadInWords([ofRound], BO, 'label', 2)).toBe('nothing in this round');
});

it.each([
  [undefined, 2, 'Assign'],
  [{ assigned: 0, items: 0 }, 2, 'Nothing to assign'],
  [{ assigned: 4, items: 2 }, 2, 'Assign 2 items, 2 people each'],
  [{ assigned: 1, items: 1 }, 1, 'Assign 1 item, 1 person'],
] as const)('the button for %j by %i says “%s”', (report, overlap, words) => {
  expect(assignAction(report, overlap)).toBe(words);
});

describe('what an assignment would do', () => {
  const report = {
    assigned: 4,
    items: 2,
    complete: 0,
    rejected: 0,
    people: [{ personId: ADA, handle: 'ada', assigned: 1200, total: 1300 }],
    seed: 1,
    usualPart: null,
    separation: null,
  };
  it.each([
    [{}, '2 items, 2 people each: 4 new answers.'],
    [{ assigned: 3 }, '2 items, 2 people each: 3 new answers (4 less 1 that is assigned already).'],
    [{ assigned: 0, items: 0, complete: 1 }, 'This assigns nothing. 1 item has 2 people already.'],
    [{ rejected: 2 }, '2 items, 2 people each: 4 new answers. 2 rejected items are left out.'],
  ])('of %j', (part, summary) => {
    expect(assignOutcome({ ...report, ...part }, 2)).toEqual({
      summary,
      shares: [{ id: ADA, name: 'ada', count: '+1,200, 1,300 in total' }],
    });
  });
});

describe('what is to be judged', () => {
  const draft = { ...emptyJudging(['b', 'a'], 7), judges: [ADA] };

  it('is asked in the order of the criteria, of everybody, without a sample', () => {
    expect(judgingSettings(draft, ['a', 'b', 'c'])).toEqual({
      criteria: ['a', 'b'],
      judges: [ADA],
      overlap: 1,
      seed: 7,
      unjudgedOnly: false,
    });
  });

  it('is of some respondents, in a sample', () => {
    const some = { ...draft, whose: 'some' as const, respondents: [BO], sampled: 'each' as const };
    expect(judgingSettings(some, ['a'])).toMatchObject({
      respondents: [BO],
      sample: { how: 'each', size: 50 },
    });
  });

  it.each([
    ['everybody', draft, true],
    ['nobody', { ...draft, whose: 'some' as const }, false],
    ['some', { ...draft, whose: 'some' as const, respondents: [BO] }, true],
    ['everybody, by no judge', { ...draft, judges: [] }, false],
    ['everybody, by no criterion', { ...draft, criteria: [] }, false],
  ])('of %s', (_name, chosen, complete) => {
    expect(isJudgingComplete(judgingSettings(chosen, ['a', 'b']))).toBe(complete);
  });

  const preview = {
    units: 3,
    answers: 2,
    perJudge: [
      { personId: ADA, name: 'Ada', units: 3 },
      { personId: BO, name: 'Bo', units: 1 },
    ],
    byCriterion: [
      { criterion: 'a', title: 'Right', units: 3 },
      { criterion: 'b', title: 'Complete', units: 0 },
    ],
    problems: [],
  };

  it('is told before it is assigned', () => {
    expect(judgingOutcome(preview)).toEqual({
      summary: '2 answers, 3 questions about them (Right 3); 4 verdicts to give in all',
      problems: [],
      shares: [
        { id: ADA, name: 'Ada', count: '3' },
        { id: BO, name: 'Bo', count: '1' },
      ],
    });
    expect(judgingAction(preview)).toBe('Assign 4 verdicts');
    expect(judgingAction({ ...preview, units: 0 })).toBe('Assign');
    expect(judgingAction(undefined)).toBe('Assign');
  });

  it('is assigned where there is something and no problem', () => {
    expect(isAssignable(preview)).toBe(true);
    expect(isAssignable({ ...preview, units: 0 })).toBe(false);
    expect(isAssignable({ ...preview, problems: ['Too few judges.'] })).toBe(false);
  });
});
