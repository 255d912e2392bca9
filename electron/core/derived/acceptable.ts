import type { Casebook } from '../records/casebook.ts';
import { createPromotions } from '../records/promotion.ts';
import { createGoldReader } from './gold.ts';

/** Says why an item cannot be accepted by hand, in words; null where it can. */
export function createAcceptability(casebook: Casebook): (id: string) => string | null {
  const gold = createGoldReader(casebook);
  const promotions = createPromotions(casebook);
  const { validation } = casebook.benchmark;
  return (id) => {
    const item = gold.read(id);
    if (item === undefined) return 'it does not exist';
    const errors = gold.check(item).filter(({ severity }) => severity === 'error');
    const short = promotions.whyShort(id);
    const reasons = [
      // A rejected item needs no more than a reason, so that no rule speaks against it.
      ...(validation?.decisionOf(item.answer).decision === 'reject' ? ['What counts of it rejects it.'] : []),
      ...errors.map(({ message }) => message),
      ...(short === null ? [] : [short]),
    ];
    return reasons.length === 0 ? null : reasons.join(' ');
  };
}
