import { type Json, isJsonObject, isList } from '../../domain/json.ts';
import type { Problem } from '../benchmark.ts';

/** Problems of a label set with the place of each in words ("Question 2 of the label “cup”") instead of a path. */
export function inWords(problems: readonly Problem[], labelSet: Json): readonly Problem[] {
  return problems.map((problem) => {
    const place = placeOf(problem.field?.split('.') ?? [], labelSet);
    if (place === null) return problem;
    return { ...problem, field: null, message: `${place}${sentence(problem.message)}` };
  });
}

function placeOf(path: readonly string[], labelSet: Json): string | null {
  const [list, first, within, second] = path;
  if (list === 'imageAttributes')
    return first === undefined ? '' : question(at(labelSet, [list, first]), first);
  if (list !== 'labels' || first === undefined) return null;
  const label = named('Label', at(labelSet, [list, first]), first);
  if (within !== 'attributes') return label;
  if (second === undefined) return '';
  const of = named('the label', at(labelSet, [list, first]), first);
  return `${question(at(labelSet, [list, first, within, second]), second)} of ${of}`;
}

const question = (definition: Json, place: string): string => named('Question', definition, place);

function named(what: string, definition: Json, place: string): string {
  const name = isJsonObject(definition) ? definition['name'] : undefined;
  return typeof name === 'string' && name.trim() !== ''
    ? `${what} “${name}”`
    : `${what} ${String(Number(place) + 1)}`;
}

/** What stands behind a place: a clause goes on, a sentence of its own stands by itself. */
const sentence = (message: string): string => (/^[“A-Z]/u.test(message) ? message : ` ${message}.`);

function at(value: Json, path: readonly string[]): Json {
  return path.reduce<Json>((inner, key) => {
    if (isList(inner)) return inner[Number(key)] ?? null;
    return isJsonObject(inner) ? (inner[key] ?? null) : null;
  }, value);
}
