import { z } from 'zod';
import { sameJson } from '../../../shared/base/json.ts';
import type { RatingState } from '../../../shared/domain/status.ts';
import type { CasebookDatabase } from '../db/database.ts';
import { asSet, IN_SET } from '../db/sets.ts';
import type { RatersStatus } from './ratingStatus.ts';

const Fields = z.record(z.string(), z.number());

interface RatingStateRow {
  readonly itemId: string;
  readonly round: number;
  readonly state: RatingState;
  readonly ratings: number;
  readonly disagreement: number;
  readonly fields: string;
  readonly since: number;
}

/** The rating status of items as it was last computed (`rating_state`). */
export class RatingStates {
  readonly #read;
  readonly #put;
  readonly #drop;

  constructor(database: CasebookDatabase) {
    this.#read = database.prepare<[string, string], RatingStateRow>(
      `SELECT item_id AS itemId, round, state, ratings, disagreement, fields, since FROM rating_state
     WHERE item_id ${IN_SET} AND task = ?`,
    );
    this.#put = database.prepare<[string, string, number, RatingState, number, number, string, number]>(
      `INSERT INTO rating_state (item_id, task, round, state, ratings, disagreement, fields, since)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (item_id, task) DO UPDATE SET round = excluded.round, state = excluded.state,
       ratings = excluded.ratings, disagreement = excluded.disagreement, fields = excluded.fields, since = excluded.since`,
    );
    this.#drop = database.prepare<[string, string]>(
      'DELETE FROM rating_state WHERE item_id = ? AND task = ?',
    );
  }

  ofItems(itemIds: readonly string[], task: string): ReadonlyMap<string, RatingStateRow> {
    return new Map(this.#read.all(asSet(itemIds), task).map((row) => [row.itemId, row]));
  }

  /** Writes what changed; true where anything did. */
  write(itemId: string, task: string, before: RatingStateRow | null, raters: RatersStatus | null): boolean {
    if (raters === null) {
      if (before !== null) this.#drop.run(itemId, task);
      return before !== null;
    }
    const { round, state, ratings, disagreement, since } = raters;
    const fields = JSON.stringify(raters.fields);
    const changed =
      before === null || !isSameState(before, { itemId, round, state, ratings, disagreement, fields, since });
    if (changed) this.#put.run(itemId, task, round, state, ratings, disagreement, fields, since);
    return changed;
  }
}

function isSameState(a: RatingStateRow, b: RatingStateRow): boolean {
  return (
    a.round === b.round &&
    a.state === b.state &&
    a.ratings === b.ratings &&
    a.disagreement === b.disagreement &&
    a.since === b.since &&
    // The order of the fields may have changed since.
    (a.fields === b.fields ||
      sameJson(Fields.parse(JSON.parse(a.fields)), Fields.parse(JSON.parse(b.fields))))
  );
}
