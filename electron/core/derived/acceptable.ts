import type { RecordedCasebook } from '../records/records.ts';
import type { GoldReader } from './gold.ts';

/** Says why an item cannot be accepted by hand, in words; null where it can. */
export type WhyNotAcceptable = (id: string) => string | null;

/** Reads what keeps items of an open casebook from being accepted. */
export function createAcceptability(
  { benchmark, records }: RecordedCasebook,
  gold: GoldReader,
): WhyNotAcceptable {
  const { promotions } = records;
  const { validation } = benchmark;
  return (id) => {
    const item = gold.read(id);
    if (item === undefined) return 'it does not exist';
    const errors = gold.check(item).filter(({ severity }) => severity === 'error');
    const short = promotions.whyShort(id);
    const reasons = [
      // A rejected item needs no more than a reason, so that no rule speaks against it.
      ...(validation?.decisionOf(item.answer).decision === 'reject'
        ? ['Its accepted answer rejects it.']
        : []),
      ...errors.map(({ message }) => message),
      ...(short === null ? [] : [short]),
    ];
    return reasons.length === 0 ? null : reasons.join(' ');
  };
}
