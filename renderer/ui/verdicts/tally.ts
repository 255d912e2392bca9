import type { OwnJudgingProgress } from '../../../shared/contract/judging.ts';
import type { JudgingId } from '../../../shared/base/ids.ts';

interface TallyCounts {
  readonly total: number;
  readonly open: number;
  readonly skipped: number;
}

/** What is done of some criteria together. */
export function tallyOf(
  counts: readonly TallyCounts[],
): TallyCounts & { /** With a verdict. */ readonly judged: number } {
  const sum = (pick: (each: TallyCounts) => number) => counts.reduce((all, each) => all + pick(each), 0);
  const [total, open, skipped] = [
    sum((each) => each.total),
    sum((each) => each.open),
    sum((each) => each.skipped),
  ];
  return { total, open, skipped, judged: total - open - skipped };
}

/** The first criterion with something left to judge, in the order of judging; null: none. */
export function firstOpen(
  mine: readonly OwnJudgingProgress[],
): { readonly judging: JudgingId; readonly criterion: string } | null {
  for (const { id, criteria } of mine) {
    const found = criteria.find(({ open }) => open > 0);
    if (found !== undefined) return { judging: id, criterion: found.criterion };
  }
  return null;
}
