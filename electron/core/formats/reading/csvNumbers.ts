import { isNumber } from '../../../../shared/base/csv.ts';

/** How numbers are written: 3.5 and 1,234.5, or 3,5 and 1.234,5. */
export type Decimals = 'point' | 'comma';

/** How the numbers of a field are written, as far as its values tell. */
export type Notation =
  /** As programs write them. */
  | { readonly kind: 'plain' }
  | { readonly kind: Decimals; readonly example: string }
  /** All of them are numbers in both ways, and not the same. */
  | { readonly kind: 'unclear'; readonly example: string }
  /** They are no numbers. */
  | { readonly kind: 'none' };

const BY_COMMA = /^[+-]?(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+)?(?:,\d+)?$/u;
const BY_POINT = /^[+-]?(?:\d+|[1-9]\d{0,2}(?:,\d{3})+)?(?:\.\d+)?$/u;

/** How numbers are written among these values; `asked` decides where they do not tell. */
export function notationOf(values: Iterable<string>, asked?: Decimals): Notation {
  let all: NumberReadings | null = null;
  /** The first number with a point, or the first that no program writes. */
  let [pointed, written] = ['', ''];
  for (const value of values) {
    const text = value.trim();
    const readings = readingsOf(text);
    if (written === '' && !readings.isPlain) written = text;
    if (pointed === '' && text.includes('.')) pointed = text;
    all = all === null ? readings : inBoth(all, readings);
    if (!all.byComma && !all.byPoint) break;
  }
  return all === null ? { kind: 'none' } : chosenNotation(all, all.isPlain ? pointed : written, asked);
}

/** The notation of numbers that can be read in these ways. */
function chosenNotation(
  { isPlain, byComma, byPoint }: NumberReadings,
  example: string,
  asked?: Decimals,
): Notation {
  if (!byComma && !byPoint) return { kind: 'none' };
  // What programs write is not in question, unless somebody says that points group digits.
  if (isPlain)
    return asked === 'comma' && byComma && example !== '' ? { kind: 'comma', example } : { kind: 'plain' };
  if (byComma && byPoint) return { kind: asked ?? 'unclear', example };
  return { kind: byComma ? 'comma' : 'point', example };
}

/** In which ways texts can be read as numbers: as programs write them, with a decimal comma, with a decimal point. */
interface NumberReadings {
  readonly isPlain: boolean;
  readonly byComma: boolean;
  readonly byPoint: boolean;
}

const inBoth = (a: NumberReadings, b: NumberReadings): NumberReadings => ({
  isPlain: a.isPlain && b.isPlain,
  byComma: a.byComma && b.byComma,
  byPoint: a.byPoint && b.byPoint,
});

function readingsOf(text: string): NumberReadings {
  const isPlain = isNumber(text);
  const hasDigit = /\d/u.test(text);
  return {
    isPlain,
    byComma: hasDigit && BY_COMMA.test(text),
    byPoint: isPlain || (hasDigit && BY_POINT.test(text)),
  };
}

/** A number as programs write it. */
export function plainNumber(text: string, decimals: Decimals): string {
  const number = text.trim();
  return decimals === 'comma' ? number.replaceAll('.', '').replace(',', '.') : number.replaceAll(',', '');
}

/** Whether a number has decimals, in the notation of programs. */
export const hasDecimals = (text: string): boolean => /[.e]/iu.test(text);
