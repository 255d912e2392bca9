import type { FieldDecision } from '../../../../shared/contract/adjudications.ts';
import type { DisagreementCause } from '../../../../shared/domain/status.ts';

/** Why raters disagreed, in the order of the keys that choose it. */
export const CAUSES: readonly { readonly value: DisagreementCause; readonly title: string }[] = [
  { value: 'guideline_gap', title: 'Guideline gap' },
  { value: 'slip', title: 'Slip' },
  { value: 'image_ambiguous', title: 'Ambiguous image' },
  { value: 'item_wrong', title: 'Faulty item' },
  { value: 'rater_misread', title: 'Rater’s misreading' },
  { value: 'other', title: 'Other' },
];

/** A cause's name. */
export function causeTitle(cause: DisagreementCause): string {
  return CAUSES.find(({ value }) => value === cause)?.title ?? cause;
}

/** How a field was decided, in a few words. */
export function howText({ how, columns }: FieldDecision): string {
  const letters = columns.join(', ');
  switch (how) {
    case 'unanimous':
      return 'no differences';
    case 'accepted':
      return `as ${letters}`;
    case 'mean':
      return `mean of ${letters}`;
    case 'written':
      return columns.length === 0 ? 'rewritten' : `written, partly ${letters}`;
  }
}
