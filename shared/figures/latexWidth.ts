import { latexText } from './latexText.ts';

/**
 * Widths of Computer Modern Roman at ten points, in thousandths of the size (Knuth 1986). Papers set in Times are
 * narrower, so that what fits here fits there.
 */
const WIDTHS: readonly (readonly [characters: string, width: number])[] = [
  ["ijl.,;:'‘’!|I[]", 306],
  [' -()tfr"“”', 392],
  ['sceazgov0123456789/?*=+<>~^', 500],
  ['bdhknpquxyS', 556],
  ['EFLPJTZBCRAVXYKNUDHGOQ#$w&', 760],
  ['mMW%@–', 1030],
];
const OF_CHARACTER = new Map(
  WIDTHS.flatMap(([characters, width]) => Array.from(characters, (of) => [of, width] as const)),
);

/** The smaller the type, the wider it is drawn for its size. */
const WIDER: Readonly<Record<number, number>> = { 7: 1.14, 8: 1.063 };

/** A character that is shown by its number: `U+1F431`. */
const BY_NUMBER = 3700;

/** How wide LaTeX sets a text on one line, in points; never less than it is. */
export function latexWidth(text: string, size: 7 | 8 | 10): number {
  const widths = Array.from(text, (character) => OF_CHARACTER.get(character) ?? widthOfOther(character));
  return (widths.reduce((sum, width) => sum + width, 0) * size * (WIDER[size] ?? 1)) / 1000;
}

const widthOfOther = (character: string): number =>
  latexText(character).startsWith('\\casebookchar') ? BY_NUMBER : 900;

/** Words on lines of at most this width, in points; a longer word has a line of its own. */
export function wrapText(text: string, width: number, size: 7 | 8 | 10): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/u)) {
    const last = lines.at(-1);
    if (last !== undefined && latexWidth(`${last} ${word}`, size) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Text for LaTeX whose words longer than this width, in points, may go on in the next line. */
export function breakableLatex(text: string, width: number, size: 7 | 8 | 10): string {
  return text
    .split(/\s+/u)
    .map((word) =>
      latexWidth(word, size) <= width
        ? latexText(word)
        : chunksOf(word, width / 4, size)
            .map(latexText)
            .join('\\allowbreak{}'),
    )
    .join(' ');
}

function chunksOf(word: string, width: number, size: 7 | 8 | 10): readonly string[] {
  const chunks: string[] = [];
  for (const character of word) {
    const last = chunks.at(-1);
    // A sign that belongs to the one before it stays with it.
    if (
      last !== undefined &&
      (/^[\p{M}\u200D]$/u.test(character) || latexWidth(last + character, size) <= width)
    )
      chunks[chunks.length - 1] = last + character;
    else chunks.push(character);
  }
  return chunks;
}
