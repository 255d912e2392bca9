import { z } from 'zod';
import {
  type AnnotationVersion,
  AnnotationVersion as AnnotationVersionSchema,
} from '../../../../shared/contract/annotations.ts';
import type { DocumentRecords } from '../../../../shared/domain/document.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { AnnotationId, ItemId } from '../../../../shared/base/ids.ts';
import type { ItemStatus } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { neutralImages } from '../../access/blindRow.ts';
import { requireItem, type Viewpoint } from '../../access/viewpoint.ts';
import { type AnnotationRow, type AnnotationStore, recordsOf } from '../../records/answers/annotations.ts';
import { consensusOfParts, GoldPartsColumn } from '../../records/answers/goldParts.ts';
import { isFixer } from '../../records/answers/edition.ts';

/** An annotation as the command line lists it. */
export interface ListedAnnotation {
  readonly id: string;
  readonly item: string;
  readonly task: string;
  readonly person: string;
  readonly version: number;
  readonly state: string;
  readonly boxes: number;
  readonly updated_at: number;
}

const VersionRow = z.looseObject({
  personId: z.string(),
  isGold: z.int(),
  goldParts: GoldPartsColumn,
  round: z.int(),
  independent: z.int(),
  outdated: z.int().transform((flag) => flag === 1),
  byFixer: z.int().transform((flag) => flag === 1),
});

/** Reads versions of answers, as far as the caller may see them. */
export class VersionReader {
  readonly #store: AnnotationStore;
  readonly #versionRows;
  readonly #listed;

  constructor(casebook: Casebook, store: AnnotationStore) {
    const { database } = casebook;
    this.#store = store;
    this.#versionRows = database.prepare<[string, string]>(
      `SELECT a.id, a.person_id AS personId, p.name AS person, a.version, a.state, a.updated_at AS updatedAt,
       a.submitted_at AS submittedAt, a.active_ms AS activeMilliseconds, i.gold_annotation_id IS a.id AS isGold, i.gold_fields AS goldParts,
       a.round, a.independent, a.edition_id IS NOT i.edition_id AS outdated,
       coalesce((SELECT number FROM edition WHERE id = a.edition_id), 1) AS edition,
       ${isFixer('a.edition_id', 'a.person_id')} AS byFixer
     FROM annotation a JOIN person p ON p.id = a.person_id JOIN item i ON i.id = a.item_id
     WHERE a.item_id = ? AND a.task = ? ORDER BY a.updated_at DESC, a.version DESC`,
    );
    this.#listed = database.prepare<[string, string, number], ListedAnnotation>(
      `SELECT a.id, i.external_id AS item, a.task, p.handle AS person, a.version, a.state, a.updated_at,
       (SELECT count(*) FROM region WHERE annotation_id = a.id) AS boxes
     FROM annotation a JOIN item i ON i.id = a.item_id JOIN person p ON p.id = a.person_id
     WHERE ? = 'null' OR i.status IN (SELECT value FROM json_each(?)) ORDER BY a.created_at, a.id LIMIT ?`,
    );
  }

  /** A version's row. Throws `not_found` where there is none that the caller may read. */
  readable(id: AnnotationId, viewpoint: Viewpoint): AnnotationRow {
    const row = this.#store.annotation(id);
    if (row !== undefined) {
      const outdated = row.editionId !== (this.#store.item(row.itemId)?.editionId ?? null);
      if (this.#mayRead({ ...row, outdated }, viewpoint)) return row;
    }
    throw new CasebookError('not_found', 'There is no such version.');
  }

  /** Versions of everybody's answer; only the person's own of this round and edition where the item is blind to them. */
  versions(itemId: ItemId, task: string, viewpoint: Viewpoint): AnnotationVersion[] {
    requireItem(viewpoint, itemId);
    const isBlind = viewpoint.isBlind(itemId);
    return this.#versionRows.all(itemId, task).flatMap((raw) => {
      const row = VersionRow.parse(raw);
      const version = { itemId, task, ...row, independent: row.independent === 1 };
      if (!this.#mayRead(version, viewpoint)) return [];
      const isGold = row.isGold === 1 && !isBlind;
      const consensus = isGold ? consensusOfParts(row.goldParts) : null;
      return AnnotationVersionSchema.parse({ ...row, isGold, consensus });
    });
  }

  version(id: AnnotationId, viewpoint: Viewpoint): DocumentRecords {
    const row = this.readable(id, viewpoint);
    const images = this.#store.images(row.itemId);
    const shown = viewpoint.isBlind(row.itemId) ? neutralImages(images) : images;
    return recordsOf(row.answer, this.#store.regions(id), shown);
  }

  /** Annotations of items of these statuses (null: any), oldest first, at most `limit` (null: all). */
  list(limit: number | null = null, status: readonly ItemStatus[] | null = null): ListedAnnotation[] {
    return this.#listed.all(JSON.stringify(status), JSON.stringify(status ?? []), limit ?? -1);
  }

  /** Whether a version may be read: where the item is blind, or its raters are, only one's own ratings. */
  #mayRead(
    version: {
      itemId: ItemId;
      task: string;
      round: number;
      personId: string;
      independent: boolean;
      outdated: boolean;
    },
    viewpoint: Viewpoint,
  ): boolean {
    const { itemId, task, round, personId, independent, outdated } = version;
    const { person } = viewpoint;
    if (!viewpoint.mayOpen(itemId)) return false;
    if (person === null) return true;
    if (!viewpoint.isBlind(itemId)) return personId === person.id || !viewpoint.hidesRaters(itemId);
    const isOwn = personId === person.id && independent && !outdated;
    return isOwn && round === this.#store.assignedRound(itemId, task, person.id);
  }
}
