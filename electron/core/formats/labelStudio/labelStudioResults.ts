import { isJsonObject, type Json, type JsonObject, sameJson } from '../../../../shared/base/json.ts';
import { recordsOf } from '../../../../shared/foreign/labelStudio.ts';
import {
  LabelStudioRelation,
  LabelStudioResult,
  shapeOf,
} from '../../../../shared/foreign/labelStudioResult.ts';
import type { WrittenBox } from '../boxes/boxes.ts';
import type { LabelStudioConfig } from './labelStudioConfig.ts';
import { attributesOf, type DrawnRegion, gatherRegions, labelsOf, noteOf } from './labelStudioRegions.ts';
import type { CountedNoun } from '../reading/tally.ts';

/** The boxes of one image of a task, in pixels of it. */
export interface WrittenBoxes {
  readonly width: number;
  readonly height: number;
  /** Its place among the task's images; null where a task shows one. */
  readonly index: number | null;
  readonly boxes: readonly WrittenBox[];
}

interface Options {
  /** The field of boxes. */
  readonly field: string;
  readonly config: LabelStudioConfig;
  /** What ids of new boxes begin with. */
  readonly prefix: string;
  readonly left: (what: CountedNoun, count: number) => void;
}

/** A region that was written, by the id that its source gave it. */
interface End {
  readonly sourceId: string | undefined;
  readonly id: string;
}

/** What of a result says where a region is. */
const PLACE: ReadonlySet<string> = new Set([
  'x',
  'y',
  'width',
  'height',
  'rotation',
  'radiusX',
  'radiusY',
  'points',
  'closed',
  'rle',
  'format',
]);

/**
 * The results of an annotation's boxes. A region that came from Label Studio and has not changed is what it was, under the
 * names of this setup's controls; of one that was moved a rectangle remains, with what else was said of it.
 */
export function boxResults(images: readonly WrittenBoxes[], options: Options): Json[] {
  const ids = new Set<string>();
  const relations = new Map<string, { readonly raw: JsonObject; readonly ends: End[] }>();
  const results: Json[] = [];
  for (const image of images) {
    for (const box of image.boxes) {
      const region = regionIn(box);
      const sourceId = region?.shape.id;
      const id = sourceId !== undefined && !ids.has(sourceId) ? sourceId : freshId(ids, options);
      ids.add(id);
      results.push(
        ...(region === null
          ? [plainResult(box, image, id, options)]
          : resultsOf(region, box, image, id, options)),
      );
      for (const raw of region?.relations ?? []) {
        if (!isJsonObject(raw)) continue;
        const key = JSON.stringify(raw);
        const known = relations.get(key) ?? { raw, ends: [] };
        relations.set(key, known);
        known.ends.push({ sourceId, id });
      }
    }
  }
  for (const { raw, ends } of relations.values()) {
    const [from, to] = [raw['from_id'], raw['to_id']].map((id) =>
      ends.find(({ sourceId }) => sourceId === id),
    );
    if (from === undefined || to === undefined)
      options.left(['relation to a box that is gone', 'relations to boxes that are gone'], 1);
    else results.push({ ...raw, from_id: from.id, to_id: to.id });
  }
  return results;
}

function freshId(ids: ReadonlySet<string>, { prefix }: Options): string {
  let number = ids.size + 1;
  while (ids.has(`${prefix}-box${String(number)}`)) number += 1;
  return `${prefix}-box${String(number)}`;
}

/** What a box came with from Label Studio; null where it came from elsewhere or was drawn here. */
function regionIn({ foreign }: WrittenBox): DrawnRegion | null {
  const records = foreign?.format === 'labelstudio' ? recordsOf(foreign.source) : null;
  if (records === null) return null;
  const given = records.flatMap((raw) => {
    const result = LabelStudioResult.safeParse(raw);
    return result.success ? [{ raw, result: result.data }] : [];
  });
  const [region] = gatherRegions(given, () => undefined);
  const relations = records.filter((each) => LabelStudioRelation.safeParse(each).success);
  return region === undefined ? null : { ...region, relations };
}

/** A rectangle as Casebook draws it. */
function plainResult(
  box: WrittenBox,
  { width, height, index }: WrittenBoxes,
  id: string,
  { field, config }: Options,
): JsonObject {
  return {
    id,
    from_name: config.drawing(field, 'rectanglelabels', [box.category]),
    to_name: config.object(true),
    type: 'rectanglelabels',
    ...(index !== null && { item_index: index }),
    original_width: width,
    original_height: height,
    image_rotation: 0,
    value: { ...placeOf(box, { width, height }), rectanglelabels: [box.category] },
    ...(box.note !== '' && { meta: { text: [box.note] } }),
  };
}

const placeOf = (
  { x, y, width, height }: WrittenBox,
  image: { readonly width: number; readonly height: number },
): JsonObject => ({
  x: (100 * x) / image.width,
  y: (100 * y) / image.height,
  width: (100 * width) / image.width,
  height: (100 * height) / image.height,
  rotation: 0,
});

/** The results of a region that came from Label Studio, as far as they still hold. */
function resultsOf(
  region: DrawnRegion,
  box: WrittenBox,
  image: WrittenBoxes,
  id: string,
  options: Options,
): JsonObject[] {
  const { field, config, left } = options;
  const isMoved = box.foreign?.isCurrent !== true;
  const [former, ...others] = labelsOf(region);
  const labels = [box.category, ...others.filter((label) => label !== box.category)];
  const isRenamed = former !== box.category;
  if (isMoved) for (const shape of box.foreign?.shapes ?? []) left(MOVED[shape], 1);
  const before = attributesOf(region);
  const place = placeOf(box, image);
  const holds = (result: DrawnRegion['shape'], isShape: boolean, isLabel: boolean): boolean => {
    // A moved region is one rectangle with all of its labels.
    if (isLabel) return isShape || !isMoved;
    if (sameJson(before[result.from_name], box.attributes[result.from_name])) return true;
    left(['answer about a box that was changed', 'answers about boxes that were changed'], 1);
    return false;
  };
  return region.given.flatMap(({ raw, result }): JsonObject[] => {
    if (!isJsonObject(raw)) return [];
    const isShape = result === region.shape;
    const isLabel = isShape || shapeOf(result.type) !== null || result.type === 'labels';
    if (!holds(result, isShape, isLabel)) return [];
    const isRedrawn = isMoved && isShape;
    const type = isRedrawn ? 'rectanglelabels' : result.type;
    const kept = isMoved ? movedTo(place, result.value) : result.value;
    const value = isRedrawn
      ? { ...place, rectanglelabels: labels }
      : { ...kept, ...(isRenamed && isLabel && relabelled(result.value, labels)) };
    const name = isLabel
      ? config.drawing(field, type, namesIn(value))
      : config.about(result.from_name, type, result.value[type]);
    const { item_index: _index, ...rest } = raw;
    return [
      {
        ...rest,
        id,
        type,
        from_name: name,
        to_name: config.object(true),
        ...(image.index !== null && { item_index: image.index }),
        value,
        ...(isShape && noteOf(region) !== box.note && { meta: notedIn(raw, box.note) }),
      },
    ];
  });
}

const MOVED: Readonly<Record<NonNullable<WrittenBox['foreign']>['shapes'][number], CountedNoun>> = {
  polygon: ['polygon of a box that was moved', 'polygons of boxes that were moved'],
  mask: ['mask of a box that was moved', 'masks of boxes that were moved'],
  keypoints: ['keypoint of a box that was moved', 'keypoints of boxes that were moved'],
  rotation: ['rotation of a box that was moved', 'rotations of boxes that were moved'],
  parts: ['box with parts that was moved', 'boxes with parts that were moved'],
};

/** A value about a region that says where that is, with another place; one that does not say it stays as it is. */
function movedTo(place: JsonObject, value: JsonObject): JsonObject {
  const others = Object.entries(value).filter(([key]) => !PLACE.has(key));
  return others.length === Object.keys(value).length ? value : { ...place, ...Object.fromEntries(others) };
}

/** The lists of labels of a value, with other labels. */
const relabelled = (value: JsonObject, labels: readonly string[]): JsonObject =>
  Object.fromEntries(
    Object.keys(value)
      .filter((key) => key.endsWith('labels'))
      .map((key) => [key, labels]),
  );

const namesIn = (value: JsonObject): string[] =>
  Object.entries(value).flatMap(([key, said]) =>
    key.endsWith('labels') && Array.isArray(said) ? said.filter((each) => typeof each === 'string') : [],
  );

/** What a result says beside its value, with another note. */
function notedIn({ meta }: JsonObject, note: string): JsonObject {
  const { text: _text, ...rest } = isJsonObject(meta) ? meta : {};
  return note === '' ? rest : { ...rest, text: [note] };
}
