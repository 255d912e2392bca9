import { setImmediate } from 'node:timers/promises';
import { boxesPart } from '../../../../shared/benchmarks/taskParts.ts';
import type { CheckProblem } from '../../../../shared/contract/casebooks.ts';
import { counted, formatCount } from '../../../../shared/base/counts.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { GoldChange } from '../../derived/recompute.ts';
import type { Progress } from '../../base/work.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import { mainTask } from '../../derived/gold.ts';

/** How many items the check names; `casebook gold` names all. */
const MOST_NAMES = 50;

/**
 * Items whose gold was made before there was a consensus of boxes and would be another by today's rules, by name. It is
 * no damage: their gold stays as it is until somebody recomputes it or answers again.
 */
export async function checkKeptGold(
  casebook: Casebook,
  _progress: Progress,
  signal: AbortSignal,
  viewpoint: Viewpoint,
): Promise<CheckProblem[]> {
  const boxes = boxesPart(mainTask(casebook), casebook.records.settings.vocabulary()) ?? '';
  const [ofBoxes, ofTexts]: [GoldChange[], GoldChange[]] = [[], []];
  for (const set of casebook.derived.keptGold.found()) {
    await setImmediate();
    signal.throwIfAborted();
    for (const change of set)
      if (!viewpoint.isBlind(change.itemId)) (change.parts.includes(boxes) ? ofBoxes : ofTexts).push(change);
  }
  return [
    ...problemOf(ofBoxes, 'gold boxes taken from one rater’s answer'),
    ...problemOf(ofTexts, 'gold that depends on who answered first'),
  ];
}

function problemOf(changes: readonly GoldChange[], what: string): CheckProblem[] {
  if (changes.length === 0) return [];
  const names = changes.slice(0, MOST_NAMES).map(({ externalId }) => externalId);
  const others = changes.length - names.length;
  const list = [...names, ...(others > 0 ? [`${formatCount(others)} more`] : [])].join(', ');
  return [
    {
      where: 'gold',
      what: `${counted(changes.length, 'item')} ${changes.length === 1 ? 'has' : 'have'} ${what}: ${list}. An earlier version of Casebook made this gold; nothing was changed. To see what today’s rules would change, run casebook gold DIR; --recompute applies them.`,
      severity: 'warning',
    },
  ];
}
