/**
 * Finds words that one edit makes of another: a character put in, left out or replaced (Levenshtein 1966, distance 1).
 * Characters are code points of the composed form in lower case: a word in other letters is the same word.
 */
export interface OneEditIndex {
  /** The words one edit away, as {@link foldWord} gives them, each once, in the order of their code units. */
  neighbours(word: string): readonly string[];
}

/** A word without what casing makes of it. */
export const foldWord = (word: string): string => word.normalize('NFC').toLowerCase().trim();

/**
 * An index over words. Two words are one replacement apart where leaving out the same place gives the same rest, and one
 * insertion apart where leaving out a place of the longer gives the shorter (Mor and Fraenkel 1982): no pair is compared.
 */
export function createOneEditIndex(words: Iterable<string>): OneEditIndex {
  const known = new Set([...words].map(foldWord));
  const byHole = new Map<string, Set<string>>();
  const byRest = new Map<string, Set<string>>();
  for (const word of known) {
    for (const { hole, rest } of shortened(word)) {
      add(byHole, hole, word);
      add(byRest, rest, word);
    }
  }
  return {
    neighbours(word) {
      const own = foldWord(word);
      const found = new Set(byRest.get(own));
      for (const { hole, rest } of shortened(own)) {
        if (known.has(rest)) found.add(rest);
        for (const other of byHole.get(hole) ?? []) found.add(other);
      }
      found.delete(own);
      return [...found].sort();
    },
  };
}

/** The word with each of its characters left out, with and without the place that it was left out of. */
function shortened(word: string): readonly { readonly hole: string; readonly rest: string }[] {
  const characters = Array.from(word);
  return characters.map((_, at) => {
    const rest = characters.toSpliced(at, 1).join('');
    return { hole: `${String(at)} ${rest}`, rest };
  });
}

function add(index: Map<string, Set<string>>, key: string, word: string): void {
  const words = index.get(key);
  if (words === undefined) index.set(key, new Set([word]));
  else words.add(word);
}
