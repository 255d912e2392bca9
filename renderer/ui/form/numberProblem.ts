import { readNumber } from '../../../shared/base/numberText.ts';

/** Which numbers a field takes. */
export interface NumberBounds {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly isWhole?: boolean | undefined;
  /** Whether the field may be empty. */
  readonly optional?: boolean | undefined;
}

interface NumberProblem {
  readonly message: string;
  /** The numbers within the bounds as which the text can be read. */
  readonly readings: readonly number[];
}

/** How much of a refused text is repeated. */
const REPEATED = 24;

/** Why a text is not a number that a field takes, in words; null: it is one. */
export function numberProblem(text: string, bounds: NumberBounds): NumberProblem | null {
  const { isWhole = false, optional = false } = bounds;
  const read = readNumber(text, isWhole);
  const asked = text.trim();
  const repeated = asked.length > REPEATED ? `${asked.slice(0, REPEATED)}…` : asked;
  const wrong = (message: string) => ({ message, readings: [] });
  switch (read.kind) {
    case 'empty':
      return optional ? null : wrong(`Enter ${boundsInWords(bounds)}.`);
    case 'number':
      return isWithin(read.value, bounds) ? null : wrong(`Enter ${boundsInWords(bounds)}.`);
    case 'unclear': {
      const readings = read.readings.filter((reading) => isWithin(reading, bounds));
      return readings.length === 0
        ? wrong(`“${repeated}” is not ${boundsInWords(bounds)}.`)
        : { message: `Which number is “${repeated}”?`, readings };
    }
    case 'none':
      return wrong(
        read.why === 'long'
          ? `“${repeated}” has too many digits: enter 15 at most.`
          : `“${repeated}” is not a number. Enter ${boundsInWords(bounds)}.`,
      );
  }
}

function isWithin(value: number, { min, max, isWhole = false }: NumberBounds): boolean {
  if (isWhole && !Number.isInteger(value)) return false;
  return value >= (min ?? Number.NEGATIVE_INFINITY) && value <= (max ?? Number.POSITIVE_INFINITY);
}

/** "a whole number from 1 to 100". */
function boundsInWords({ min, max, isWhole = false }: NumberBounds): string {
  const kind = isWhole ? 'a whole number' : 'a number';
  if (min !== undefined && max !== undefined) return `${kind} from ${String(min)} to ${String(max)}`;
  if (min !== undefined) return `${kind}, ${String(min)} or more`;
  return max === undefined ? kind : `${kind}, ${String(max)} or less`;
}

/** The number that an arrow key makes of another within the bounds; of none (null), the least or 1. */
export function steppedNumber(from: number | null, by: number, { min, max }: NumberBounds): number {
  const before = from ?? (min ?? 1) - by;
  // Sums of decimals are rounded to what is shown.
  const after = Number((before + by).toPrecision(12));
  return Math.min(max ?? Number.POSITIVE_INFINITY, Math.max(min ?? Number.NEGATIVE_INFINITY, after));
}
