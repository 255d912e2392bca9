import { isJsonObject, isList, type Json, type JsonObject } from '../../base/json.ts';
import { withChanges } from '../keyOrder.ts';
import { KEY_ORDER } from './schema.ts';

/** Where the generator's list is in its wrapper. */
const LIST = 'questions';

/**
 * The items of a generator's output: a list of question, options, answer and strategy, wrapped with what its questions
 * share, such as concept, images and task. Null for anything else. An item without an id gets one of the wrapper's id
 * or concept, the image's name and its place from 1: the same each time the output is read.
 */
export function unwrapItems(value: Json): readonly Json[] | null {
  if (!isJsonObject(value)) return null;
  const list = Object.hasOwn(value, LIST) ? (value[LIST] ?? null) : null;
  if (!isList(list)) return null;
  const shared = Object.fromEntries(Object.entries(value).filter(([key]) => key !== LIST && key !== 'id'));
  const name = nameOf(value);
  return list.map((question, place): Json => {
    if (!isJsonObject(question)) return question;
    const id = Object.hasOwn(question, 'id') ? question['id'] : `${name}-${String(place + 1)}`;
    return withChanges({ ...shared, ...question }, { id }, KEY_ORDER);
  });
}

function nameOf(wrapper: JsonObject): string {
  const { id, concept, image, images } = wrapper;
  if (typeof id === 'string' || typeof id === 'number') return String(id);
  const first = images !== undefined && isList(images) ? images[0] : image;
  const file = isJsonObject(first) ? first['file'] : first;
  const stem = typeof file === 'string' ? file.replace(/^.*[/\\]/u, '').replace(/\.[^.]+$/u, '') : '';
  const parts = [typeof concept === 'string' ? concept : '', stem].filter((part) => part !== '');
  return parts.join('/') || 'generated';
}
