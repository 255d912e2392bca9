import { z } from 'zod';
import type { Task } from '../../../../shared/benchmarks/benchmark.ts';
import type { RatedAnswer } from '../../../../shared/benchmarks/fieldRating.ts';
import type { AskedParts } from '../../../../shared/benchmarks/parts.ts';
import { isSignedOff } from '../../../../shared/benchmarks/signOff.ts';
import type { RegionRecord } from '../../../../shared/domain/document.ts';
import { AnnotationId, type ItemId, type PersonId } from '../../../../shared/domain/ids.ts';
import { JsonObject } from '../../../../shared/domain/json.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { isOfCurrentEdition } from '../../records/edition.ts';
import { askedColumn } from '../../records/ratings.ts';
import type { RaterDescription } from '../../formats/ratingStaging.ts';

/** What a person has answered so far in one document. */
export interface LastAnswer {
  readonly id: AnnotationId;
  readonly version: number;
  readonly revision: number;
  /** Whether it is unsubmitted work. */
  readonly draft: boolean;
  /** The latest answer that counts as a rating of the item as it is now. */
  readonly rating: GivenRating | null;
  /** The latest that was one of an earlier edition of it. */
  readonly outdated: GivenRating | null;
}

export interface GivenRating extends RatedAnswer {
  /** The images that it signs off, as `SignOffs` has them. */
  readonly signedOffImages: string | null;
  /** Whether it came from a source: nobody edited it at the Desk. */
  readonly imported: boolean;
}

export interface NewRating {
  readonly id: AnnotationId;
  readonly itemId: ItemId;
  readonly itemRevision: number;
  readonly task: Task;
  readonly round: number;
  readonly personId: PersonId;
  readonly last: LastAnswer | null;
  readonly answer: JsonObject;
  readonly regions: readonly RegionRecord[];
  /** The parts that it is about; null: everything. */
  readonly asked: AskedParts;
  /** When it was given, UTC milliseconds; null: now. */
  readonly at: number | null;
}

const Row = z.object({
  id: AnnotationId,
  version: z.int(),
  revision: z.int(),
  state: z.string(),
  independent: z.int(),
  answer: z.string(),
  asked: z.string().nullable().transform(askedColumn),
  signedOffImages: z.string().nullable(),
  outdated: z.int().transform((flag) => flag === 1),
});
type Row = z.infer<typeof Row>;

const Missing = z.object({ position: z.int(), role: z.string(), name: z.string() });

/** The rows behind ratings from elsewhere; every write expects the caller's transaction. */
export function createRatingRows(casebook: Casebook): {
  last(itemId: ItemId, task: string, round: number, personId: PersonId): LastAnswer | null;
  /** Since when the item is as it is now, UTC milliseconds; null: since it came. */
  fixedAt(itemId: ItemId): number | null;
  submit(rating: NewRating): void;
  /** Says of a person that was just made what the source says. */
  describe(id: PersonId, rater: RaterDescription): void;
  revision(itemId: ItemId): number;
  missingImages(itemId: ItemId): { position: number; role: string; name: string }[];
} {
  const { database, ports } = casebook;
  const { annotations: store, signOffs } = casebook.records;
  const versions = database.prepare<[string, string, number, string]>(
    `SELECT id, version, revision, state, independent, payload AS answer, asked, signed_off_images AS signedOffImages,
       NOT (${isOfCurrentEdition('annotation')}) AS outdated FROM annotation
     WHERE item_id = ? AND task = ? AND round = ? AND person_id = ? ORDER BY version DESC`,
  );
  const insert = database.prepare(
    `INSERT INTO annotation (id, item_id, item_revision, task, round, person_id, version, previous_id, state, payload, revision, independent, created_at, updated_at, submitted_at, asked, edition_id, signed_off_images)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, (SELECT edition_id FROM item WHERE id = ?), ?)`,
  );
  const finish = database.prepare<[number, string]>(
    "UPDATE annotation SET state = 'submitted', submitted_at = ? WHERE id = ?",
  );
  // Anybody who was asked has answered.
  const answered = database.prepare<[string, string, string, number]>(
    "UPDATE assignment SET state = 'submitted', reason = NULL WHERE person_id = ? AND item_id = ? AND task = ? AND round = ? AND state <> 'submitted'",
  );
  const describe = database.prepare<[string, string | null, string]>(
    'UPDATE person SET name = ?, version = ? WHERE id = ?',
  );
  const missing = database.prepare<[string]>(
    'SELECT position, role, name FROM item_image WHERE item_id = ? AND image_id IS NULL ORDER BY position',
  );
  const revision = database.prepare<[string], number>('SELECT revision FROM item WHERE id = ?').pluck();
  const fixedAt = database
    .prepare<[string], number>(
      'SELECT e.created_at FROM item i JOIN edition e ON e.id = i.edition_id WHERE i.id = ?',
    )
    .pluck();
  const given = (row: Row | undefined): GivenRating | null =>
    row === undefined
      ? null
      : {
          answer: JsonObject.parse(JSON.parse(row.answer)),
          regions: store.regions(row.id),
          asked: row.asked,
          signedOffImages: row.signedOffImages,
          imported: row.revision === 0,
        };
  /** Who signed off before does so of the same images still: a file does not say which it is about. */
  const signedOffBy = ({ task, answer, asked, last, itemId }: NewRating): string | null => {
    if (!isSignedOff(task, answer, asked)) return null;
    const before = last?.rating ?? null;
    return before !== null && isSignedOff(task, before.answer, before.asked)
      ? before.signedOffImages
      : signOffs.imagesOf(itemId);
  };
  return {
    fixedAt: (itemId) => fixedAt.get(itemId) ?? null,
    revision: (itemId) => revision.get(itemId) ?? 0,
    last(itemId, task, round, personId) {
      const all = versions.all(itemId, task, round, personId).map((row) => Row.parse(row));
      const [latest] = all;
      if (latest === undefined) return null;
      const ratings = all.filter(({ independent, state }) => independent === 1 && state === 'submitted');
      return {
        id: latest.id,
        version: latest.version,
        revision: latest.revision,
        draft: latest.state === 'draft',
        rating: given(ratings.find(({ outdated }) => !outdated)),
        outdated: given(ratings.find(({ outdated }) => outdated)),
      };
    },
    submit(rating) {
      const { id, itemId, itemRevision, task, round, personId, last, answer, regions, asked } = rating;
      const at = rating.at ?? ports.now();
      // Boxes are drawn before an answer is submitted, and never after.
      const drawn = regions.length > 0;
      insert.run(
        id,
        itemId,
        itemRevision,
        task.id,
        round,
        personId,
        (last?.version ?? 0) + 1,
        last?.id ?? null,
        drawn ? 'draft' : 'submitted',
        JSON.stringify(answer),
        last?.revision ?? 0,
        at,
        at,
        drawn ? null : at,
        asked === null ? null : JSON.stringify(asked),
        itemId,
        signedOffBy(rating),
      );
      if (drawn) {
        store.insertRegions(id, regions);
        finish.run(at, id);
      }
      answered.run(personId, itemId, task.id, round);
    },
    describe: (id, { name, version }) => void describe.run(name, version, id),
    missingImages: (itemId) => missing.all(itemId).map((row) => Missing.parse(row)),
  };
}
