/** UTF-8 that was read as Windows-1252 or Latin-1 ("isnâ€™t", "cafÃ©", "20Â °C"), and characters that were lost. */
const MISREAD =
  /\uFFFD|ï»¿|ï¿½|ðŸ|â€|Ã[\u0080-\u00BF\u0152\u0153\u0160\u0161\u0178\u017D\u017E\u0192\u02C6\u02DC\u2013\u2014\u2018-\u2022\u2026\u2030\u2039\u203A\u20AC\u2122]|Â[\u00A0-\u00BF]/u;
/** What HTML and JSON write for characters, left in a text. */
const ESCAPED = /&(?:amp|quot|apos|lt|gt|nbsp|#\d{2,5}|#x[\da-f]{2,5});|\\u[\da-f]{4}/iu;
/** The finding shows the word around the damage, up to this number of characters. */
const SHOWN = 30;

/** The first stretch of a text whose characters were read in a wrong encoding, or left escaped; null where there is none. */
export function wreckedEncoding(text: string): string | null {
  const found = MISREAD.exec(text) ?? ESCAPED.exec(text);
  if (found === null) return null;
  const from = text.lastIndexOf(' ', found.index) + 1;
  const space = text.indexOf(' ', found.index);
  return text.slice(from, space === -1 ? undefined : space).slice(0, SHOWN);
}
