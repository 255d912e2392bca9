import { CLOCK_TOLERANCE_MS, correctTimes } from '../../../../shared/domain/clock.ts';
import type { HubTable } from '../../../../shared/hub/protocol.ts';
import { HUB_HEARD } from '../../db/changes.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import { SEPARATOR } from '../../db/documents.ts';
import { readMeta, writeMeta } from '../../db/meta.ts';

/** When rows of a connected casebook were last changed. What writes expects the caller's transaction. */
export class HubChanges {
  readonly #changedAt;
  readonly #valuesChanged;
  readonly #setChanged;

  constructor(database: CasebookDatabase) {
    this.#changedAt = database
      .prepare<[string, string], number>('SELECT changed_at FROM hub_change WHERE tab = ? AND id = ?')
      .pluck();
    this.#valuesChanged = database
      .prepare<[string, string], string>(
        "SELECT id FROM hub_change WHERE tab = 'item.value' AND id > ? AND id < ? ORDER BY id",
      )
      .pluck();
    this.#setChanged = database.prepare<[string, string, number]>(
      `INSERT INTO hub_change (tab, id, changed_at) VALUES (?, ?, ?)
     ON CONFLICT (tab, id) DO UPDATE SET changed_at = excluded.changed_at`,
    );
  }

  /** When a row was last changed; 0: not since the casebook was connected. */
  changedAt(name: HubTable, id: string): number {
    return this.#changedAt.get(name, id) ?? 0;
  }

  setChanged(name: HubTable | 'item.value', id: string, at: number): void {
    this.#setChanged.run(name, id, at);
  }

  /** When a value of an item was last changed. */
  valueAt(itemId: string, name: string): number {
    return this.#changedAt.get('item.value', `${itemId}${SEPARATOR}${name}`) ?? 0;
  }

  setValueAt(itemId: string, name: string, at: number): void {
    this.#setChanged.run('item.value', `${itemId}${SEPARATOR}${name}`, at);
  }

  /** The names of an item's values that were ever changed. */
  changedValues(itemId: string): string[] {
    return this.#valuesChanged
      .all(`${itemId}${SEPARATOR}`, `${itemId}${SEPARATOR}\uffff`)
      .map((id) => id.slice(itemId.length + 1));
  }
}

/** The hub's time when it was last heard; -Infinity: never. */
function heardHere(database: CasebookDatabase): number {
  const heard = readMeta(database, HUB_HEARD);
  return typeof heard === 'number' ? heard : -Infinity;
}

/** Changes that wait, made since a time; those that cannot have been made before `now` among them. */
const WAITING = `SELECT c.tab, c.id, c.changed_at AS at FROM hub_change c WHERE c.tab <> 'annotation' AND c.changed_at > ?
  AND EXISTS (SELECT 1 FROM hub_outbox o WHERE (o.tab, o.id)
    = (CASE c.tab WHEN 'item.value' THEN 'item' ELSE c.tab END,
       CASE c.tab WHEN 'item.value' THEN substr(c.id, 1, instr(c.id, char(31)) - 1) ELSE c.id END))`;
/** Answers that wait and were submitted here since a time, each document's in the order of its versions. */
const ANSWERS = `SELECT a.id, a.submitted_at AS at, a.item_id || ' ' || a.task || ' ' || a.round || ' ' || a.person_id AS document
  FROM hub_change c JOIN hub_outbox o ON o.tab = c.tab AND o.id = c.id JOIN annotation a ON a.id = c.id
  WHERE c.tab = 'annotation' AND c.changed_at > ? ORDER BY document, a.version`;
/** Answers that wait with a time in the future, and came here from elsewhere. */
const FUTURE = `INSERT OR IGNORE INTO hub_change (tab, id, changed_at) SELECT 'annotation', a.id, ? FROM hub_outbox o
  JOIN annotation a ON a.id = o.id WHERE o.tab = 'annotation' AND a.submitted_at > ?`;

/**
 * Sets the times of changes made here since the last contact with the hub by the hub's clock. `now`: its time; `shift`:
 * how much further ahead this computer's clock is than was known. By the local clock they would win over everything
 * later, or lose to everything earlier.
 */
export function adjustTimes(database: CasebookDatabase, shift: number, now: number): void {
  const after = heardHere(database);
  const set = database.prepare<[number, string, string]>(
    'UPDATE hub_change SET changed_at = ? WHERE tab = ? AND id = ?',
  );
  const latest = now + CLOCK_TOLERANCE_MS;
  database.transaction(() => {
    const since = Math.max(after, 0);
    const rows = database.prepare<[number], { tab: string; id: string; at: number }>(WAITING).all(since);
    for (const { tab, id, at } of rows) {
      const [right = at] = correctTimes([at], { shift, after, now });
      if (right !== at) set.run(right, tab, id);
    }
    const answers = database
      .prepare<[number], { id: string; at: number; document: string }>(ANSWERS)
      .all(since);
    for (const versions of Map.groupBy(answers, ({ document }) => document).values()) {
      const times = correctTimes(
        versions.map(({ at }) => at),
        { shift, after, now },
      );
      for (const [place, { id }] of versions.entries()) set.run(times[place] ?? now, 'annotation', id);
    }
    database.prepare(FUTURE).run(now, latest);
    database.prepare('UPDATE hub_change SET changed_at = ? WHERE changed_at > ?').run(now, latest);
    writeMeta(database, HUB_HEARD, now);
  })();
}
