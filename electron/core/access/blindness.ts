import { CasebookError } from '../../../shared/base/errors.ts';
import type { ItemId } from '../../../shared/base/ids.ts';
import type { Viewpoint } from './viewpoint.ts';

/**
 * Why an item is blind to somebody: they are to decide it, or they have yet to answer it; null where it is not.
 */
export function reasonOfBlindness(
  viewpoint: Pick<Viewpoint, 'isBlind' | 'hidesGold'>,
  itemId: ItemId,
): 'undecided' | 'unanswered' | null {
  if (!viewpoint.isBlind(itemId)) return null;
  return viewpoint.hidesGold(itemId) ? 'undecided' : 'unanswered';
}

/** What a person has to do first, where a list names items that are left as they are. */
export const BLIND_IN_WORDS = {
  undecided: 'You are to decide it: decide it in Adjudicate first.',
  unanswered: 'You have not answered it yet.',
} as const;

/** Throws `forbidden` where an item is blind to somebody; `hidden` names what would tell them what others answered. */
export function requireNotBlind(
  viewpoint: Pick<Viewpoint, 'isBlind' | 'hidesGold'>,
  itemId: ItemId,
  hidden: string,
): void {
  const reason = reasonOfBlindness(viewpoint, itemId);
  if (reason === null) return;
  if (reason === 'undecided')
    throw new CasebookError(
      'forbidden',
      `This item is undecided, and you are one of those who decide it: ${hidden} stay hidden until it is decided.`,
      'Nothing was changed. Decide it in Adjudicate first, or ask a curator.',
    );
  throw new CasebookError(
    'forbidden',
    `You have not answered this item yet: ${hidden} stay hidden until you have.`,
    'Nothing was changed. Answer it at the Desk first, or ask a curator to withdraw the assignment.',
  );
}
