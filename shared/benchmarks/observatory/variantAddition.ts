import { z } from 'zod';
import { isJsonObject, isList, type Json, type JsonObject, sameJson } from '../../base/json.ts';
import type { Addition } from '../additions.ts';
import { withChanges } from '../keyOrder.ts';
import { acceptObject } from '../problems.ts';
import { isQuery } from './queries/queryItem.ts';
import { KEY_ORDER, Variant } from './schema.ts';

/** A list of variants of entities that are there: made elsewhere (stylised ones), or here. */
export const VARIANTS_FORMAT = 'observatory-variants';

const Entry = z.looseObject({
  id: z.union([z.string().min(1, 'is empty'), z.number()]),
  ...Variant.shape,
  family: Variant.shape.family.optional(),
});

/**
 * Variants of entities that are there, one a line: `id`, `image`, `transformation`, `family` (OOD where nothing is said),
 * and what else is to be known of them. They come behind those that the entity has, whose numbers answers speak of.
 */
export const variantAddition: Addition = {
  parse(value) {
    const accepted = acceptObject(Entry, value);
    if (!accepted.ok) return accepted;
    const { id, image, transformation, family = 'OOD' } = Entry.parse(accepted.value);
    const { id: _, image: __, transformation: ___, family: ____, ...rest } = accepted.value;
    return {
      ok: true,
      value: {
        item: String(id),
        key: image,
        entry: { image, transformation, family, ...rest },
        images: [image],
      },
    };
  },
  apply(payload, entries) {
    if (isQuery(payload))
      return {
        ok: false,
        problems: [
          { field: 'id', message: 'is a question; variants are of entities', severity: 'error' as const },
        ],
      };
    const before = variantsOf(payload);
    const names = new Map(before.map((variant) => [nameOf(variant), variant]));
    const further: JsonObject[] = [];
    for (const entry of entries) {
      const name = nameOf(entry);
      const there = names.get(name);
      if (name === payload['image'] || (there !== undefined && !saysThat(there, entry)))
        return {
          ok: false,
          problems: [
            {
              field: 'image',
              message: `"${name}" is the name of another image of the entity`,
              severity: 'error' as const,
            },
          ],
        };
      if (there === undefined) further.push(entry);
    }
    if (further.length === 0) return { ok: true, value: payload };
    return { ok: true, value: withChanges(payload, { variants: [...before, ...further] }, KEY_ORDER) };
  },
  keep(source, added) {
    const kept = variantsOf(added);
    if (kept.length === 0) return source;
    const named = new Map(variantsOf(source).map((variant) => [nameOf(variant), variant]));
    if (kept.every((variant, index) => nameOf(variantsOf(source)[index] ?? {}) === nameOf(variant)))
      return source;
    const first = kept.map((variant) => named.get(nameOf(variant)) ?? variant);
    const known = new Set(kept.map(nameOf));
    const further = variantsOf(source).filter((variant) => !known.has(nameOf(variant)));
    return withChanges(source, { variants: [...first, ...further] }, KEY_ORDER);
  },
};

function variantsOf(payload: JsonObject): readonly JsonObject[] {
  const variants = payload['variants'] ?? null;
  return isList(variants) ? variants.filter(isJsonObject) : [];
}

const nameOf = ({ image }: JsonObject): string => (typeof image === 'string' ? image : '');

/** Whether a variant that is there is what an entry says, whatever was noted of it since. */
const saysThat = (variant: JsonObject, entry: JsonObject): boolean =>
  Object.entries(entry).every(([key, value]: [string, Json]) => sameJson(variant[key], value));
