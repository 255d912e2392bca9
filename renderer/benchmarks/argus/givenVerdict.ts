import type { ArgusAnswer, QuintupleVerdict } from '../../../shared/benchmarks/argus/schema.ts';

/** The reason for rejecting an item whose images are all discarded, if the casebook has that reason. */
const NO_IMAGE = 'no image is good enough';

/** The verdict and reason that a choice leads to: accepting an item with proposed texts means to fix it. */
export function givenVerdict(
  wanted: QuintupleVerdict,
  { image, reason }: Pick<ArgusAnswer, 'image' | 'reason'>,
  isProposal: boolean,
  reasons: readonly string[],
): { readonly verdict: QuintupleVerdict; readonly reason: string } {
  if (wanted === 'accept') return { verdict: isProposal ? 'fix' : 'accept', reason };
  const isDiscarded = wanted === 'reject' && image === 'none' && reason === '' && reasons.includes(NO_IMAGE);
  return { verdict: wanted, reason: isDiscarded ? NO_IMAGE : reason };
}
