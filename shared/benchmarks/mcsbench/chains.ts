import { normalized, wordsOf } from '../health/textSimilarity.ts';

/** From this share of common words on (Dice's coefficient) two steps are the same one in other words. */
const SAME_STEP = 0.5;

/**
 * The steps of a reasoning chain, in its own words: its lines, the parts between its arrows, what its numbers head, or
 * its sentences, whichever of these it is written in. The numbers and marks in front of steps are left away.
 */
export function stepsOf(chain: string): readonly string[] {
  const found = [linesOf, arrowsOf, numberedOf, sentencesOf]
    .map((split) => split(chain).map(bare).filter(hasWords))
    .find((steps) => steps.length > 1);
  return found ?? [bare(chain)].filter(hasWords);
}

const linesOf = (chain: string): string[] => chain.split(/[\r\n]+/u);

const arrowsOf = (chain: string): string[] => chain.split(/\s*(?:→|⇒|⟶|⟹|[-=]{1,2}>)\s*/u);

/** "1. … 2. … 3. …" in one line: the numbers have to follow one another, or they are figures of the text. */
function numberedOf(chain: string): string[] {
  const marks = [...chain.matchAll(NUMBER)];
  const places: number[] = [];
  for (const mark of marks)
    if (Number(mark[1] ?? mark[2] ?? mark[3]) === places.length + 1) places.push(mark.index);
  if (places.length < 2) return [chain];
  return [chain.slice(0, places[0]), ...places.map((place, at) => chain.slice(place, places[at + 1]))];
}

const NUMBER = /(?<=^|\s)(?:\((\d{1,2})\)|(\d{1,2})[.):](?=\s)|step\s+(\d{1,2})\s*[.:)-])/giu;

function sentencesOf(chain: string): string[] {
  const sentences: string[] = [];
  for (const part of chain.split(/(?<=[.!?;])\s+/u)) {
    const before = sentences.at(-1);
    // "A. oreophilum", "e.g. habitat": the point is the abbreviation's own.
    if (before !== undefined && (ABBREVIATED.test(before) || /^\p{Ll}/u.test(part) === !before.endsWith(';')))
      sentences[sentences.length - 1] = `${before} ${part}`;
    else sentences.push(part);
  }
  return sentences;
}

const ABBREVIATED = /(?:^|[\s(])(?:\p{Lu}|e\.g|i\.e|cf|vs|ca|approx|fig|no|sp|spp|var|subsp)\.$/iu;

const LEADING = /^\s*(?:\(\d{1,2}\)|\d{1,2}[.):](?=\s)|step\s+\d{1,2}\s*[.:)-]|[-*•–](?=\s))\s*/iu;
const bare = (step: string): string => step.replace(LEADING, '').trim();
const hasWords = (step: string): boolean => /[\p{L}\p{N}]/u.test(step);

/** A place of two chains side by side. */
export type AlignedStep =
  /** The same words; punctuation and case aside. */
  | { readonly kind: 'same'; readonly gold: string; readonly other: string }
  /** The same step in other words. */
  | { readonly kind: 'changed'; readonly gold: string; readonly other: string }
  /** The other chain lacks it. */
  | { readonly kind: 'missing'; readonly gold: string; readonly other: null }
  /** The gold chain has nothing like it. */
  | { readonly kind: 'added'; readonly gold: null; readonly other: string };

/**
 * Steps of a chain beside those of the gold one: the longest common subsequence in which common steps weigh by how much of
 * their words they share (Needleman and Wunsch, 1970, with free gaps). Every step of both occurs once, in its order.
 */
export function alignSteps(gold: readonly string[], other: readonly string[]): readonly AlignedStep[] {
  const pairs = pairsOf(gold, other);
  const rows: AlignedStep[] = [];
  let [left, right] = [0, 0];
  const upTo = (goldEnd: number, otherEnd: number): void => {
    for (; left < goldEnd; left += 1) rows.push({ kind: 'missing', gold: gold[left] ?? '', other: null });
    for (; right < otherEnd; right += 1) rows.push({ kind: 'added', gold: null, other: other[right] ?? '' });
  };
  for (const [at, to] of pairs) {
    upTo(at, to);
    const [a, b] = [gold[at] ?? '', other[to] ?? ''];
    rows.push({ kind: normalized(a) === normalized(b) ? 'same' : 'changed', gold: a, other: b });
    [left, right] = [at + 1, to + 1];
  }
  upTo(gold.length, other.length);
  return rows;
}

/** The places of common steps, ascending in both. */
function pairsOf(gold: readonly string[], other: readonly string[]): [number, number][] {
  const weights = gold.map((a) =>
    other.map((b) => {
      const shared = sharedWords(a, b);
      return shared >= SAME_STEP ? shared : 0;
    }),
  );
  // best[i][j]: the most that can be shared by the steps from i and from j on.
  const best = Array.from({ length: gold.length + 1 }, () => new Float64Array(other.length + 1));
  const from = (i: number, j: number): number => best[i]?.[j] ?? 0;
  const weightAt = (i: number, j: number): number => weights[i]?.[j] ?? 0;
  for (let i = gold.length - 1; i >= 0; i -= 1) {
    for (let j = other.length - 1; j >= 0; j -= 1) {
      const weight = weightAt(i, j);
      const together = weight === 0 ? 0 : weight + from(i + 1, j + 1);
      const row = best[i];
      if (row !== undefined) row[j] = Math.max(from(i + 1, j), from(i, j + 1), together);
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < gold.length && j < other.length;) {
    const weight = weightAt(i, j);
    if (weight > 0 && from(i, j) === weight + from(i + 1, j + 1)) {
      pairs.push([i, j]);
      [i, j] = [i + 1, j + 1];
    } else if (from(i, j) === from(i + 1, j)) i += 1;
    else j += 1;
  }
  return pairs;
}

/** Dice's coefficient (1945) of two steps' words, each counted as often as it occurs; 1: the same words. */
function sharedWords(a: string, b: string): number {
  if (normalized(a) === normalized(b)) return 1;
  const [own, others] = [wordsOf(a), wordsOf(b)];
  const left = new Map<string, number>();
  for (const word of own) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of others) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    shared += 1;
  }
  return own.length + others.length === 0 ? 0 : (2 * shared) / (own.length + others.length);
}

/** A line of several chains side by side: the gold chain's step, and what each other chain has there. */
export interface ChainRow {
  /** Null: a line of steps that the gold chain lacks. */
  readonly gold: string | null;
  /** One for each other chain, in their order. */
  readonly others: readonly (AlignedStep | null)[];
}

/**
 * Several chains beside the gold one, each aligned with it: a line for each of its steps, and between them lines of what
 * the others add. Null where a chain has nothing in a line of additions.
 */
export function alignChains(
  gold: readonly string[],
  others: readonly (readonly string[])[],
): readonly ChainRow[] {
  // By gap (before the k-th step of the gold chain): what each chain adds there; and what it makes of the step.
  const aligned = others.map((other) => {
    const added: AlignedStep[][] = Array.from({ length: gold.length + 1 }, () => []);
    const steps: AlignedStep[] = [];
    for (const row of alignSteps(gold, other)) {
      if (row.kind === 'added') added[steps.length]?.push(row);
      else steps.push(row);
    }
    return { added, steps };
  });
  return Array.from({ length: gold.length + 1 }, (_, at): ChainRow[] => {
    const most = Math.max(0, ...aligned.map(({ added }) => added[at]?.length ?? 0));
    const additions = Array.from({ length: most }, (_unused, line) => ({
      gold: null,
      others: aligned.map(({ added }) => added[at]?.[line] ?? null),
    }));
    const step = gold[at];
    return step === undefined
      ? additions
      : [...additions, { gold: step, others: aligned.map(({ steps }) => steps[at] ?? null) }];
  }).flat();
}
