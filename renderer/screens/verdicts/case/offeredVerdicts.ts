import { verdictTitle } from '../../../../shared/benchmarks/verdictTitle.ts';
import type { VerdictCase } from '../../../../shared/contract/verdicts.ts';
import { type Json, sameJson } from '../../../../shared/base/json.ts';
import { textsOf } from '../../../ui/verdicts/verdictWords.ts';

/** A verdict that can be decided on. */
export interface OfferedVerdict {
  readonly value: Json;
  readonly title: string;
  /** A single character. */
  readonly key: string;
}

/** What can be decided in a case: the values of the criterion; of key points the lists that judges made, and none. */
export function offeredVerdicts({ verdict, columns }: VerdictCase): readonly OfferedVerdict[] {
  if (verdict.kind === 'choice') return verdict.values;
  const lists = columns.filter(
    ({ value }, place) => columns.findIndex((other) => sameJson(other.value, value)) === place,
  );
  const listed = lists.map(({ value }) => {
    const letters = columns.filter((other) => sameJson(other.value, value)).map(({ column }) => column);
    return { value, title: `${letters.join(' and ')}: ${verdictTitle(verdict, value)}` };
  });
  const none = listed.some(({ value }) => textsOf(value).length === 0)
    ? []
    : [{ value: [], title: verdictTitle(verdict, []) }];
  // Letters are the causes'.
  return [...listed.slice(0, 9), ...none].map((each, place) => ({ ...each, key: String((place + 1) % 10) }));
}

/** Whether a case waits for a decision. */
export const isOpen = ({ state }: Pick<VerdictCase, 'state'>): boolean =>
  state === 'disputed' || state === 'conflict';

/**
 * Whether verdicts are out of sight until the decision: where the adjudicator wants that and has not uncovered them. A
 * list of key points can only be chosen where it is seen.
 */
export const areVerdictsHidden = (
  { verdict }: { readonly verdict: { readonly kind: string } },
  {
    hides,
    uncovered,
    deciding,
  }: { readonly hides: boolean; readonly uncovered: boolean; readonly deciding: boolean },
): boolean => hides && !uncovered && deciding && verdict.kind === 'choice';
