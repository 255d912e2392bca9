import { z } from 'zod';
import { isJsonObject, Json, JsonObject } from '../../../../shared/base/json.ts';
import { LabelStudioResult } from '../../../../shared/foreign/labelStudioResult.ts';
import { contentOf, type TaskImage } from './labelStudioData.ts';
import {
  addRelations,
  ANSWER_TYPES,
  boxOf,
  gatherRegions,
  type GivenResult,
  type LabelStudioBox,
  type ResultValue,
  resultValue,
} from './labelStudioRegions.ts';
import type { CountedNoun } from '../reading/tally.ts';

/** One task with what people and models answered. */
export interface LabelStudioTask {
  /** The item's own name where an export of Casebook wrote one, else the task's number. */
  readonly item: string;
  /** Whether that is the item's own name. */
  readonly isNamed: boolean;
  readonly payload: JsonObject;
  readonly images: readonly TaskImage[];
  readonly answers: readonly LabelStudioAnswer[];
}

export interface LabelStudioAnswer {
  readonly rater: { readonly handle: string; readonly name: string; readonly kind: 'human' | 'model' };
  /** UTC text, null where it is not said. */
  readonly at: string | null;
  readonly values: readonly LabelStudioValue[];
  /** Whether it was submitted with nothing drawn on the image, neither boxes nor what has no place here. */
  readonly drewNothing: boolean;
  /** What of it cannot be read. Where it is about boxes, there are none among the values. */
  readonly problems: readonly { readonly field: string; readonly reason: string }[];
}

export type LabelStudioValue =
  ResultValue | { readonly kind: 'boxes'; readonly boxes: readonly LabelStudioBox[] };

/** Counts what has no place in a casebook, by its kind. */
export type LeftoverCounter = (what: CountedNoun, count: number) => void;

const CompletedBy = z.union([
  z.int(),
  z.looseObject({
    id: z.int().optional(),
    email: z.string().optional(),
    first_name: z.string().nullish(),
    last_name: z.string().nullish(),
  }),
]);

const Answered = z.looseObject({
  id: z.union([z.int(), z.string()]).nullish(),
  completed_by: CompletedBy.nullish(),
  rater: z.string().min(1).optional(),
  result: z.array(z.unknown()),
  was_cancelled: z.boolean().nullish(),
  ground_truth: z.boolean().nullish(),
  lead_time: z.number().nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
});
const Predicted = z.looseObject({
  model_version: z.string().nullish(),
  score: z.number().nullish(),
  result: z.array(z.unknown()),
  created_at: z.string().nullish(),
});
const Task = z.looseObject({
  id: z.union([z.int(), z.string()]).optional(),
  data: JsonObject,
  annotations: z.array(Answered),
  predictions: z.array(z.union([Predicted, z.int()])).optional(),
  drafts: z.array(z.unknown()).optional(),
  comments: z.array(z.unknown()).nullish(),
  meta: z.unknown().optional(),
});
type Task = z.infer<typeof Task>;

/** A task of Label Studio's JSON export, or what is wrong with it, field by field. */
export function readLabelStudioTask(
  value: Json,
  left: LeftoverCounter,
):
  | { ok: true; task: LabelStudioTask }
  | { ok: false; item: string | null; problems: { field: string | null; reason: string }[] } {
  const parsed = Task.safeParse(value);
  if (!parsed.success) {
    const id = isJsonObject(value) ? value['id'] : undefined;
    const minimal = isJsonObject(value) && !Object.hasOwn(value, 'annotations');
    return {
      ok: false,
      item: typeof id === 'number' || typeof id === 'string' ? String(id) : null,
      problems: minimal
        ? [
            {
              field: 'annotations',
              reason: 'It has none: choose "JSON" when exporting from Label Studio, not "JSON-MIN".',
            },
          ]
        : parsed.error.issues.map(({ path, message }) => ({
            field: path.length === 0 ? null : path.join('.'),
            reason: message,
          })),
    };
  }
  const { id, data } = parsed.data;
  const named = data['item'];
  const isNamed = typeof named === 'string' && named !== '';
  const item = isNamed ? named : id === undefined ? null : String(id);
  if (item === null) {
    return { ok: false, item: null, problems: [{ field: 'id', reason: 'The task has no id.' }] };
  }
  countOfTask(parsed.data, left);
  const content = contentOf(item, data, left);
  const answers = answersOf(parsed.data, content.images, left);
  return { ok: true, task: { item, isNamed, ...content, answers } };
}

/** What a task has beside its data and what was answered. */
function countOfTask({ drafts = [], comments, meta }: Task, left: LeftoverCounter): void {
  left(['draft', 'drafts'], drafts.length);
  left(['comment', 'comments'], comments?.length ?? 0);
  const noted = z.record(z.string(), z.unknown()).safeParse(meta);
  if (noted.success && Object.keys(noted.data).length > 0) left(['task’s metadata', 'tasks’ metadata'], 1);
}

function answersOf(
  { annotations, predictions = [] }: Task,
  images: readonly TaskImage[],
  left: LeftoverCounter,
): LabelStudioAnswer[] {
  return [
    ...annotations.flatMap((annotation) => annotationOf(annotation, images, left) ?? []),
    ...predictions.flatMap((prediction) => predictionOf(prediction, images, left) ?? []),
  ];
}

/** The answer of an annotator; null where it is none, which is counted. */
function annotationOf(
  annotation: Task['annotations'][number],
  images: readonly TaskImage[],
  left: LeftoverCounter,
): LabelStudioAnswer | null {
  const isTruth = annotation.ground_truth === true;
  if (annotation.was_cancelled === true) {
    left(['annotation that its annotator skipped', 'annotations that their annotators skipped'], 1);
    return null;
  }
  const rater = raterOf(annotation);
  if (rater === null) {
    if (isTruth) left(['ground truth without an annotator', 'ground truths without an annotator'], 1);
    else left(['annotation without an annotator', 'annotations without an annotator'], 1);
    return null;
  }
  if (isTruth) left(['mark as ground truth', 'marks as ground truth'], 1);
  if (typeof annotation.lead_time === 'number') left(['lead time', 'lead times'], 1);
  const at = annotation.updated_at ?? annotation.created_at ?? null;
  return { rater, at, ...answerOf(annotation.result, images, left) };
}

/** The answer of a model; null where the file has only its number. */
function predictionOf(
  prediction: NonNullable<Task['predictions']>[number],
  images: readonly TaskImage[],
  left: LeftoverCounter,
): LabelStudioAnswer | null {
  if (typeof prediction === 'number') {
    left(
      [
        'prediction of which the file has only the number',
        'predictions of which the file has only the numbers',
      ],
      1,
    );
    return null;
  }
  if (typeof prediction.score === 'number') left(['score of a prediction', 'scores of predictions'], 1);
  const version = (prediction.model_version ?? '').trim();
  const handle = version === '' ? 'model' : version;
  return {
    rater: { handle, name: handle, kind: 'model' },
    at: prediction.created_at ?? null,
    ...answerOf(prediction.result, images, left),
  };
}

function raterOf({ completed_by: by, rater }: z.infer<typeof Answered>): LabelStudioAnswer['rater'] | null {
  if (rater !== undefined) return { handle: rater, name: rater, kind: 'human' };
  if (by === undefined || by === null) return null;
  if (typeof by === 'number')
    return { handle: `user ${String(by)}`, name: `user ${String(by)}`, kind: 'human' };
  const handle = by.email?.trim() || (by.id === undefined ? '' : `user ${String(by.id)}`);
  if (handle === '') return null;
  const name = [by.first_name, by.last_name].map((part) => part?.trim() ?? '').filter((part) => part !== '');
  return { handle, name: name.length === 0 ? handle : name.join(' '), kind: 'human' };
}

/** An answer field by field. If one box is unreadable all are left out: the others are not what was drawn. */
function answerOf(
  raws: readonly unknown[],
  images: readonly TaskImage[],
  left: LeftoverCounter,
): Pick<LabelStudioAnswer, 'values' | 'drewNothing' | 'problems'> {
  const given: GivenResult[] = [];
  const relations: Json[] = [];
  const problems: { field: string; reason: string }[] = [];
  let isWhole = true;
  const spoilt = (field: string, reason: string): void => {
    problems.push({ field, reason: `${reason} The boxes of this annotation are left out.` });
    isWhole = false;
  };
  for (const unread of raws) {
    const raw = Json.parse(unread);
    const result = LabelStudioResult.safeParse(raw);
    if (result.success) given.push({ raw, result: result.data });
    else if (isRelation(raw)) relations.push(raw);
    else spoilt('result', 'A part of the annotation cannot be read.');
  }
  const values: LabelStudioValue[] = [];
  const others: LabelStudioResult[] = [];
  const regions = gatherRegions(given, ({ result }) => others.push(result));
  left(['relation', 'relations'], addRelations(regions, relations));
  // What a region elsewhere than on an image is about has its id.
  const elsewhere = new Set(others.filter(({ type }) => !ANSWER_TYPES.has(type)).map(({ id }) => id));
  let hasDrawn = regions.length > 0;
  for (const result of others) {
    const { type, from_name: field, id } = result;
    if (Drawn.safeParse(result.value).success) {
      hasDrawn = true;
      spoilt(field, `A region of the type “${type}” has no box.`);
    } else if (!ANSWER_TYPES.has(type))
      left([`answer of the type “${type}”`, `answers of the type “${type}”`], 1);
    else if (id !== undefined && elsewhere.has(id))
      left(
        ['answer about a part that is not on an image', 'answers about parts that are not on an image'],
        1,
      );
    else {
      const value = resultValue(result);
      if (value === null) problems.push({ field, reason: 'Its answer cannot be read.' });
      else values.push(value);
    }
  }
  const isAlone = new Set(regions.map(({ shape }) => shape.to_name)).size <= 1;
  const boxes = regions.flatMap((region): LabelStudioBox[] => {
    const box = boxOf(region, images, isAlone);
    if (typeof box !== 'string') return [box];
    spoilt(
      region.shape.from_name,
      `A region${region.shape.id === undefined ? '' : ` (${region.shape.id})`} cannot be a box: ${box}`,
    );
    return [];
  });
  return {
    // Boxes that had to be left out are not none.
    values: isWhole && boxes.length > 0 ? [...values, { kind: 'boxes', boxes }] : values,
    drewNothing: isWhole && !hasDrawn,
    problems,
  };
}

/** What draws on an image, whatever its type. */
const Drawn = z.union(
  ['x', 'points', 'vertices', 'rle', 'imageDataURL'].map((key) =>
    z.looseObject({ [key]: z.unknown().nonoptional() }),
  ),
);

const isRelation = (raw: unknown): boolean =>
  z.looseObject({ type: z.literal('relation') }).safeParse(raw).success;
