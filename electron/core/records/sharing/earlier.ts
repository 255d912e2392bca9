import { z } from 'zod';
import { ItemId, PersonId } from '../../../../shared/base/ids.ts';
import { earlierKey, EarlierRows } from '../../../../shared/hub/earlierRows.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import { createMetaReader, deleteMeta, writeMeta } from '../../db/meta.ts';
import type { HubLink } from './hub.ts';

/** The setting that keeps what the hub told. It stays in this casebook. */
const KEPT = 'hubEarlier';
const StoredEntries = z.object({
  /** As which device it was told: what is told to one may be kept from another. */
  device: z.string(),
  askedAt: z.int(),
  /** Null: the hub is too old to tell. */
  rows: z.array(EarlierRows).nullable(),
  /** Who looked at an entry, when, and how many rows it had then. */
  looks: z.record(z.string(), z.object({ count: z.int(), at: z.int(), by: PersonId })),
});
type StoredEntries = z.infer<typeof StoredEntries>;

/** An entry, and when somebody looked at it as it is now; null: nobody has. */
export type EarlierEntry = EarlierRows & { readonly id: string; readonly lookedAt: number | null };

/** What the hub told of rows that devices sent before roles were checked. */
export interface EarlierFindings {
  readonly askedAt: number;
  /** Null: the hub is too old to tell. */
  readonly entries: readonly EarlierEntry[] | null;
}

/**
 * What devices sent before the hub checked roles, as it told this casebook's curator, and what of it somebody has looked at.
 * What writes expects the caller's transaction.
 */
export class EarlierRecords {
  readonly #database: CasebookDatabase;
  readonly #link: () => HubLink | null;
  readonly #stored;

  constructor(database: CasebookDatabase, link: () => HubLink | null) {
    this.#database = database;
    this.#link = link;
    this.#stored = createMetaReader(database, KEPT, (value) => StoredEntries.safeParse(value).data ?? null);
  }

  /** What was told; null: the hub was not asked yet. */
  told(): EarlierFindings | null {
    const now = this.#kept();
    if (now === null) return null;
    const entryOf = (rows: EarlierRows): EarlierEntry => {
      const id = earlierKey(rows);
      const look = now.looks[id];
      return { ...rows, id, lookedAt: look?.count === rows.count ? look.at : null };
    };
    return { askedAt: now.askedAt, entries: now.rows?.map(entryOf) ?? null };
  }

  /** How many entries nobody has looked at. */
  countOpen(): number {
    return this.told()?.entries?.filter(({ lookedAt }) => lookedAt === null).length ?? 0;
  }

  /** Keeps what the hub told, with the looks at what it told before. */
  keep(device: string, rows: StoredEntries['rows'], askedAt: number): void {
    writeMeta(this.#database, KEPT, { device, askedAt, rows, looks: this.#kept()?.looks ?? {} });
  }

  /** Notes that somebody looked at an entry, or that nobody has. */
  setLooked(id: string, by: PersonId | null, at: number): void {
    const now = this.#kept();
    const rows = now?.rows?.find((each) => earlierKey(each) === id);
    if (now === null || rows === undefined) return;
    const { [id]: _, ...others } = now.looks;
    const looks = by === null ? others : { ...others, [id]: { count: rows.count, at, by } };
    writeMeta(this.#database, KEPT, { ...now, looks });
  }

  forget(): void {
    deleteMeta(this.#database, KEPT);
  }

  #kept(): StoredEntries | null {
    const now = this.#stored();
    return now !== null && this.#link()?.deviceId === now.device ? now : null;
  }
}

/** What the rows of an entry are called for a reader: people, settings and items; `nameOf`: what an item is called to them. */
export function namesOfEarlier(
  { table, ids, named }: EarlierRows,
  nameOf: (itemId: ItemId) => string | null,
): string[] {
  if (table === 'person' || table === 'meta') return named;
  if (table !== 'item' && table !== 'deleted_item') return [];
  return ids
    .map((id) => {
      const item = ItemId.safeParse(id);
      return (item.success ? nameOf(item.data) : null) ?? id;
    })
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
}
