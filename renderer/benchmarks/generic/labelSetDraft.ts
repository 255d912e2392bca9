import { z } from 'zod';
import { keysOfOptions } from '../../../shared/benchmarks/generic/optionKeys.ts';
import type { JsonObject } from '../../../shared/base/json.ts';

/*
 * A label set while it is being edited: names and options may still be empty, which the label set's own schema
 * refuses. Ids never change once given, because answers and boxes refer to them.
 */
const AttributeDraft = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['choice', 'scale', 'set', 'number', 'text', 'yesno']),
  required: z.boolean(),
  options: z.array(z.string()).default([]),
  minimum: z.number().nullable().default(null),
  maximum: z.number().nullable().default(null),
  askedIf: z.object({ attribute: z.string(), values: z.array(z.string()) }).optional(),
  keys: z.record(z.string(), z.string()).default({}),
});
export type AttributeDraft = z.infer<typeof AttributeDraft>;

const LabelDraft = z.object({ id: z.string(), name: z.string(), attributes: z.array(AttributeDraft) });
export type LabelDraft = z.infer<typeof LabelDraft>;

export const LabelSetDraft = z.object({
  imageAttributes: z.array(AttributeDraft),
  labels: z.array(LabelDraft),
});

/** An attribute as the label set holds it: what its kind needs and nothing else. */
export function toDefinition(draft: AttributeDraft): JsonObject {
  const { id, name, kind, required, options, minimum, maximum, askedIf } = draft;
  const given = Object.fromEntries(keysOfOptions(draft).map(({ option, key }) => [option, key]));
  const keys: JsonObject = Object.keys(given).length === 0 ? {} : { keys: given };
  const base = { id, name, kind, required, ...(askedIf !== undefined && { askedIf }) };
  switch (kind) {
    case 'choice':
    case 'scale':
    case 'set':
      return { ...base, options, ...keys };
    case 'number':
      return { ...base, minimum, maximum };
    case 'yesno':
      return { ...base, ...keys };
    case 'text':
      return base;
  }
}

/** A fresh attribute: the commonest kind. */
export function freshAttribute(taken: readonly string[]): AttributeDraft {
  return {
    id: freshId('attribute', taken),
    name: '',
    kind: 'choice',
    required: false,
    options: [],
    minimum: null,
    maximum: null,
    keys: {},
  };
}

/** A list of questions without one: what depended on it is always asked. */
export function withoutAttribute(attributes: readonly AttributeDraft[], id: string): AttributeDraft[] {
  return attributes.flatMap((each) => {
    if (each.id === id) return [];
    if (each.askedIf?.attribute !== id) return [each];
    const { askedIf: _gone, ...always } = each;
    return [always];
  });
}

/** A list with one of it a place further up or down. */
export function moved<T extends { readonly id: string }>(list: readonly T[], id: string, by: -1 | 1): T[] {
  const at = list.findIndex((each) => each.id === id);
  const [one] = list.slice(at, at + 1);
  if (one === undefined) return [...list];
  return list.filter((each) => each !== one).toSpliced(at + by, 0, one);
}

/** An id that is not taken: `label-1`, `label-2`, ... */
export function freshId(prefix: string, taken: readonly string[]): string {
  let number = taken.length + 1;
  while (taken.includes(`${prefix}-${String(number)}`)) number += 1;
  return `${prefix}-${String(number)}`;
}
