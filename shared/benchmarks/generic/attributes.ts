import { isList, type Json } from '../../base/json.ts';
import type { Comparison } from '../task.ts';
import { brokenRule, type Problem } from '../problems.ts';
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
  const { name, required } = definition;
  if (value === undefined || value === null || value === '')
    return required ? [brokenRule(field, `"${name}" has no answer.`)] : [];
  const wrong = wrongWith(definition, value);
  return wrong === null ? [] : [brokenRule(field, `"${name}" ${wrong}.`)];
}

function wrongWith(definition: AttributeDefinition, value: Json): string | null {
  switch (definition.kind) {
    case 'choice':
    case 'scale':
      return isOption(value, definition.options) ? null : 'is not one of its options';
    case 'set':
      return isList(value) && value.every((member) => isOption(member, definition.options))
        ? null
        : 'has a value that is not one of its options';
    case 'yesno':
      return typeof value === 'boolean' ? null : 'is neither yes nor no';
    case 'text':
      return typeof value === 'string' ? null : 'is not a text';
    case 'number':
      return typeof value === 'number' ? outsideOf(definition, value) : 'is not a number';
  }
}

function outsideOf(
  { minimum, maximum }: Extract<AttributeDefinition, { kind: 'number' }>,
  value: number,
): string | null {
  const low = minimum ?? Number.NEGATIVE_INFINITY;
  const high = maximum ?? Number.POSITIVE_INFINITY;
  return value >= low && value <= high ? null : `is outside ${String(low)} to ${String(high)}`;
}

const isOption = (value: Json, options: readonly string[]): boolean =>
  typeof value === 'string' && options.includes(value);
