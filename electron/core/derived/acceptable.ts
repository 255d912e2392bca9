import { setImmediate } from 'node:timers/promises';
import type { Acceptance } from '../../../shared/contract/items.ts';
import { ItemId } from '../../../shared/base/ids.ts';
import { createChangesSince } from '../records/changesSince.ts';
import type { RecordedCasebook } from '../records/records.ts';
import { inSets } from '../db/sets.ts';
import type { GoldItem, GoldReader } from './gold.ts';

/** Says why items cannot be accepted by hand, in words, by their ids; those that can are not among them. */
export type WhyNotAcceptable = (ids: readonly string[]) => ReadonlyMap<string, string>;

/** What keeps items of an open casebook from being accepted. */
export interface Acceptability {
  readonly whyNot: WhyNotAcceptable;
  /** Which of these items can be accepted now, and which only lack a sign-off; step by step, without keeping others waiting. */
  readonly sort: (ids: readonly string[]) => Promise<Acceptance>;
}

/** What an item lacks: nothing, its sign-off alone, or something else, for this reason. */
type Lack = 'nothing' | 'signOff' | { readonly item: string; readonly reason: string };

/** The number of items checked in a step: a few milliseconds of work. */
const AT_A_TIME = 25;

/** Reads what keeps items of an open casebook from being accepted. What `sort` found out counts until the item is changed. */
export function createAcceptability(
  { database, benchmark, records }: RecordedCasebook,
  gold: GoldReader,
): Acceptability {
  const { acceptance } = records;
  const signOff = benchmark.tasks[0]?.signOff;
  const errorsOf = (item: GoldItem) => gold.check(item).filter(({ severity }) => severity === 'error');
  const whyNot = (item: GoldItem): string | null => {
    const unsettled = acceptance.whyNot(item.id);
    const reasons = [
      ...errorsOf(item).map(({ message }) => message),
      ...(unsettled === null ? [] : [unsettled]),
    ];
    return reasons.length === 0 ? null : reasons.join(' ');
  };
  const lackOf = (item: GoldItem): Lack => {
    const reason = whyNot(item);
    if (reason === null) return 'nothing';
    const isUnsigned =
      acceptance.whyNot(item.id) === null && errorsOf(item).every(({ field }) => field === signOff);
    return isUnsigned ? 'signOff' : { item: item.externalId, reason };
  };
  const changes = createChangesSince(database);
  const known = { at: changes.latest(), lacks: new Map<string, Lack>() };
  const forgetChanged = (): void => {
    const { at } = known;
    known.at = changes.latest();
    if (changes.isAtLarge(at)) known.lacks.clear();
    else for (const id of changes.items(at)) known.lacks.delete(id);
  };
  return {
    whyNot(ids) {
      const reasons = new Map(ids.map((id) => [id, 'it does not exist']));
      for (const item of gold.all(ids)) {
        const reason = whyNot(item);
        if (reason === null) reasons.delete(item.id);
        else reasons.set(item.id, reason);
      }
      return reasons;
    },
    async sort(ids) {
      forgetChanged();
      for (const set of inSets(
        ids.filter((id) => !known.lacks.has(id)),
        AT_A_TIME,
      )) {
        for (const item of gold.all(set)) known.lacks.set(item.id, lackOf(item));
        await setImmediate();
      }
      forgetChanged();
      // Changed meanwhile: few, and checked at once.
      for (const item of gold.all(ids.filter((id) => !known.lacks.has(id))))
        known.lacks.set(item.id, lackOf(item));
      const having = (lack: 'nothing' | 'signOff'): ItemId[] =>
        ids.flatMap((id) => (known.lacks.get(id) === lack ? [ItemId.parse(id)] : []));
      const broken = ids.flatMap((id) => {
        const lack = known.lacks.get(id);
        return typeof lack === 'object' ? [lack] : [];
      });
      return { acceptable: having('nothing'), unsigned: having('signOff'), broken };
    },
  };
}
