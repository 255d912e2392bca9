import { isNumber } from './csvCells.ts';

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
  let [isPlain, byComma, byPoint, isAny] = [true, true, true, false];
  let example = '';
  for (const value of values) {
    const text = value.trim();
    isAny = true;
    if (!isNumber(text)) {
      if (isPlain) example = text;
      isPlain = false;
    } else if (isPlain && example === '' && text.includes('.')) example = text;
    byComma &&= /\d/u.test(text) && BY_COMMA.test(text);
    byPoint &&= isNumber(text) || (/\d/u.test(text) && BY_POINT.test(text));
    if (!byComma && !byPoint) return { kind: 'none' };
  }
  if (!isAny) return { kind: 'none' };
  // What programs write is not in question, unless somebody says that points group digits.
  if (isPlain)
    return asked === 'comma' && byComma && example !== '' ? { kind: 'comma', example } : { kind: 'plain' };
  if (byComma && byPoint) return { kind: asked ?? 'unclear', example };
  return { kind: byComma ? 'comma' : 'point', example };
}

/** A number as programs write it. */
export function plainNumber(text: string, decimals: Decimals): string {
  const number = text.trim();
  return decimals === 'comma' ? number.replaceAll('.', '').replace(',', '.') : number.replaceAll(',', '');
}

/** Whether a number has decimals, in the notation of programs. */
export const hasDecimals = (text: string): boolean => /[.e]/iu.test(text);
