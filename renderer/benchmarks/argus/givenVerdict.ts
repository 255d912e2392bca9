import type { ArgusAnswer, QuintupleVerdict } from '../../../shared/benchmarks/argus/schema.ts';

/** What a discarded set of images is rejected for, where the casebook has that reason. */
const NO_IMAGE = 'no image is good enough';

/** The verdict that a wanted one comes to, with its reason. An item whose texts have to change is not accepted as it is. */
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
