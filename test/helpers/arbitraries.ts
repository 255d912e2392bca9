import * as fc from 'fast-check';
import type { Json, JsonObject } from '../../shared/base/json.ts';

/** Texts as people and programs leave them: emoji, lone surrogates, bidi marks, NUL, names of Object's own things. */
export const oddText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '',
    ' ',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '\u0000',
    '\ud800',
    '\u202eevil',
    'e\u0301',
    '\u00e9',
    '0',
    '-1',
    'Yes',
  ),
);

/** An object of these entries whose keys are all its own, `__proto__` included; later entries win. */
export function objectOf<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  return Object.fromEntries(entries);
}

/** Any JSON value, with odd texts and odd keys at every depth. */
export const json: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, false),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (number === 0 ? 0 : number)),
    fc.integer(),
    oddText,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(oddText, tie('value')), { maxLength: 4 }).map(objectOf),
  ),
})).value;

export const jsonObject: fc.Arbitrary<JsonObject> = fc
  .array(fc.tuple(oddText, json), { maxLength: 5 })
  .map(objectOf);

/** The value with the keys of every object in another order. */
export function withKeysReversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(withKeysReversed);
  if (typeof value !== 'object' || value === null) return value;
  return objectOf(
    Object.entries(value)
      .toReversed()
      .map(([key, inner]): [string, Json] => [key, withKeysReversed(inner)]),
  );
}
