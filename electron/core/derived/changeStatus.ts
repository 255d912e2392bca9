import { setImmediate } from 'node:timers/promises';
import type { BulkResult } from '../../../shared/contract/items.ts';
import { ItemId, type PersonId } from '../../../shared/base/ids.ts';
import type { ItemStatus } from '../../../shared/domain/status.ts';
import { BLIND_IN_WORDS, reasonOfBlindness } from '../access/blindness.ts';
import { readRow } from '../access/itemQueries.ts';
import type { Viewpoint } from '../access/viewpoint.ts';
import type { Work } from '../base/work.ts';
import { ChangesSince } from '../records/sharing/changesSince.ts';
import type { RecordedCasebook } from '../records/records.ts';
import type { WhyNotAcceptable } from './acceptable.ts';
import { asSet, IN_SET, inSets } from '../db/sets.ts';
import type { ItemWriter } from './itemWriter.ts';
import type { Parts } from './parts.ts';

/** How many items are changed in a step: some milliseconds of work. */
const AT_A_TIME = 250;

const CHECKED_AT_A_TIME = 25;

interface StatusRow {
  readonly id: string;
  readonly sequence: number;
  readonly status: ItemStatus;
  readonly externalId: string;
}

/** Which items the rules let through, and why they refuse the others. */
interface CheckedItems {
  readonly passed: ReadonlySet<string>;
  readonly failed: ReadonlyMap<string, Refusal>;
}

interface Refusal {
  readonly item: string;
  readonly reason: string;
}

/** Changes the status of many items at once; each item that has to be refused is refused by name. */
export class StatusChange {
  readonly #casebook: RecordedCasebook;
  readonly #writer: ItemWriter;
  readonly #whyNotAcceptable: WhyNotAcceptable;
  readonly #parts: Parts;
  readonly #statuses;
  readonly #changes;

  constructor(
    casebook: RecordedCasebook,
    {
      writer,
      whyNotAcceptable,
      parts,
    }: { readonly writer: ItemWriter; readonly whyNotAcceptable: WhyNotAcceptable; readonly parts: Parts },
  ) {
    this.#casebook = casebook;
    this.#writer = writer;
    this.#whyNotAcceptable = whyNotAcceptable;
    this.#parts = parts;
    this.#statuses = casebook.database.prepare<[string], StatusRow>(
      `SELECT id, sequence, status, external_id AS externalId FROM item WHERE id ${IN_SET}`,
    );
    this.#changes = new ChangesSince(casebook.database);
  }

  /** Sets the status of items, in the caller's transaction. Logged as one change. */
  change(ids: readonly string[], status: ItemStatus, by: PersonId, viewpoint: Viewpoint): BulkResult {
    return this.#change(ids, status, by, viewpoint, { isChecked: () => false });
  }

  /**
   * The same for many, without blocking others: checks rules in small steps, then writes part by part, with log entries
   * that share a mark, and checks again what changed meanwhile. Throws the signal's reason when it aborts; what was
   * written by then stays.
   */
  async changeMany(
    ids: readonly string[],
    status: ItemStatus,
    by: PersonId,
    viewpoint: Viewpoint,
    work: Work,
  ): Promise<BulkResult> {
    const since = this.#changes.latest();
    const checked = await this.#checkRules(ids, status, viewpoint, work);
    work.progress('Writing', 0, ids.length);
    await setImmediate();
    work.signal.throwIfAborted();
    return this.#parts.oneByOne(this.#changeBySets(ids, status, by, viewpoint, { checked, since, work }));
  }

  /** The refusal of an item that is blind to the person, under the name they know it by; null where it is not. */
  refusedBlind(id: string, viewpoint: Viewpoint): Refusal | null {
    const itemId = ItemId.parse(id);
    const reason = reasonOfBlindness(viewpoint, itemId);
    if (reason === null) return null;
    const row = readRow(this.#casebook.database, itemId, viewpoint);
    return {
      item: row?.externalId ?? 'An item',
      reason:
        reason === 'unanswered' && row?.assignment === null
          ? 'You have not answered the item that it asks about.'
          : BLIND_IN_WORDS[reason],
    };
  }

  #statusesOf(ids: readonly string[]): ReadonlyMap<string, StatusRow> {
    return new Map(this.#statuses.all(asSet(ids)).map((row) => [row.id, row]));
  }

  #change(
    ids: readonly string[],
    status: ItemStatus,
    by: PersonId,
    viewpoint: Viewpoint,
    { isChecked, mark }: { readonly isChecked: (id: string) => boolean; readonly mark?: string },
  ): BulkResult {
    const refused: Refusal[] = [];
    const isBlindAnywhere = viewpoint.isBlindAnywhere();
    const seen = ids.filter((id) => {
      const blind = isBlindAnywhere ? this.refusedBlind(id, viewpoint) : null;
      if (blind !== null) refused.push(blind);
      return blind === null;
    });
    const rows = this.#statusesOf(seen);
    const wanted = seen.flatMap((id) => {
      const row = rows.get(id);
      return row === undefined || row.status === status ? [] : [row];
    });
    const unchecked = status === 'accepted' ? wanted.filter(({ id }) => !isChecked(id)) : [];
    const reasons =
      unchecked.length === 0 ? new Map() : this.#whyNotAcceptable(unchecked.map(({ id }) => id));
    const changing = wanted.filter(({ id, externalId }) => {
      const reason = reasons.get(id);
      if (reason !== undefined) refused.push({ item: externalId, reason });
      return reason === undefined;
    });
    if (changing.length > 0) {
      this.#writer.setStatuses(
        changing.map(({ id }) => id),
        status,
      );
      this.#casebook.records.log({
        kind: 'status',
        personId: by,
        diff: {
          added: {},
          updated: Object.fromEntries(changing.map((row) => [row.id, [row.status, status]])),
          removed: {},
        },
        ...(mark !== undefined && { mark }),
        items: changing.map(({ sequence }) => sequence),
      });
    }
    return { changed: changing.length, refused };
  }

  /** Asks the rules of all items that are to be accepted. Reading takes longer than writing: the sets are smaller. */
  async #checkRules(
    ids: readonly string[],
    status: ItemStatus,
    viewpoint: Viewpoint,
    { progress, signal }: Work,
  ): Promise<CheckedItems> {
    const passed = new Set<string>();
    const failed = new Map<string, Refusal>();
    const isBlindAnywhere = viewpoint.isBlindAnywhere();
    let looked = 0;
    for (const set of status === 'accepted' ? inSets(ids, CHECKED_AT_A_TIME) : []) {
      progress('Checking the rules', looked, ids.length);
      await setImmediate();
      signal.throwIfAborted();
      looked += set.length;
      const rows = this.#statusesOf(set);
      const asked = set.filter((id) => {
        const row = rows.get(id);
        const isAsked =
          row !== undefined &&
          row.status !== status &&
          !(isBlindAnywhere && this.refusedBlind(id, viewpoint) !== null);
        if (!isAsked) passed.add(id);
        return isAsked;
      });
      const reasons = this.#whyNotAcceptable(asked);
      for (const id of asked) {
        const reason = reasons.get(id);
        if (reason === undefined) passed.add(id);
        else failed.set(id, { item: rows.get(id)?.externalId ?? id, reason });
      }
    }
    return { passed, failed };
  }

  *#changeBySets(
    ids: readonly string[],
    status: ItemStatus,
    by: PersonId,
    viewpoint: Viewpoint,
    {
      checked: { passed, failed },
      since,
      work: { progress, signal },
    }: { readonly checked: CheckedItems; readonly since: number; readonly work: Work },
  ): Generator<void, BulkResult> {
    const mark = this.#casebook.ports.newId();
    const result: { changed: number; refused: Refusal[] } = { changed: 0, refused: [] };
    let done = 0;
    for (const set of inSets(ids, AT_A_TIME)) {
      signal.throwIfAborted();
      // Asked anew for each: others write in between, and so does this.
      const again =
        status === 'accepted'
          ? new Set(this.#changes.isAtLarge(since) ? ids : this.#changes.items(since, mark))
          : new Set<string>();
      const wanted = status === 'accepted' ? set.filter((id) => passed.has(id) || again.has(id)) : set;
      const { changed, refused } = this.#change(wanted, status, by, viewpoint, {
        isChecked: (id) => !again.has(id),
        mark,
      });
      result.changed += changed;
      result.refused.push(...set.flatMap((id) => (again.has(id) ? [] : (failed.get(id) ?? []))), ...refused);
      done += set.length;
      progress('Writing', done, ids.length);
      yield;
    }
    return result;
  }
}
