import type { ItemSummary } from '../../../../shared/benchmarks/benchmark.ts';
import type { ImageId, ItemId } from '../../../../shared/domain/ids.ts';
import { ItemId as ItemIdSchema } from '../../../../shared/domain/ids.ts';
import type { JsonObject } from '../../../../shared/domain/json.ts';
import { JsonObject as JsonObjectSchema } from '../../../../shared/domain/json.ts';
import type { ItemStatus } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../casebook.ts';
import { unorderedId } from '../../ports.ts';
import { collectTexts } from './texts.ts';

export interface NewItem {
  readonly externalId: string;
  readonly payload: JsonObject;
  readonly images: readonly {
    readonly role: string;
    readonly name: string;
    readonly imageId: ImageId | null;
  }[];
  readonly imported: boolean;
}

export interface WrittenItem {
  readonly id: ItemId;
  readonly sequence: number;
}

/**
 * Writes items and everything derived from them (title, label, facets, full text, missing images) so that these
 * can never disagree. Every method expects to run inside the caller's transaction.
 */
export interface ItemWriter {
  insert(item: NewItem): WrittenItem;
  /** Replaces the payload, counts a revision, brings what is derived up to date. */
  setPayload(id: ItemId, payload: JsonObject): void;
  /** Remembers (or forgets, with null) the record as last imported. */
  setImported(id: ItemId, payload: JsonObject | null): void;
  setStatus(id: ItemId, status: ItemStatus): void;
  setImage(
    id: ItemId,
    image: { position: number; role: string; name: string; imageId: ImageId | null },
  ): void;
  /** Brings the full-text index up to date after an answer or a tag changed. */
  reindex(id: ItemId): void;
}

/** The writer for an open casebook, its statements prepared once. */
export function createItemWriter({ database, benchmark, ports }: Casebook): ItemWriter {
  const insertItem = database.prepare<
    [string, string, string, string, string | null, string, string | null, number, number, number]
  >(
    `INSERT INTO item (id, benchmark, external_id, payload, gold_source, title, label, missing_images, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertFacet = database.prepare<[string, string, number]>(
    'INSERT INTO item_facet (name, value, item) VALUES (?, ?, ?)',
  );
  const deleteFacets = database.prepare<[number]>('DELETE FROM item_facet WHERE item = ?');
  const insertText = database.prepare<[number, string]>('INSERT INTO item_text (rowid, text) VALUES (?, ?)');
  const deleteText = database.prepare<[number]>('DELETE FROM item_text WHERE rowid = ?');
  const insertImage = database.prepare<[string, number, string, string, string | null]>(
    'INSERT INTO item_image (item_id, position, role, name, image_id) VALUES (?, ?, ?, ?, ?)',
  );
  const upsertImage = database.prepare<[string, number, string, string, string | null]>(
    `INSERT INTO item_image (item_id, position, role, name, image_id) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (item_id, position) DO UPDATE SET role = excluded.role, name = excluded.name, image_id = excluded.image_id`,
  );
  const countMissing = database.prepare<[string, string]>(
    `UPDATE item SET missing_images = (SELECT count(*) FROM item_image WHERE item_id = ? AND image_id IS NULL) WHERE id = ?`,
  );
  const updatePayload = database.prepare<[string, string, string | null, number, string]>(
    'UPDATE item SET payload = ?, title = ?, label = ?, revision = revision + 1, updated_at = ? WHERE id = ?',
  );
  const updateImported = database.prepare<[string | null, string]>(
    'UPDATE item SET imported_payload = ? WHERE id = ?',
  );
  const updateStatus = database.prepare<[ItemStatus, number, string]>(
    'UPDATE item SET status = ?, updated_at = ? WHERE id = ?',
  );
  const readItem = database.prepare<[string], { sequence: number; external_id: string; payload: string }>(
    'SELECT sequence, external_id, payload FROM item WHERE id = ?',
  );
  const readTags = database.prepare<[number], { tag: string }>('SELECT tag FROM item_tag WHERE item = ?');
  const readAnswers = database.prepare<[string], { id: string; payload: string }>(
    `SELECT id, payload FROM annotation a WHERE item_id = ? AND version =
       (SELECT max(version) FROM annotation WHERE (item_id, task, round, person_id) = (a.item_id, a.task, a.round, a.person_id))`,
  );
  const readNotes = database.prepare<[string], { note: string; attributes: string }>(
    "SELECT note, attributes FROM region WHERE annotation_id = ? AND (note <> '' OR attributes <> '{}')",
  );

  const writeFacets = (sequence: number, summary: ItemSummary): void => {
    for (const [name, value] of Object.entries(summary.facets)) insertFacet.run(name, value, sequence);
  };
  const textOf = (id: string, sequence: number, externalId: string, payload: JsonObject): string => {
    const texts = collectTexts(payload, [externalId]);
    for (const { tag } of readTags.all(sequence)) texts.push(tag);
    for (const answer of readAnswers.all(id)) {
      collectTexts(JsonObjectSchema.parse(JSON.parse(answer.payload)), texts);
      for (const { note, attributes } of readNotes.all(answer.id)) {
        texts.push(note);
        collectTexts(JsonObjectSchema.parse(JSON.parse(attributes)), texts);
      }
    }
    return [...new Set(texts)].join('\n');
  };
  const reindex = (id: ItemId): void => {
    const row = readItem.get(id);
    if (row === undefined) return;
    deleteText.run(row.sequence);
    insertText.run(
      row.sequence,
      textOf(id, row.sequence, row.external_id, JsonObjectSchema.parse(JSON.parse(row.payload))),
    );
  };

  return {
    insert({ externalId, payload, images, imported }) {
      const id = ItemIdSchema.parse(unorderedId(ports));
      const summary = benchmark.summarize(payload);
      const now = ports.now();
      const missing = images.filter((image) => image.imageId === null).length;
      const { lastInsertRowid } = insertItem.run(
        id,
        benchmark.id,
        externalId,
        JSON.stringify(payload),
        imported ? 'imported' : null,
        summary.title,
        summary.label,
        missing,
        now,
        now,
      );
      const sequence = Number(lastInsertRowid);
      writeFacets(sequence, summary);
      images.forEach((image, position) =>
        insertImage.run(id, position, image.role, image.name, image.imageId),
      );
      // A new item has neither tags nor answers: its texts are the payload's.
      insertText.run(sequence, collectTexts(payload, [externalId]).join('\n'));
      return { id, sequence };
    },
    setPayload(id, payload) {
      const row = readItem.get(id);
      if (row === undefined) return;
      const summary = benchmark.summarize(payload);
      updatePayload.run(JSON.stringify(payload), summary.title, summary.label, ports.now(), id);
      deleteFacets.run(row.sequence);
      writeFacets(row.sequence, summary);
      reindex(id);
    },
    setImported(id, payload) {
      updateImported.run(payload === null ? null : JSON.stringify(payload), id);
    },
    setStatus(id, status) {
      updateStatus.run(status, ports.now(), id);
    },
    setImage(id, { position, role, name, imageId }) {
      upsertImage.run(id, position, role, name, imageId);
      countMissing.run(id, id);
    },
    reindex,
  };
}
