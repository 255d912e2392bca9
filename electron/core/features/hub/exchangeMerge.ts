import { ItemId } from '../../../../shared/base/ids.ts';
import { Json, sameJson } from '../../../../shared/base/json.ts';
import { ItemStatus } from '../../../../shared/domain/status.ts';
import type { HubTable } from '../../../../shared/hub/protocol.ts';
import { hubRoleOf } from '../../../../shared/hub/roles.ts';
import type { DocumentContent, ItemValues } from '../../db/documents.ts';
import { createDocumentReader, isFinal, isWhole, saysTheSame, wordingHash } from '../../db/documents.ts';
import { writeMeta } from '../../db/meta.ts';
import { rowReader } from '../../db/rows.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { followSettings } from '../../derived/followSettings.ts';
import type { MergeContext } from '../../merge/mergeContext.ts';
import { touch } from '../../merge/tally.ts';
import type { HubLink } from '../../records/sharing/hub.ts';
import { isLaterValue, type Delta } from './delta.ts';
import { keepApart } from './deletedItems.ts';

/** What an exchange does beside merging, in the same transaction. */
export function exchangeOf(
  casebook: Casebook,
  link: HubLink,
  delta: Delta,
  read: { cursor: string; era: number } | null,
) {
  const { database } = casebook;
  const { hub } = casebook.records;
  const readHere = createDocumentReader(database);
  const isWaiting = database
    .prepare<[string, string], number>('SELECT 1 FROM hub_outbox WHERE tab = ? AND id = ?')
    .pluck();

  /** Whether what came in was changed later than what is here; of two that nobody has changed since, all choose the same. */
  const isLater = (table: HubTable, id: string, content: DocumentContent | null): boolean => {
    if (content?.changedAt === undefined) return false;
    const own = hub.changedAt(table, id);
    if (content.changedAt !== own) return content.changedAt > own;
    if (isWaiting.get(table, id) === undefined) return true;
    const here = readHere(table, id);
    return here === null || JSON.stringify(wholeOf(content)) > JSON.stringify(wholeOf(here));
  };

  /** What was changed later elsewhere, as it was before anything was merged: merging itself changes rows here. */
  const later = new Set<string>();

  const takeSettings = (): void => {
    const before = casebook.records.settings.current();
    for (const { key, value } of rowReader(delta.database, 'meta').all()) {
      if (link.role !== 'annotator' && !later.has(`meta ${key}`)) continue;
      writeMeta(database, key, value);
    }
    followSettings(casebook, casebook.derived, before, casebook.records.settings.current(), null);
  };

  const takePeople = (): void => {
    const taken = database
      .prepare<[string, string], number>('SELECT 1 FROM person WHERE handle = ? AND id <> ?')
      .pluck();
    const change = database.prepare<[string, string, number | null, string]>(
      'UPDATE person SET name = ?, roles = ?, set_aside_at = ? WHERE id = ?',
    );
    const rename = database.prepare<[string, string]>('UPDATE person SET handle = ? WHERE id = ?');
    for (const { id, handle, name, roles, set_aside_at: setAside } of rowReader(
      delta.database,
      'person',
    ).all()) {
      if (link.role !== 'annotator' && !later.has(`person ${id}`)) continue;
      change.run(name, JSON.stringify(roles), setAside, id);
      if (taken.get(handle, id) === undefined) rename.run(handle, id);
      // Who annotates has a casebook of their own work alone, whatever else they are by now.
      if (id === link.personId && link.role !== 'annotator' && hubRoleOf(roles) !== link.role)
        hub.setRole(hubRoleOf(roles) === 'curator' ? 'curator' : 'overseer');
    }
  };

  const rename = database.prepare<[string, string]>('UPDATE item SET external_id = ? WHERE id = ?');
  const namesake = database
    .prepare<[string, string], string>('SELECT id FROM item WHERE external_id = ? AND id <> ?')
    .pluck();
  const setEdition = database.prepare<[string | null, string]>('UPDATE item SET edition_id = ? WHERE id = ?');
  const dropImages = database.prepare<[string]>('DELETE FROM item_image WHERE item_id = ?');
  const imageOf = database.prepare<[string], string>('SELECT id FROM image WHERE sha256 = ?').pluck();
  const shaThere = delta.database.prepare<[string], string>('SELECT sha256 FROM image WHERE id = ?').pluck();
  const insertImage = database.prepare<[string, number, string, string, string | null, string | null]>(
    'INSERT INTO item_image (item_id, position, role, name, image_id, foreign_part) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const countMissing = database.prepare<[string]>(
    `UPDATE item SET missing_images = (SELECT count(*) FROM item_image WHERE item_id = item.id AND image_id IS NULL) WHERE id = ?`,
  );
  const reopen = database.prepare<[string, string | null, string]>(
    'UPDATE assignment SET state = ?, reason = ? WHERE id = ?',
  );
  const setCreated = database.prepare<[number, string]>('UPDATE item SET created_at = ? WHERE id = ?');
  const setImported = database.prepare<[string | null, string]>(
    'UPDATE item SET imported_payload = ? WHERE id = ?',
  );

  /** Of these items only what a rater is shown was here: it is as it comes now. */
  const restate = (): void => {
    const items = rowReader(delta.database, 'item').list();
    const assignmentsThere = rowReader(delta.database, 'assignment', 'WHERE item_id = ?');
    const imagesThere = rowReader(delta.database, 'item_image', 'WHERE item_id = ? ORDER BY position');
    const isOwn = (id: string): boolean => link.role === 'annotator' || hub.isStimulus(id);
    const here = items.filter(({ id }) => readHere('item', id) !== null && isOwn(id));
    // Names change places: first each gets one that nobody has.
    for (const { id } of here) rename.run(id, id);
    for (const { id, external_id: name } of items) {
      const other = namesake.get(name, id);
      if (other !== undefined && isOwn(other)) rename.run(`${name} (${other.slice(-6)})`, other);
    }
    for (const item of here) {
      const { id } = item;
      rename.run(item.external_id, id);
      const former = readHere('item', id)?.row['edition_id'] ?? null;
      setEdition.run(item.edition_id, id);
      setCreated.run(item.created_at, id);
      setImported.run(item.imported_payload === null ? null : JSON.stringify(item.imported_payload), id);
      dropImages.run(id);
      for (const { position, role, name, image_id: image, foreign_part: foreign } of imagesThere.list(id)) {
        const sha = image === null ? undefined : shaThere.get(image);
        insertImage.run(
          id,
          position,
          role,
          name,
          (sha === undefined ? undefined : imageOf.get(sha)) ?? image,
          foreign === null ? null : JSON.stringify(foreign),
        );
      }
      countMissing.run(id);
      casebook.derived.items.setPayload(id, item.payload);
      if (former !== item.edition_id)
        for (const { id: assignment, state, reason } of assignmentsThere.list(id))
          reopen.run(state, reason, assignment);
      if (!delta.stimuli.has(id)) hub.dropStimulus(id);
    }
  };

  /** Another wording of an item that nobody has changed here since: it is taken as the later one. */
  const reword = (context: MergeContext): void => {
    const openItem = context.into.records.conflicts.open().filter(({ kind }) => kind === 'item');
    const writer = casebook.derived.items;
    for (const item of rowReader(delta.database, 'item').list()) {
      const { id } = item;
      const [own] = rowReader(database, 'item', 'WHERE id = ?').list(id);
      if (own === undefined || link.role === 'annotator' || hub.isStimulus(id)) continue;
      if (isWaiting.get('item', id) !== undefined || !later.has(`item ${id}`)) continue;
      if (own.edition_id !== item.edition_id) continue;
      const base = item.imported_payload ?? item.payload;
      const isAnswered = own.gold_annotation_id !== null || own.gold_fields !== null;
      const ownBase =
        own.imported_payload ?? (isAnswered ? casebook.derived.recompute.unanswered(id) : own.payload);
      for (const conflict of openItem)
        if (conflict.itemId === id) context.into.records.conflicts.resolved(conflict.id, 'theirs', null);
      if (JSON.stringify(base) === JSON.stringify(ownBase)) continue;
      if (own.imported_payload !== null || isAnswered) writer.setImported(id, base);
      writer.setPayload(id, casebook.derived.recompute.answered(id, base));
      touch(context.tally, id, null);
    }
  };

  const tagsOf = database
    .prepare<[string], string>(
      'SELECT tag FROM item_tag WHERE item = (SELECT sequence FROM item WHERE id = ?)',
    )
    .pluck();
  const valueHere = database.prepare<[string], { status: string; split: string | null }>(
    'SELECT status, split FROM item WHERE id = ?',
  );
  const valuesHere = (id: string): ItemValues => {
    const row = valueHere.get(id);
    if (row === undefined) return {};
    const values = new Map<string, string | null>([
      ...hub.changedValues(id).map((name) => [name, null] as const),
      ...tagsOf.all(id).map((tag) => [`tag:${tag}`, tag] as const),
      ['status', row.status],
      ['split', row.split],
    ]);
    return Object.fromEntries(
      [...values].map(([name, value]) => [name, { at: hub.valueAt(id, name), value }]),
    );
  };
  /** By item what was changed later elsewhere, as it was before anything was merged. */
  const laterThere = new Map<string, ItemValues>();

  const compareValues = (): void => {
    for (const { id } of rowReader(delta.database, 'item').all()) {
      const own = valuesHere(id);
      const later = Object.entries(delta.values.get(id) ?? {}).filter(([name, value]) => {
        const here = own[name] ?? { at: 0, value: null };
        return isLaterValue(value, here) || (value.at === here.at && value.value === here.value);
      });
      laterThere.set(id, Object.fromEntries(later));
    }
  };

  const takeValues = (): void => {
    const writer = casebook.derived.items;
    const setSplit = database.prepare<[string | null, string, string | null]>(
      'UPDATE item SET split = ? WHERE id = ? AND split IS NOT ?',
    );
    const addTag = database.prepare<[string, string]>(
      'INSERT OR IGNORE INTO item_tag (tag, item) SELECT ?, sequence FROM item WHERE id = ?',
    );
    const dropTag = database.prepare<[string, string]>(
      'DELETE FROM item_tag WHERE tag = ? AND item = (SELECT sequence FROM item WHERE id = ?)',
    );
    for (const [id, values] of laterThere) {
      const own = valueHere.get(id);
      if (own === undefined) continue;
      let changes = 0;
      for (const [name, { at, value }] of Object.entries(values)) {
        if (name === 'status' && value !== null && value !== own.status)
          writer.setStatus(ItemId.parse(id), ItemStatus.parse(value));
        else if (name === 'split') setSplit.run(value, id, value);
        else if (name.startsWith('tag:')) {
          const tag = name.slice('tag:'.length);
          changes += (value === null ? dropTag : addTag).run(tag, id).changes;
        }
        hub.setValueAt(id, name, at);
      }
      if (changes > 0) writer.reindex(ItemId.parse(id));
    }
  };

  const takeAway = (): void => {
    const answered = database
      .prepare<[string], number>(
        `SELECT 1 FROM assignment s JOIN annotation a ON (a.item_id, a.task, a.round, a.person_id)
           = (s.item_id, s.task, s.round, s.person_id) WHERE s.id = ?`,
      )
      .pluck();
    const assignment = rowReader(database, 'assignment', 'WHERE id = ?');
    const remove = database.prepare<[string]>("DELETE FROM assignment WHERE id = ? AND state = 'open'");
    const removeGuideline = database.prepare<[number, string]>(
      'UPDATE guideline SET removed_at = ? WHERE id = ? AND removed_at IS NULL',
    );
    for (const { table, id } of delta.removed) {
      if (table === 'guideline') removeGuideline.run(casebook.ports.now(), id);
      if (table !== 'assignment') continue;
      const [own] = assignment.list(id);
      // What somebody has begun is theirs to finish.
      if (own === undefined || answered.get(id) !== undefined) continue;
      if (remove.run(id).changes > 0) {
        hub.drop('assignment', id);
        casebook.derived.recompute.recompute(own.item_id, own.task, link.personId);
      }
    }
  };

  /** Images that are here under another id. */
  const noteImages = (): void => {
    const own = database.prepare<[string], string>('SELECT id FROM image WHERE sha256 = ?').pluck();
    const note = database.prepare<[string, string]>(
      'INSERT OR REPLACE INTO hub_image (id, own_id) VALUES (?, ?)',
    );
    for (const { id, sha256 } of rowReader(delta.database, 'image').all()) {
      const here = own.get(sha256);
      if (here !== undefined && here !== id) note.run(id, here);
    }
  };

  /** Whether a value of an item is another one here by now. */
  const hasOtherValues = (id: string): boolean => {
    const there = delta.values.get(id) ?? {};
    return Object.entries(valuesHere(id)).some(
      ([name, { at, value }]) => (there[name]?.value ?? null) !== value || (there[name]?.at ?? 0) !== at,
    );
  };

  /** What came in is no news for the hub. */
  const forgetKnown = (): void => {
    for (const { table, id } of delta.keys()) {
      const there = delta.read({ table, id });
      const here = readHere(table, id);
      if (there === null || here === null) continue;
      if (table === 'item' && !delta.stimuli.has(id)) hub.setWording(id, wordingHash(there));
      // When it was submitted, as the hub says: in every copy the same answer is then the later one.
      if (table === 'annotation' && there.changedAt !== undefined) hub.setChanged(table, id, there.changedAt);
      if (isChangedHere(table, here, there) || (table === 'item' && hasOtherValues(id))) continue;
      if (there.changedAt !== undefined && later.has(`${table} ${id}`))
        hub.setChanged(table, id, there.changedAt);
      if (isWaiting.get(table, id) !== undefined) hub.drop(table, id);
    }
  };

  /** Items that read as they did when they were last sent or received. */
  const knownItems = new Set<string>();

  return {
    isKnown: (itemId: ItemId): boolean => knownItems.has(itemId),
    leave: (itemId: ItemId, reason: string): void =>
      hub.refuse({ incoming: true, table: 'deleted_item', rowId: itemId, itemId, reason }, null),
    begin(context: MergeContext): void {
      for (const { table, id } of delta.keys())
        if (isWhole(table) && isLater(table, id, delta.read({ table, id }))) later.add(`${table} ${id}`);
      for (const { id } of rowReader(delta.database, 'item').all()) {
        const content = delta.read({ table: 'item', id });
        if (content !== null && hub.wording(id) === wordingHash(content)) knownItems.add(id);
      }
      compareValues();
      takeSettings();
      takePeople();
      restate();
      reword(context);
    },
    end(): void {
      takeValues();
      takeAway();
      for (const id of delta.stimuli) if (link.role !== 'annotator') hub.setStimulus(id);
      noteImages();
      hub.keepOnly(link);
      forgetKnown();
      if (link.role === 'curator') keepApart(casebook, delta);
      if (read !== null) hub.setRead(read.cursor, read.era);
    },
  };
}

/** The columns of a row that a later change replaces. */
const wholeOf = ({ row }: DocumentContent): unknown[] =>
  ['value', 'handle', 'name', 'roles', 'set_aside_at', 'status', 'split'].map(
    (column) => row[column] ?? null,
  );

/** Columns in which a row here may differ from the same one elsewhere: what each casebook derives or counts by itself. */
const DERIVED: Readonly<Record<string, ReadonlySet<string>>> = {
  item: new Set([
    'status',
    'split',
    'payload',
    'revision',
    'gold_source',
    'gold_annotation_id',
    'gold_fields',
    'updated_at',
    'imported_payload',
    'created_at',
  ]),
  image: new Set(['link', 'created_at', 'created_by']),
  person: new Set(['created_at']),
};

function isChangedHere(table: HubTable, here: DocumentContent, there: DocumentContent): boolean {
  if (isFinal(table)) return !saysTheSame(table, here, there);
  const derived = DERIVED[table];
  const differs = Object.keys(there.row).some(
    (column) =>
      derived?.has(column) !== true &&
      here.row[column] !== there.row[column] &&
      !sameText(here.row[column], there.row[column]),
  );
  return differs;
}

/** JSON may be written with its keys in another order. */
function sameText(a: unknown, b: unknown): boolean {
  if (typeof a !== 'string' || typeof b !== 'string' || !a.startsWith('{') || !b.startsWith('{'))
    return false;
  try {
    return sameJson(Json.parse(JSON.parse(a)), Json.parse(JSON.parse(b)));
  } catch {
    // Text that only looks like JSON.
    return false;
  }
}
