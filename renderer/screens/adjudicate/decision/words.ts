import type { FieldDecision } from '../../../../shared/contract/adjudications.ts';
import type { TaskField } from '../../../../shared/benchmarks/benchmark.ts';
import type { Json } from '../../../../shared/domain/json.ts';
import { isList, sameJson } from '../../../../shared/domain/json.ts';
import type { DisagreementCause } from '../../../../shared/domain/status.ts';

/** Why raters disagreed, in the order of the keys that choose it. */
export const CAUSES: readonly { readonly value: DisagreementCause; readonly title: string }[] = [
  { value: 'guideline_gap', title: 'Guideline gap' },
  { value: 'slip', title: 'Slip' },
  { value: 'image_ambiguous', title: 'Image ambiguous' },
  { value: 'item_wrong', title: 'Item wrong' },
  { value: 'rater_misread', title: 'Rater misread' },
  { value: 'other', title: 'Other' },
];

/** A cause's name. */
export function causeTitle(cause: DisagreementCause): string {
  return CAUSES.find(({ value }) => value === cause)?.title ?? cause;
}

/** A value as people read it, line by line; empty where the field was left open. */
export function valueLines(value: Json, field?: TaskField): readonly string[] {
  const offered =
    field?.comparison.level === 'nominal'
      ? field.comparison.offered?.find((each) => sameJson(each.value, value))
      : undefined;
  if (offered !== undefined) return [offered.name];
  if (value === null || value === '') return [];
  if (isList(value)) return value.map((each) => valueLines(each).join(' '));
  if (typeof value === 'boolean') return [value ? 'yes' : 'no'];
  if (typeof value === 'object') {
    // An id tells people nothing.
    const parts = Object.entries(value).filter(([name]) => name !== 'id');
    return [
      parts
        .flatMap(([name, part]) => (typeof part === 'boolean' ? (part ? [name] : []) : valueLines(part)))
        .join(' — '),
    ];
  }
  return [String(value)];
}

/** How a field was decided, in a few words. */
export function howText({ how, columns }: FieldDecision): string {
  const letters = columns.join(', ');
  switch (how) {
    case 'unanimous':
      return 'nobody differs';
    case 'accepted':
      return `as ${letters}`;
    case 'mean':
      return `mean of ${letters}`;
    case 'written':
      return columns.length === 0 ? 'written anew' : `written, partly ${letters}`;
  }
}

/** "discardReason" as words: "Discard reason". */
export function partTitle(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/gu, '$1 $2')
    .replaceAll(/[_-]+/gu, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
