import { expect, it } from 'vitest';
import {
  changeText,
  countText,
  effectTable,
  verdictsText,
} from '../../renderer/screens/verdicts/effect/effectWords.ts';
import type { VerdictEffect } from '../../shared/contract/verdicts.ts';
import { PersonId } from '../../shared/base/ids.ts';
import { tableAsCsv } from '../../shared/figures/csv.ts';

const effect = (differing: number, hidden: VerdictEffect['hidden']): VerdictEffect => ({
  personId: PersonId.parse('0199a000-0000-7000-8000-000000000003'),
  respondent: 'Alpha',
  metric: 'clued_accuracy',
  title: 'Clued accuracy',
  factor: 100,
  digits: 1,
  byJudge: { value: 15 / 20, n: 20 },
  accepted: { value: 13 / 17, n: 17 },
  same: { byJudge: 12 / 17, accepted: 13 / 17, n: 17 },
  differing,
  hidden,
  items: [],
});

it.each([
  [3, [], '3', '3 verdicts'],
  [1, [], '1', '1 verdict'],
  [0, ['decide'], 'Hidden until you decide', 'verdicts hidden until you decide'],
  [2, ['decide'], '2, others hidden until you decide', '2 verdicts, others hidden until you decide'],
  [0, ['decide', 'judge'], 'Hidden until you decide and judge', 'verdicts hidden until you decide and judge'],
] as const)('says of %i verdicts, and others hidden until %j, "%s"', (differing, hidden, cell, phrase) => {
  const row = effect(differing, [...hidden]);
  expect([countText(row), verdictsText(row)]).toEqual([cell, phrase]);
});

it('prints the change over the same verdicts, not the difference of the two columns', () => {
  expect(changeText(effect(1, []))).toBe('+5.88');
  expect(changeText({ ...effect(1, []), same: { byJudge: null, accepted: null, n: 0 } })).toBe('–');
});

it('leaves the app with how many items each figure rests on', () => {
  const table = effectTable([effect(1, [])], 'gpt', ['On the 4 items that everybody answered.']);
  expect([table.caption, table.notes]).toEqual([
    'Figures by the verdicts of gpt alone and by accepted verdicts.',
    [
      'n: items that a figure rests on.',
      'The change compares the two over the same verdicts: answers with both a verdict of this judge and an accepted one.',
      'On the 4 items that everybody answered.',
    ],
  ]);
  expect(tableAsCsv(table).trim().split(/\r?\n/u)).toEqual([
    'Respondent,Figure,By this judge,"By this judge, n",By accepted verdicts,"By accepted verdicts, n","Change, same verdicts","Change, same verdicts, n",Verdicts that change it',
    `Alpha,Clued accuracy,0.75,20,${String(13 / 17)},17,${String(13 / 17 - 12 / 17)},17,1`,
  ]);
});
