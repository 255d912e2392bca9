import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import type { Answers } from '../../electron/core/features/judgeRuns/answers.ts';
import { planOf } from '../../electron/core/features/judgeRuns/plan.ts';
import { judging } from '../../shared/benchmarks/caughtcheating/judging.ts';
import { ItemId, PersonId, ResponseId } from '../../shared/base/ids.ts';

const respondent = PersonId.parse(v7());
/** An answer whose verdict follows from the answer itself, or does not. */
const answer = (exact: 'NO' | null) => ({
  responseId: ResponseId.parse(v7()),
  respondent,
  item: { id: ItemId.parse(v7()), revision: 1 },
  question: 'Do you notice anything?',
  answer: 'A glove.',
  targets: [{ criterion: 'cue_match', subject: '', reference: [], after: null, exact }],
});
const all = [answer('NO'), answer(null), answer('NO'), answer(null), answer(null)];
const answers: Pick<Answers, 'all' | 'find'> = {
  *all() {
    yield* all;
  },
  find: () => null,
};

describe('the first answers only', () => {
  it('are the first of those that there is anything to ask about', () => {
    const plan = planOf(judging, answers, { criteria: ['cue_match'], first: 2 }, () => false);
    expect(plan.answers.map(({ responseId }) => responseId)).toEqual(
      [all[1], all[3]].map((each) => each?.responseId),
    );
  });

  it('count what this judge has judged already: the same start comes to the same answers', () => {
    const plan = planOf(
      judging,
      answers,
      { criteria: ['cue_match'], first: 2 },
      (id) => id === all[1]?.responseId,
    );
    expect(plan.answers.map(({ responseId }) => responseId)).toEqual([all[3]?.responseId]);
    expect(plan.known).toBe(1);
  });
});
