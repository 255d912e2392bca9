/** The significant digits of a mean over thousands of items that are right: rounding errors come after them. */
const FAITHFUL = 12;

/**
 * A number with the given digits after the point, as every screen, table, sentence and terminal prints it: halves of its
 * decimal form away from zero, so that 0.8025 is 0.803 with three digits and 80.3 as percent with one. Zero has no sign.
 * @param factor what it is multiplied by first; 100: percent
 */
export function decimalText(value: number, digits: number, factor = 1): string {
  if (!Number.isFinite(value)) return String(value);
  const [mantissa = '0', exponent = '0'] = (value * factor).toExponential(FAITHFUL - 1).split('e');
  // The decimal form, moved to the left of the point: its halves are exact in binary, too.
  const moved = Number(`${mantissa}e${String(Number(exponent) + digits)}`);
  const rounded = Math.sign(moved) * Math.round(Math.abs(moved));
  // Minus zero is zero.
  return (Number(`${String(rounded)}e${String(-digits)}`) + 0).toFixed(digits);
}
