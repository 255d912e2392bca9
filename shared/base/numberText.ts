/** What somebody typed into a field for a number. */
export type ParsedNumber =
  | { readonly kind: 'empty' }
  | { readonly kind: 'number'; readonly value: number }
  /** It can be read as these numbers: which is meant, only they know. */
  | { readonly kind: 'unclear'; readonly readings: readonly number[] }
  /** `long`: more digits than a number holds exactly. */
  | { readonly kind: 'none'; readonly why: 'no number' | 'long' };

/** The number of decimal digits that a double always holds exactly (IEEE 754, binary64). */
const EXACT_DIGITS = 15;

/** Groups of three digits: with a space or an apostrophe, either sign of decimals follows; else the other one. */
const GROUPED = [
  { mark: ' ', form: /^[+-]?[1-9]\d{0,2}(?: \d{3})+(?:[.,]\d*)?$/u },
  { mark: "'", form: /^[+-]?[1-9]\d{0,2}(?:'\d{3})+(?:[.,]\d*)?$/u },
  { mark: ',', form: /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/u },
  { mark: '.', form: /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d*)?$/u },
] as const;

const NONE: ParsedNumber = { kind: 'none', why: 'no number' };

/**
 * Reads a number as it was typed or pasted, without guessing: text that is not wholly a number is none, and what
 * countries read differently (`1,234`) is unclear. Reads digits of all scripts, decimal point or comma, and groups of
 * three.
 * @param isWhole whether only whole numbers are meant, so that a comma before three digits groups them
 */
export function readNumber(text: string, isWhole = false): ParsedNumber {
  const plain = inPlainSigns(text);
  if (plain === '') return { kind: 'empty' };
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)$/u.test(plain)) {
    return isWhole && /^[+-]?[1-9]\d{0,2}\.\d{3}$/u.test(plain)
      ? unclear(plain.replace('.', ''))
      : numbered(plain);
  }
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)e[+-]?\d{1,2}$/iu.test(plain)) return unclear(plain);
  if (/^[+-]?[1-9]\d{0,2},\d{3}$/u.test(plain) && !isWhole)
    return unclear(plain.replace(',', ''), plain.replace(',', '.'));
  const grouped = GROUPED.find(({ form }) => form.test(plain));
  if (grouped !== undefined) return numbered(plain.replaceAll(grouped.mark, '').replace(',', '.'));
  if (/^[+-]?(?:\d+,\d*|,\d+)$/u.test(plain)) return numbered(plain.replace(',', '.'));
  return NONE;
}

function unclear(...readings: readonly string[]): ParsedNumber {
  const numbers = readings.map(Number).filter((number) => Number.isFinite(number));
  return numbers.length === 0 ? NONE : { kind: 'unclear', readings: numbers };
}

function numbered(plain: string): ParsedNumber {
  const digits = plain.replaceAll(/[^\d]/gu, '').replace(/^0+/u, '');
  return digits.length > EXACT_DIGITS
    ? { kind: 'none', why: 'long' }
    : { kind: 'number', value: Number(plain) + 0 };
}

/** The text with the digits 0 to 9, one kind of minus, point, comma, space and apostrophe; nothing around it. */
function inPlainSigns(text: string): string {
  return text
    .replaceAll(/\p{Nd}/gu, digit)
    .replaceAll(/[\u{2212}\u{2010}-\u{2013}\u{ff0d}]/gu, '-')
    .replaceAll('\u{ff0b}', '+')
    .replaceAll(/[\u{66b}\u{ff0e}]/gu, '.')
    .replaceAll('\u{ff0c}', ',')
    .replaceAll(/[\u{66c}\u{2019}\u{2bc}]/gu, "'")
    .replaceAll(/[\u{200e}\u{200f}\u{61c}]/gu, '')
    .replaceAll(/\s/gu, ' ')
    .trim();
}

/** The value of a digit of any script: scripts have theirs in order, ten by ten. */
function digit(sign: string): string {
  const point = sign.codePointAt(0) ?? 0;
  let first = point;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((point - first) % 10);
}
