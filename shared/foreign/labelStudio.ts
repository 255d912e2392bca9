import { z } from 'zod';
import type { Size } from '../base/geometry.ts';
import { Json, JsonObject } from '../base/json.ts';
import { parseJson } from '../base/jsonText.ts';
import type { ForeignValue, ForeignView } from './foreignShape.ts';
import { drawnShape, LabelStudioRelation, LabelStudioResult, shapeOf } from './labelStudioResult.ts';

/** What Casebook shows of a result otherwise: its place, its label, and the note. */
const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set([
  'id',
  'type',
  'from_name',
  'to_name',
  'value',
  'original_width',
  'original_height',
  'image_rotation',
  'item_index',
  'meta',
]);

/** What the results of a region of Label Studio show beside its box. */
export function viewLabelStudio(source: string, image: Size): ForeignView {
  const region = regionOf(source);
  if (region === null) return { shapes: [], values: [] };
  const { results, relations } = region;
  const drawn = results.find(({ type }) => shapeOf(type) !== null);
  const shape = drawn === undefined ? null : drawnShape(drawn, image);
  return {
    shapes: shape === null ? [] : [shape],
    values: [
      ...results.flatMap((result) => valuesOf(result)),
      ...relations.map(({ from_id: from, to_id: to, labels }): ForeignValue => ({
        name: 'relation',
        value: `${from} → ${to}${(labels ?? []).length === 0 ? '' : ` (${(labels ?? []).join(', ')})`}`,
      })),
    ],
  };
}

/** A region's results, and its relations with others. */
interface Region {
  readonly results: readonly LabelStudioResult[];
  readonly relations: readonly LabelStudioRelation[];
}

function regionOf(source: string): Region | null {
  const records = recordsOf(source);
  if (records === null) return null;
  return {
    results: records.flatMap((raw) => LabelStudioResult.safeParse(raw).data ?? []),
    relations: records.flatMap((raw) => LabelStudioRelation.safeParse(raw).data ?? []),
  };
}

/** The results and relations in the text that is carried with a region's box, as they were given; null where it is none. */
export function recordsOf(source: string): readonly JsonObject[] | null {
  try {
    const parsed = z.array(JsonObject).safeParse(parseJson(source));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** What a result says beyond its place and label: its own keys, and what was answered about the region. */
function valuesOf(result: LabelStudioResult): ForeignValue[] {
  const { type, from_name: name, value } = result;
  const own = Object.entries(result).flatMap(([key, said]): ForeignValue[] => {
    const shown = Json.safeParse(said);
    return SHOWN_ELSEWHERE.has(key) || !shown.success || shown.data === null
      ? []
      : [{ name: key, value: textOf(shown.data) }];
  });
  const answered = shapeOf(type) === null && type !== 'labels' ? answerIn(type, value) : undefined;
  return answered === undefined ? own : [{ name, value: textOf(answered) }, ...own];
}

/** What a result about a region answers; undefined where it answers nothing. */
const answerIn = (type: string, value: JsonObject): Json | undefined =>
  value[type === 'textarea' ? 'text' : type];

const textOf = (value: Json): string =>
  typeof value === 'string'
    ? value
    : Array.isArray(value) && value.every((each) => typeof each === 'string')
      ? value.join(', ')
      : JSON.stringify(value);
