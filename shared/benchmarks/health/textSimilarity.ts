import { DisjointSets } from '../../base/disjointSets.ts';

/** The words of a text, without regard to case, width, accents' encoding and punctuation. */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{M}\p{N}]+(?:'\p{L}+)?/gu) ?? []
  );
}

/** A text as it is compared for equality: its words alone. */
export function normalized(text: string): string {
  const words = wordsOf(text);
  // Signs alone are compared as they stand: nothing is left of them otherwise, and nothing equals nothing.
  return words.length > 0 ? words.join(' ') : text.trim();
}

/** Words in a row that make a shingle. */
const SHINGLE = 3;
/** A shingle of more texts than these is a phrase of the template and says nothing. */
const MOST_TEXTS_OF_SHINGLE = 300;
/** Pairs compared at most. */
const MOST_COMPARISONS = 3_000_000;
const FREQUENCY_BITS = 20;

export interface NearDuplicates {
  /** Positions in the list given; each group is linked by pairs above the threshold. */
  readonly groups: readonly (readonly number[])[];
  /** False where the bounds on work left pairs uncompared: there may be more. */
  readonly complete: boolean;
}

/**
 * Pairs of {@link normalized} texts whose three-word shingles have a Jaccard resemblance (Broder 1997) of at least
 * `threshold`. Texts under five words are left out. Prefix filtering finds all pairs (Chaudhuri, Ganti and Kaushik
 * 2006; Bayardo, Ma and Srikant 2007); shingles of more than 300 texts, and comparisons beyond three million, are
 * skipped, and then `complete` is false.
 */
export function nearDuplicates(texts: readonly string[], threshold: number): NearDuplicates {
  const shingles = shinglesOf(texts);
  const frequency = new Uint32Array(2 ** FREQUENCY_BITS);
  for (const own of shingles) {
    for (const shingle of own) {
      const at = shingle >>> (32 - FREQUENCY_BITS);
      frequency[at] = (frequency[at] ?? 0) + 1;
    }
  }
  const sets = new DisjointSets(texts.length);
  const index = new Map<number, number[]>();
  let complete = true;
  let comparisons = 0;
  shingles.forEach((own, text) => {
    const ordered = rareFirst(own, frequency);
    // Two sets that share a fraction t of their union share an element among the first (1 - t) of either.
    const prefix = own.length === 0 ? 0 : own.length - Math.ceil(threshold * own.length) + 1;
    const compared = new Set<number>();
    for (const shingle of ordered.subarray(0, prefix)) {
      // Nobody else has it: the commonest case by far.
      if (frequency[shingle >>> (32 - FREQUENCY_BITS)] === 1) continue;
      const others = index.get(shingle);
      if (others === undefined) {
        index.set(shingle, [text]);
        continue;
      }
      if (others.length >= MOST_TEXTS_OF_SHINGLE || comparisons >= MOST_COMPARISONS) {
        complete = false;
        continue;
      }
      for (const other of others) {
        if (compared.has(other)) continue;
        compared.add(other);
        comparisons += 1;
        if (resemblance(own, shingles[other] ?? own) >= threshold) sets.unite(text, other);
      }
      others.push(text);
    }
  });
  return { groups: sets.groups(), complete };
}

/** Each text's distinct shingles as ascending 32-bit hashes. */
function shinglesOf(texts: readonly string[]): Uint32Array[] {
  const numbers = new Map<string, number>();
  return texts.map((text) => {
    const words = text.split(' ').map((word) => {
      let number = numbers.get(word);
      if (number === undefined) {
        number = numbers.size + 1;
        numbers.set(word, number);
      }
      return number;
    });
    if (words.length < SHINGLE + 2) return new Uint32Array();
    const hashes = new Uint32Array(words.length - SHINGLE + 1);
    for (let at = 0; at < hashes.length; at += 1) {
      let hash = 0x9e3779b9;
      for (let word = at; word < at + SHINGLE; word += 1) {
        hash = Math.imul(hash ^ (words[word] ?? 0), 0x85ebca6b);
        hash ^= hash >>> 13;
      }
      hash = Math.imul(hash, 0xc2b2ae35);
      hashes[at] = hash ^ (hash >>> 16);
    }
    hashes.sort();
    return hashes.filter((hash, at) => at === 0 || hash !== hashes[at - 1]);
  });
}

/** The shingles ordered by how many texts have them; the same order for every text, which is all that matters. */
function rareFirst(own: Uint32Array, frequency: Uint32Array): Uint32Array {
  const keys = new Float64Array(own.length);
  own.forEach((shingle, at) => {
    const count = frequency[shingle >>> (32 - FREQUENCY_BITS)] ?? 0;
    keys[at] = Math.min(count, 2 ** 20) * 2 ** 32 + shingle;
  });
  keys.sort();
  return Uint32Array.from(keys, (key) => key % 2 ** 32);
}

/** Shared over all, of two ascending lists. */
function resemblance(a: Uint32Array, b: Uint32Array): number {
  let shared = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const left = a[i] ?? 0;
    const right = b[j] ?? 0;
    if (left === right) shared += 1;
    if (left <= right) i += 1;
    if (right <= left) j += 1;
  }
  return shared / (a.length + b.length - shared);
}
