import type { EarlierGold, FieldDecision, QueueFilter } from '../../../../shared/contract/adjudications.ts';
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

/** How a decision compares with the earlier gold. */
export const earlierGoldTitle = (compared: NonNullable<QueueFilter['earlierGold']>): string =>
  compared === 'same' ? 'Same as the earlier gold' : 'Differs from the earlier gold';

/** The same of one decision; null where the item had no gold, or it is not known. */
export const earlierGoldOf = (gold: EarlierGold | null): string | null =>
  gold === null || gold.differs === null
    ? null
    : earlierGoldTitle(gold.differs.length === 0 ? 'same' : 'differs');

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
