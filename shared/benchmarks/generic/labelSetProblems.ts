import { isJsonObject, isList, type Json } from '../../base/json.ts';
import type { Problem } from '../problems.ts';

/** Problems of a label set with the place of each in words ("Question 2 of the label “cup”") instead of a path. */
export function inWords(problems: readonly Problem[], labelSet: Json): readonly Problem[] {
  return problems.map((problem) => {
    const place = placeOf(problem.field?.split('.') ?? [], labelSet);
    if (place === null) return problem;
    const shape = ofShape(problem);
    const message =
      shape === null
        ? `${place}${sentence(problem.message)}`
        : `${place === '' ? 'The questions' : place}: ${shape}`;
    return { ...problem, field: null, message };
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

/** What a part of a question or a label is called, by its key. */
const PARTS: Readonly<Record<string, string>> = {
  id: 'the id',
  name: 'the name',
  kind: 'the kind of answer',
  options: 'the options',
  required: 'whether an answer is required',
  minimum: 'the least number',
  maximum: 'the greatest number',
  askedIf: 'the condition',
  keys: 'the letters',
  attributes: 'the questions',
};

/** A problem of the shape of a label set, which zod tells by its path: the part that it is about in words instead. */
function ofShape({ field, message }: Problem): string | null {
  const path = field ?? '';
  const start = `The field ${path} `;
  if (!message.startsWith(start)) return null;
  const part = path.split('.').findLast((key) => Object.hasOwn(PARTS, key));
  return `${(part === undefined ? null : PARTS[part]) ?? 'it'} ${message.slice(start.length)}`;
}

/** A problem after the name of its place: a clause continues the line, a sentence starts anew. */
const sentence = (message: string): string => (/^[“A-Z]/u.test(message) ? message : ` ${message}.`);

function at(value: Json, path: readonly string[]): Json {
  return path.reduce<Json>((inner, key) => {
    if (isList(inner)) return inner[Number(key)] ?? null;
    return isJsonObject(inner) ? (inner[key] ?? null) : null;
  }, value);
}
