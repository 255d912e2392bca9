import { decimalText } from '../base/decimals.ts';
import type { ItemStatistics } from '../contract/itemStatistics.ts';

/** What a stricter scoring does to the order of respondents, in a sentence; null where there is none. */
export function linkedSentence({ linked }: Pick<ItemStatistics, 'linked'>): string | null {
  if (linked === null) return null;
  const { title, items, slope, intercept, meanDifficulties, tau, ci95 } = linked;
  if (slope === null || intercept === null || meanDifficulties === null)
    return `${title} cannot be put on the same scale. ${linked.undefined ?? ''}`.trim();
  const [usual, strict] = meanDifficulties.map((value) => decimalText(value, 2));
  const order =
    tau === null
      ? ''
      : ` Respondents keep their order as far as Kendall’s tau ${decimalText(tau, 3)}${ci95 === null ? '' : ` [${ci95.map((end) => decimalText(end, 3)).join(', ')}]`} says: 1 is the same order, 0 none in common.`;
  return `${title} on the scale of accuracy (mean-sigma linking over ${String(items)} items): ability = ${decimalText(slope, 3)} × ability by ${title} ${intercept < 0 ? '−' : '+'} ${decimalText(Math.abs(intercept), 3)}; mean difficulty ${usual ?? ''} by accuracy, ${strict ?? ''} by ${title}.${order}`;
}
