import { z } from 'zod';
import {
  type DocumentRecords,
  type FieldRecord,
  fieldRecords,
  type ImageRecord,
  ImageRecord as ImageRecordSchema,
  type RegionRecord,
  toRecords,
} from '../../../../shared/domain/document.ts';
import { AnnotationId, EditionId, ItemId, type PersonId } from '../../../../shared/base/ids.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import { AnnotationState, AssignmentState } from '../../../../shared/domain/status.ts';
import type { CasebookFiles } from '../casebook.ts';
import { REGION_COLUMNS, toRegion } from './regions.ts';
import { AnnotationTable, type DocumentKey } from './annotationTable.ts';
import { GoldPartsColumn } from './goldParts.ts';
import { askedColumn } from './ratings.ts';

export const AnnotationRow = z.object({
  id: AnnotationId,
  itemId: ItemId,
  task: z.string(),
  round: z.int(),
  personId: z.string(),
  version: z.int(),
  state: AnnotationState,
  independent: z.int().transform((flag) => flag === 1),
  answer: z.string().transform((text) => JsonObject.parse(JSON.parse(text))),
  /** The parts that its author was asked for and answered; null: everything. */
  asked: z.string().nullable().transform(askedColumn),
  revision: z.int(),
  /** The edition of the item that it is about; null: the item as it came. */
  editionId: EditionId.nullable(),
  /** The images that it signs off, as `SignOffs` has them. */
  signedOffImages: z.string().nullable(),
});
export type AnnotationRow = z.infer<typeof AnnotationRow>;

export const ItemState = z.object({
  id: ItemId,
  sequence: z.int(),
  payload: z.string().transform((text) => JsonObject.parse(JSON.parse(text))),
  importedPayload: z.string().nullable(),
  revision: z.int(),
  status: z.enum(['draft', 'in_review', 'accepted', 'rejected']),
  goldSource: z.string().nullable(),
  goldAnnotationId: AnnotationId.nullable(),
  goldParts: GoldPartsColumn,
  /** The current edition; null: the item as it came. */
  editionId: EditionId.nullable(),
  editionNumber: z.int().positive(),
});
export type ItemState = z.infer<typeof ItemState>;

/** A person's assignment, as far as its document is concerned. */
export const AssignmentRow = z.object({
  id: z.string(),
  round: z.int(),
  state: AssignmentState,
  asked: z.string().nullable().transform(askedColumn),
});
export type AssignmentRow = z.infer<typeof AssignmentRow>;

const COLUMNS =
  'id, item_id AS itemId, task, round, person_id AS personId, version, state, independent, payload AS answer, asked, revision, edition_id AS editionId, signed_off_images AS signedOffImages';

/** The rows behind documents, read and written. Every write expects the caller's transaction. */
export class AnnotationStore extends AnnotationTable {
  readonly #item;
  readonly #images;
  readonly #latest;
  readonly #byId;
  readonly #regions;
  readonly #someRegions;
  readonly #activeTime;
  readonly #assignment;
  readonly #assignedRound;
  readonly #answered;
  readonly #shared;
  readonly #awaited;
  readonly #rounds;

  constructor(casebook: CasebookFiles) {
    super(casebook);
    const { database } = casebook;
    this.#item = database.prepare<[string]>(
      `SELECT id, sequence, payload, imported_payload AS importedPayload, revision, status,
       gold_source AS goldSource, gold_annotation_id AS goldAnnotationId, gold_fields AS goldParts, edition_id AS editionId,
       coalesce((SELECT number FROM edition WHERE id = edition_id), 1) AS editionNumber FROM item WHERE id = ?`,
    );
    this.#images = database.prepare<[string]>(
      `SELECT 'image' AS type, position, role, name, image_id AS imageId FROM item_image WHERE item_id = ? ORDER BY position`,
    );
    this.#latest = database.prepare<[string, string, number, string]>(
      `SELECT ${COLUMNS} FROM annotation WHERE item_id = ? AND task = ? AND round = ? AND person_id = ? ORDER BY version DESC LIMIT 1`,
    );
    this.#byId = database.prepare<[string]>(`SELECT ${COLUMNS} FROM annotation WHERE id = ?`);
    this.#regions = database.prepare<[string]>(
      `SELECT ${REGION_COLUMNS} FROM region WHERE annotation_id = ? ORDER BY position, id`,
    );
    this.#someRegions = database.prepare<[string, string]>(
      `SELECT ${REGION_COLUMNS} FROM region WHERE annotation_id = ? AND id IN (SELECT value FROM json_each(?))`,
    );
    this.#activeTime = database
      .prepare<[string], number>('SELECT active_ms FROM annotation WHERE id = ?')
      .pluck();
    this.#assignment = database.prepare<[string, string, string, number]>(
      'SELECT id, round, state, asked FROM assignment WHERE person_id = ? AND item_id = ? AND task = ? AND round = ?',
    );
    this.#assignedRound = database
      .prepare<[string, string, string], number | null>(
        'SELECT max(round) FROM assignment WHERE person_id = ? AND item_id = ? AND task = ?',
      )
      .pluck();
    this.#answered = database.prepare<[string, string]>(
      "SELECT 1 FROM annotation WHERE item_id = ? AND task = ? AND state = 'submitted' LIMIT 1",
    );
    this.#shared = database.prepare<[string, string, string, string, string, string]>(
      `SELECT 1 FROM annotation WHERE item_id = ? AND task = ? AND person_id <> ?
     UNION ALL SELECT 1 FROM assignment WHERE item_id = ? AND task = ? AND person_id <> ? LIMIT 1`,
    );
    this.#awaited = database.prepare<[string, string, string]>(
      "SELECT 1 FROM assignment WHERE item_id = ? AND task = ? AND person_id <> ? AND state = 'open' LIMIT 1",
    );
    this.#rounds = database.prepare<[string, string, number, string, string, number]>(
      `SELECT 1 FROM annotation WHERE item_id = ? AND task = ? AND round = ?
     UNION ALL SELECT 1 FROM assignment WHERE item_id = ? AND task = ? AND round = ? LIMIT 1`,
    );
  }

  item(id: ItemId): ItemState | undefined {
    return parseOptional(ItemState, this.#item.get(id));
  }

  images(id: ItemId): ImageRecord[] {
    return this.#images.all(id).map((row) => ImageRecordSchema.parse(row));
  }

  latest({ itemId, task, round, personId }: DocumentKey): AnnotationRow | undefined {
    return parseOptional(AnnotationRow, this.#latest.get(itemId, task, round, personId));
  }

  annotation(id: AnnotationId): AnnotationRow | undefined {
    return parseOptional(AnnotationRow, this.#byId.get(id));
  }

  regions(id: AnnotationId): RegionRecord[] {
    return this.#regions.all(id).map(toRegion);
  }

  /** Only the regions of these ids. */
  regionsById(id: AnnotationId, regionIds: readonly string[]): RegionRecord[] {
    return this.#someRegions.all(id, JSON.stringify(regionIds)).map(toRegion);
  }

  /** How long somebody worked on it, in milliseconds. */
  activeTime(id: AnnotationId): number {
    return this.#activeTime.get(id) ?? 0;
  }

  /** The assignment that a document answers. */
  assignment({ itemId, task, round, personId }: DocumentKey): AssignmentRow | undefined {
    return parseOptional(AssignmentRow, this.#assignment.get(personId, itemId, task, round));
  }

  /** The latest round in which somebody was given the item, null where never. */
  assignedRound(itemId: ItemId, task: string, personId: PersonId): number | null {
    return this.#assignedRound.get(personId, itemId, task) ?? null;
  }

  /** Whether anybody has submitted an answer to the task on the item. */
  isAnswered(itemId: ItemId, task: string): boolean {
    return this.#answered.get(itemId, task) !== undefined;
  }

  /** Whether somebody else works on the item: has begun an answer, or was given it. */
  isShared({ itemId, task, personId }: DocumentKey): boolean {
    return this.#shared.get(itemId, task, personId, itemId, task, personId) !== undefined;
  }

  /** Whether somebody else was given the item and has yet to answer it. */
  isAwaited({ itemId, task, personId }: DocumentKey): boolean {
    return this.#awaited.get(itemId, task, personId) !== undefined;
  }

  /** Whether the round exists for the item: somebody was given it or has answered in it. */
  hasRound(itemId: ItemId, task: string, round: number): boolean {
    return this.#rounds.get(itemId, task, round, itemId, task, round) !== undefined;
  }
}

/** An answer, boxes and images as one set of records. */
export function recordsOf(
  answer: JsonObject,
  regions: readonly RegionRecord[],
  images: readonly ImageRecord[],
): DocumentRecords {
  const fields: readonly FieldRecord[] = fieldRecords(answer);
  return toRecords([...fields, ...regions, ...images]);
}

function parseOptional<T extends z.ZodType>(schema: T, row: unknown): z.infer<T> | undefined {
  return row === undefined ? undefined : schema.parse(row);
}
