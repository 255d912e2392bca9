import { setImmediate } from 'node:timers/promises';
import type { AcceptancePreview } from '../../../shared/contract/items.ts';
import { ItemId } from '../../../shared/base/ids.ts';
import { ChangesSince } from '../records/sharing/changesSince.ts';
import type { RecordedCasebook } from '../records/records.ts';
import { inSets } from '../db/sets.ts';
import type { GoldItem, GoldReader } from './gold.ts';

/** Says why items cannot be accepted by hand, in words, by their ids; those that can are not among them. */
export type WhyNotAcceptable = (ids: readonly string[]) => ReadonlyMap<string, string>;

/** What an item lacks: nothing, its sign-off alone, or something else, for this reason. */
type Lack = 'nothing' | 'signOff' | { readonly item: string; readonly reason: string };

/** The number of items checked in a step: a few milliseconds of work. */
const AT_A_TIME = 25;

/** What keeps items of an open casebook from being accepted. What `sort` found out counts until the item is changed. */
export class Acceptability {
  readonly #casebook: RecordedCasebook;
  readonly #gold: GoldReader;
  readonly #signOff;
  readonly #changes;
  readonly #known;

  constructor(casebook: RecordedCasebook, gold: GoldReader) {
    this.#casebook = casebook;
    const { database, benchmark } = casebook;
    this.#gold = gold;
    this.#signOff = benchmark.tasks[0]?.images?.signOff;
    this.#changes = new ChangesSince(database);
    this.#known = { at: this.#changes.latest(), lacks: new Map<string, Lack>() };
  }

  whyNot(ids: readonly string[]): ReadonlyMap<string, string> {
    const reasons = new Map(ids.map((id) => [id, 'it does not exist']));
    for (const item of this.#gold.all(ids)) {
      const reason = this.#whyNot(item);
      if (reason === null) reasons.delete(item.id);
      else reasons.set(item.id, reason);
    }
    return reasons;
  }

  /** Which of these items can be accepted now, and which only lack a sign-off; step by step, without keeping others waiting. */
  async sort(ids: readonly string[]): Promise<AcceptancePreview> {
    this.#forgetChanged();
    for (const set of inSets(
      ids.filter((id) => !this.#known.lacks.has(id)),
      AT_A_TIME,
    )) {
      for (const item of this.#gold.all(set)) this.#known.lacks.set(item.id, this.#lackOf(item));
      await setImmediate();
    }
    this.#forgetChanged();
    // Changed meanwhile: few, and checked at once.
    for (const item of this.#gold.all(ids.filter((id) => !this.#known.lacks.has(id))))
      this.#known.lacks.set(item.id, this.#lackOf(item));
    const having = (lack: 'nothing' | 'signOff'): ItemId[] =>
      ids.flatMap((id) => (this.#known.lacks.get(id) === lack ? [ItemId.parse(id)] : []));
    const broken = ids.flatMap((id) => {
      const lack = this.#known.lacks.get(id);
      return typeof lack === 'object' ? [lack] : [];
    });
    return { acceptable: having('nothing'), unsigned: having('signOff'), broken };
  }

  #errorsOf(item: GoldItem) {
    return this.#gold.check(item).filter(({ severity }) => severity === 'error');
  }

  #whyNot(item: GoldItem): string | null {
    const unsettled = this.#casebook.records.acceptance.whyNot(item.id);
    const reasons = [
      ...this.#errorsOf(item).map(({ message }) => message),
      ...(unsettled === null ? [] : [unsettled]),
    ];
    return reasons.length === 0 ? null : reasons.join(' ');
  }

  #lackOf(item: GoldItem): Lack {
    const reason = this.#whyNot(item);
    if (reason === null) return 'nothing';
    const isUnsigned =
      this.#casebook.records.acceptance.whyNot(item.id) === null &&
      this.#errorsOf(item).every(({ field }) => field === this.#signOff);
    return isUnsigned ? 'signOff' : { item: item.externalId, reason };
  }

  #forgetChanged(): void {
    const { at } = this.#known;
    this.#known.at = this.#changes.latest();
    if (this.#changes.isAtLarge(at)) this.#known.lacks.clear();
    else for (const id of this.#changes.items(at)) this.#known.lacks.delete(id);
  }
}
