import { counted } from '../../../../shared/base/counts.ts';

/** How many broken rules are told in full. */
const TOLD = 3;

/**
 * What speaks against deciding now, in words; null: nothing does. `open`: the titles of fields without a decision. `broken`: the
 * rules of the benchmark that the decision would break, in words.
 */
export function decisionWarning(open: readonly string[], broken: readonly string[]): string | null {
  const warnings: string[] = [];
  if (open.length > 0) warnings.push(`No decision yet on: ${open.join(', ')}.`);
  if (broken.length > 0) {
    const told = broken.slice(0, TOLD).join(' ');
    const more = broken.length > TOLD ? ' …' : '';
    warnings.push(`This would break ${counted(broken.length, 'rule')} of the benchmark: ${told}${more}`);
  }
  return warnings.length === 0 ? null : warnings.join(' ');
}
