import { counted, formatCount } from '../../../../shared/base/counts.ts';

/** Who decided where raters differ, and whether they knew what gold was before: over the decisions in force on these items. */
export interface ReliabilityDecisions {
  readonly raters_may_decide: boolean;
  readonly decisions: number;
  /** Those by somebody who had rated the item. */
  readonly by_raters: number;
  /** Whether the casebook shows adjudicators the earlier gold, an item's name and its origin before they decide, today. */
  readonly earlier_gold_shown: boolean;
  /** Those whose adjudicator could see it in Adjudicate before. */
  readonly saw_earlier_gold: number;
  /** Those for which it is unknown: they were made before Casebook hid it. */
  readonly earlier_gold_unknown: number;
  /** Those that did not see it by somebody who curates, and so can open items elsewhere. */
  readonly by_curators: number;
  /** Of those that are about an item with earlier gold, how many are another. */
  readonly with_earlier_gold: number;
  readonly differ_from_earlier_gold: number;
}

/** Who made the decisions, in sentences. */
export function decisionStatement({
  raters_may_decide: may,
  decisions,
  by_raters: own,
}: ReliabilityDecisions): string {
  const were = `${String(own)} of ${String(decisions)} ${decisions === 1 ? 'decision' : 'decisions'} ${own === 1 ? 'was' : 'were'}`;
  return `Adjudicators may decide cases that they rated: ${may ? 'yes' : 'no'}. ${decisions === 0 ? 'No decisions were made.' : `${were} made by somebody who had rated the item.`}`;
}

/** Whether adjudicators knew what gold was before, in sentences. */
export function earlierGoldStatement({
  decisions,
  earlier_gold_shown: isShown,
  saw_earlier_gold: saw,
  earlier_gold_unknown: unknown,
  by_curators: curators,
  with_earlier_gold: comparable,
  differ_from_earlier_gold: differ,
}: ReliabilityDecisions): string {
  if (decisions === 0) return `Adjudicators see the earlier gold: ${isShown ? 'yes' : 'no'}.`;
  const of = (count: number): string => `${formatCount(count)} of ${counted(decisions, 'decision')}`;
  const seen = [
    ...(saw > 0 ? [`Adjudicators could see the earlier gold before ${of(saw)}.`] : []),
    ...(unknown > 0
      ? [`Whether they saw it is not recorded for ${of(unknown)}, made before Casebook hid it.`]
      : []),
    ...(saw + unknown === 0
      ? ['Adjudicators decided without seeing the earlier gold.']
      : saw + unknown < decisions
        ? [`They decided ${formatCount(decisions - saw - unknown)} without seeing it.`]
        : []),
    ...(curators > 0
      ? [
          `Curators, who can open items elsewhere, made ${formatCount(curators)} of ${saw + unknown === 0 ? 'these' : 'the latter'}.`,
        ]
      : []),
    ...(comparable > 0
      ? [
          `${formatCount(differ)} of ${counted(comparable, 'decision')} on items with earlier gold ${differ === 1 ? 'differs' : 'differ'} from it.`,
        ]
      : []),
  ];
  return seen.join(' ');
}
