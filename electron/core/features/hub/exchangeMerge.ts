import type { ItemId } from '../../../../shared/base/ids.ts';
import type { HubTable } from '../../../../shared/hub/protocol.ts';
import { hubRoleOf } from '../../../../shared/hub/roles.ts';
import { createDocumentReader, isWhole, wordingHash } from '../../db/documents.ts';
import { writeMeta } from '../../db/meta.ts';
import { rowReader } from '../../db/rows.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { followSettings } from '../../derived/followSettings.ts';
import type { Exchange, MergeContext } from '../../merge/mergeContext.ts';
import type { HubLink } from '../../records/sharing/hub.ts';
import { keepApart } from './deletedItems.ts';
import type { Delta } from './delta.ts';
import { ExchangedItems } from './exchangedItems.ts';
import { ExchangedValues } from './exchangedValues.ts';
import { isLaterRow, isOtherRow } from './laterChanges.ts';

/** What an exchange does beside merging, in the same transaction. */
export class ExchangeMerge implements Exchange {
  readonly #casebook: Casebook;
  readonly #link: HubLink;
  readonly #delta: Delta;
  readonly #read: { cursor: string; era: number } | null;
  readonly #items: ExchangedItems;
  readonly #values: ExchangedValues;
  readonly #readHere;
  readonly #isWaiting;
  /** What was changed later elsewhere, as it was before anything was merged: merging itself changes rows here. */
  readonly #later = new Set<string>();
  /** Items that read as they did when they were last sent or received. */
  readonly #knownItems = new Set<string>();

  constructor(casebook: Casebook, link: HubLink, delta: Delta, read: { cursor: string; era: number } | null) {
    this.#casebook = casebook;
    this.#link = link;
    this.#delta = delta;
    this.#read = read;
    this.#items = new ExchangedItems(casebook, link, delta);
    this.#values = new ExchangedValues(casebook, delta);
    this.#readHere = createDocumentReader(casebook.database);
    this.#isWaiting = casebook.database
      .prepare<[string, string], number>('SELECT 1 FROM hub_outbox WHERE tab = ? AND id = ?')
      .pluck();
  }

  isKnown(itemId: ItemId): boolean {
    return this.#knownItems.has(itemId);
  }

  leave(itemId: ItemId, reason: string): void {
    this.#casebook.records.hubRefusals.add(
      { incoming: true, table: 'deleted_item', rowId: itemId, itemId, reason },
      null,
    );
  }

  begin(context: MergeContext): void {
    const { hub } = this.#casebook.records;
    for (const { table, id } of this.#delta.keys())
      if (isWhole(table) && this.#isLaterThere(table, id)) this.#later.add(`${table} ${id}`);
    for (const { id } of rowReader(this.#delta.database, 'item').all()) {
      const content = this.#delta.read({ table: 'item', id });
      if (content !== null && hub.wording(id) === wordingHash(content)) this.#knownItems.add(id);
    }
    this.#values.compare();
    this.#takeSettings();
    this.#takePeople();
    this.#items.restate();
    this.#items.reword(
      context,
      (id) => this.#later.has(`item ${id}`),
      (id) => this.#waits('item', id),
    );
  }

  end(): void {
    const { hub } = this.#casebook.records;
    this.#values.write();
    this.#removeWithdrawn();
    for (const id of this.#delta.stimuli) if (this.#link.role !== 'annotator') hub.setStimulus(id);
    this.#noteImages();
    hub.keepOnly(this.#link);
    this.#forgetKnown();
    if (this.#link.role === 'curator') keepApart(this.#casebook, this.#delta);
    if (this.#read !== null) hub.setRead(this.#read.cursor, this.#read.era);
  }

  #waits(table: HubTable, id: string): boolean {
    return this.#isWaiting.get(table, id) !== undefined;
  }

  #isLaterThere(table: HubTable, id: string): boolean {
    const waiting = this.#waits(table, id) ? this.#readHere(table, id) : null;
    return isLaterRow(
      this.#delta.read({ table, id }),
      this.#casebook.records.hubChanges.changedAt(table, id),
      waiting,
    );
  }

  /** Whether a row is taken as it came in. An annotator's casebook takes all of them. */
  #isTaken(table: 'meta' | 'person', id: string): boolean {
    return this.#link.role === 'annotator' || this.#later.has(`${table} ${id}`);
  }

  #takeSettings(): void {
    const { database, derived, records } = this.#casebook;
    const before = records.settings.current();
    for (const { key, value } of rowReader(this.#delta.database, 'meta').all())
      if (this.#isTaken('meta', key)) writeMeta(database, key, value);
    followSettings(this.#casebook, derived, before, records.settings.current(), null);
  }

  #takePeople(): void {
    const { records } = this.#casebook;
    const link = this.#link;
    for (const person of rowReader(this.#delta.database, 'person').all()) {
      const { id, handle, roles } = person;
      if (!this.#isTaken('person', id)) continue;
      records.personTable.change(id, person.name, roles);
      records.personTable.setAside(id, person.set_aside_at);
      records.personTable.rename(id, handle);
      // An annotator has a casebook of their own work alone, whatever else they are by now.
      if (id === link.personId && link.role !== 'annotator' && hubRoleOf(roles) !== link.role)
        records.hub.setRole(hubRoleOf(roles) === 'curator' ? 'curator' : 'overseer');
    }
  }

  /** Removes guidelines and open assignments that were withdrawn. */
  #removeWithdrawn(): void {
    const { database, derived, ports, records } = this.#casebook;
    const answered = database
      .prepare<[string], number>(
        `SELECT 1 FROM assignment s JOIN annotation a ON (a.item_id, a.task, a.round, a.person_id)
           = (s.item_id, s.task, s.round, s.person_id) WHERE s.id = ?`,
      )
      .pluck();
    const assignment = rowReader(database, 'assignment', 'WHERE id = ?');
    for (const { table, id } of this.#delta.removed) {
      if (table === 'guideline') records.guidelineTable.removeOnce(id, ports.now());
      if (table !== 'assignment') continue;
      const [own] = assignment.list(id);
      // What somebody has begun is theirs to finish.
      if (own === undefined || answered.get(id) !== undefined) continue;
      if (records.assignmentTable.withdraw(id)) {
        records.hub.drop('assignment', id);
        derived.recompute.recompute(own.item_id, own.task, this.#link.personId);
      }
    }
  }

  /** Notes which images this casebook has under another id. */
  #noteImages(): void {
    const { database } = this.#casebook;
    const own = database.prepare<[string], string>('SELECT id FROM image WHERE sha256 = ?').pluck();
    const note = database.prepare<[string, string]>(
      'INSERT OR REPLACE INTO hub_image (id, own_id) VALUES (?, ?)',
    );
    for (const { id, sha256 } of rowReader(this.#delta.database, 'image').all()) {
      const here = own.get(sha256);
      if (here !== undefined && here !== id) note.run(id, here);
    }
  }

  /** Drops what waits to be sent and came in as it is here: it is no news for the hub. */
  #forgetKnown(): void {
    const { hub, hubChanges } = this.#casebook.records;
    for (const { table, id } of this.#delta.keys()) {
      const there = this.#delta.read({ table, id });
      const here = this.#readHere(table, id);
      if (there === null || here === null) continue;
      if (table === 'item' && !this.#delta.stimuli.has(id)) hub.setWording(id, wordingHash(there));
      // When it was submitted, as the hub says: in every copy the same answer is then the later one.
      if (table === 'annotation' && there.changedAt !== undefined)
        hubChanges.setChanged(table, id, there.changedAt);
      if (isOtherRow(table, here, there) || (table === 'item' && this.#values.isOther(id))) continue;
      if (there.changedAt !== undefined && this.#later.has(`${table} ${id}`))
        hubChanges.setChanged(table, id, there.changedAt);
      if (this.#waits(table, id)) hub.drop(table, id);
    }
  }
}
