import { isJsonObject, isList, type JsonObject } from '../../base/json.ts';
import type { ImageRights } from '../benchmark.ts';

/** Sources whose licence forbids handing their images on (appendix K), by names such as "ImageNet-21K" and "IN21K". */
const RESTRICTED = /^\s*(?:image[\s_-]*net|in[\s_-]*(?:1|21|22)[\s_-]*k)(?![a-z])/iu;
/** A synset of WordNet: images come with one where they are ImageNet's. */
const SYNSET = /^n\d{8}$/u;

/**
 * What an item says of the rights in one of its images, by the name that it has for it; null where it says nothing. Of a
 * single image the item itself may say it.
 */
export function imageRights(payload: JsonObject, name: string): ImageRights | null {
  const listed = payload['images'] ?? null;
  const entries = listed !== null && isList(listed) ? listed : [];
  const entry = entries.find((each) => isJsonObject(each) && each['file'] === name);
  const own = isJsonObject(entry) ? entry : {};
  return rightsOf(entries.length > 1 ? own : { ...payload, ...own });
}

function rightsOf(said: JsonObject): ImageRights | null {
  const text = (key: string): string | null => {
    const value = Object.hasOwn(said, key) ? said[key] : undefined;
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
  };
  const source = text('source');
  const isRestricted =
    RESTRICTED.test(source ?? '') || (source === null && SYNSET.test(text('synset') ?? ''));
  const allowed = Object.hasOwn(said, 'redistributable') ? said['redistributable'] : undefined;
  const rights: ImageRights = {
    licence: text('licence') ?? text('license'),
    attribution: text('attribution'),
    // Whatever the item says: it is not its makers' to allow.
    redistributable: isRestricted ? false : typeof allowed === 'boolean' ? allowed : null,
    url: [text('url'), source].find((address) => /^https?:\/\//iu.test(address ?? '')) ?? null,
  };
  return Object.values(rights).every((value) => value === null) ? null : rights;
}
