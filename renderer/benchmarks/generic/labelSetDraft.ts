import { z } from 'zod';
import type { JsonObject } from '../../../shared/domain/json.ts';

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
});
export type AttributeDraft = z.infer<typeof AttributeDraft>;

const LabelDraft = z.object({ id: z.string(), name: z.string(), attributes: z.array(AttributeDraft) });
export type LabelDraft = z.infer<typeof LabelDraft>;

export const LabelSetDraft = z.object({
  imageAttributes: z.array(AttributeDraft),
  labels: z.array(LabelDraft),
});

/** An attribute as the label set holds it: what its kind needs and nothing else. */
export function toDefinition({
  id,
  name,
  kind,
  required,
  options,
  minimum,
  maximum,
}: AttributeDraft): JsonObject {
  const base = { id, name, kind, required };
  switch (kind) {
    case 'choice':
    case 'scale':
    case 'set':
      return { ...base, options };
    case 'number':
      return { ...base, minimum, maximum };
    case 'text':
    case 'yesno':
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
  };
}

/** An id that is not taken: `label-1`, `label-2`, ... */
export function freshId(prefix: string, taken: readonly string[]): string {
  let number = taken.length + 1;
  while (taken.includes(`${prefix}-${String(number)}`)) number += 1;
  return `${prefix}-${String(number)}`;
}
