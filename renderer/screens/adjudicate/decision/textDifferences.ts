export interface TextPart {
  readonly text: string;
  /** Not every other text has this at that place. */
  readonly differs: boolean;
}

/** Longer texts are not compared word by word: it would be felt. In words. */
const LONGEST = 400;

/**
 * Texts cut where they differ from one another: a word differs where at least one of the others lacks it in that
 * place (a longest common subsequence of each pair). A single text differs nowhere.
 */
export function textDifferences(texts: readonly string[]): readonly (readonly TextPart[])[] {
  const words = texts.map((text) => text.split(/(?<=\s)(?=\S)/u).filter((word) => word !== ''));
  return words.map((own, at) => {
    const differs = own.map(() => false);
    words.forEach((other, index) => {
      if (index === at) return;
      const shared = inCommon(own, other);
      shared.forEach((common, place) => {
        if (!common) differs[place] = true;
      });
    });
    return joined(own, differs);
  });
}

/** Which words of `a` are in a longest common subsequence with `b`. */
function inCommon(a: readonly string[], b: readonly string[]): readonly boolean[] {
  if (a.length > LONGEST || b.length > LONGEST) return a.map(() => a.join('') === b.join(''));
  const same = (i: number, j: number): boolean => a[i]?.trim() === b[j]?.trim();
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] = same(i, j) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const common = a.map(() => false);
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (same(i, j)) {
      common[i] = true;
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return common;
}

function joined(words: readonly string[], differs: readonly boolean[]): readonly TextPart[] {
  const parts: { text: string; differs: boolean }[] = [];
  words.forEach((word, at) => {
    const here = differs[at] ?? false;
    const last = parts.at(-1);
    if (last?.differs === here) last.text += word;
    else parts.push({ text: word, differs: here });
  });
  return parts;
}
