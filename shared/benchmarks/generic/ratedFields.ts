import type { JsonObject } from '../../base/json.ts';
import type { RatedField } from '../task.ts';
import { type AttributeDefinition, LabelSet } from './schema.ts';

/** The label set with an attribute of the image for each field, and with the options that its attributes lack. */
export function withRatedFields(vocabulary: JsonObject, fields: readonly RatedField[]): JsonObject {
  const { imageAttributes } = LabelSet.parse(vocabulary);
  const wanted = new Map(fields.map((field) => [field.name, field] as const));
  const kept = imageAttributes.map((definition) => {
    const field = wanted.get(definition.id);
    wanted.delete(definition.id);
    return field === undefined ? definition : withOptions(definition, field);
  });
  const changed = kept.some((definition, place) => definition !== imageAttributes[place]);
  if (!changed && wanted.size === 0) return vocabulary;
  return { ...vocabulary, imageAttributes: [...kept, ...[...wanted.values()].map(attributeOf)] };
}

function attributeOf({ name, level, values }: RatedField): AttributeDefinition {
  const base = { id: name, name, required: false };
  switch (level) {
    case 'nominal':
      return { ...base, kind: 'choice', options: [...values] };
    case 'ordinal':
      return { ...base, kind: 'scale', options: [...values] };
    case 'set':
      return { ...base, kind: 'set', options: [...values] };
    case 'interval':
      return { ...base, kind: 'number', minimum: null, maximum: null };
    case 'text':
      return { ...base, kind: 'text' };
  }
}

function withOptions(definition: AttributeDefinition, { values }: RatedField): AttributeDefinition {
  if (definition.kind !== 'choice' && definition.kind !== 'scale' && definition.kind !== 'set')
    return definition;
  const added = values.filter((value) => !definition.options.includes(value));
  if (added.length === 0) return definition;
  const options = [...definition.options, ...added];
  // A new point of a scale of numbers has its place on it.
  const numbers = definition.kind === 'scale' && options.every((option) => Number.isFinite(Number(option)));
  return {
    ...definition,
    options: numbers ? options.toSorted((a, b) => Number(a) - Number(b)) : options,
  };
}
