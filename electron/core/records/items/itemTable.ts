import type { GoldSource, ItemStatus } from '../../../../shared/domain/status.ts';
import type { ForeignImage } from '../../../../shared/foreign/foreignPart.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import type { RowOf } from '../../db/schema.ts';
import { asSet, IN_SET } from '../../db/sets.ts';
import { Statements } from '../../db/statements.ts';

/** A new item, and what its row has of what follows from it. */
interface NewItemRow {
  readonly id: string;
  readonly benchmark: string;
  readonly externalId: string;
  /** In JSON. */
  readonly payload: string;
  readonly goldSource: GoldSource | null;
  readonly title: string;
  readonly label: string | null;
  readonly missingImages: number;
}

/** An image in its place. */
interface PlacedImage {
  readonly position: number;
  readonly role: string;
  readonly name: string;
  readonly imageId: string | null;
}

/** An item's gold as its row has it, parts and boxes in JSON. */
interface GoldColumns {
  readonly source: GoldSource | null;
  readonly annotationId: string | null;
  readonly parts: string | null;
  readonly boxes: string | null;
}

/** The rows of items and of their images. Every write expects the caller's transaction. */
export class ItemTable {
  readonly #statements: Statements;

  constructor(database: CasebookDatabase) {
    this.#statements = new Statements(database);
  }

  /** Gives the new item's number. */
  insert(row: NewItemRow, at: number): number {
    const { lastInsertRowid } = this.#statements.run(
      `INSERT INTO item (id, benchmark, external_id, payload, gold_source, title, label, missing_images, created_at, updated_at)
     VALUES (@id, @benchmark, @externalId, @payload, @goldSource, @title, @label, @missingImages, @at, @at)`,
      { ...row, at },
    );
    return Number(lastInsertRowid);
  }

  /** The same for an item as it is in another casebook, gold included. */
  insertMerged(item: RowOf<'item'>, summary: Pick<NewItemRow, 'title' | 'label' | 'missingImages'>): number {
    const { lastInsertRowid } = this.#statements.run(
      `INSERT INTO item (id, benchmark, external_id, payload, imported_payload, revision, status, gold_source,
       gold_annotation_id, gold_fields, split, edition_id, title, label, missing_images, created_at, updated_at)
     VALUES (@id, @benchmark, @external_id, @payload, @imported_payload, @revision, @status, @gold_source,
       @gold_annotation_id, @gold_fields, @split, @edition_id, @title, @label, @missingImages, @created_at, @updated_at)`,
      {
        ...item,
        ...summary,
        payload: JSON.stringify(item.payload),
        imported_payload: jsonOrNull(item.imported_payload),
        gold_fields: jsonOrNull(item.gold_fields),
      },
    );
    return Number(lastInsertRowid);
  }

  setPayload(id: string, payload: string, at: number): void {
    this.#statements.run(
      'UPDATE item SET payload = @payload, revision = revision + 1, updated_at = @at WHERE id = @id',
      { id, payload, at },
    );
  }

  /**
   * What answers make of an item.
   * @param imported the record as last imported, in JSON; null: as it is
   */
  setAnswered(sequence: number, gold: GoldColumns, imported: string | null): void {
    this.#statements.run(
      `UPDATE item SET imported_payload = coalesce(@imported, imported_payload), gold_source = @source,
       gold_annotation_id = @annotationId, gold_fields = @parts, gold_boxes = @boxes WHERE sequence = @sequence`,
      { ...gold, sequence, imported },
    );
  }

  /** The same, with the payload that the answers are written into. */
  setAnsweredPayload(
    sequence: number,
    gold: GoldColumns,
    imported: string | null,
    payload: string,
    at: number,
  ): void {
    this.#statements.run(
      `UPDATE item SET payload = @payload, revision = revision + 1, updated_at = @at,
       imported_payload = coalesce(@imported, imported_payload), gold_source = @source,
       gold_annotation_id = @annotationId, gold_fields = @parts, gold_boxes = @boxes WHERE sequence = @sequence`,
      { ...gold, sequence, imported, payload, at },
    );
  }

  setSummary(id: string, title: string, label: string | null): void {
    this.#statements.run('UPDATE item SET title = ?, label = ? WHERE id = ?', title, label, id);
  }

  /** Gold without boxes of its own. */
  setGold(id: string, gold: Omit<GoldColumns, 'boxes'>): void {
    this.#statements.run(
      `UPDATE item SET gold_source = @source, gold_annotation_id = @annotationId, gold_fields = @parts, gold_boxes = NULL
     WHERE id = @id`,
      { ...gold, id },
    );
  }

  /** The answer that gives the gold of an item as it was imported. */
  setImportedGold(id: string, annotationId: string): void {
    this.#statements.run(
      "UPDATE item SET gold_annotation_id = ?, gold_source = coalesce(gold_source, 'single') WHERE id = ?",
      annotationId,
      id,
    );
  }

  /** What was imported counts, unless raters differ over it: then nothing does. */
  markImported(id: string): void {
    this.#statements.run(
      `UPDATE item SET gold_source = 'imported' WHERE id = ? AND gold_source IS NULL AND NOT EXISTS
       (SELECT 1 FROM rating_state s WHERE s.item_id = item.id AND s.state IN ('disputed', 'conflict'))`,
      id,
    );
  }

  /** From now on its gold follows today's rules. */
  followToday(id: string): void {
    this.#statements.run('UPDATE item SET gold_kept = NULL WHERE id = ?', id);
  }

  /** Its gold is again what it was by `answers` answers, by the rules of then; false where somebody has answered since. */
  keepGold(id: string, answers: number): boolean {
    const { changes } = this.#statements.run(
      `UPDATE item SET gold_kept = @answers WHERE id = @id AND gold_kept IS NULL
       AND @answers = (SELECT count(*) FROM annotation WHERE item_id = item.id AND state = 'submitted')`,
      { id, answers },
    );
    return changes > 0;
  }

  setEdition(id: string, edition: string | null): void {
    this.#statements.run('UPDATE item SET edition_id = ? WHERE id = ?', edition, id);
  }

  setSplit(id: string, split: string | null, at: number): void {
    this.#statements.run('UPDATE item SET split = ?, updated_at = ? WHERE id = ?', split, at, id);
  }

  /** The same as it came in from a team, which is no change of the item here. */
  takeSplit(id: string, split: string | null): void {
    this.#statements.run('UPDATE item SET split = ? WHERE id = ? AND split IS NOT ?', split, id, split);
  }

  /** The record as last imported, in JSON; null: none. */
  setImported(id: string, payload: string | null): void {
    this.#statements.run('UPDATE item SET imported_payload = ? WHERE id = ?', payload, id);
  }

  setStatuses(ids: readonly string[], status: ItemStatus, at: number): void {
    this.#statements.run(
      `UPDATE item SET status = ?, updated_at = ? WHERE id ${IN_SET}`,
      status,
      at,
      asSet(ids),
    );
  }

  rename(id: string, externalId: string): void {
    this.#statements.run('UPDATE item SET external_id = ? WHERE id = ?', externalId, id);
  }

  remove(id: string): void {
    this.#statements.run('DELETE FROM item WHERE id = ?', id);
  }

  setCreated(id: string, at: number): void {
    this.#statements.run('UPDATE item SET created_at = ? WHERE id = ?', at, id);
  }

  insertImage(id: string, image: PlacedImage, foreign: ForeignImage | null): void {
    this.#statements.run(
      `INSERT INTO item_image (item_id, position, role, name, image_id, foreign_part)
     VALUES (@id, @position, @role, @name, @imageId, @foreign)`,
      { ...image, id, foreign: foreign === null ? null : JSON.stringify(foreign) },
    );
  }

  /** Puts an image in its place, in that of another one. */
  putImage(id: string, image: PlacedImage): void {
    this.#statements.run(
      `INSERT INTO item_image (item_id, position, role, name, image_id) VALUES (@id, @position, @role, @name, @imageId)
     ON CONFLICT (item_id, position) DO UPDATE SET role = excluded.role, name = excluded.name, image_id = excluded.image_id`,
      { ...image, id },
    );
  }

  setImageRecord(id: string, position: number, foreign: ForeignImage): void {
    this.#statements.run(
      'UPDATE item_image SET foreign_part = @foreign WHERE item_id = @id AND position = @position',
      { id, position, foreign: JSON.stringify(foreign) },
    );
  }

  setImageRole(id: string, position: number, role: string): void {
    this.#statements.run(
      'UPDATE item_image SET role = @role WHERE item_id = @id AND position = @position AND role <> @role',
      { id, position, role },
    );
  }

  /** Takes the images from a position on away. */
  cutImages(id: string, from: number): void {
    this.#statements.run('DELETE FROM item_image WHERE item_id = ? AND position >= ?', id, from);
  }

  countMissingImages(id: string): void {
    this.#statements.run(
      `UPDATE item SET missing_images = (SELECT count(*) FROM item_image WHERE item_id = item.id AND image_id IS NULL) WHERE id = ?`,
      id,
    );
  }
}

const jsonOrNull = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));
