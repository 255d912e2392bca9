import type { VerdictCase } from '../../../../shared/contract/verdicts.ts';
import { sameJson, type Json } from '../../../../shared/domain/json.ts';
import { textsOf, verdictTitle } from '../../../ui/verdictWords.ts';

/** A verdict that can be decided on. */
export interface OfferedVerdict {
  readonly value: Json;
  readonly title: string;
  /** A single character. */
  readonly key: string;
}

/** What can be decided in a case: the values of the criterion; of key points the lists that judges made, and none. */
export function valuesOf({ verdict, columns }: VerdictCase): readonly OfferedVerdict[] {
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
