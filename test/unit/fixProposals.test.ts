import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import {
  beginFix,
  distinctProposals,
  hasProposals,
  nextProposal,
  withProposal,
  withProposedText,
} from '../../renderer/screens/validate/fix/fixDraft.ts';
import { FixCase } from '../../shared/contract/validation.ts';

const texts = { question: 'Which attribute is the wolf’s alone?' };
const decision = { decision: 'fix', reason: 'the question is unclear', texts };

const caseOf = (proposals: readonly object[]): FixCase =>
  FixCase.parse({
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

/** The places of those that are shown. */
function shown(proposals: readonly object[]): readonly number[] {
  const kase = caseOf(proposals);
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

describe('the proposals of reviewers, by keys', () => {
  const accept = { decision: 'accept', reason: '', texts: {} };

  it('come one after the other, those without texts left out, and begin again', () => {
    const kase = caseOf([decision, accept, { ...decision, texts: { question: 'Which?' } }]);
    const [first, , last] = kase.proposals;
    const begun = beginFix(kase, null);
    expect(nextProposal(kase, begun)).toBe(first);
    const one = withProposal(kase, begun, first ?? expect.unreachable());
    expect(nextProposal(kase, one)).toBe(last);
    const two = withProposal(kase, begun, last ?? expect.unreachable());
    expect(nextProposal(kase, two)).toBe(first);
  });

  it('are none where nobody wrote a text', () => {
    const kase = caseOf([accept]);
    expect(hasProposals(kase)).toBe(false);
    expect(hasProposals(caseOf([accept, decision]))).toBe(true);
    expect(nextProposal(kase, beginFix(kase, null))).toBeUndefined();
  });

  it('give the first field that has another text its text, and remember whose it is', () => {
    const kase = caseOf([decision]);
    const begun = beginFix(kase, null);
    const next = withProposedText(kase, begun, ['optionA', 'question']);
    expect(next).toEqual({ ...begun, texts, follows: kase.proposals[0]?.annotationId });
    expect(withProposedText(kase, begun, ['optionA'])).toBeNull();
    expect(withProposedText(kase, next ?? begun, ['question'])).toBeNull();
  });
});
