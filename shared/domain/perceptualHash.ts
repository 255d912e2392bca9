import { DisjointSets } from '../base/disjointSets.ts';

/**
 * Perceptual hashes are blockhashes (Yang, Gu and Niu 2006) of 16 x 16 blocks: 256 bits as 64 hexadecimal digits,
 * alike for images that look alike.
 */
const WORDS = 8;
const BITS = 256;

/** Up to this many of the 256 bits, two hashes are taken for the same picture saved twice or slightly edited. */
export const NEAR_DUPLICATE_DISTANCE = 10;

/**
 * In how many of their 256 bits two perceptual hashes differ. Throws RangeError where one of them is not 64
 * hexadecimal digits.
 */
export function hammingDistance(a: string, b: string): number {
  const words = new Uint32Array(2 * WORDS);
  readHash(a, words, 0);
  readHash(b, words, 1);
  return distance(words, 0, 1);
}

/**
 * How far the hashes of a list lie apart, by their places in it: as {@link hammingDistance} says, each hash being read
 * once. Throws RangeError where one of them is not 64 hexadecimal digits.
 */
export function hammingDistances(hashes: readonly string[]): (first: number, second: number) => number {
  const words = new Uint32Array(hashes.length * WORDS);
  hashes.forEach((hash, index) => readHash(hash, words, index));
  return (first, second) => distance(words, first, second);
}

/**
 * The ids whose hashes lie within `maximumDistance` bits of one another, directly or through others of the same
 * group (single linkage), in the order given; ids without a neighbour are left out. Nothing is missed: two hashes
 * that differ in at most d bits agree in one of any d + 1 bands of bits (the pigeonhole principle; Manku, Jain and
 * Das Sarma 2007), so only hashes that share a band are compared, and a crowded band is split again the same way.
 * Throws RangeError where a hash is not 64 hexadecimal digits.
 */
export function similarGroups(
  hashes: readonly { readonly id: string; readonly hash: string }[],
  maximumDistance: number,
): string[][] {
  const sets = new DisjointSets(hashes.length);
  const distinct = new Map<string, number>();
  hashes.forEach(({ hash }, index) => {
    const key = hash.toLowerCase();
    const first = distinct.get(key);
    if (first === undefined) distinct.set(key, index);
    else sets.unite(first, index);
  });
  const words = new Uint32Array(hashes.length * WORDS);
  hashes.forEach(({ hash }, index) => readHash(hash, words, index));
  if (maximumDistance > 0) {
    const search = { words, sets, maximumDistance: Math.min(Math.floor(maximumDistance), BITS) };
    linkNeighbours(search, [...distinct.values()], 0);
  }
  return sets.groups().map((group) => group.map((index) => hashes[index]?.id ?? ''));
}

interface Search {
  readonly words: Uint32Array;
  readonly sets: DisjointSets;
  readonly maximumDistance: number;
}

/** Splitting is given up at this depth; what is then still crowded agrees in several bands and is mostly alike. */
const DEEPEST = 3;

function linkNeighbours(search: Search, members: readonly number[], depth: number): void {
  const { sets } = search;
  if (members.every((member) => sets.find(member) === sets.find(members[0] ?? member))) return;
  const bands = search.maximumDistance + 1;
  if (members.length <= 4 * bands || bands > BITS / 4 || depth === DEEPEST) {
    linkPairs(search, members);
    return;
  }
  for (let band = 0; band < bands; band += 1) {
    const buckets = new Map<number, number[]>();
    for (const member of members) {
      const key = bandKey(search.words, member, bands, band, depth);
      const bucket = buckets.get(key);
      if (bucket === undefined) buckets.set(key, [member]);
      else bucket.push(member);
    }
    for (const bucket of buckets.values()) if (bucket.length > 1) linkNeighbours(search, bucket, depth + 1);
  }
}

/**
 * Links whatever lies within the distance. Members already linked are kept together and compared with only until
 * the first is near, so that a thousand frames of one film cost hardly more than a thousand comparisons.
 */
function linkPairs({ words, sets, maximumDistance }: Search, members: readonly number[]): void {
  let clusters: number[][] = [];
  for (const member of members) {
    let own = [member];
    const others: number[][] = [];
    for (const cluster of clusters) {
      const linked = sets.find(cluster[0] ?? member) === sets.find(member);
      if (linked || cluster.some((each) => distance(words, each, member) <= maximumDistance)) {
        if (!linked) sets.unite(cluster[0] ?? member, member);
        const [larger, smaller] = cluster.length > own.length ? [cluster, own] : [own, cluster];
        for (const each of smaller) larger.push(each);
        own = larger;
      } else others.push(cluster);
    }
    others.push(own);
    clusters = others;
  }
}

/**
 * The bits of a band as one number. A band takes every so-many-th bit, because neighbouring bits of a picture are
 * alike and bands of neighbours would be crowded; deeper down the bits are dealt out in another order.
 */
function bandKey(words: Uint32Array, member: number, bands: number, band: number, depth: number): number {
  const stride = STRIDES[depth] ?? 1;
  let key = 0x811c9dc5;
  let held = 0;
  for (let at = band; at < BITS; at += bands) {
    const bit = (at * stride) % BITS;
    const word = words[member * WORDS + (bit >>> 5)] ?? 0;
    key = (key << 1) | ((word >>> (bit & 31)) & 1);
    held += 1;
    // Wide bands: fold what would be shifted out. A collision only costs a comparison.
    if (held % 24 === 0) key = Math.imul(key, 0x9e3779b1);
  }
  return key;
}

/** Odd, and therefore permutations of the 256 bits. */
const STRIDES = [1, 37, 91] as const;

function distance(words: Uint32Array, a: number, b: number): number {
  let sum = 0;
  const first = a * WORDS;
  const second = b * WORDS;
  for (let word = 0; word < WORDS; word += 1) {
    let bits = (words[first + word] ?? 0) ^ (words[second + word] ?? 0);
    // Counts set bits two, four, eight at a time (Warren 2002, figure 5-2).
    bits -= (bits >>> 1) & 0x55555555;
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
    bits = (bits + (bits >>> 4)) & 0x0f0f0f0f;
    sum += Math.imul(bits, 0x01010101) >>> 24;
  }
  return sum;
}

function readHash(hash: string, words: Uint32Array, at: number): void {
  if (!/^[0-9a-f]{64}$/iu.test(hash)) {
    throw new RangeError(`"${hash}" is not a perceptual hash of 64 hexadecimal digits.`);
  }
  for (let word = 0; word < WORDS; word += 1) {
    words[at * WORDS + word] = Number.parseInt(hash.slice(word * 8, word * 8 + 8), 16);
  }
}
