import { z } from 'zod';
import { ItemId, type PersonId } from '../../../shared/base/ids.ts';
import { consensusInWords } from '../../../shared/domain/consensus.ts';
import { CasebookError } from '../../../shared/base/errors.ts';
import { type Json, JsonObject } from '../../../shared/base/json.ts';
import { ItemStatus } from '../../../shared/domain/status.ts';
import { asSet, IN_SET, inSets } from '../db/sets.ts';
import type { RecordedCasebook } from '../records/records.ts';
import { mainTask } from './gold.ts';
import type { ItemWriter } from './itemWriter.ts';
import type { GoldChange, ItemRecomputer } from './recompute.ts';

/** What the log says of gold that was recomputed, beside its diff. */
const Detail = z.object({
  /** By item: with how many answers its gold was made before. */
  kept: z.record(z.string(), z.int().nonnegative()),
  /** By item: its status before and after. */
  statuses: z.record(z.string(), z.tuple([ItemStatus, ItemStatus])),
});

/**
 * Gold that was made before there was a consensus of boxes: it stays as it is until somebody answers the item again, or
 * asks for it to be recomputed.
 */
export class KeptGold {
  readonly #casebook: RecordedCasebook;
  readonly #derived: { readonly items: ItemWriter; readonly recompute: ItemRecomputer };
  readonly #task;
  readonly #rows;
  /** The items whose gold today's rules would change, in the order of import; set by set, for many. */
  readonly found;

  constructor(
    casebook: RecordedCasebook,
    derived: { readonly items: ItemWriter; readonly recompute: ItemRecomputer },
  ) {
    this.#casebook = casebook;
    this.#derived = derived;
    const { database } = casebook;
    this.#task = mainTask(casebook).id;
    const kept = database
      .prepare<[], string>('SELECT id FROM item WHERE gold_kept IS NOT NULL ORDER BY sequence')
      .pluck();
    this.#rows = database.prepare<[string], { id: string; kept: number | null; status: string }>(
      `SELECT id, gold_kept AS kept, status FROM item WHERE id ${IN_SET}`,
    );
    this.found = function* (): Generator<readonly GoldChange[], void> {
      for (const set of inSets(kept.all())) {
        const changes = derived.recompute.byToday(set.map((id) => ItemId.parse(id)));
        yield changes.toSorted((a, b) => a.sequence - b.sequence);
      }
    };
  }

  /** Lets today's rules make the gold of all of these; logged, and can be undone. Gives what changed. */
  recompute(by: PersonId | null): readonly GoldChange[] {
    return this.#casebook.database.transaction(() =>
      this.#derived.items.together(() => {
        const changes = [...this.found()].flat();
        const ids = changes.map(({ itemId }) => itemId);
        const before = this.#readRows(ids);
        for (const id of ids) {
          this.#derived.items.followToday(id);
          this.#derived.recompute.bring(id, this.#task, by);
        }
        if (changes.length === 0) return changes;
        const after = this.#readRows(ids);
        this.#casebook.records.log({
          kind: 'gold',
          personId: by,
          diff: {
            added: {},
            updated: Object.fromEntries(
              changes.map((change) => [change.itemId, [change.before, afterInWords(change)]]),
            ),
            removed: {},
          },
          detail: {
            kept: Object.fromEntries(ids.map((id) => [id, before.get(id)?.kept ?? 0])),
            statuses: Object.fromEntries(
              ids.flatMap((id) => {
                const [was, is] = [before.get(id)?.status, after.get(id)?.status];
                return was === undefined || is === undefined || was === is ? [] : [[id, [was, is]]];
              }),
            ),
          },
          items: changes.map(({ sequence }) => sequence),
        });
        return changes;
      }),
    )();
  }

  /**
   * Takes a recomputing back, inside the caller's transaction. Throws `conflict` where somebody has answered since.
   * @param detail what the log says of it
   */
  restore(raw: Json, by: PersonId | null): readonly number[] {
    const detail = Detail.parse(JsonObject.parse(raw));
    const ids = Object.keys(detail.kept).map((id) => ItemId.parse(id));
    this.#derived.items.together(() => {
      for (const id of ids) {
        const answers = detail.kept[id] ?? 0;
        if (!this.#casebook.records.itemTable.keepGold(id, answers)) answeredSince();
        this.#derived.recompute.bring(id, this.#task, by);
      }
      const now = this.#readRows(ids);
      for (const [id, [was, is]] of Object.entries(detail.statuses))
        if (now.get(id)?.status === is) this.#derived.items.setStatus(ItemId.parse(id), was);
    });
    return this.#casebook.database
      .prepare<[string], number>(`SELECT sequence FROM item WHERE id ${IN_SET}`)
      .pluck()
      .all(asSet(ids));
  }

  #readRows(ids: readonly ItemId[]) {
    return new Map(this.#rows.all(asSet(ids)).map((row) => [row.id, row]));
  }
}

/** "consensus of 2, IoU 0.81", or where else gold comes from. */
export const afterInWords = ({ after, consensus }: GoldChange): string | null =>
  consensus === null ? after : consensusInWords(consensus);

function answeredSince(): never {
  throw new CasebookError(
    'conflict',
    'Somebody has answered an item since its gold was recomputed.',
    'Nothing was undone.',
  );
}
