import { XMLBuilder } from 'fast-xml-parser';
import type { TaskField } from '../../../shared/benchmarks/benchmark.ts';
import type { Json, JsonObject } from '../../../shared/domain/json.ts';
import { isList } from '../../../shared/domain/json.ts';
import type { WrittenBox } from './boxes.ts';

export type LabelStudioField = TaskField;

export interface WrittenTask {
  readonly number: number;
  readonly item: string;
  readonly text: string | null;
  /** Relative to the export. */
  readonly image: string | null;
  readonly annotations: readonly WrittenAnnotation[];
}

export interface WrittenAnnotation {
  /** Null: what counts as right, no matter who said so. */
  readonly rater: { readonly handle: string; readonly kind: 'human' | 'model' | 'source' } | null;
  readonly answer: JsonObject;
  /** In pixels of an image of this size; null where there is no image to draw on. */
  readonly boxes: {
    readonly width: number;
    readonly height: number;
    readonly boxes: readonly WrittenBox[];
  } | null;
  /** UTC milliseconds. */
  readonly at: number | null;
  readonly truth: boolean;
}

/** The labelling setup that fits the tasks, gathered while they are written. */
export interface LabelStudioConfig {
  readonly fields: readonly LabelStudioField[];
  /** Notes a value that has to be among a field's choices; gives it. */
  uses(field: string, value: string): string;
  saw(what: 'image' | 'text'): void;
  xml(): string;
}

/** A setup with a control for each field: choices, stars, numbers, texts, boxes. */
export function createLabelStudioConfig(fields: readonly LabelStudioField[]): LabelStudioConfig {
  const values = new Map(fields.map((field) => [field.name, new Set(offeredBy(field))] as const));
  const seen = new Set<'image' | 'text'>();
  return {
    fields,
    uses(field, value) {
      values.get(field)?.add(value);
      return value;
    },
    saw: (what) => void seen.add(what),
    xml() {
      const shown = [
        ...(seen.has('image') ? [{ Image: [], ':@': { '@_name': 'image', '@_value': '$image' } }] : []),
        ...(seen.has('text') || !seen.has('image')
          ? [{ Text: [], ':@': { '@_name': 'text', '@_value': '$text' } }]
          : []),
      ];
      const object = seen.has('image') ? 'image' : 'text';
      const controls = fields.flatMap((field) => {
        // Boxes need an image to be on.
        if (field.comparison.level === 'boxes' && object !== 'image') return [];
        const attributes = { '@_name': field.name, '@_toName': object };
        const header = { Header: [], ':@': { '@_value': field.title } };
        return [header, controlOf(field, attributes, [...(values.get(field.name) ?? [])])];
      });
      const builder = new XMLBuilder({
        preserveOrder: true,
        ignoreAttributes: false,
        format: true,
        indentBy: '  ',
        suppressEmptyNode: true,
      });
      return `${builder.build([{ View: [...shown, ...controls] }]).trim()}\n`;
    },
  };
}

function controlOf(
  field: LabelStudioField,
  attributes: Readonly<Record<string, string>>,
  values: readonly string[],
): Record<string, unknown> {
  const choices = values.map((value) => ({ Choice: [], ':@': { '@_value': value } }));
  switch (field.comparison.level) {
    case 'nominal':
      return { Choices: choices, ':@': { ...attributes, '@_choice': 'single' } };
    case 'set':
      return { Choices: choices, ':@': { ...attributes, '@_choice': 'multiple' } };
    case 'ordinal': {
      const stars = starsOf(field);
      return stars === null
        ? { Choices: choices, ':@': { ...attributes, '@_choice': 'single' } }
        : { Rating: [], ':@': { ...attributes, '@_maxRating': String(stars) } };
    }
    case 'interval':
      return { Number: [], ':@': attributes };
    case 'text':
      return { TextArea: [], ':@': attributes };
    case 'boxes':
      return {
        RectangleLabels: values.map((value) => ({ Label: [], ':@': { '@_value': value } })),
        ':@': attributes,
      };
  }
}

/** A task as Label Studio imports and exports it. */
export function writtenTask(task: WrittenTask, config: LabelStudioConfig): JsonObject {
  const { number, item, text, image, annotations } = task;
  if (image !== null) config.saw('image');
  if (text !== null || image === null) config.saw('text');
  const people = annotations.filter(({ rater }) => rater?.kind !== 'model');
  const models = annotations.filter(({ rater }) => rater?.kind === 'model');
  return {
    id: number,
    data: {
      item,
      ...(image === null ? {} : { image }),
      ...(text === null && image !== null ? {} : { text: text ?? item }),
    },
    annotations: people.map((annotation, index): JsonObject => ({
      ...raterOf(annotation),
      result: resultsOf(annotation, `${String(number)}-${String(index + 1)}`, task, config),
      was_cancelled: false,
      ground_truth: annotation.truth,
      ...(annotation.at === null ? {} : times(annotation.at)),
    })),
    predictions: models.map((annotation, index): JsonObject => ({
      model_version: annotation.rater?.handle ?? '',
      result: resultsOf(annotation, `${String(number)}-m${String(index + 1)}`, task, config),
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
  { image }: WrittenTask,
  config: LabelStudioConfig,
): Json[] {
  const object = image === null ? 'text' : 'image';
  const results: Json[] = [];
  const add = (field: LabelStudioField, type: string, value: JsonObject, more: JsonObject = {}): void => {
    results.push({
      id: `${prefix}-${String(results.length + 1)}`,
      from_name: field.name,
      to_name: object,
      type,
      ...more,
      value,
    });
  };
  for (const field of config.fields) {
    const { name, comparison } = field;
    if (comparison.level === 'boxes') {
      if (boxes === null) continue;
      const { width, height } = boxes;
      for (const box of boxes.boxes) {
        add(
          field,
          'rectanglelabels',
          {
            x: (100 * box.x) / width,
            y: (100 * box.y) / height,
            width: (100 * box.width) / width,
            height: (100 * box.height) / height,
            rotation: 0,
            rectanglelabels: [config.uses(name, box.category)],
          },
          { original_width: width, original_height: height, image_rotation: 0 },
        );
      }
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

/** The number of stars of a scale that counts from 1, null for any other. */
function starsOf({ comparison }: LabelStudioField): number | null {
  if (comparison.level !== 'ordinal') return null;
  return comparison.order.every((value, index) => textOf(value) === String(index + 1))
    ? comparison.order.length
    : null;
}

function offeredBy({ comparison }: LabelStudioField): string[] {
  if (comparison.level === 'nominal') return (comparison.offered ?? []).map(({ name }) => name);
  return comparison.level === 'ordinal' ? comparison.order.map(textOf) : [];
}

function nameOf({ comparison }: LabelStudioField, value: Json): string {
  const offered = comparison.level === 'nominal' ? comparison.offered : undefined;
  return offered?.find((each) => each.value === value)?.name ?? textOf(value);
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));
