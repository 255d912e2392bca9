import type { RecordedCasebook } from '../records/records.ts';
import type { GoldItem, GoldReader } from './gold.ts';

/** Says why items cannot be accepted by hand, in words, by their ids; those that can are not among them. */
export type WhyNotAcceptable = (ids: readonly string[]) => ReadonlyMap<string, string>;

/** Reads what keeps items of an open casebook from being accepted. */
export function createAcceptability({ records }: RecordedCasebook, gold: GoldReader): WhyNotAcceptable {
  const { acceptance } = records;
  const whyNot = (item: GoldItem): string | null => {
    const errors = gold.check(item).filter(({ severity }) => severity === 'error');
    const unsettled = acceptance.whyNot(item.id);
    const reasons = [...errors.map(({ message }) => message), ...(unsettled === null ? [] : [unsettled])];
    return reasons.length === 0 ? null : reasons.join(' ');
  };
  return (ids) => {
    const reasons = new Map(ids.map((id) => [id, 'it does not exist']));
    for (const item of gold.all(ids)) {
      const reason = whyNot(item);
      if (reason === null) reasons.delete(item.id);
      else reasons.set(item.id, reason);
    }
    return reasons;
  };
}
