import { z } from 'zod';
import type { CheckImage, CheckSubject, Problem, Task } from '../../../shared/benchmarks/benchmark.ts';
import { type AskedParts, boxesPart } from '../../../shared/benchmarks/parts.ts';
import { ImageId, ItemId } from '../../../shared/domain/ids.ts';
import { JsonObject } from '../../../shared/domain/json.ts';
import { GoldSource, ItemStatus } from '../../../shared/domain/status.ts';
import { REGION_COLUMNS, toRegion } from '../records/regions.ts';
import type { Casebook } from '../records/casebook.ts';
import type { RecordedCasebook } from '../records/records.ts';
import { createMetaReader } from '../db/meta.ts';
import type { GoldParts } from '../records/goldParts.ts';
import { GoldPartsColumn, answeredGold, composedAnswer } from '../records/goldParts.ts';

/** An item with what is in force for it: the gold annotation's answer and boxes, or what was imported, part by part. */
export interface GoldItem extends CheckSubject {
  readonly id: ItemId;
  readonly sequence: number;
  readonly externalId: string;
  readonly payload: JsonObject;
  readonly status: ItemStatus;
  readonly split: string | null;
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
  status: ItemStatus,
  split: z.string().nullable(),
  goldSource: GoldSource.nullable(),
  goldAnnotationId: z.string().nullable(),
  goldParts: GoldPartsColumn,
  answer: z.string().nullable(),
});

const ImageRowShape = z.object({
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
export function mainTask({ benchmark }: Casebook): Task {
  const task = benchmark.tasks[0];
  if (task === undefined) throw new Error(`The benchmark ${benchmark.id} has no task.`);
  return task;
}

/** Reads items with their gold. */
export type GoldReader = ReturnType<typeof createGoldReader>;

/** Reads items with their gold, one at a time, by id. */
export function createGoldReader(casebook: RecordedCasebook) {
  const {
    database,
    records: { signOffs },
  } = casebook;
  const task = mainTask(casebook);
  const vocabulary = createMetaReader(database, 'vocabulary', (stored) => JsonObject.parse(stored));
  const item = database.prepare<[string]>(
    `SELECT i.id, i.sequence, i.external_id AS externalId, i.payload, i.status, i.split, i.gold_source AS goldSource,
       i.gold_annotation_id AS goldAnnotationId, i.gold_fields AS goldParts, a.payload AS answer
     FROM item i LEFT JOIN annotation a ON a.id = i.gold_annotation_id WHERE i.id = ?`,
  );
  const images = database.prepare<[string]>(
    `SELECT p.position, p.role, p.name, p.image_id AS imageId, m.width, m.height, m.sha256, m.perceptual_hash AS perceptualHash
     FROM item_image p LEFT JOIN image m ON m.id = p.image_id WHERE p.item_id = ? ORDER BY p.position`,
  );
  const regions = database.prepare<[string]>(
    `SELECT ${REGION_COLUMNS} FROM region WHERE annotation_id = ? ORDER BY position, id`,
  );
  const answers = database.prepare<[string], string>('SELECT payload FROM annotation WHERE id = ?').pluck();
  const answerOf = (annotationId: string): JsonObject =>
    JsonObject.parse(JSON.parse(answers.get(annotationId) ?? '{}'));
  return {
    /** The item, or undefined. */
    read(id: string): GoldItem | undefined {
      const raw = item.get(id);
      if (raw === undefined) return undefined;
      const row = ItemRowShape.parse(raw);
      const payload = JsonObject.parse(JSON.parse(row.payload));
      const { goldParts, goldAnnotationId } = row;
      const boxesFrom =
        goldParts === null
          ? goldAnnotationId
          : (goldParts[boxesPart(task, vocabulary()) ?? '']?.annotationId ?? null);
      const answer =
        goldParts === null
          ? currentAnswer(
              task,
              payload,
              row.answer === null ? null : JsonObject.parse(JSON.parse(row.answer)),
            )
          : currentAnswer(
              task,
              payload,
              composedAnswer(task.initialAnswer(payload), goldParts, answerOf),
              answeredGold(goldParts),
            );
      const signedOff = signOffs.inForce(task, row);
      const drawn = boxesFrom === null ? [] : regions.all(boxesFrom).map(toRegion);
      const gold = task.completed?.(task.initialAnswer(payload), answer, drawn) ?? { answer, regions: drawn };
      return {
        id: row.id,
        sequence: row.sequence,
        externalId: row.externalId,
        payload,
        status: row.status,
        split: row.split,
        goldSource: row.goldSource,
        goldParts,
        ...gold,
        answer: signOffs.answerInForce(task, gold.answer, signedOff, id),
        isChangedSinceSignOff: signOffs.isLost(task, gold.answer, signedOff, id),
        vocabulary: vocabulary(),
        images: images.all(id).map((each) => {
          const { width, height, ...image } = ImageRowShape.parse(each);
          return {
            type: 'image',
            ...image,
            size: width === null || height === null ? null : { width, height },
          };
        }),
      };
    },
    /** What keeps the item out of the benchmark or is doubtful about it. */
    check: (gold: GoldItem): readonly Problem[] => task.check(gold),
  };
}

/**
 * The answer as it stands: the annotation's, with those fields taken from the payload in which the payload has
 * moved on since (a changed source was imported).
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
