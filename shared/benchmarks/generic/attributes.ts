import type { Json } from '../../base/json.ts';
import { isList } from '../../base/json.ts';
import type { Comparison } from '../task.ts';
import type { Problem } from '../problems.ts';
import { broken } from '../problems.ts';
import type { AttributeDefinition } from './schema.ts';

/** How raters' values of an attribute are compared. */
export function comparisonOf(definition: AttributeDefinition): Comparison {
  switch (definition.kind) {
    case 'choice':
      return { level: 'nominal', offered: definition.options.map((value) => ({ value, name: value })) };
    case 'scale':
      return { level: 'ordinal', order: definition.options };
    case 'set':
      return { level: 'set' };
    case 'yesno':
      return {
        level: 'nominal',
        offered: [
          { value: true, name: 'yes' },
          { value: false, name: 'no' },
        ],
      };
    case 'number':
      return definition.minimum === null || definition.maximum === null
        ? { level: 'interval' }
        : { level: 'interval', range: [definition.minimum, definition.maximum] };
    case 'text':
      return { level: 'text' };
  }
}

/** What is wrong with an attribute's value, if anything; `field` names its field. */
export function checkAttribute(
  definition: AttributeDefinition,
  value: Json | undefined,
  field: string,
): readonly Problem[] {
  if (value === undefined || value === null || value === '') {
    return definition.required ? [broken(field, `"${definition.name}" has no answer.`)] : [];
  }
  switch (definition.kind) {
    case 'choice':
    case 'scale':
      return typeof value === 'string' && definition.options.includes(value)
        ? []
        : [broken(field, `"${definition.name}" is not one of its options.`)];
    case 'set':
      return isList(value) &&
        value.every((member) => typeof member === 'string' && definition.options.includes(member))
        ? []
        : [broken(field, `"${definition.name}" has a value that is not one of its options.`)];
    case 'yesno':
      return typeof value === 'boolean' ? [] : [broken(field, `"${definition.name}" is neither yes nor no.`)];
    case 'text':
      return typeof value === 'string' ? [] : [broken(field, `"${definition.name}" is not a text.`)];
    case 'number': {
      if (typeof value !== 'number') return [broken(field, `"${definition.name}" is not a number.`)];
      const low = definition.minimum ?? Number.NEGATIVE_INFINITY;
      const high = definition.maximum ?? Number.POSITIVE_INFINITY;
      return value >= low && value <= high
        ? []
        : [broken(field, `"${definition.name}" is outside ${String(low)} to ${String(high)}.`)];
    }
  }
}
