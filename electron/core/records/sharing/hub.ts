import { z } from 'zod';
import { type PersonId, PersonId as PersonIdForm } from '../../../../shared/base/ids.ts';
import type { Role } from '../../../../shared/domain/status.ts';
import {
  HUB_TABLES,
  HubRole,
  type HubTable,
  HubTable as HubTableForm,
} from '../../../../shared/hub/protocol.ts';
import { mayWrite } from '../../../../shared/hub/mayWrite.ts';
import { writingRoles } from '../../../../shared/hub/roles.ts';
import { noteChanges } from '../../db/changes.ts';
import type { CasebookFiles } from '../casebook.ts';

/** The hub that a casebook is connected to. */
export interface HubLink {
  readonly address: string;
  readonly casebookId: string;
  readonly title: string;
  readonly personId: PersonId;
  readonly role: HubRole;
  /** With which roles they write there. */
  readonly roles: readonly Role[];
  readonly deviceId: string;
  readonly paused: boolean;
  readonly cursor: string | null;
  readonly era: number | null;
  readonly exchangedAt: number | null;
}

/** A row that the hub has yet to acknowledge; `parcel`: what one person is to be shown has to be prepared anew. */
export interface UnacknowledgedRow {
  readonly table: HubTable | 'parcel';
  readonly id: string;
  readonly mark: number;
}

const LinkRow = z
  .object({
    address: z.string(),
    casebookId: z.string(),
    title: z.string(),
    personId: PersonIdForm,
    role: HubRole,
    roles: z.string().nullable(),
    deviceId: z.string(),
    paused: z.int().transform(Boolean),
    cursor: z.string().nullable(),
    era: z.int().nullable(),
    exchangedAt: z.int().nullable(),
  })
  .transform(({ roles, ...link }) => ({
    ...link,
    roles: writingRoles(link.role, z.array(z.string()).parse(JSON.parse(roles ?? '[]'))),
  }));
const WaitingRow = z.object({
  table: z.union([HubTableForm, z.literal('parcel')]),
  id: z.string(),
  mark: z.int(),
});
/** Which rows a casebook offers to a hub that it was just connected to, by table. */
const OFFERED: Readonly<Record<HubTable, string>> = {
  meta: "SELECT key FROM meta WHERE key IN ('title', 'vocabulary', 'settings', 'benchmark', 'casebookId', 'createdAt', 'metricsParameters', 'exportKey')",
  person: 'SELECT id FROM person',
  // They go with their items.
  image: 'SELECT id FROM image WHERE false',
  deleted_item: 'SELECT item_id FROM deleted_item',
  item: 'SELECT id FROM item',
  edition: 'SELECT id FROM edition',
  guideline: 'SELECT id FROM guideline',
  assignment: 'SELECT id FROM assignment',
  annotation: "SELECT id FROM annotation WHERE state = 'submitted'",
  adjudication: 'SELECT id FROM adjudication',
  comment: 'SELECT id FROM comment',
  study: 'SELECT id FROM study',
  session: 'SELECT id FROM session',
  response: 'SELECT id FROM response',
  exclusion: 'SELECT id FROM exclusion',
  judging: 'SELECT id FROM judging',
  judging_assignment:
    'SELECT person_id || char(31) || judging_id || char(31) || criterion || char(31) || position FROM judging_assignment',
  judge_run: 'SELECT id FROM judge_run',
  judge_call: 'SELECT id FROM judge_call',
  judgment: 'SELECT id FROM judgment',
  verdict_decision: 'SELECT id FROM verdict_decision',
};

/** What an annotator's casebook sends: answers, and how far they are. */
const ANSWERS: readonly HubTable[] = ['assignment', 'annotation', 'session', 'response'];

/** Who sends, as what. */
type Sender = Pick<HubLink, 'personId' | 'role' | 'roles'>;

/** The tables that somebody sends rows of. */
const sentBy = ({ role, roles }: Sender): readonly HubTable[] =>
  role === 'annotator' ? ANSWERS : HUB_TABLES.filter((table) => mayWrite(roles, table) !== null);

/** The link to a hub, and what has yet to be exchanged with it. What writes expects the caller's transaction. */
export class HubRecords {
  readonly #database;
  readonly #ports;
  readonly #link;
  readonly #waiting;
  readonly #waitingItems;
  readonly #counts;
  readonly #forget;
  readonly #drop;
  readonly #dropOthers;
  readonly #note;
  readonly #setRead;
  readonly #setExchanged;
  readonly #setPaused;
  readonly #parcel;
  readonly #setParcel;
  readonly #dropParcel;
  readonly #withdrawal;
  readonly #wording;
  readonly #isStimulus;
  readonly #setStimulus;
  readonly #dropStimulus;
  /** The tables whose rows are sent. */
  readonly sentBy;

  constructor({ database, ports }: Pick<CasebookFiles, 'database' | 'ports'>) {
    this.#database = database;
    this.#ports = ports;
    this.#link = database.prepare(
      `SELECT address, casebook_id AS casebookId, title, person_id AS personId, role, device_id AS deviceId, paused, cursor,
       era, exchanged_at AS exchangedAt, (SELECT roles FROM person WHERE id = hub.person_id) AS roles FROM hub`,
    );
    this.#waiting = database.prepare<[string, number]>(
      'SELECT tab AS "table", id, mark FROM hub_outbox WHERE tab = ? ORDER BY id LIMIT ?',
    );
    // Items in the order in which they were imported: it is that of exports.
    this.#waitingItems = database.prepare<[number]>(
      `SELECT tab AS "table", o.id, mark FROM hub_outbox o LEFT JOIN item i ON i.id = o.id WHERE tab = 'item'
     ORDER BY i.sequence LIMIT ?`,
    );
    this.#counts = database.prepare<[], { tab: string; count: number }>(
      'SELECT tab, count(*) AS count FROM hub_outbox GROUP BY tab',
    );
    this.#forget = database.prepare<[string, string, number]>(
      'DELETE FROM hub_outbox WHERE tab = ? AND id = ? AND mark = ?',
    );
    this.#drop = database.prepare<[string, string]>('DELETE FROM hub_outbox WHERE tab = ? AND id = ?');
    this.#dropOthers = database.prepare<[string]>(
      'DELETE FROM hub_outbox WHERE tab NOT IN (SELECT value FROM json_each(?))',
    );
    this.#note = database.prepare<[string, string]>(
      'INSERT INTO hub_outbox (tab, id) VALUES (?, ?) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1',
    );
    this.#setRead = database.prepare<[string, number, number]>(
      'UPDATE hub SET cursor = ?, era = ?, exchanged_at = ?',
    );
    this.#setExchanged = database.prepare<[number]>('UPDATE hub SET exchanged_at = ?');
    this.#setPaused = database.prepare<[number]>('UPDATE hub SET paused = ?');
    this.#parcel = database.prepare<[string], { tab: string; id: string; hash: string }>(
      'SELECT tab, id, hash FROM hub_parcel WHERE person_id = ?',
    );
    this.#setParcel = database.prepare<[string, string, string, string]>(
      `INSERT INTO hub_parcel (person_id, tab, id, hash) VALUES (?, ?, ?, ?)
     ON CONFLICT (person_id, tab, id) DO UPDATE SET hash = excluded.hash`,
    );
    this.#dropParcel = database.prepare<[string, string, string]>(
      'DELETE FROM hub_parcel WHERE person_id = ? AND tab = ? AND id = ?',
    );
    this.#withdrawal = database.prepare<[string], { personId: string; itemId: string }>(
      'SELECT person_id AS personId, item_id AS itemId FROM hub_withdrawal WHERE id = ?',
    );
    this.#wording = database
      .prepare<[string], string>(
        "SELECT hash FROM hub_parcel WHERE person_id = '' AND tab = 'item' AND id = ?",
      )
      .pluck();
    this.#isStimulus = database
      .prepare<[string], number>('SELECT 1 FROM hub_stimulus WHERE item_id = ?')
      .pluck();
    this.#setStimulus = database.prepare<[string]>(
      'INSERT OR IGNORE INTO hub_stimulus (item_id) SELECT id FROM item WHERE id = ?',
    );
    this.#dropStimulus = database.prepare<[string]>('DELETE FROM hub_stimulus WHERE item_id = ?');
    this.sentBy = sentBy;
  }

  /** The hub, null where the casebook is connected to none. */
  link(): HubLink | null {
    const row = this.#link.get();
    return row === undefined ? null : LinkRow.parse(row);
  }

  connect(to: Pick<HubLink, 'address' | 'casebookId' | 'title' | 'personId' | 'role' | 'deviceId'>): void {
    this.#database
      .prepare(
        `INSERT INTO hub (id, address, casebook_id, title, person_id, role, device_id, connected_at)
           VALUES (1, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(to.address, to.casebookId, to.title, to.personId, to.role, to.deviceId, this.#ports.now());
    noteChanges(this.#database);
  }

  /** Forgets the hub and what waits for it; the casebook keeps all its rows. */
  disconnect(): void {
    for (const name of [
      'hub',
      'hub_outbox',
      'hub_change',
      'hub_parcel',
      'hub_refusal',
      'hub_withdrawal',
      'hub_image',
      'hub_stimulus',
    ])
      this.#database.prepare(`DELETE FROM ${name}`).run();
  }

  /** Notes every row to be offered: to a hub that the casebook was just connected to, or that was restored. */
  offerEverything(sender: Sender): void {
    for (const name of sentBy(sender)) {
      const isOwnAlone = mayWrite(sender.roles, name) !== 'anybodys' && sender.role !== 'annotator';
      const rows = isOwnAlone
        ? `${OFFERED[name]}${OFFERED[name].includes(' WHERE ') ? ' AND' : ' WHERE'} person_id = ?`
        : OFFERED[name];
      this.#database
        .prepare(
          // WHERE true: without it SQLite takes ON for a join.
          `INSERT INTO hub_outbox (tab, id) SELECT '${name}', * FROM (${rows}) WHERE true
             ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1`,
        )
        .run(...(isOwnAlone ? [sender.personId] : []));
    }
    this.#database.prepare("DELETE FROM hub_parcel WHERE person_id <> ''").run();
    if (sender.role !== 'curator') return;
    this.#database
      .prepare(
        `INSERT INTO hub_outbox (tab, id) SELECT 'parcel', person_id FROM
             (SELECT person_id FROM assignment UNION SELECT person_id FROM session WHERE number > 0) WHERE true
           ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1`,
      )
      .run();
  }

  /** The first rows of a table that wait, by key. */
  waiting(name: UnacknowledgedRow['table'], most: number): UnacknowledgedRow[] {
    return (name === 'item' ? this.#waitingItems.all(most) : this.#waiting.all(name, most)).map((row) =>
      WaitingRow.parse(row),
    );
  }

  /** How many rows wait, by table. */
  counts(sender: Sender): ReadonlyMap<string, number> {
    const known: ReadonlySet<string> = new Set([...sentBy(sender), 'parcel']);
    return new Map(this.#counts.all().flatMap(({ tab, count }) => (known.has(tab) ? [[tab, count]] : [])));
  }

  /** A row was acknowledged; one that has changed meanwhile goes on waiting. */
  acknowledged({ table, id, mark }: UnacknowledgedRow): void {
    this.#forget.run(table, id, mark);
  }

  /** The hub knows a row as it is here. */
  drop(name: HubTable, id: string): void {
    this.#drop.run(name, id);
  }

  /** Forgets changes that are for others to send: what was prepared for somebody, what curators alone may write. */
  keepOnly(sender: Sender): void {
    if (sender.role !== 'curator') this.#dropOthers.run(JSON.stringify(sentBy(sender)));
  }

  /** Somebody's roles were changed: from now on they count as another in the hub, too. */
  setRole(role: HubRole): void {
    this.#database.prepare('UPDATE hub SET role = ?').run(role);
    noteChanges(this.#database);
  }

  note(name: UnacknowledgedRow['table'], id: string): void {
    this.#note.run(name, id);
  }

  setRead(cursor: string, era: number): void {
    this.#setRead.run(cursor, era, this.#ports.now());
  }

  setExchanged(): void {
    this.#setExchanged.run(this.#ports.now());
  }

  setPaused(paused: boolean): void {
    this.#setPaused.run(paused ? 1 : 0);
  }

  /** What was prepared for a person, by table and key: the hash of what was sent. */
  parcel(personId: string) {
    return this.#parcel.all(personId);
  }

  setParcel(personId: string, name: string, id: string, hash: string): void {
    this.#setParcel.run(personId, name, id, hash);
  }

  dropParcel(personId: string, name: string, id: string): void {
    this.#dropParcel.run(personId, name, id);
  }

  /** Whose a withdrawn assignment was, and of what; null where it is not known. */
  withdrawal(id: string): { readonly personId: PersonId; readonly itemId: string } | null {
    const row = this.#withdrawal.get(id);
    return row === undefined ? null : { personId: PersonIdForm.parse(row.personId), itemId: row.itemId };
  }

  /** The hash of an item's wording as it was last sent or received; null: never. */
  wording(itemId: string): string | null {
    return this.#wording.get(itemId) ?? null;
  }

  setWording(itemId: string, hash: string): void {
    this.#setParcel.run('', 'item', itemId, hash);
  }

  isStimulus(itemId: string): boolean {
    return this.#isStimulus.get(itemId) !== undefined;
  }

  setStimulus(itemId: string): void {
    this.#setStimulus.run(itemId);
  }

  dropStimulus(itemId: string): void {
    this.#dropStimulus.run(itemId);
  }
}
