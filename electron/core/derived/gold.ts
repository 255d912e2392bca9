import { z } from 'zod';
import type { CheckImage, CheckSubject, Task } from '../../../shared/benchmarks/task.ts';
import type { Problem } from '../../../shared/benchmarks/problems.ts';
import { type AskedParts } from '../../../shared/benchmarks/parts.ts';
import { boxesPart, completeAnswer } from '../../../shared/benchmarks/taskParts.ts';
import type { RegionRecord } from '../../../shared/domain/document.ts';
import { ImageId, ItemId } from '../../../shared/base/ids.ts';
import { JsonObject } from '../../../shared/base/json.ts';
import { GoldSource, ItemStatus } from '../../../shared/domain/status.ts';
import { REGION_COLUMNS, toRegion } from '../records/answers/regions.ts';
import type { CasebookFiles } from '../records/casebook.ts';
import type { RecordedCasebook } from '../records/records.ts';
import { createMetaReader } from '../db/meta.ts';
import { asSet, IN_SET, inSets } from '../db/sets.ts';
import { imagesText } from '../records/answers/signOff.ts';
import {
  answeredGold,
  composeAnswer,
  GoldBoxesColumn,
  type GoldParts,
  GoldPartsColumn,
} from '../records/answers/goldParts.ts';

/** An item with what is in force for it: the gold annotation's answer and boxes, or what was imported, part by part. */
export interface GoldItem extends CheckSubject {
  readonly id: ItemId;
  readonly sequence: number;
  readonly externalId: string;
  /** The same as it is stored, and the record as it was last imported where the payload has been edited since, in JSON. */
  readonly stored: { readonly payload: string; readonly imported: string | null };
  readonly status: ItemStatus;
  readonly split: string | null;
  /** Whether answers give its gold, or a part of it. */
  readonly isAnswered: boolean;
  readonly goldSource: GoldSource | null;
  /** Where its parts come from; null where all of them come from the gold annotation, or from what was imported. */
  readonly goldParts: GoldParts | null;
  readonly images: readonly GoldImage[];
  readonly isChangedSinceSignOff: boolean;
}

export interface GoldImage extends CheckImage {
  readonly sha256: string | null;
  readonly perceptualHash: string | null;
}

const ItemRowShape = z.object({
  id: ItemId,
  sequence: z.int(),
  externalId: z.string(),
  payload: z.string(),
  imported: z.string().nullable(),
  status: ItemStatus,
  split: z.string().nullable(),
  goldSource: GoldSource.nullable(),
  goldAnnotationId: z.string().nullable(),
  goldParts: GoldPartsColumn,
  goldBoxes: GoldBoxesColumn,
});
type ItemRow = z.infer<typeof ItemRowShape>;

const ImageRowShape = z.object({
  itemId: ItemId,
  position: z.int(),
  role: z.string(),
  name: z.string(),
  imageId: ImageId.nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  sha256: z.string().nullable(),
  perceptualHash: z.string().nullable(),
});

/** The benchmark's main task: the one whose answers become gold. */
export function mainTask({ benchmark }: CasebookFiles): Task {
  const task = benchmark.tasks[0];
  if (task === undefined) throw new Error(`The benchmark ${benchmark.id} has no task.`);
  return task;
}

/** An answer that gives gold, or a part of it. */
interface AnswerRow {
  readonly id: string;
  readonly answer: string;
  /** The images that it signs off, as `SignOffs` has them. */
  readonly signedOff: string | null;
}

/**
 * Reads items with their gold.
 */
export class GoldReader {
  readonly #signOffs;
  readonly #task;
  readonly #vocabulary;
  readonly #itemRows;
  readonly #imageRows;
  readonly #regionRows;
  readonly #answerRows;

  constructor(casebook: RecordedCasebook) {
    const {
      database,
      records: { signOffs },
    } = casebook;
    this.#signOffs = signOffs;
    this.#task = mainTask(casebook);
    this.#vocabulary = createMetaReader(database, 'vocabulary', (stored) => JsonObject.parse(stored));
    this.#itemRows = database.prepare<[string]>(
      `SELECT id, sequence, external_id AS externalId, payload, imported_payload AS imported, status, split,
       gold_source AS goldSource, gold_annotation_id AS goldAnnotationId, gold_fields AS goldParts,
       gold_boxes AS goldBoxes
     FROM item WHERE id ${IN_SET}`,
    );
    this.#imageRows = database.prepare<[string]>(
      `SELECT p.item_id AS itemId, p.position, p.role, p.name, p.image_id AS imageId, m.width, m.height, m.sha256,
       m.perceptual_hash AS perceptualHash
     FROM item_image p LEFT JOIN image m ON m.id = p.image_id WHERE p.item_id ${IN_SET}
     ORDER BY p.item_id, p.position`,
    );
    this.#regionRows = database.prepare<[string], { annotationId: string }>(
      `SELECT annotation_id AS annotationId, ${REGION_COLUMNS} FROM region WHERE annotation_id ${IN_SET}
     ORDER BY annotation_id, position, id`,
    );
    this.#answerRows = database.prepare<[string], AnswerRow>(
      `SELECT id, payload AS answer, signed_off_images AS signedOff FROM annotation WHERE id ${IN_SET}`,
    );
  }

  /** The item, or undefined. */
  read(id: string): GoldItem | undefined {
    return this.#readSet([id])[0];
  }

  /** Many, set by set, in the order of their ids; without those that there are not. */
  *all(ids: Iterable<string>): Generator<GoldItem, void> {
    for (const set of inSets(ids)) yield* this.#readSet(set);
  }

  /** What keeps the item out of the benchmark or is doubtful about it. */
  check(gold: GoldItem): readonly Problem[] {
    return this.#task.check(gold);
  }

  /** Whose boxes are an item's. */
  #boxesFrom({ goldParts, goldAnnotationId }: ItemRow, words: JsonObject): string | null {
    return goldParts === null
      ? goldAnnotationId
      : (goldParts[boxesPart(this.#task, words) ?? '']?.annotationId ?? null);
  }

  #goldOf(
    row: ItemRow,
    images: readonly GoldImage[],
    answers: ReadonlyMap<string, AnswerRow>,
    drawn: readonly RegionRecord[],
    words: JsonObject,
  ): GoldItem {
    const payload = JsonObject.parse(JSON.parse(row.payload));
    const { goldParts } = row;
    const answerOf = (annotationId: string): JsonObject =>
      JsonObject.parse(JSON.parse(answers.get(annotationId)?.answer ?? '{}'));
    const answer =
      goldParts === null
        ? currentAnswer(
            this.#task,
            payload,
            row.goldAnnotationId === null ? null : answerOf(row.goldAnnotationId),
          )
        : currentAnswer(
            this.#task,
            payload,
            composeAnswer(this.#task.initialAnswer(payload), goldParts, answerOf),
            answeredGold(goldParts),
          );
    const gold = completeAnswer(this.#task, payload, { answer, regions: drawn }, words);
    const signedOff = answers.get(this.#signOffs.givenIn(this.#task, row) ?? '')?.signedOff ?? null;
    const shown = imagesText(images);
    return {
      id: row.id,
      sequence: row.sequence,
      externalId: row.externalId,
      payload,
      stored: { payload: row.payload, imported: row.imported },
      status: row.status,
      split: row.split,
      isAnswered: row.goldAnnotationId !== null || goldParts !== null,
      goldSource: row.goldSource,
      goldParts,
      ...gold,
      answer: this.#signOffs.answerInForce(this.#task, gold.answer, signedOff, shown),
      isChangedSinceSignOff: this.#signOffs.isLost(this.#task, gold.answer, signedOff, shown),
      vocabulary: words,
      images,
    };
  }

  /** The items in the order of their ids as given; without those that there are not. */
  #readSet(ids: readonly string[]): GoldItem[] {
    const words = this.#vocabulary();
    const rows = new Map<string, ItemRow>(
      this.#itemRows.all(asSet(ids)).map((raw) => {
        const row = ItemRowShape.parse(raw);
        return [row.id, row] as const;
      }),
    );
    const images = Map.groupBy(
      this.#imageRows.all(asSet(ids)).map((raw) => ImageRowShape.parse(raw)),
      ({ itemId }) => itemId as string,
    );
    const given = [...rows.values()].flatMap(({ goldAnnotationId, goldParts }) => [
      ...(goldAnnotationId === null ? [] : [goldAnnotationId]),
      ...Object.values(goldParts ?? {}).flatMap(({ annotationId }) => annotationId ?? []),
    ]);
    const answers = new Map(this.#answerRows.all(asSet(new Set(given))).map((row) => [row.id, row]));
    const drawers = [...rows.values()].flatMap((row) => this.#boxesFrom(row, words) ?? []);
    const drawn = Map.groupBy(this.#regionRows.all(asSet(drawers)), ({ annotationId }) => annotationId);
    return ids.flatMap((id) => {
      const row = rows.get(id);
      if (row === undefined) return [];
      const ofItem = (images.get(id) ?? []).map(({ itemId: _item, width, height, ...image }): GoldImage => ({
        type: 'image',
        ...image,
        size: width === null || height === null ? null : { width, height },
      }));
      const boxes = row.goldBoxes ?? (drawn.get(this.#boxesFrom(row, words) ?? '') ?? []).map(toRegion);
      return [this.#goldOf(row, ofItem, answers, boxes, words)];
    });
  }
}

/**
 * The annotation's answer, with fields from the payload where the payload has changed since (an updated source was
 * imported).
 * @param asked the parts of it that count; null: all
 */
export function currentAnswer(
  task: Task,
  payload: JsonObject,
  answer: JsonObject | null,
  asked: AskedParts = null,
): JsonObject {
  const fromPayload = task.initialAnswer(payload);
  if (answer === null) return fromPayload;
  const written = task.applyAnswer(payload, answer, asked);
  // The usual case: the payload is what this answer made of it.
  if (written === payload) return answer;
  const asWritten = task.initialAnswer(written);
  const moved = Object.keys(fromPayload).filter(
    (field) => JSON.stringify(fromPayload[field]) !== JSON.stringify(asWritten[field]),
  );
  return { ...answer, ...Object.fromEntries(moved.map((field) => [field, fromPayload[field] ?? null])) };
}
