import type { TaskField } from '../../../../shared/benchmarks/task.ts';
import { isList, type Json, type JsonObject } from '../../../../shared/base/json.ts';
import { type LabelStudioConfig, starsOf, textOf } from './labelStudioConfig.ts';
import { boxResults, type WrittenBoxes } from './labelStudioResults.ts';
import type { CountedNoun } from '../reading/tally.ts';

export interface WrittenTask {
  readonly number: number;
  readonly item: string;
  readonly text: string | null;
  /** Relative to the export. */
  readonly images: readonly string[];
  readonly annotations: readonly WrittenAnnotation[];
}

export interface WrittenAnnotation {
  /** Null: what counts as right, no matter who said so. */
  readonly rater: { readonly handle: string; readonly kind: 'human' | 'model' | 'source' } | null;
  readonly answer: JsonObject;
  /** By image; empty where boxes were not asked for, or there is no image to draw on. */
  readonly boxes: readonly WrittenBoxes[];
  /** UTC milliseconds. */
  readonly at: number | null;
  readonly truth: boolean;
}

interface Options {
  readonly config: LabelStudioConfig;
  /** Whether tasks show lists of images. */
  readonly isSeveral: boolean;
  readonly left: (what: CountedNoun, count: number) => void;
}

/** A task as Label Studio imports and exports it. */
export function writtenTask(task: WrittenTask, options: Options): JsonObject {
  const { number, item, text, images, annotations } = task;
  const { config, isSeveral } = options;
  const [image] = images;
  if (image !== undefined) config.saw('image');
  if (text !== null || image === undefined) config.saw('text');
  const people = annotations.filter(({ rater }) => rater?.kind !== 'model');
  const models = annotations.filter(({ rater }) => rater?.kind === 'model');
  return {
    id: number,
    data: {
      item,
      ...(image !== undefined && (isSeveral ? { images: [...images] } : { image })),
      ...(text === null && image !== undefined ? {} : { text: text ?? item }),
    },
    annotations: people.map((annotation, index): JsonObject => ({
      ...raterOf(annotation),
      result: resultsOf(annotation, `${String(number)}-${String(index + 1)}`, task, options),
      was_cancelled: false,
      ground_truth: annotation.truth,
      ...(annotation.at === null ? {} : times(annotation.at)),
    })),
    predictions: models.map((annotation, index): JsonObject => ({
      model_version: annotation.rater?.handle ?? '',
      result: resultsOf(annotation, `${String(number)}-m${String(index + 1)}`, task, options),
      ...(annotation.at === null ? {} : { created_at: new Date(annotation.at).toISOString() }),
    })),
  };
}

const times = (at: number): JsonObject => ({
  created_at: new Date(at).toISOString(),
  updated_at: new Date(at).toISOString(),
});

/** Label Studio knows people by their e-mail address and refuses tasks that name somebody in another way. */
function raterOf({ rater }: WrittenAnnotation): JsonObject {
  if (rater === null) return {};
  return rater.handle.includes('@') ? { completed_by: { email: rater.handle } } : { rater: rater.handle };
}

function resultsOf(
  { answer, boxes }: WrittenAnnotation,
  prefix: string,
  { images }: WrittenTask,
  { config, left }: Options,
): Json[] {
  const object = config.object(images.length > 0);
  const results: Json[] = [];
  // Named by their fields: what boxes are called may be their source's.
  const add = (field: TaskField, type: string, value: JsonObject): void => {
    results.push({ id: `${prefix}-${field.name}`, from_name: field.name, to_name: object, type, value });
  };
  for (const field of config.fields) {
    const { name, comparison } = field;
    if (comparison.level === 'boxes') {
      results.push(...boxResults(boxes, { field: name, config, prefix, left }));
      continue;
    }
    const value = Object.hasOwn(answer, name) ? (answer[name] ?? null) : null;
    if (value === null || value === '') continue;
    if (comparison.level === 'interval' && typeof value === 'number') add(field, 'number', { number: value });
    else if (comparison.level === 'text') add(field, 'textarea', { text: [textOf(value)] });
    else if (comparison.level === 'set' && isList(value)) {
      add(field, 'choices', { choices: value.map((member) => config.uses(name, textOf(member))) });
    } else if (comparison.level === 'ordinal' && starsOf(field) !== null) {
      add(field, 'rating', { rating: Number(value) });
    } else add(field, 'choices', { choices: [config.uses(name, nameOf(field, value))] });
  }
  return results;
}

function nameOf({ comparison }: TaskField, value: Json): string {
  const offered = comparison.level === 'nominal' ? comparison.offered : undefined;
  return offered?.find((each) => each.value === value)?.name ?? textOf(value);
}
