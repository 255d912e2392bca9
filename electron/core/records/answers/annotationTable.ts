import type { AnswerOrigin } from '../../../../shared/domain/answerOrigin.ts';
import type { AskedParts } from '../../../../shared/benchmarks/parts.ts';
import type { DocumentDiff, RegionRecord } from '../../../../shared/domain/document.ts';
import type { AnnotationId, EditionId, ItemId, PersonId } from '../../../../shared/base/ids.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import { Statements } from '../../db/statements.ts';
import type { CasebookFiles } from '../casebook.ts';
import { timeOfWriting } from '../sharing/hubClock.ts';
import { isAskedFor } from './goldParts.ts';

/** Which document: one person's answer to one task on one item in one round. */
export interface DocumentKey {
  readonly itemId: ItemId;
  readonly task: string;
  readonly round: number;
  readonly personId: PersonId;
}

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

/** Writes answers and their boxes. Every write expects the caller's transaction. */
export class AnnotationTable {
  readonly #casebook: CasebookFiles;
  readonly #statements: Statements;

  constructor(casebook: CasebookFiles) {
    this.#casebook = casebook;
    this.#statements = new Statements(casebook.database);
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
