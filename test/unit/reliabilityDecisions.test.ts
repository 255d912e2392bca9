import { expect, it } from 'vitest';
import {
  earlierGoldStatement,
  type ReliabilityDecisions,
} from '../../electron/core/formats/ratings/reliabilityDecisions.ts';

const none: ReliabilityDecisions = {
  raters_may_decide: false,
  decisions: 0,
  by_raters: 0,
  earlier_gold_shown: false,
  saw_earlier_gold: 0,
  earlier_gold_unknown: 0,
  by_curators: 0,
  with_earlier_gold: 0,
  differ_from_earlier_gold: 0,
};

it('says what the casebook does where nothing was decided', () => {
  expect(earlierGoldStatement(none)).toBe('Adjudicators see the earlier gold: no.');
  expect(earlierGoldStatement({ ...none, earlier_gold_shown: true })).toBe(
    'Adjudicators see the earlier gold: yes.',
  );
});

it('speaks of the decisions and not of the setting once there are some', () => {
  expect(earlierGoldStatement({ ...none, decisions: 5, earlier_gold_shown: true })).toBe(
    'Adjudicators decided without seeing the earlier gold.',
  );
});

it('names curators, who can open items elsewhere, and how many decisions differ', () => {
  expect(
    earlierGoldStatement({
      ...none,
      decisions: 5,
      by_curators: 2,
      with_earlier_gold: 4,
      differ_from_earlier_gold: 1,
    }),
  ).toBe(
    'Adjudicators decided without seeing the earlier gold. Curators, who can open items elsewhere, made 2 of these. 1 of 4 decisions on items with earlier gold differs from it.',
  );
});

it('counts those who saw it and those of whom it is not known apart', () => {
  expect(earlierGoldStatement({ ...none, decisions: 5, saw_earlier_gold: 2, earlier_gold_unknown: 1 })).toBe(
    'Adjudicators could see the earlier gold before 2 of 5 decisions. Whether they saw it is not recorded for 1 of 5 decisions, made before Casebook hid it. They decided 2 without seeing it.',
  );
});
