import { z } from 'zod';
import type { Task, TaskField } from '../../../../shared/benchmarks/task.ts';
import { type AskedParts } from '../../../../shared/benchmarks/parts.ts';
import { boxesPart, regionLabels } from '../../../../shared/benchmarks/taskParts.ts';
import type { AnswerOrigin } from '../../../../shared/domain/answerOrigin.ts';
import type { RegionRecord } from '../../../../shared/domain/document.ts';
import { type Json, JsonObject } from '../../../../shared/base/json.ts';
import type { ConsensusFigures } from '../../../../shared/domain/consensus.ts';
import { GoldSource, type PartSource } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { memoized } from '../../base/memo.ts';
import { readAhead } from '../../base/readAhead.ts';
import { asSet, IN_SET } from '../../db/sets.ts';
import { isOfCurrentEdition } from '../../records/answers/edition.ts';
import { knownTime, originColumn } from '../../records/answers/answerOrigin.ts';
import { askedColumn } from '../../records/answers/ratings.ts';
import { hasBoxes, REGION_COLUMNS, toRegion } from '../../records/answers/regions.ts';
import {
  consensusOfParts,
  GoldBoxesColumn,
  GoldPartsColumn,
  sourceOfPart,
} from '../../records/answers/goldParts.ts';
import { readMeta } from '../../db/meta.ts';
import type { ExportItem } from '../writing/exportItems.ts';
import { cellOf } from '../ratings/ratingValues.ts';

/** What one person answered, as it is exported. */
export interface ExportAnswer {
  readonly task: Task;
  readonly round: number;
  readonly version: number;
  readonly rater: { readonly handle: string; readonly kind: 'human' | 'model' | 'source' };
  readonly answer: JsonObject;
  readonly regions: readonly RegionRecord[];
  /** The parts that they were asked for and answered; null: everything. The answer says nothing of others. */
  readonly asked: AskedParts;
  /** UTC milliseconds; null: not known. */
  readonly submittedAt: number | null;
  /** How it came about where it was read from a file; null: Casebook recorded it. */
  readonly origin: AnswerOrigin | null;
  readonly status: 'rating' | 'correction' | 'decision';
}

/** Where the gold of one field is from. */
export interface GoldOrigin {
  /** `disputed`: raters differ, and the value is the one that was in force before. */
  readonly source: PartSource;
  /** Of boxes that several raters have in common. */
  readonly consensus: ConsensusFigures | null;
  readonly decidedBy: string;
  readonly cause: string;
  readonly note: string;
}

/** The gold of an item, field by field. */
export interface ItemGold {
  /** Null where nothing counts as right in the field, and nobody differs over it. */
  of(field: string): GoldOrigin | null;
  /** The boxes in force; null where only the item's own record says where they are. */
  readonly regions: readonly RegionRecord[] | null;
}

interface AnswerRow {
  readonly itemId: string;
  readonly id: string;
  readonly task: string;
  readonly round: number;
  readonly version: number;
  readonly handle: string;
  readonly kind: 'human' | 'model' | 'source';
  readonly answer: string;
  readonly asked: string | null;
  readonly submittedAt: number;
  readonly origin: string | null;
  readonly status: ExportAnswer['status'];
}
const GoldRow = z.object({
  id: z.string(),
  source: GoldSource.nullable(),
  annotationId: z.string().nullable(),
  parts: GoldPartsColumn,
  boxes: GoldBoxesColumn,
});
const DecisionRow = z.object({ handle: z.string(), cause: z.string(), note: z.string() });

/** Reads what people answered on items, for handing out. */
export class AnswersReader {
  readonly #casebook: Casebook;
  readonly #vocabulary: JsonObject;
  readonly #regions;
  readonly #decision;
  readonly #drawsBoxes: boolean;
  readonly #fields: ReadonlyMap<string, readonly TaskField[]>;
  readonly #answerOf = memoized((text: string) => JsonObject.parse(JSON.parse(text)));
  readonly #askedOf = memoized(askedColumn);
  readonly #originOf = memoized(originColumn);
  readonly #answersOf;
  readonly #goldOf;

  /** @param order in which items will mostly be asked for */
  constructor(casebook: Casebook, order: readonly string[]) {
    const { database, benchmark } = casebook;
    this.#casebook = casebook;
    const vocabulary = JsonObject.parse(readMeta(database, 'vocabulary'));
    this.#vocabulary = vocabulary;
    const answers = database.prepare<[string], AnswerRow>(
      `SELECT a.item_id AS itemId, a.id, a.task, a.round, a.version, p.handle, p.kind, a.payload AS answer, a.asked, a.submitted_at AS submittedAt, a.origin,
       CASE WHEN a.independent = 1 THEN 'rating'
         WHEN EXISTS (SELECT 1 FROM adjudication d WHERE d.annotation_id = a.id) THEN 'decision' ELSE 'correction' END AS status
     FROM annotation a JOIN person p ON p.id = a.person_id
     WHERE a.item_id ${IN_SET} AND a.state = 'submitted' AND ${isOfCurrentEdition('a')}
       AND NOT EXISTS (SELECT 1 FROM annotation b WHERE b.item_id = a.item_id AND b.task = a.task AND b.round = a.round
         AND b.person_id = a.person_id AND b.independent = a.independent AND b.state = 'submitted'
         AND b.edition_id IS a.edition_id AND b.version > a.version)
     ORDER BY a.item_id, a.round, p.handle, a.version`,
    );
    this.#regions = database.prepare<[string]>(
      `SELECT ${REGION_COLUMNS} FROM region WHERE annotation_id = ? ORDER BY position, id`,
    );
    const gold = database.prepare<[string]>(
      `SELECT id, gold_source AS source, gold_annotation_id AS annotationId, gold_fields AS parts,
       gold_boxes AS boxes
     FROM item WHERE id ${IN_SET}`,
    );
    this.#decision = database.prepare<[string]>(
      `SELECT p.handle, coalesce(d.cause, '') AS cause, d.note FROM adjudication d JOIN person p ON p.id = d.person_id
     WHERE d.annotation_id = ? AND d.kind = 'decision'
       AND NOT EXISTS (SELECT 1 FROM adjudication n WHERE n.replaces = d.id) ORDER BY d.created_at, d.id LIMIT 1`,
    );
    this.#drawsBoxes = hasBoxes(database);
    this.#fields = new Map(benchmark.tasks.map((task) => [task.id, task.fields(vocabulary)] as const));
    this.#answersOf = readAhead(order, (ids) => Map.groupBy(answers.all(asSet(ids)), ({ itemId }) => itemId));
    this.#goldOf = readAhead(order, (ids) => {
      const rows = gold.all(asSet(ids)).map((raw) => GoldRow.parse(raw));
      return new Map(rows.map((row) => [row.id, row]));
    });
  }

  fields(task: Task): readonly TaskField[] {
    return this.#fields.get(task.id) ?? [];
  }

  /**
   * Everybody's latest rating and latest answer that is none, by task, round and rater; the same order whatever order
   * they came in.
   */
  answers(itemId: string): ExportAnswer[] {
    const rows = this.#answersOf(itemId) ?? [];
    return this.#casebook.benchmark.tasks.flatMap((task) =>
      rows
        .filter((row) => row.task === task.id)
        .map(({ id, handle, kind, answer, asked, round, version, submittedAt, origin, status }) => ({
          task,
          round,
          version,
          rater: { handle, kind },
          answer: this.#answerOf(answer),
          regions: this.#drawsBoxes ? this.#regionsOf(id) : [],
          asked: this.#askedOf(asked),
          submittedAt: knownTime(submittedAt, this.#originOf(origin)),
          origin: this.#originOf(origin),
          status,
        })),
    );
  }

  /** Null where nothing counts as right, and nobody differs over anything. */
  gold(itemId: string): ItemGold | null {
    const row = this.#goldOf(itemId);
    if (row === undefined || (row.source === null && row.parts === null)) return null;
    const { source: ofItem, annotationId: ofWhole, parts, boxes: inCommon } = row;
    const giverOf = (field: string): string | null =>
      parts === null ? ofWhole : (parts[field]?.annotationId ?? null);
    const [main] = this.#casebook.benchmark.tasks;
    const drawnBy = giverOf((main === undefined ? null : boxesPart(main, this.#vocabulary)) ?? '');
    return {
      of: (field) => {
        const source = sourceOfPart(ofItem, parts, field);
        if (source === null) return null;
        const consensus = source === 'consensus' ? consensusOfParts(parts) : null;
        const decided = this.#decisionOn(source === 'adjudicated' ? giverOf(field) : null);
        return { source, consensus, ...decided };
      },
      regions: inCommon ?? (drawnBy === null ? null : this.#regionsOf(drawnBy)),
    };
  }

  /** The field's value in an answer as a cell; null where the answer leaves it open. */
  cell(
    task: Task,
    field: TaskField,
    answer: JsonObject,
    drawn: readonly RegionRecord[] | null,
    item: ExportItem,
  ): string | null {
    if (field.comparison.level === 'boxes') {
      // No boxes are an answer only where there was something to draw on, and drawing was asked for.
      const mayDraw = this.#drawsBoxes && item.images.length > 0;
      const none = drawn === null || (drawn.length === 0 && !mayDraw);
      return none ? null : JSON.stringify(boxCells(task, answer, drawn, item, this.#vocabulary));
    }
    const value = Object.hasOwn(answer, field.name) ? (answer[field.name] ?? null) : null;
    return value === null || value === '' ? null : cellOf(value);
  }

  #regionsOf(annotationId: string): RegionRecord[] {
    return this.#regions.all(annotationId).map(toRegion);
  }

  #decisionOn(annotationId: string | null): Pick<GoldOrigin, 'decidedBy' | 'cause' | 'note'> {
    const raw = annotationId === null ? undefined : this.#decision.get(annotationId);
    if (raw === undefined) return { decidedBy: '', cause: '', note: '' };
    const { handle, cause, note } = DecisionRow.parse(raw);
    return { decidedBy: handle, cause, note };
  }
}

/** Boxes under the categories that exports count them by, in a form that comes in again. */
function boxCells(
  task: Task,
  answer: JsonObject,
  regions: readonly RegionRecord[],
  { images }: ExportItem,
  vocabulary: JsonObject,
): Json {
  const labels = regionLabels(task, answer, vocabulary);
  return regions.map(({ label: id, imageId, x, y, width, height, note, attributes }): Json => {
    const label = labels.find((each) => each.id === id);
    const image = images.findIndex((each) => each.imageId === imageId) + 1;
    const all = { ...label?.attributes, ...attributes };
    return {
      label: label?.category ?? id,
      // An image that was replaced since has no place any more.
      ...(image === 1 || image === 0 ? {} : { image }),
      x,
      y,
      width,
      height,
      ...(note === '' ? {} : { note }),
      ...(Object.keys(all).length === 0 ? {} : { attributes: all }),
    };
  });
}
