import { type Box, clampToImage, sameButForRounding, type Size } from '../../base/geometry.ts';
import { isJsonObject, isList, type Json, type JsonObject, sameJson } from '../../base/json.ts';
import type { ParsedItem } from '../benchmark.ts';
import { withChanges } from '../keyOrder.ts';
import { type AskedParts, withParts } from '../parts.ts';
import { acceptObject, type ParseResult } from '../problems.ts';
import { boxOf, cornersOf } from './corners.ts';
import { isQuery } from './queries/queryItem.ts';
import { CornerBox, KEY_ORDER, ObservatoryAnswer, ObservatoryPayload, SourceItem } from './schema.ts';

export { boxOf, cornersOf } from './corners.ts';

/** Reads one line of the data file that is an entity. The payload is the object itself: nothing is dropped or reordered. */
export function parseItem(value: Json): ParseResult<ParsedItem> {
  const accepted = acceptObject(SourceItem, value);
  if (!accepted.ok) return accepted;
  const { id } = SourceItem.parse(accepted.value);
  const boxes = sourceBoxes(accepted.value);
  return {
    ok: true,
    value: {
      externalId: String(id),
      payload: accepted.value,
      images: imageNames(accepted.value).map((name, position) => ({
        role: position === 0 ? 'original' : 'variant',
        name,
      })),
      ...(boxes.length > 0 && {
        boxes: boxes.map(({ label, box }) => ({ ...boxOf(box), label, position: 0 })),
      }),
    },
  };
}

/** The names of an item's images: the original, then its variants in their order. */
function imageNames(payload: JsonObject): readonly string[] {
  const { image, variants = [] } = ObservatoryPayload.parse(payload);
  return [...(image === undefined ? [] : [image]), ...variants.map((variant) => variant.image)];
}

/** The payload with the names of its images, in their order, replaced. */
export function withImageNames(payload: JsonObject, names: readonly string[]): JsonObject {
  const [original, ...rest] = typeof payload['image'] === 'string' ? names : [undefined, ...names];
  const { variants } = payload;
  return {
    ...payload,
    ...(original !== undefined && { image: original }),
    ...(variants !== undefined &&
      isList(variants) && {
        variants: variants.map((variant, index) => {
          const name = rest[index];
          return isJsonObject(variant) && name !== undefined ? { ...variant, image: name } : variant;
        }),
      }),
  };
}

/** The boxes that a payload came with, in its order. */
function sourceBoxes(payload: JsonObject): readonly { readonly label: string; readonly box: CornerBox }[] {
  const boxes = payload['boxes'];
  if (!isJsonObject(boxes)) return [];
  return Object.entries(boxes).flatMap(([label, raw]) => {
    const box = CornerBox.safeParse(raw);
    return box.success ? [{ label, box: box.data }] : [];
  });
}

/**
 * The payload with these boxes as those of its original. A box that is the payload's own, fitted into the image of this
 * size as an import fits it, stays to the letter; labels keep their order, new ones come last.
 */
export function withBoxes(
  payload: JsonObject,
  regions: readonly (Box & { readonly label: string })[],
  size: Size,
): JsonObject {
  const before = isJsonObject(payload['boxes']) ? payload['boxes'] : {};
  // The first of a label: rules keep an original with two from being accepted.
  const drawn = new Map(regions.toReversed().map((region) => [region.label, region]));
  const written = (label: string, region: Box): Json => {
    const source = CornerBox.safeParse(Object.hasOwn(before, label) ? before[label] : undefined);
    const own = before[label] ?? null;
    if (!source.success || !isJsonObject(own)) return cornersJson(region);
    if (sameButForRounding(clampToImage(boxOf(source.data), size), region)) return own;
    const { x1, y1, x2, y2 } = cornersOf(region);
    return { ...own, x1, y1, x2, y2 };
  };
  const labels = [
    ...Object.keys(before).filter((label) => drawn.has(label)),
    ...[...new Set(regions.map(({ label }) => label))].filter((label) => !Object.hasOwn(before, label)),
  ];
  const after: JsonObject = Object.fromEntries(
    labels.flatMap((label) => {
      const region = drawn.get(label);
      return region === undefined ? [] : [[label, written(label, region)]];
    }),
  );
  if (sameJson(after, before)) return payload;
  return withChanges(payload, { boxes: labels.length === 0 ? undefined : after }, KEY_ORDER);
}

/** The answer that a payload amounts to. */
export function answerOfPayload(payload: JsonObject): ObservatoryAnswer {
  if (isQuery(payload)) return emptyAnswer(payload);
  const { domain = 'CELEB', not_visible: notVisible = [], variants = [] } = ObservatoryPayload.parse(payload);
  return {
    domain,
    notVisible,
    exceptions: Object.fromEntries(
      variants.flatMap(({ exception }, index) =>
        exception === undefined ? [] : [[String(index + 1), exception]],
      ),
    ),
    confirmed: [],
    verified: false,
    rejected: [],
  };
}

/** Of a question nothing is to be labelled. */
function emptyAnswer(payload: JsonObject): ObservatoryAnswer {
  const domain = payload['domain'] ?? 'CELEB';
  return ObservatoryAnswer.parse({ domain, notVisible: [], exceptions: {}, verified: false, query: true });
}

/**
 * The payload with the answer written into it; what the answer leaves as it is stays to the letter. Boxes are no part of
 * an answer: they are written where items are exported ({@link withBoxes}).
 */
export function payloadWithAnswer(
  payload: JsonObject,
  answer: JsonObject,
  asked: AskedParts = null,
): JsonObject {
  const now = ObservatoryAnswer.parse(withParts(answerOfPayload(payload), answer, asked));
  if (now.query === true || isQuery(payload)) return payload;
  const before = answerOfPayload(payload);
  const changes: Record<string, Json | undefined> = {};
  if (!sameJson(now.notVisible, before.notVisible))
    changes['not_visible'] = now.notVisible.length === 0 ? undefined : now.notVisible;
  if (!sameJson(now.exceptions, before.exceptions) && isList(payload['variants'] ?? null))
    changes['variants'] = variantsWith(payload['variants'] ?? [], now.exceptions);
  return Object.keys(changes).length === 0 ? payload : withChanges(payload, changes, KEY_ORDER);
}

function variantsWith(variants: Json, exceptions: ObservatoryAnswer['exceptions']): Json {
  if (!isList(variants)) return variants;
  return variants.map((variant, index) => {
    if (!isJsonObject(variant)) return variant;
    const exception = exceptions[String(index + 1)];
    if (exception === variant['exception']) return variant;
    return withChanges(variant, { exception }, ['exception']);
  });
}

function cornersJson(box: Box): JsonObject {
  const { x1, y1, x2, y2 } = cornersOf(box);
  return { x1, y1, x2, y2 };
}
