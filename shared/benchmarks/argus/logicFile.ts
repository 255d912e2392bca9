import { z } from 'zod';
import { isJsonObject, isList, type Json, type JsonObject, sameJson } from '../../base/json.ts';
import type { Addition } from '../additions.ts';
import { withChanges } from '../keyOrder.ts';
import { aboutEdition, editionOfFinding } from '../judgedEditions.ts';
import { acceptObject, brokenRule } from '../problems.ts';
import { imageNames } from './codec.ts';
import { KEY_ORDER } from './schema.ts';

/** One line of `argus-logic`: what a model says of an item's texts together with one of its images, or all of them. */
const LogicLine = z.looseObject({
  id: z.union([z.string().min(1, 'is empty'), z.number()]),
  /** The image's name in the item. */
  image: z.string().min(1, 'is empty').nullish(),
  model: z
    .string()
    .max(200, 'is longer than 200 characters')
    .refine((name) => name.trim() !== '', 'is empty'),
  verdict: z.enum(
    ['consistent', 'inconsistent', 'unsure'],
    'is none of "consistent", "inconsistent" and "unsure"',
  ),
  rationale: z.string('is no text').nullish(),
  /** Which edition of the item was judged; left out: the current one. */
  edition: z.int('is no whole number').positive('is below 1').nullish(),
});

/** What models say of image and texts, into `logic_check`: an entry for each model and image, replaced on the next word. */
export const logicChecks: Addition = {
  parse(value) {
    const accepted = acceptObject(LogicLine, value);
    if (!accepted.ok) return accepted;
    const { id, model, image, edition } = LogicLine.parse(accepted.value);
    const entry = Object.fromEntries(
      Object.entries(accepted.value).filter(([key, part]) => key !== 'id' && part !== null),
    );
    return {
      ok: true,
      value: { item: String(id), key: JSON.stringify([model, image ?? null, edition ?? null]), entry },
    };
  },
  about: (entry, edition, payload) => aboutEdition(entry, edition, checksOf(payload)),
  apply(payload, entries, earlier) {
    const known = new Set([payload, ...earlier].flatMap(imageNames));
    const strange = entries.flatMap(({ image }) =>
      typeof image === 'string' && !known.has(image) ? [image] : [],
    );
    if (strange.length > 0) {
      return {
        ok: false,
        problems: strange.map((name) => brokenRule('image', `The item has no image "${name}".`)),
      };
    }
    const before = checksOf(payload);
    const after = entries.reduce<readonly Json[]>(withEntry, before);
    return {
      ok: true,
      value: sameJson(before, after) ? payload : withChanges(payload, { logic_check: after }, KEY_ORDER),
    };
  },
  keep(source, added) {
    const own = checksOf(source);
    const known = checksOf(added);
    const others = known.filter((each) => !own.some((mine) => isSameSubject(mine, each)));
    if (others.length === 0) return source;
    // In the order in which they came, which a source that says nothing new does not change.
    const kept = known.map((each) => own.find((mine) => isSameSubject(mine, each)) ?? each);
    const fresh = own.filter((mine) => !kept.some((each) => sameJson(each, mine)));
    return withChanges(source, { logic_check: [...kept, ...fresh] }, KEY_ORDER);
  },
};

/** What an item holds of models already; an item may have come with one object of them. */
function checksOf(payload: JsonObject): readonly Json[] {
  const checks = Object.hasOwn(payload, 'logic_check') ? (payload['logic_check'] ?? null) : null;
  if (checks === null) return [];
  return isList(checks) ? checks : [checks];
}

/** Whether both are by one model about one image and edition; what names no model is only like itself. */
function isSameSubject(one: Json, other: Json): boolean {
  if (!isJsonObject(one) || !isJsonObject(other) || typeof one['model'] !== 'string')
    return sameJson(one, other);
  return (
    one['model'] === other['model'] &&
    sameJson(one['image'] ?? null, other['image'] ?? null) &&
    editionOfFinding(one) === editionOfFinding(other)
  );
}

function withEntry(checks: readonly Json[], entry: JsonObject): readonly Json[] {
  const place = checks.findIndex((each) => isSameSubject(each, entry));
  return place === -1 ? [...checks, entry] : checks.with(place, entry);
}
