import { z } from 'zod';
import type { Box } from '../../../../shared/base/geometry.ts';
import { type Json, type JsonObject, sameJson } from '../../../../shared/base/json.ts';
import type { ReadForeignPart } from '../../../../shared/foreign/foreignPart.ts';
import {
  LabelStudioRelation,
  type LabelStudioResult,
  placeOf,
  shapeOf,
} from '../../../../shared/foreign/labelStudioResult.ts';
import { imageOf, type TaskImage } from './labelStudioData.ts';

/** A box in shares of its image, with all that Label Studio says of it. */
export interface LabelStudioBox {
  readonly label: string;
  /** Which of the task's images it is on, from 0. */
  readonly image: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly note: string;
  readonly attributes: JsonObject;
  readonly foreign: ReadForeignPart;
  /** How it was drawn, where that is more than an upright box: one of it and several of it. */
  readonly drawn: readonly [one: string, several: string] | null;
  readonly hasMoreLabels: boolean;
  /** Whether it reached beyond its image and was cut to it. */
  readonly isCut: boolean;
}

/** A result as it was given, and as it was read. */
export interface GivenResult {
  readonly raw: Json;
  readonly result: LabelStudioResult;
}

/** A region of an image with all results that say something of it, in their order. */
export interface DrawnRegion {
  readonly shape: LabelStudioResult;
  readonly given: GivenResult[];
  readonly relations: Json[];
}

/** A field's answer as it is in a result: null where the type has no answer here. */
export type ResultValue =
  | { readonly kind: 'choice'; readonly field: string; readonly chosen: readonly string[] }
  | { readonly kind: 'rating' | 'number'; readonly field: string; readonly value: number }
  | { readonly kind: 'text'; readonly field: string; readonly text: string };

/** The types of results that answer a field. */
export const ANSWER_TYPES: ReadonlySet<string> = new Set(['choices', 'rating', 'number', 'textarea']);

/** What a result answers; null where its type answers nothing here, or its answer cannot be read. */
export function resultValue({ type, from_name: field, value }: LabelStudioResult): ResultValue | null {
  switch (type) {
    case 'choices': {
      const chosen = textsOf(value['choices']);
      return chosen === null ? null : { kind: 'choice', field, chosen };
    }
    case 'rating':
    case 'number': {
      const number = value[type];
      return typeof number === 'number' ? { kind: type, field, value: number } : null;
    }
    case 'textarea': {
      const texts = textsOf(value['text']);
      return texts === null ? null : { kind: 'text', field, text: texts.join('\n') };
    }
    default:
      return null;
  }
}

const Texts = z.union([z.array(z.string()), z.string().transform((text) => [text])]);

const textsOf = (value: Json | undefined): string[] | null => Texts.safeParse(value).data ?? null;

/** The regions that results draw; the results that are about none of them are given to `others`. */
export function gatherRegions(
  results: readonly GivenResult[],
  others: (given: GivenResult) => void,
): DrawnRegion[] {
  const byShape = new Map<LabelStudioResult, DrawnRegion>();
  const byId = new Map<string, DrawnRegion>();
  for (const { result } of results) {
    if (shapeOf(result.type) === null) continue;
    const known = result.id === undefined ? undefined : byId.get(result.id);
    // A region with two sets of labels has its place twice.
    if (known !== undefined && isSamePlace(known.shape, result)) continue;
    const region = { shape: result, given: [], relations: [] };
    byShape.set(result, region);
    if (result.id !== undefined && known === undefined) byId.set(result.id, region);
  }
  for (const given of results) {
    const { result } = given;
    // What is said of a region has its id.
    const region = byShape.get(result) ?? (result.id === undefined ? undefined : byId.get(result.id));
    if (region === undefined) others(given);
    else region.given.push(given);
  }
  return [...byShape.values()];
}

/** Gives relations to the regions at both of their ends; gives how many have an end elsewhere. */
export function addRelations(regions: readonly DrawnRegion[], relations: readonly Json[]): number {
  const byId = new Map(
    regions.flatMap((region) => (region.shape.id === undefined ? [] : [[region.shape.id, region] as const])),
  );
  let elsewhere = 0;
  for (const raw of relations) {
    const parsed = LabelStudioRelation.safeParse(raw);
    const ends = parsed.success ? [byId.get(parsed.data.from_id), byId.get(parsed.data.to_id)] : [undefined];
    if (ends.includes(undefined)) elsewhere += 1;
    else for (const end of new Set(ends)) end?.relations.push(raw);
  }
  return elsewhere;
}

function isSamePlace(a: LabelStudioResult, b: LabelStudioResult): boolean {
  const place = ({ value }: LabelStudioResult): JsonObject =>
    Object.fromEntries(Object.entries(value).filter(([key]) => !key.endsWith('labels')));
  return shapeOf(a.type) === shapeOf(b.type) && sameJson(place(a), place(b));
}

/** What a region is called: the labels of its shape, of all of its label sets. */
export function labelsOf({ shape, given }: Pick<DrawnRegion, 'shape' | 'given'>): string[] {
  const drawn = shapeOf(shape.type);
  const keys = ['labels', ...(drawn === null ? [] : [`${drawn}labels`])];
  return given.flatMap(({ result: { value } }) => keys.flatMap((key) => textsOf(value[key]) ?? []));
}

/** What was answered about a region, by field. */
export function attributesOf({ given }: Pick<DrawnRegion, 'given'>): JsonObject {
  return Object.fromEntries(
    given.flatMap(({ result }): [string, Json][] => {
      const value = resultValue(result);
      if (value === null) return [];
      switch (value.kind) {
        case 'choice':
          return [[value.field, value.chosen.length === 1 ? (value.chosen[0] ?? null) : value.chosen]];
        case 'rating':
        case 'number':
          return [[value.field, value.value]];
        case 'text':
          return [[value.field, value.text]];
      }
    }),
  );
}

const Noted = z.looseObject({ meta: z.looseObject({ text: Texts }) });

/** The note on a region. */
export const noteOf = ({ shape }: Pick<DrawnRegion, 'shape'>): string =>
  Noted.safeParse(shape).data?.meta.text.join('\n') ?? '';

/** Cutting takes at least this share of an image away before it is told: less is how percentages are rounded. */
const ROUNDING = 1e-4;

/** A region as a box, or why it cannot be one. */
export function boxOf(
  region: DrawnRegion,
  images: readonly TaskImage[],
  isAlone: boolean,
): LabelStudioBox | string {
  const { shape, given, relations } = region;
  const place = placeOf(shape);
  if (typeof place === 'string') return place;
  const image = imageOf(shape, images, isAlone);
  if (typeof image === 'string') return image;
  const [label, another] = labelsOf(region);
  if (label === undefined) return 'It has no label.';
  const { width, height } = place.box;
  const isPoint = place.shapes.includes('keypoints');
  if (!isPoint && (width === 0 || height === 0)) return 'It has no size.';
  const cut = withinImage(place.box);
  if (cut === null) return 'It lies outside of its image.';
  return {
    label,
    image,
    ...cut,
    note: noteOf(region),
    attributes: attributesOf(region),
    foreign: {
      format: 'labelstudio',
      source: JSON.stringify([...given.map(({ raw }) => raw), ...relations]),
      shapes: place.shapes,
    },
    drawn: wordsFor(shape, place.shapes.length > 0),
    hasMoreLabels: another !== undefined,
    isCut: width - cut.width > ROUNDING || height - cut.height > ROUNDING,
  };
}

/** A box in shares of its image, cut to it; null where it lies outside. */
function withinImage(box: Box): Box | null {
  const { x, y, width, height } = box;
  if (x >= 1 || y >= 1 || x + width <= 0 || y + height <= 0) return null;
  if (x >= 0 && y >= 0 && x + width <= 1 && y + height <= 1) return box;
  const [left, top] = [Math.max(0, x), Math.max(0, y)];
  return { x: left, y: top, width: Math.min(1, x + width) - left, height: Math.min(1, y + height) - top };
}

function wordsFor({ type }: LabelStudioResult, isMore: boolean): LabelStudioBox['drawn'] {
  if (!isMore) return null;
  switch (shapeOf(type)) {
    case 'ellipse':
      return ['an ellipse', 'ellipses'];
    case 'polygon':
      return ['a polygon', 'polygons'];
    case 'brush':
      return ['a mask', 'masks'];
    case 'keypoint':
      return ['a keypoint', 'keypoints'];
    case 'rectangle':
      return ['a rotated box', 'rotated boxes'];
    case null:
      return null;
  }
}
