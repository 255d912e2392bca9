import { z } from 'zod';
import type { Json } from '../../../shared/domain/json.ts';
import { JsonObject, isJsonObject } from '../../../shared/domain/json.ts';
import { looksLikeImage } from '../files/imageFormats.ts';

/** One task with what people and models answered. */
export interface LabelStudioTask {
  /** The item's own name where an export of Casebook wrote one, else the task's number. */
  readonly item: string;
  /** Whether that is the item's own name. */
  readonly isNamed: boolean;
  readonly payload: JsonObject;
  readonly images: readonly string[];
  readonly answers: readonly LabelStudioAnswer[];
  /** What was passed over, in words. */
  readonly left: readonly { readonly field: string | null; readonly reason: string }[];
}

export interface LabelStudioAnswer {
  readonly rater: { readonly handle: string; readonly name: string; readonly kind: 'human' | 'model' };
  /** UTC text, null where it is not said. */
  readonly at: string | null;
  readonly values: readonly LabelStudioValue[];
  /** Whether it was submitted with nothing drawn on the image, neither boxes nor what has no place here. */
  readonly drewNothing: boolean;
}

export type LabelStudioValue =
  | { readonly kind: 'choice'; readonly field: string; readonly chosen: readonly string[] }
  | { readonly kind: 'rating' | 'number'; readonly field: string; readonly value: number }
  | { readonly kind: 'text'; readonly field: string; readonly text: string }
  | { readonly kind: 'boxes'; readonly boxes: readonly LabelStudioBox[] };

/** A box in shares of the image. */
export interface LabelStudioBox {
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly note: string;
  readonly attributes: JsonObject;
}

const Result = z.looseObject({
  id: z.string().optional(),
  type: z.string(),
  from_name: z.string().min(1),
  value: JsonObject,
  original_width: z.number().positive().optional(),
  original_height: z.number().positive().optional(),
});
type Result = z.infer<typeof Result>;

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
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
});
const Predicted = z.looseObject({
  model_version: z.string().nullish(),
  result: z.array(z.unknown()),
  created_at: z.string().nullish(),
});
const Task = z.looseObject({
  id: z.union([z.int(), z.string()]).optional(),
  data: JsonObject,
  annotations: z.array(Answered),
  predictions: z.array(z.union([Predicted, z.int()])).optional(),
  drafts: z.array(z.unknown()).optional(),
});

/** A task of Label Studio's JSON export, or what is wrong with it, field by field. */
export function readLabelStudioTask(
  value: Json,
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
  const { id, data, annotations, predictions = [], drafts = [] } = parsed.data;
  const named = data['item'];
  const isNamed = typeof named === 'string' && named !== '';
  const item = isNamed ? named : id === undefined ? null : String(id);
  if (item === null) {
    return { ok: false, item: null, problems: [{ field: 'id', reason: 'The task has no id.' }] };
  }
  const left: { field: string | null; reason: string }[] = [];
  if (drafts.length > 0) left.push({ field: 'drafts', reason: 'Drafts were not submitted: left out.' });
  const answers: LabelStudioAnswer[] = [];
  for (const annotation of annotations) {
    if (annotation.was_cancelled === true) {
      left.push({ field: 'annotations', reason: 'An annotation was skipped by its annotator: left out.' });
      continue;
    }
    const rater = raterOf(annotation);
    if (rater === null) {
      left.push({
        field: 'completed_by',
        reason:
          annotation.ground_truth === true
            ? 'A ground truth without an annotator is not a rating: left out.'
            : 'An annotation without an annotator is nobody’s rating: left out.',
      });
      continue;
    }
    answers.push({
      rater,
      at: annotation.updated_at ?? annotation.created_at ?? null,
      values: valuesOf(annotation.result, left),
      drewNothing: !annotation.result.some(isDrawn),
    });
  }
  for (const prediction of predictions) {
    if (typeof prediction === 'number') continue;
    const version = (prediction.model_version ?? '').trim();
    answers.push({
      rater: {
        handle: version === '' ? 'model' : version,
        name: version === '' ? 'model' : version,
        kind: 'model',
      },
      at: prediction.created_at ?? null,
      values: valuesOf(prediction.result, left),
      drewNothing: !prediction.result.some(isDrawn),
    });
  }
  return { ok: true, task: { item, isNamed, ...contentOf(item, data), answers, left } };
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

/** An answer field by field; parts that Casebook has no place for are named. */
function valuesOf(
  results: readonly unknown[],
  left: { field: string | null; reason: string }[],
): LabelStudioValue[] {
  const read: Result[] = [];
  for (const raw of results) {
    const parsed = Result.safeParse(raw);
    if (parsed.success) read.push(parsed.data);
    else if (!isRelation(raw))
      left.push({ field: 'result', reason: 'A part of an annotation cannot be read: left out.' });
  }
  const regions = new Map<string, Result[]>();
  for (const result of read) {
    const box = boxOf(result.value);
    if (box !== null && result.id !== undefined) regions.set(result.id, []);
  }
  const values: LabelStudioValue[] = [];
  const boxes: { result: Result; parts: Result[] }[] = [];
  let hasBoxes = false;
  for (const result of read) {
    const parts = result.id === undefined ? undefined : regions.get(result.id);
    if (parts !== undefined && result.type !== 'rectangle' && result.type !== 'rectanglelabels') {
      // What is said of a box bears its id.
      parts.push(result);
      continue;
    }
    if (result.type === 'rectangle' || result.type === 'rectanglelabels') {
      hasBoxes = true;
      boxes.push({ result, parts: parts ?? [] });
      continue;
    }
    const value = valueOf(result);
    if (value !== null) values.push(value);
    else {
      left.push({
        field: result.from_name,
        reason: `Answers of the type "${result.type}" do not fit here: left out.`,
      });
    }
  }
  if (!hasBoxes) return values;
  const drawn = boxes.flatMap(({ result, parts }) => {
    const box = boxOf(result.value);
    const labels = [result, ...parts].flatMap((each) => textsOf(each.value, 'rectanglelabels', 'labels'));
    const [label] = labels;
    if (box === null || label === undefined) {
      left.push({ field: result.from_name, reason: 'A box without a place or a label: left out.' });
      return [];
    }
    if (labels.length > 1) {
      left.push({ field: result.from_name, reason: 'A box with several labels keeps the first.' });
    }
    const said = parts.flatMap((part) => attributeOf(part));
    return [{ label, ...uprightBox(box, result, left), note: '', attributes: Object.fromEntries(said) }];
  });
  // Boxes that had to be left out are not none.
  return drawn.length === 0 ? values : [...values, { kind: 'boxes', boxes: drawn }];
}

const Drawn = z.looseObject({
  value: z.union(
    ['x', 'points', 'vertices', 'rle'].map((key) => z.looseObject({ [key]: z.unknown().nonoptional() })),
  ),
});

/** Whether a part of an answer is a shape on the image. What cannot be read might be one. */
const isDrawn = (raw: unknown): boolean =>
  isRelation(raw) ? false : !Result.safeParse(raw).success || Drawn.safeParse(raw).success;

const isRelation = (raw: unknown): boolean =>
  z.looseObject({ type: z.literal('relation') }).safeParse(raw).success;

function valueOf({ type, from_name: field, value }: Result): LabelStudioValue | null {
  switch (type) {
    case 'choices':
      return { kind: 'choice', field, chosen: textsOf(value, 'choices') };
    case 'rating':
    case 'number': {
      const number = value[type];
      return typeof number === 'number' ? { kind: type, field, value: number } : null;
    }
    case 'textarea':
      return { kind: 'text', field, text: textsOf(value, 'text').join('\n') };
    default:
      return null;
  }
}

function attributeOf(part: Result): [string, Json][] {
  const value = valueOf(part);
  if (value === null || value.kind === 'boxes') return [];
  switch (value.kind) {
    case 'choice':
      return [[value.field, value.chosen.length === 1 ? (value.chosen[0] ?? null) : value.chosen]];
    case 'rating':
    case 'number':
      return [[value.field, value.value]];
    case 'text':
      return [[value.field, value.text]];
  }
}

const Texts = z.union([z.array(z.string()), z.string().transform((text) => [text])]);

function textsOf(value: JsonObject, ...keys: readonly string[]): string[] {
  return keys.flatMap((key) => {
    const parsed = Texts.safeParse(value[key]);
    return parsed.success ? parsed.data : [];
  });
}

const Percent = z.looseObject({
  x: z.number(),
  y: z.number(),
  width: z.number().nonnegative(),
  height: z.number().nonnegative(),
  rotation: z.number().default(0),
});
type Percent = z.infer<typeof Percent>;

function boxOf(value: JsonObject): Percent | null {
  const parsed = Percent.safeParse(value);
  return parsed.success ? parsed.data : null;
}

/** A box in shares of the image; of one that was turned about its top left corner, the upright box around it. */
function uprightBox(
  { x, y, width, height, rotation }: Percent,
  { from_name: field, original_width: wide = 1, original_height: high = 1 }: Result,
  left: { field: string | null; reason: string }[],
): { x: number; y: number; width: number; height: number } {
  const share = { x: x / 100, y: y / 100, width: width / 100, height: height / 100 };
  if (rotation % 360 === 0) return share;
  left.push({ field, reason: 'A rotated box became the upright box around it.' });
  const angle = (rotation * Math.PI) / 180;
  const [right, down] = [share.width * wide, share.height * high];
  const corners = [
    [0, 0],
    [right, 0],
    [0, down],
    [right, down],
  ].map(([a = 0, b = 0]) => [
    a * Math.cos(angle) - b * Math.sin(angle),
    a * Math.sin(angle) + b * Math.cos(angle),
  ]);
  const across = corners.map(([a = 0]) => a / wide);
  const along = corners.map(([, b = 0]) => b / high);
  return {
    x: share.x + Math.min(...across),
    y: share.y + Math.min(...along),
    width: Math.max(...across) - Math.min(...across),
    height: Math.max(...along) - Math.min(...along),
  };
}

/** What a casebook holds of a task's data: the keys as they are, images under the names that files can have. */
function contentOf(item: string, data: JsonObject): { payload: JsonObject; images: string[] } {
  const kept: [string, Json][] = [['id', item]];
  const images: string[] = [];
  for (const [key, value] of Object.entries(data)) {
    const name = typeof value === 'string' ? imageName(key, value) : null;
    if (name !== null) {
      images.push(name);
      if (typeof value === 'string' && /^https?:/iu.test(value)) kept.push(['url', value]);
    } else if (key === 'text' && typeof value === 'string') kept.push(['text', value]);
    else if (!['id', 'item', 'image', 'images', 'text', 'attributes', 'url'].includes(key))
      kept.push([key, value]);
  }
  const [first, ...others] = images;
  if (first !== undefined) kept.push(['image', first]);
  if (others.length > 0) kept.push(['images', others]);
  return { payload: Object.fromEntries(kept), images };
}

/** The name of the image that an address stands for: its path, without the server; null where it is no image. */
function imageName(key: string, value: string): string | null {
  if (value === '' || value.startsWith('data:')) return null;
  const [address = '', query = ''] = value.split('?', 2);
  const served = new URLSearchParams(query).get('d');
  const path = served ?? address.replace(/^[a-z][a-z0-9+.-]*:\/\/(?:[^/]*\/)?/iu, '');
  const parts = safely(path)
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..');
  const name = parts.join('/');
  return name !== '' && (looksLikeImage(name) || key === 'image') ? name : null;
}

function safely(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}
