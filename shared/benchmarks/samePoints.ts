import { isList, type Json, sameJson } from '../base/json.ts';

/** Two passages are the same where they share at least so much of the shorter one. */
const SHARED = 0.5;

/**
 * Whether two lists of key points of an answer say the same: as many points, and each the same passage. A point in a
 * judge's own words stands nowhere in the answer, so that such a list is compared by its number of points alone.
 */
export function sameKeyPoints(a: Json, b: Json, answer: string): boolean {
  if (!isList(a) || !isList(b)) return sameJson(a, b);
  if (a.length !== b.length) return false;
  const [ofA, ofB] = [passagesOf(a, answer), passagesOf(b, answer)];
  if (ofA === null || ofB === null) return true;
  return ofA.every((passage, place) => {
    const other = ofB[place];
    return other !== undefined && overlaps(passage, other);
  });
}

type Passage = readonly [start: number, end: number];

/** Where the points stand, in the order of the answer; null where one of them is in other words. */
function passagesOf(points: readonly Json[], answer: string): Passage[] | null {
  const text = plain(answer);
  const found: Passage[] = [];
  for (const point of points) {
    const words = typeof point === 'string' ? plain(point) : '';
    const start = words === '' ? -1 : text.indexOf(words);
    if (start < 0) return null;
    found.push([start, start + words.length]);
  }
  return found.sort(([a], [b]) => a - b);
}

function overlaps([start, end]: Passage, [from, to]: Passage): boolean {
  const shared = Math.min(end, to) - Math.max(start, from);
  return shared >= SHARED * Math.min(end - start, to - from);
}

/** Case, spaces and punctuation tell nothing of where a passage stands. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
