import { describe, expect, it } from 'vitest';
import {
  type CheckedItem,
  isUnreviewed,
  problemsOfItem,
} from '../../electron/core/features/casebooks/check.ts';
import { brokenRule, doubt, markUnanswered } from '../../shared/benchmarks/problems.ts';

const WAITS = markUnanswered(brokenRule('verdict', 'Nobody has reviewed it.'));
const item = (change: Partial<CheckedItem> = {}): CheckedItem => ({
  externalId: 'a',
  status: 'draft',
  found: [WAITS, brokenRule('clues', 'Too few.'), doubt(null, 'Odd.')],
  emptied: [],
  ...change,
});
const said = (checked: CheckedItem, isWaiting: boolean) =>
  problemsOfItem(checked, [], isWaiting).map(({ where, severity }) => `${where}: ${severity}`);

describe('problems of an item', () => {
  it.each<[string, CheckedItem, boolean, string[]]>([
    ['are warnings in a draft', item(), false, ['a, Verdict: warning', 'a, Clues: warning', 'a: warning']],
    [
      'are what they are in an accepted item',
      item({ status: 'accepted' }),
      false,
      ['a, Verdict: error', 'a, Clues: error', 'a: warning'],
    ],
    ['leave out what waits for a review', item(), true, ['a, Clues: warning', 'a: warning']],
    [
      'are errors where a text was emptied',
      item({ found: [], emptied: [{ field: 'title', message: 'It is empty.' }] }),
      true,
      ['a, Title: error'],
    ],
  ])('%s', (_what, checked, isWaiting, expected) => {
    expect(said(checked, isWaiting)).toEqual(expected);
  });
});

describe('an item', () => {
  const validation = { decidingPart: 'verdict' };
  it.each<[string, CheckedItem, typeof validation | undefined, boolean]>([
    ['waits for a review where nobody has decided', item(), validation, true],
    ['waits for none once it is accepted', item({ status: 'accepted' }), validation, false],
    ['waits for none where its benchmark has none', item(), undefined, false],
    [
      'waits for none once somebody has decided',
      item({ found: [brokenRule('verdict', 'Fix.')] }),
      validation,
      false,
    ],
    ['waits for none where another part is open', item(), { decidingPart: 'clues' }, false],
  ])('%s', (_what, checked, how, expected) => {
    expect(isUnreviewed(checked, how)).toBe(expected);
  });
});
