import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { distinctProposals } from '../../renderer/screens/validate/fix/fixDraft.ts';
import { FixCase } from '../../shared/contract/validation.ts';

const texts = { question: 'Which attribute is the wolf’s alone?' };
const decision = { decision: 'fix', reason: 'the question is unclear', texts };

/** The places of those that are shown. */
function shown(proposals: readonly object[]): readonly number[] {
  const kase = FixCase.parse({
    id: v7(),
    externalId: 'item',
    edition: null,
    number: 1,
    texts: [],
    proposals: proposals.map((each) => ({ annotationId: v7(), ...each })),
    details: [],
    reopens: 0,
    refusal: null,
  });
  return distinctProposals(kase).map((each) => kase.proposals.indexOf(each));
}

describe('what reviewers say of an item to be fixed', () => {
  it('is shown once where a decision took it over from a rater, the decision first', () => {
    const accept = { decision: 'accept', reason: '', texts: {} };
    expect(shown([decision, { ...decision }, accept, { ...decision }])).toEqual([0, 2]);
  });

  it('stays where its reason, its texts or what becomes of the item is another', () => {
    const others = [
      { ...decision, reason: 'two options are right' },
      { ...decision, texts: {} },
      { ...decision, texts: { ...texts, optionA: 'Fur' } },
      { ...decision, decision: 'reject' },
    ];
    expect(shown([decision, ...others])).toEqual([0, 1, 2, 3, 4]);
  });
});
