import { z } from 'zod';
import type { Task } from '../../../../../shared/benchmarks/task.ts';
import type { RatedAnswer } from '../../../../../shared/benchmarks/fieldRating.ts';
import type { AskedParts } from '../../../../../shared/benchmarks/parts.ts';
import { isSignedOff } from '../../../../../shared/benchmarks/signOff.ts';
import type { RegionRecord } from '../../../../../shared/domain/document.ts';
import type { AnswerOrigin } from '../../../../../shared/domain/answerOrigin.ts';
import { AnnotationId, EditionId, ItemId, type PersonId } from '../../../../../shared/base/ids.ts';
import { JsonObject } from '../../../../../shared/base/json.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import { asSet, IN_SET } from '../../../db/sets.ts';
import { isOfCurrentEdition } from '../../../records/answers/edition.ts';
import { originColumn } from '../../../records/answers/answerOrigin.ts';
import { askedColumn } from '../../../records/answers/ratings.ts';
import type { RaterDescription } from '../../../formats/ratings/ratingStaging.ts';

/** What a person has answered so far in one document. */
export interface LastAnswer {
  readonly id: AnnotationId;
  readonly version: number;
  readonly revision: number;
  /** Whether it is unsubmitted work. */
  readonly draft: boolean;
  /** The latest answer that counts as a rating of the item as it is now. */
  readonly rating: StoredRating | null;
  /** The latest that was one of an earlier edition of it. */
  readonly outdated: StoredRating | null;
}

export interface StoredRating extends RatedAnswer {
  /** The images that it signs off, as `SignOffs` has them. */
  readonly signedOffImages: string | null;
  /** Whether it came from a source: nobody edited it at the Desk. */
  readonly imported: boolean;
  /** How it came about as far as is known; null: Casebook recorded it. */
  readonly origin: AnswerOrigin | null;
  /** UTC milliseconds. */
  readonly submittedAt: number;
}

export interface NewRating {
  readonly id: AnnotationId;
  readonly item: RatingSubject;
  readonly task: Task;
  readonly round: number;
  readonly personId: PersonId;
  readonly last: LastAnswer | null;
  readonly answer: JsonObject;
  /** The same in JSON. */
  readonly text: string;
  readonly regions: readonly RegionRecord[];
  /** The parts that it is about; null: everything. */
  readonly asked: AskedParts;
  /** When it was given, UTC milliseconds; null: now. */
  readonly at: number | null;
  readonly origin: AnswerOrigin;
}

/** An item that ratings are about, as the casebook has it. */
export interface RatingSubject {
  readonly id: ItemId;
  readonly sequence: number;
  readonly revision: number;
  readonly payload: JsonObject;
  readonly editionId: EditionId | null;
  /** Since when it is as it is now, UTC milliseconds; null: since it came. */
  readonly fixedAt: number | null;
  /** Whether somebody was asked about it. */
  readonly isAssigned: boolean;
}

/** What a set of items has. */
export interface KnownRatings {
  /** By its external id; undefined where there is none. */
  item(externalId: string): RatingSubject | undefined;
  last(itemId: ItemId, task: string, round: number, personId: PersonId): LastAnswer | null;
}

const ItemRow = z.object({
  id: ItemId,
  externalId: z.string(),
  sequence: z.int(),
  revision: z.int(),
  payload: z.string().transform((text) => JsonObject.parse(JSON.parse(text))),
  editionId: EditionId.nullable(),
  fixedAt: z.int().nullable(),
  isAssigned: z.int().transform((flag) => flag === 1),
});

const Row = z.object({
  itemId: z.string(),
  task: z.string(),
  round: z.int(),
  personId: z.string(),
  id: AnnotationId,
  version: z.int(),
  revision: z.int(),
  state: z.string(),
  independent: z.int(),
  answer: z.string(),
  asked: z.string().nullable().transform(askedColumn),
  signedOffImages: z.string().nullable(),
  outdated: z.int().transform((flag) => flag === 1),
  origin: z.string().nullable().transform(originColumn),
  submittedAt: z.int().nullable(),
});
type Row = z.infer<typeof Row>;

const Missing = z.object({ position: z.int(), role: z.string(), name: z.string() });

/** The rows behind ratings from elsewhere; every write expects the caller's transaction. */
export class RatingRows {
  readonly #casebook: Casebook;
  readonly #items;
  readonly #versions;
  readonly #missing;

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
    const { database } = casebook;
    this.#items = database.prepare<[string, string]>(
      `SELECT i.id, i.external_id AS externalId, i.sequence, i.revision, i.payload, i.edition_id AS editionId,
       e.created_at AS fixedAt, EXISTS (SELECT 1 FROM assignment a WHERE a.item_id = i.id) AS isAssigned
     FROM item i LEFT JOIN edition e ON e.id = i.edition_id WHERE i.benchmark = ? AND i.external_id ${IN_SET}`,
    );
    this.#versions = database.prepare<[string]>(
      `SELECT item_id AS itemId, task, round, person_id AS personId, id, version, revision, state, independent,
       payload AS answer, asked, signed_off_images AS signedOffImages, origin, submitted_at AS submittedAt,
       NOT (${isOfCurrentEdition('annotation')}) AS outdated
     FROM annotation WHERE item_id ${IN_SET} ORDER BY item_id, task, round, person_id, version DESC`,
    );
    this.#missing = database.prepare<[string]>(
      'SELECT position, role, name FROM item_image WHERE item_id = ? AND image_id IS NULL ORDER BY position',
    );
  }

  /** Looks up items by their external ids, with all that was answered about them. */
  known(externalIds: Iterable<string>): KnownRatings {
    const found = new Map(
      this.#items.all(this.#casebook.benchmark.id, asSet(externalIds)).map((raw) => {
        const row = ItemRow.parse(raw);
        return [row.externalId, row] as const;
      }),
    );
    const ids = [...found.values()].map(({ id }) => id);
    const answered = Map.groupBy(
      (ids.length === 0 ? [] : this.#versions.all(asSet(ids))).map((row) => Row.parse(row)),
      ({ itemId, task, round, personId }) => documentOf(itemId, task, round, personId),
    );
    return {
      item: (externalId) => found.get(externalId),
      last: (itemId, task, round, personId) =>
        answered.size === 0
          ? null
          : this.#lastOf(answered.get(documentOf(itemId, task, round, personId)) ?? []),
    };
  }

  submit(rating: NewRating): void {
    const { id, item, task, round, personId, last, text, regions, asked } = rating;
    const { annotations, assignmentTable } = this.#casebook.records;
    const key = { itemId: item.id, task: task.id, round, personId };
    annotations.insertRating({
      id,
      key,
      itemRevision: item.revision,
      version: (last?.version ?? 0) + 1,
      previousId: last?.id ?? null,
      text,
      regions,
      revision: last?.revision ?? 0,
      asked,
      editionId: item.editionId,
      signedOffImages: this.#signedOffBy(rating),
      origin: rating.origin,
      at: rating.at ?? this.#casebook.ports.now(),
    });
    // Anybody who was asked has answered.
    if (item.isAssigned) assignmentTable.submit(key);
  }

  /** Says of a person that was just made what the source says. */
  describe(id: PersonId, { name, version }: RaterDescription): void {
    this.#casebook.records.personTable.describe(id, name, version);
  }

  missingImages(itemId: ItemId): { position: number; role: string; name: string }[] {
    return this.#missing.all(itemId).map((row) => Missing.parse(row));
  }

  #given(row: Row | undefined): StoredRating | null {
    return row === undefined
      ? null
      : {
          answer: JsonObject.parse(JSON.parse(row.answer)),
          regions: this.#casebook.records.annotations.regions(row.id),
          asked: row.asked,
          signedOffImages: row.signedOffImages,
          imported: row.revision === 0,
          origin: row.origin,
          submittedAt: row.submittedAt ?? 0,
        };
  }

  /** Who signed off before does so of the same images still: a file does not say which it is about. */
  #signedOffBy({ task, answer, asked, last, item }: NewRating): string | null {
    if (!isSignedOff(task, answer, asked)) return null;
    const before = last?.rating ?? null;
    return before !== null && isSignedOff(task, before.answer, before.asked)
      ? before.signedOffImages
      : this.#casebook.records.signOffs.imagesOf(item.id);
  }

  #lastOf(all: readonly Row[]): LastAnswer | null {
    const [latest] = all;
    if (latest === undefined) return null;
    const ratings = all.filter(({ independent, state }) => independent === 1 && state === 'submitted');
    return {
      id: latest.id,
      version: latest.version,
      revision: latest.revision,
      draft: latest.state === 'draft',
      rating: this.#given(ratings.find(({ outdated }) => !outdated)),
      outdated: this.#given(ratings.find(({ outdated }) => outdated)),
    };
  }
}

const documentOf = (itemId: string, task: string, round: number, personId: string): string =>
  `${itemId} ${personId} ${String(round)} ${task}`;
