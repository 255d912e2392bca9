import { describe, expect, it } from 'vitest';
import {
  basisOf,
  isSameRating,
  mayFollow,
  partsAskedAfter,
} from '../../electron/core/features/import/ratings/incomingRating.ts';
import type { StoredRating } from '../../electron/core/features/import/ratings/ratingRows.ts';

const given = (over: Partial<StoredRating> = {}): StoredRating => ({
  answer: { kind: 'cat' },
  regions: [],
  asked: null,
  signedOffImages: null,
  imported: true,
  origin: null,
  submittedAt: 1,
  ...over,
});

const [now, earlier] = [given({ answer: { kind: 'now' } }), given({ answer: { kind: 'earlier' } })];
const last = { draft: false, rating: now, outdated: earlier };

describe('what a rating that comes in goes on from', () => {
  it.each([
    { of: 'a new rater', last: null, fixedAt: null, at: null, basis: { before: null, isOutdated: false } },
    { of: 'an item never fixed', last, fixedAt: null, at: 5, basis: { before: now, isOutdated: false } },
    { of: 'a rating without a time', last, fixedAt: 5, at: null, basis: { before: now, isOutdated: false } },
    { of: 'a rating since the fix', last, fixedAt: 5, at: 5, basis: { before: now, isOutdated: false } },
    { of: 'a rating before the fix', last, fixedAt: 5, at: 4, basis: { before: earlier, isOutdated: true } },
    { of: 'unsubmitted work', last: { ...last, draft: true }, fixedAt: null, at: null, basis: null },
  ])('$of', ({ last: former, fixedAt, at, basis }) => {
    expect(basisOf(former, fixedAt, at)).toEqual(basis);
  });
});

it.each([
  { before: null, isOutdated: false, may: true },
  { before: now, isOutdated: false, may: true },
  { before: null, isOutdated: true, may: false },
  { before: earlier, isOutdated: true, may: false },
  { before: now, isOutdated: true, may: true },
])('says nothing new about an earlier wording: $isOutdated, $before.answer.kind', ({ may, ...basis }) => {
  expect(mayFollow(basis, { kind: 'now' })).toBe(may);
});

describe('the parts that a rater was asked for', () => {
  it.each([
    { of: 'the source’s, where nobody said anything', before: null, asked: ['kind'] },
    { of: 'both', before: given({ asked: ['size'] }), asked: ['size', 'kind'] },
    { of: 'the source’s beside an import that says nothing else', before: given(), asked: ['kind'] },
    { of: 'all beside what the Desk recorded', before: given({ imported: false }), asked: null },
    {
      of: 'all beside an import that says more',
      before: given({ answer: { kind: 'cat', size: 'big' } }),
      asked: null,
    },
  ])('$of', ({ before, asked }) => {
    expect(partsAskedAfter({ before, isOutdated: false }, ['kind'], { size: '' })).toEqual(asked);
  });

  it('stay as they were about an earlier wording', () => {
    const before = given({ asked: ['size'] });
    expect(partsAskedAfter({ before, isOutdated: true }, ['kind'], {})).toEqual(['size']);
  });
});

it.each([
  { of: 'the same', answer: { kind: 'cat' }, asked: null, same: true },
  { of: 'another answer', answer: { kind: 'dog' }, asked: null, same: false },
  { of: 'other parts', answer: { kind: 'cat' }, asked: ['kind'], same: false },
])('tells whether a rating says the same: $of', ({ answer, asked, same }) => {
  expect(isSameRating(given(), { answer, asked })).toBe(same);
});

it('knows the same parts in any order', () => {
  const before = given({ asked: ['a', 'b'] });
  expect(isSameRating(before, { answer: before.answer, asked: ['b', 'a'] })).toBe(true);
});
