import { isList, type Json, type JsonObject } from '../../../../shared/base/json.ts';
import type { LabelStudioResult } from '../../../../shared/foreign/labelStudioResult.ts';
import { looksLikeImage } from '../../files/imageFormats.ts';
import type { CountedNoun } from '../reading/tally.ts';

/** An image of a task: its name without the server, and where the task's data has it. */
export interface TaskImage {
  readonly name: string;
  readonly key: string;
  /** Its place in the key's list, from 0; null where the key has one image. */
  readonly index: number | null;
}

/** Keys of an item's own; what a task has under them is in the casebook in another way, or nowhere. */
const OWN_KEYS: ReadonlySet<string> = new Set(['id', 'item', 'image', 'images', 'text']);
const NAME_KEYS: ReadonlySet<string> = new Set(['id', 'item']);
const NO_PLACE: ReadonlySet<string> = new Set(['attributes', 'url']);

/** What a casebook holds of a task's data: the keys as they are, images under the names that files can have. */
export function contentOf(
  item: string,
  data: JsonObject,
  left: (what: CountedNoun, count: number) => void,
): { payload: JsonObject; images: TaskImage[] } {
  const kept: [string, Json][] = [['id', item]];
  const images: TaskImage[] = [];
  const addresses: string[] = [];
  const showsMore = Object.entries(data).some(
    ([key, value]) => !NAME_KEYS.has(key) && imagesOf(key, value).length > 0,
  );
  for (const [key, value] of Object.entries(data)) {
    // An item that is called as its image is not a second image of itself.
    const shown = showsMore && NAME_KEYS.has(key) ? [] : imagesOf(key, value);
    if (shown.length > 0) {
      images.push(...shown);
      addresses.push(...(isList(value) ? value : [value]).map(String));
    } else if (key === 'text' && typeof value === 'string') kept.push(['text', value]);
    else if (NO_PLACE.has(key)) left([`value of the key “${key}”`, `values of the key “${key}”`], 1);
    else if (!OWN_KEYS.has(key)) kept.push([key, value]);
  }
  const [first, ...others] = images.map(({ name }) => name);
  const address = addresses.find((each) => /^https?:/iu.test(each));
  if (address !== undefined) kept.push(['url', address]);
  if (first !== undefined) kept.push(['image', first]);
  if (others.length > 0) kept.push(['images', others]);
  return { payload: Object.fromEntries(kept), images };
}

/** The images that a key of a task's data has; none where its value is something else. */
function imagesOf(key: string, value: Json): TaskImage[] {
  if (!isList(value)) {
    const name = typeof value === 'string' ? imageName(key, value) : null;
    return name === null ? [] : [{ name, key, index: null }];
  }
  const names = value.map((each) => (typeof each === 'string' ? imageName(key, each) : null));
  return names.flatMap((name, index) =>
    name === null || names.includes(null) ? [] : [{ name, key, index }],
  );
}

/** The name of the image that an address stands for: its path, without the server; null where it is no image. */
function imageName(key: string, value: string): string | null {
  if (value === '' || value.startsWith('data:')) return null;
  const parts = pathOf(value)
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..');
  const name = parts.join('/');
  return name !== '' && (looksLikeImage(name) || key === 'image') ? name : null;
}

/** An address begins with its scheme or with a slash; what does not is a path, whose signs mean themselves. */
const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:\/\/(?:[^/]*\/)?|\/)/iu;

function pathOf(value: string): string {
  if (!ADDRESS.test(value)) return value;
  const [address = '', query = ''] = value.split('?', 2);
  return new URLSearchParams(query).get('d') ?? safely(address.replace(ADDRESS, ''));
}

function safely(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}

/**
 * Which of a task's images a result is on, from 0; or why that is unknown. A file of tasks does not say which image a
 * tag shows: `to_name` tells if tags are named like the keys, `item_index` if a tag shows a list.
 * @param isAlone whether all that was drawn is on one and the same tag
 */
export function imageOf(
  { to_name: tag, item_index: index }: LabelStudioResult,
  images: readonly TaskImage[],
  isAlone: boolean,
): number | string {
  if (images.length <= 1)
    return (index ?? 0) === 0 ? 0 : `It is on image ${String((index ?? 0) + 1)} of the task, which has one.`;
  const named = images.some(({ key }) => key === tag);
  const ofTag = images.filter(({ key }) => (named ? key === tag : isAlone));
  if (index !== null && index !== undefined) {
    const lists = ofTag.filter((each) => each.index !== null);
    const isOneList = new Set(lists.map(({ key }) => key)).size === 1;
    const found = isOneList ? lists.find((each) => each.index === index) : undefined;
    return found === undefined
      ? `It is on image ${String(index + 1)} of “${tag ?? ''}”, which the task does not have.`
      : images.indexOf(found);
  }
  const possible = named ? ofTag : ofTag.filter(({ key }) => key === 'image');
  const [only, another] = possible;
  return only === undefined || another !== undefined
    ? `The task has several images, and nothing says which one “${tag ?? ''}” shows.`
    : images.indexOf(only);
}
