import { z } from 'zod';
import type { AnswerOrigin } from '../../../../shared/domain/answerOrigin.ts';
import type { AskedParts } from '../../../../shared/benchmarks/parts.ts';
import type {
  DocumentDiff,
  DocumentRecords,
  FieldRecord,
  ImageRecord,
  RegionRecord,
} from '../../../../shared/domain/document.ts';
import {
  ImageRecord as ImageRecordSchema,
  fieldRecords,
  toRecords,
} from '../../../../shared/domain/document.ts';
import { AnnotationId, EditionId, ItemId, type PersonId } from '../../../../shared/base/ids.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import { AnnotationState, AssignmentState } from '../../../../shared/domain/status.ts';
import type { CasebookFiles } from '../casebook.ts';
import { REGION_COLUMNS, toRegion } from './regions.ts';
import { Statements } from '../../db/statements.ts';
import { GoldPartsColumn, isAskedFor } from './goldParts.ts';
import { askedColumn } from './ratings.ts';
import { timeOfWriting } from '../sharing/hubClock.ts';

/** Which document: one person's answer to one task on one item in one round. */
export interface DocumentKey {
  readonly itemId: ItemId;
  readonly task: string;
  readonly round: number;
  readonly personId: PersonId;
}

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
  /** The edition that holds; null: the item as it came. */
  editionId: EditionId.nullable(),
  editionNumber: z.int().positive(),
});
export type ItemState = z.infer<typeof ItemState>;

export interface NewDraft {
  readonly id: AnnotationId;
  readonly key: DocumentKey;
  readonly itemRevision: number;
  readonly version: number;
  readonly previousId: AnnotationId | null;
  readonly answer: JsonObject;
  readonly revision: number;
  /** Whether it counts as a rating: begun without sight of gold or of others' answers. */
  readonly independent: boolean;
  /** The parts that it is about; null or left out: everything. */
  readonly asked?: AskedParts;
  /** How it came about where it is read from a file; null or left out: Casebook records it. */
  readonly origin?: AnswerOrigin | null;
}

/** A rating that is submitted as it comes in. */
interface SubmittedRating extends Pick<
  NewDraft,
  'id' | 'key' | 'itemRevision' | 'version' | 'previousId' | 'revision'
> {
  /** The answer in JSON. */
  readonly text: string;
  readonly regions: readonly RegionRecord[];
  readonly asked: AskedParts;
  readonly editionId: EditionId | null;
  readonly signedOffImages: string | null;
  readonly origin: AnswerOrigin;
  /** When it was given. */
  readonly at: number;
}

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

/** The rows behind documents. Every write expects the caller's transaction. */
export class AnnotationStore {
  readonly #casebook: CasebookFiles;
  readonly #statements;
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
    this.#casebook = casebook;
    const { database } = casebook;
    this.#statements = new Statements(database);
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

  /** Of the edition of the item that holds. */
  insertDraft({ key, answer, independent, asked = null, origin = null, ...draft }: NewDraft): void {
    this.#statements.run(
      `INSERT INTO annotation (id, item_id, item_revision, task, round, person_id, version, previous_id, state, payload, revision, independent, created_at, updated_at, asked, edition_id, origin)
     VALUES (@id, @itemId, @itemRevision, @task, @round, @personId, @version, @previousId, 'draft', @answer, @revision, @independent, @now, @now, @asked, (SELECT edition_id FROM item WHERE id = @itemId), @origin)`,
      {
        ...draft,
        ...key,
        answer: JSON.stringify(answer),
        independent: independent ? 1 : 0,
        now: timeOfWriting(this.#casebook),
        asked: columnOf(asked),
        origin: origin === null ? null : JSON.stringify(origin),
      },
    );
  }

  /** Writes a rating from elsewhere as submitted. */
  insertRating({ key, regions, asked, origin, ...rating }: SubmittedRating): void {
    const { id, at } = rating;
    // Boxes are drawn before an answer is submitted, and never after.
    const isDrawn = regions.length > 0;
    this.#statements.run(
      `INSERT INTO annotation (id, item_id, item_revision, task, round, person_id, version, previous_id, state, payload, revision, independent, created_at, updated_at, submitted_at, asked, edition_id, signed_off_images, origin)
     VALUES (@id, @itemId, @itemRevision, @task, @round, @personId, @version, @previousId, @state, @text, @revision, 1, @at, @at, @submittedAt, @asked, @editionId, @signedOffImages, @origin)`,
      {
        ...rating,
        ...key,
        state: isDrawn ? 'draft' : 'submitted',
        submittedAt: isDrawn ? null : at,
        asked: columnOf(asked),
        origin: JSON.stringify(origin),
      },
    );
    if (!isDrawn) return;
    this.insertRegions(id, regions);
    this.#statements.run("UPDATE annotation SET state = 'submitted', submitted_at = @at WHERE id = @id", {
      id,
      at,
    });
  }

  updateDraft(id: AnnotationId, answer: JsonObject, revision: number, activeMilliseconds: number): void {
    this.#statements.run(
      `UPDATE annotation SET payload = @answer, revision = @revision, active_ms = active_ms + @activeMilliseconds,
       updated_at = @now WHERE id = @id`,
      {
        id,
        answer: JSON.stringify(answer),
        revision,
        activeMilliseconds,
        now: timeOfWriting(this.#casebook),
      },
    );
  }

  applyRegions(id: AnnotationId, diff: DocumentDiff): void {
    for (const record of Object.values(diff.removed))
      if (record.type === 'region')
        this.#statements.run('DELETE FROM region WHERE annotation_id = ? AND id = ?', id, record.id);
    for (const [, to] of Object.values(diff.updated)) if (to.type === 'region') this.#put(id, to);
    for (const record of Object.values(diff.added)) if (record.type === 'region') this.#put(id, record);
  }

  insertRegions(id: AnnotationId, added: Iterable<RegionRecord>): void {
    for (const region of added) this.#put(id, region);
  }

  replaceRegions(id: AnnotationId, regions: Iterable<RegionRecord>): void {
    this.#clearRegions(id);
    this.insertRegions(id, regions);
  }

  /** Deletes a draft with its boxes. */
  deleteDraft(id: AnnotationId): void {
    this.#clearRegions(id);
    this.#statements.run("DELETE FROM annotation WHERE id = ? AND state = 'draft'", id);
  }

  /** Puts a draft behind an answer that came in before it. */
  moveDraft(id: AnnotationId, version: number, previousId: AnnotationId): void {
    this.#statements.run(
      "UPDATE annotation SET version = ?, previous_id = ? WHERE id = ? AND state = 'draft'",
      version,
      previousId,
      id,
    );
  }

  submit(id: AnnotationId): void {
    // Where the clock was set back since it was begun, it was begun earlier than that clock said.
    this.#statements.run(
      `UPDATE annotation SET state = 'submitted', submitted_at = @now, updated_at = @now, created_at = min(created_at, @now)
     WHERE id = @id`,
      { id, now: timeOfWriting(this.#casebook) },
    );
  }

  /** Says of a draft which images it signs off where it takes that over from an earlier answer. */
  keepSignOff(id: AnnotationId, images: string | null): void {
    this.#statements.run('UPDATE annotation SET signed_off_images = ? WHERE id = ?', images, id);
  }

  /** The same of an answer whose rater was asked for this field; of others that it signs nothing off. */
  tieSignOff(id: string, field: string, images: string | null): void {
    this.#statements.run(
      `UPDATE annotation SET signed_off_images = iif(${isAskedFor('annotation')}, ?, NULL) WHERE id = ?`,
      field,
      images,
      id,
    );
  }

  /** How long somebody worked on it, in milliseconds. */
  activeTime(id: AnnotationId): number {
    return this.#activeTime.get(id) ?? 0;
  }

  /** Says of a draft that it is no rating. */
  setDependent(id: AnnotationId): void {
    this.#statements.run('UPDATE annotation SET independent = 0 WHERE id = ? AND independent = 1', id);
  }

  /** Begins a draft anew, of the edition of the item that holds; without boxes, and with no time spent on it. */
  restart(id: AnnotationId, answer: JsonObject, independent: boolean, asked: AskedParts): void {
    this.#statements.run(
      `UPDATE annotation SET payload = @answer, independent = @independent, asked = @asked, active_ms = 0,
       edition_id = (SELECT edition_id FROM item WHERE id = item_id) WHERE id = @id`,
      { id, answer: JSON.stringify(answer), independent: independent ? 1 : 0, asked: columnOf(asked) },
    );
    this.#clearRegions(id);
  }

  /** Makes of a draft the draft of a decision, of the edition of the item that holds; without boxes. */
  replaceWithDecision(id: AnnotationId, answer: JsonObject, revision: number, asked: AskedParts): void {
    this.#clearRegions(id);
    this.#statements.run(
      `UPDATE annotation SET independent = 0, payload = @answer, revision = @revision, updated_at = @now, asked = @asked,
       edition_id = (SELECT edition_id FROM item WHERE id = item_id) WHERE id = @id`,
      {
        id,
        answer: JSON.stringify(answer),
        revision,
        now: timeOfWriting(this.#casebook),
        asked: columnOf(asked),
      },
    );
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

  #clearRegions(id: AnnotationId): void {
    this.#statements.run('DELETE FROM region WHERE annotation_id = ?', id);
  }

  #put(annotationId: AnnotationId, region: RegionRecord): void {
    this.#statements.run(
      `INSERT INTO region (annotation_id, id, image_id, label, x, y, width, height, note, attributes, position, foreign_part)
     VALUES (@annotationId, @id, @imageId, @label, @x, @y, @width, @height, @note, @attributes, @order, @foreign)
     ON CONFLICT (annotation_id, id) DO UPDATE SET image_id = excluded.image_id, label = excluded.label, x = excluded.x,
       y = excluded.y, width = excluded.width, height = excluded.height, note = excluded.note,
       attributes = excluded.attributes, position = excluded.position, foreign_part = excluded.foreign_part`,
      {
        ...region,
        annotationId,
        attributes: JSON.stringify(region.attributes),
        foreign: region.foreign === undefined ? null : JSON.stringify(region.foreign),
      },
    );
  }
}

const columnOf = (asked: AskedParts): string | null => (asked === null ? null : JSON.stringify(asked));

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
