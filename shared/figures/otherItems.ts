import type { PairedComparison } from '../contract/metrics.ts';
import { counted, formatCount } from '../base/counts.ts';

/** How many comparisons are named at most. */
const NAMED = 3;

/** Which comparisons rest on other items than the table of all, in a sentence; null where none does. */
export function otherItemsSentence(
  pairs: readonly Pick<PairedComparison, 'firstName' | 'secondName' | 'items' | 'ownItems'>[],
): string | null {
  const others = pairs.filter(({ items, ownItems }) => ownItems.some((own) => own !== items));
  if (others.length === 0) return null;
  const named = others
    .slice(0, NAMED)
    .map(
      ({ firstName, secondName, items, ownItems: [first, second] }) =>
        `${firstName} – ${secondName} on ${counted(items, 'item')} (there ${formatCount(first)} of ${firstName}, ${formatCount(second)} of ${secondName})`,
    );
  const rest = others.length - NAMED;
  return `Other items than in the table above: ${[...named, ...(rest > 0 ? [`and ${counted(rest, 'more comparison')}`] : [])].join('; ')}.`;
}
