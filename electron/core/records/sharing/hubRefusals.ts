import { z } from 'zod';
import { HubTable } from '../../../../shared/hub/protocol.ts';
import type { CasebookFiles } from '../casebook.ts';

/** What was refused by the hub, or could not be merged here. */
export interface HubRefusalRow {
  readonly id: number;
  readonly incoming: boolean;
  readonly table: string;
  readonly rowId: string;
  readonly itemId: string | null;
  readonly reason: string;
  readonly foundAt: number;
}

const RefusalRow = z.object({
  id: z.int(),
  incoming: z.int().transform(Boolean),
  table: z.string(),
  rowId: z.string(),
  itemId: z.string().nullable(),
  reason: z.string(),
  foundAt: z.int(),
});

/** Begins the table of an entry that is no refusal: what a deactivated person sent afterwards, kept apart. */
export const LATE = 'late ';
const LateEntry = z.object({
  table: HubTable,
  id: z.string(),
  itemId: z.string().nullable(),
  content: z.string(),
});
/** A row that is kept apart. */
export type LateEntry = z.infer<typeof LateEntry>;

/** What was refused in exchanges with a hub, and what was kept apart. What writes expects the caller's transaction. */
export class HubRefusals {
  readonly #ports;
  readonly #add;
  readonly #latest;
  readonly #count;
  readonly #lateEntry;
  readonly #dismiss;
  readonly #forget;

  constructor({ database, ports }: Pick<CasebookFiles, 'database' | 'ports'>) {
    this.#ports = ports;
    this.#add = database.prepare<[number, string, string, string | null, string, number, string | null]>(
      `INSERT INTO hub_refusal (incoming, tab, row_id, item_id, reason, found_at, document) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (incoming, tab, row_id) DO UPDATE SET reason = excluded.reason, document = excluded.document`,
    );
    this.#latest = database.prepare(
      `SELECT id, incoming, tab AS "table", row_id AS rowId, item_id AS itemId, reason, found_at AS foundAt
     FROM hub_refusal ORDER BY found_at DESC, id DESC LIMIT 500`,
    );
    this.#count = database.prepare<[], number>('SELECT count(*) FROM hub_refusal').pluck();
    this.#lateEntry = database.prepare<[number]>(
      `SELECT substr(tab, ${String(LATE.length + 1)}) AS "table", row_id AS id, item_id AS itemId, document AS content
     FROM hub_refusal WHERE id = ? AND incoming = 1 AND tab LIKE '${LATE}%'`,
    );
    this.#dismiss = database.prepare<[number]>('DELETE FROM hub_refusal WHERE id = ?');
    this.#forget = database.prepare<[string, string]>(
      'DELETE FROM hub_refusal WHERE incoming = 1 AND tab = ? AND row_id = ?',
    );
  }

  /** Lists a refusal; one of the same row gets the new reason. `document`: what is kept of the row. */
  add(
    refusal: {
      readonly incoming: boolean;
      readonly table: string;
      readonly rowId: string;
      readonly itemId: string | null;
      readonly reason: string;
    },
    document: string | null,
  ): void {
    const { incoming, table: name, rowId, itemId, reason } = refusal;
    this.#add.run(incoming ? 1 : 0, name, rowId, itemId, reason, this.#ports.now(), document);
  }

  /** The latest 500 of what was refused, latest first. */
  latest(): HubRefusalRow[] {
    return this.#latest.all().map((row) => RefusalRow.parse(row));
  }

  count(): number {
    return this.#count.get() ?? 0;
  }

  /** What was kept apart under this entry, as a document; null where the entry is none. */
  late(id: number): LateEntry | null {
    const row = this.#lateEntry.get(id);
    return row === undefined ? null : LateEntry.parse(row);
  }

  dismiss(id: number): void {
    this.#dismiss.run(id);
  }

  /** Forgets that a row could not be merged. */
  forget(name: HubTable, rowId: string): void {
    this.#forget.run(name, rowId);
  }
}
