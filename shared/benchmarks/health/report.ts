import { counted, formatCount } from '../../base/counts.ts';
import type { HealthFinding } from '../benchmark.ts';

/** A class of an item as the benchmark calls it, null while undecided. */
export interface ClassifiedItem {
  readonly id: string;
  readonly label: string | null;
}

/** An item that has a class. */
export interface LabelledItem {
  readonly id: string;
  readonly label: string;
}

/** Lists longer than these are cut, with a word about it: a report is read, and sent to a window. */
const MOST_GROUPS = 200;
const MOST_ITEMS = 1_000;

type Group = HealthFinding['groups'][number];

/** The entries whose item has a class. */
export function labelledEntries<T extends ClassifiedItem>(entries: readonly T[]): (T & LabelledItem)[] {
  return entries.flatMap((entry) => (entry.label === null ? [] : [{ ...entry, label: entry.label }]));
}

/** Groups as a finding shows them: each item once a group, long lists cut where the label says so. */
export function groupsOf(groups: Iterable<readonly [label: string, items: readonly string[]]>): Group[] {
  const all = [...groups];
  const shown = all.slice(0, MOST_GROUPS).map(([label, ids]) => {
    const items = [...new Set(ids)];
    return items.length <= MOST_ITEMS
      ? { label, items }
      : {
          label: `${label} (first ${formatCount(MOST_ITEMS)} of ${formatCount(items.length)})`,
          items: items.slice(0, MOST_ITEMS),
        };
  });
  const rest = all.slice(MOST_GROUPS);
  if (rest.length === 0) return shown;
  const items = [...new Set(rest.flatMap(([, ids]) => ids))].slice(0, MOST_ITEMS);
  return [...shown, { label: `${counted(rest.length, 'more group')}, together`, items }];
}

/** Collects values under keys, keys in order of first appearance. */
export function groupBy<T>(values: Iterable<T>, keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}

/** A share in [0, 1] as a percentage with at most one decimal. */
export const percent = (share: number): string => `${String(Math.round(share * 1000) / 10)} %`;

/** A text cut to a line for a group's label. */
export function shortened(text: string, length = 120): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`;
}

/** "a, b and c". */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}

const RANK = { serious: 0, notable: 1, note: 2 } as const;

/** The most serious first, otherwise in the order given. */
export function bySeverity(findings: readonly HealthFinding[]): HealthFinding[] {
  return [...findings].sort((a, b) => RANK[a.severity] - RANK[b.severity]);
}
