import { decimalText } from '../base/decimals.ts';

/** Smaller than this a p value is a matter of how far its test can be trusted, not of digits. */
const SMALLEST = 0.0001;

/** A p value as a table prints it: "0.016", "0.0042", "< 0.0001"; never zero. */
export function pText(p: number): string {
  if (p < SMALLEST) return `< ${String(SMALLEST)}`;
  return p < 0.01 ? p.toPrecision(2) : decimalText(p, 3);
}

/** The same in a sentence: "p = 0.016", "p < 0.0001". */
export const pInWords = (p: number): string => `p ${p < SMALLEST ? '' : '= '}${pText(p)}`;
