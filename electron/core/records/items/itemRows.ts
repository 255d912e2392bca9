import { z } from 'zod';
import { ImageId, ItemId } from '../../../../shared/base/ids.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { CasebookFiles } from '../casebook.ts';

const ItemRow = z.object({
  id: ItemId,
  sequence: z.int(),
  payload: z.string(),
  imported: z.string().nullable(),
  goldSource: z.string().nullable(),
  goldPerson: z.string().nullable(),
  split: z.string().nullable(),
  /** Whether its gold is put together from several answers, or disputed in parts. */
  isComposed: z.int().transform((flag) => flag === 1),
});

const ItemImageRow = z.object({
  position: z.int(),
  role: z.string(),
  name: z.string(),
  imageId: ImageId.nullable(),
});
export type ItemImageRow = z.infer<typeof ItemImageRow>;

/** An item as an import finds it. */
export type ExistingItem = z.infer<typeof ItemRow>;

/** The queries of imports on an open casebook, prepared once. */
export class ItemRows {
  readonly #casebook: CasebookFiles;
  readonly #byExternalId;
  readonly #images;
  readonly #root;
  readonly #edited;
  readonly #content;

  constructor(casebook: CasebookFiles) {
    this.#casebook = casebook;
    const { database } = casebook;
    this.#byExternalId = database.prepare<[string, string]>(
      `SELECT i.id, i.sequence, i.payload, i.imported_payload AS imported, i.split, i.gold_source AS goldSource,
       (SELECT person_id FROM annotation WHERE id = i.gold_annotation_id) AS goldPerson,
       i.gold_fields IS NOT NULL AS isComposed
     FROM item i WHERE i.benchmark = ? AND i.external_id = ?`,
    );
    this.#images = database.prepare<[string]>(
      'SELECT position, role, name, image_id AS imageId FROM item_image WHERE item_id = ? ORDER BY position',
    );
    this.#root = database
      .prepare<[string], string>(
        `WITH RECURSIVE line (id, sha256, parent) AS (
         SELECT id, sha256, derived_from FROM image WHERE id = ?
         UNION ALL SELECT m.id, m.sha256, m.derived_from FROM image m JOIN line ON m.id = line.parent)
       SELECT sha256 FROM line WHERE parent IS NULL`,
      )
      .pluck();
    this.#edited = database
      .prepare<[string, string], number>(
        `SELECT 1 FROM event WHERE item_id = ? AND kind IN ('edit', 'undo', 'redo', 'restore')
         AND json_type(diff, '$.updated."' || ? || '"') IS NOT NULL LIMIT 1`,
      )
      .pluck();
    this.#content = database.prepare<[string], number>('SELECT 1 FROM image WHERE sha256 = ?').pluck();
  }

  find(externalId: string): ExistingItem | undefined {
    const row = this.#byExternalId.get(this.#casebook.benchmark.id, externalId);
    return row === undefined ? undefined : ItemRow.parse(row);
  }

  images(id: ItemId): readonly ItemImageRow[] {
    return this.#images.all(id).map((row) => ItemImageRow.parse(row));
  }

  /** The content from which the image at this place was made: its own, or that of what it was cropped from. */
  rootContent(imageId: ImageId): string | null {
    return this.#root.get(imageId) ?? null;
  }

  /** Whether somebody put another image in this place at the Desk. */
  wasReplacedHere(id: ItemId, position: number): boolean {
    return this.#edited.get(id, `image:${String(position)}`) !== undefined;
  }

  isKnownContent(sha256: string): boolean {
    return this.#content.get(sha256) !== undefined;
  }
}

/** A payload as the database holds it; to the letter, which a schema's copy would not be. */
export function parsePayload(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
