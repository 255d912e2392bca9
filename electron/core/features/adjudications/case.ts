import { z } from 'zod';
import type {
  Case,
  Claim,
  Decision,
  HiddenItem,
  RaterColumn,
} from '../../../../shared/contract/adjudications.ts';
import type { Task } from '../../../../shared/benchmarks/task.ts';
import { type FieldDifference, fieldDifferences } from '../../../../shared/benchmarks/difference.ts';
import { type AskedParts, isAnswered } from '../../../../shared/benchmarks/parts.ts';
import { stimulusFor } from '../../../../shared/benchmarks/taskParts.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import {
  type ImageId,
  type ItemId,
  type PersonId,
  PersonId as PersonIdSchema,
} from '../../../../shared/base/ids.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import type { RatingState } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { neutralImages } from '../../access/blindRow.ts';
import { caseName } from '../../access/caseName.ts';
import { readImageDetails, withoutOrigin } from '../../access/imageQueries.ts';
import { everything } from '../../access/viewpoint.ts';
import { readMeta } from '../../db/meta.ts';
import { clustersOf } from './clusters.ts';
import { consensusOfParts } from '../../records/answers/goldParts.ts';
import { anonymousColumn, columnsOf, type LetteredRating } from '../../records/answers/ratingStateColumns.ts';
import { decidedParts } from './draft.ts';
import type { AdjudicationRow, AdjudicationRows, CaseKey, ClaimRow } from '../../access/adjudicationRows.ts';
import { timeOfWriting } from '../../records/sharing/hubClock.ts';

/** How long somebody may leave a claimed case alone before another can take it over, in milliseconds. */
export const CLAIM_LASTS = 30 * 60_000;

/** A case with what is behind it, which does not leave the core. */
export interface CaseFile {
  readonly key: CaseKey;
  readonly task: Task;
  readonly state: RatingState;
  readonly vocabulary: JsonObject;
  readonly columns: readonly LetteredRating[];
  /** The parts that any of the raters was asked for; null: everything. */
  readonly asked: AskedParts;
  /** The columns as they are shown. */
  readonly shown: readonly RaterColumn[];
  readonly rows: readonly AdjudicationRow[];
}

const Rater = z.object({
  personId: PersonIdSchema,
  handle: z.string(),
  name: z.string(),
  kind: z.enum(['human', 'model', 'source']),
});

/** Reads cases of an open casebook. */
export class Cases {
  readonly #casebook: Casebook;
  readonly #rows: AdjudicationRows;
  readonly #readPerson;

  constructor(casebook: Casebook, rows: AdjudicationRows) {
    this.#casebook = casebook;
    this.#rows = rows;
    const { database } = casebook;
    this.#readPerson = database.prepare<[string]>(
      'SELECT id AS personId, handle, name, kind FROM person WHERE id = ?',
    );
  }

  /** A claim that keeps others away, null where there is none or it was left alone for too long. */
  claim(itemId: ItemId, task: string, by: PersonId): Claim | null {
    const row = this.#rows.claim(itemId, task);
    return row === undefined ? null : claimFor(row, by, timeOfWriting(this.#casebook));
  }

  /** Whether the item's name, origin and earlier gold stay hidden: it is not decided, and the casebook does not show them. */
  isHidden({ rows: adjudications, columns }: Pick<CaseFile, 'rows' | 'columns'>): boolean {
    return !this.#casebook.records.showsEarlierGold() && decisionOf(adjudications, columns) === null;
  }

  /** Throws `not_found` where nobody rated the item or it does not exist. */
  file(itemId: ItemId, taskId: string): CaseFile {
    const task = this.#casebook.benchmark.tasks.find(({ id }) => id === taskId);
    const ratingState = this.#rows.state(itemId, taskId);
    if (task === undefined || ratingState === undefined) {
      throw new CasebookError('not_found', 'Nobody has rated this item.', 'There is nothing to decide.');
    }
    const key = { itemId, task: task.id, round: ratingState.round };
    const columns = columnsOf(this.#casebook.records.ratings.ofItem(itemId, task.id, ratingState.round));
    const shown = columns.map((column) =>
      anonymousColumn(column, this.#casebook.records.ratings.regions(column.rating.annotationId)),
    );
    return {
      key,
      task,
      state: ratingState.state,
      vocabulary: JsonObject.parse(readMeta(this.#casebook.database, 'vocabulary')),
      columns,
      asked: decidedParts(shown),
      shown,
      rows: this.#rows.list(key),
    };
  }

  /** The case as somebody may see it: who the raters are, and which item it is, only once it is decided. */
  show(file: CaseFile, by: PersonId): Case {
    const { key, task, state, vocabulary, columns, asked, shown, rows: adjudications } = file;
    const hidden = this.isHidden(file) ? this.#hiddenItem(file) : null;
    const decision = decisionOf(adjudications, columns);
    const youRated = this.#rows.hasRated(key.itemId, task.id, by);
    return {
      task: task.id,
      round: key.round,
      state,
      hidden,
      asked: asked === null ? null : [...asked],
      columns: shown.map((column, at) => {
        const person =
          decision === null ? undefined : this.#readPerson.get(columns[at]?.rating.personId ?? '');
        return { ...column, rater: person === undefined ? null : Rater.parse(person) };
      }),
      fields: askedDifferences(
        { task, asked, shown, vocabulary },
        this.#casebook.records.settings.current().sameBox,
      ),
      clusters: clustersOf(task, shown, vocabulary, this.#casebook.records.settings.current().sameBox),
      sameBox: this.#casebook.records.settings.current().sameBox,
      consensus:
        state === 'unanimous'
          ? consensusOfParts(this.#casebook.derived.gold.read(key.itemId)?.goldParts ?? null)
          : null,
      claim: this.claim(key.itemId, task.id, by),
      decision,
      youRated,
      barred: youRated && !this.#casebook.records.mayDecideOwn(),
      earlier: adjudications
        .filter(({ id }) => id !== decision?.id)
        // A reopening's note is for those who decide next; a decision's may tell what it was.
        .map(({ kind, person, note, at, outdated }) => ({
          kind,
          person,
          note: hidden !== null && kind === 'decision' ? '' : note,
          at,
          outdated,
        })),
    };
  }

  /** The item as it is told before the decision. */
  #hiddenItem({ key: { itemId }, task, asked, vocabulary }: CaseFile): HiddenItem {
    const images = neutralImages(this.#casebook.records.annotations.images(itemId));
    const ids = new Set<ImageId>(images.flatMap(({ imageId }) => imageId ?? []));
    const payload = this.#casebook.records.annotations.item(itemId)?.payload ?? {};
    return {
      name: caseName(itemId),
      stimulus: stimulusFor(this.#casebook.benchmark, task, asked, payload, vocabulary),
      images,
      details: readImageDetails(this.#casebook.database, [...ids], everything).map(withoutOrigin),
    };
  }
}

/** How far raters are apart in each field that any of them was asked for. */
export function askedDifferences(
  { task, asked, shown, vocabulary }: Pick<CaseFile, 'task' | 'asked' | 'shown' | 'vocabulary'>,
  sameBox: number,
): FieldDifference[] {
  return fieldDifferences(task, shown, vocabulary, { sameBox }).filter(({ field }) =>
    isAnswered(asked, field),
  );
}

/** The claim as `by` sees it, null where it keeps nobody away any more. */
function claimFor(
  { personId, name, claimedAt, activeAt }: ClaimRow,
  by: PersonId,
  now: number,
): Claim | null {
  if (personId !== by && now - activeAt >= CLAIM_LASTS) return null;
  return { name, you: personId === by, claimedAt };
}

/** The decision in force; null where there is none or where there are two that exclude each other. */
export function decisionOf(
  rows: readonly AdjudicationRow[],
  columns: readonly LetteredRating[],
): Decision | null {
  const [only, ...others] = rows.filter(({ kind, isCurrent }) => kind === 'decision' && isCurrent);
  if (only === undefined || others.length > 0 || only.cause === null) return null;
  const { id, person, cause, note, at } = only;
  const { earlierGold } = only.kept;
  const fields = Object.fromEntries(
    Object.entries(only.kept.fields).map(([field, { how, annotations }]) => [
      field,
      {
        how,
        columns: columns
          .filter(({ rating }) => annotations.includes(rating.annotationId))
          .map(({ letter }) => letter),
      },
    ]),
  );
  return { id, person, cause, note, fields, earlierGold, at };
}
