import { counted } from '../../base/counts.ts';
import type { HealthFinding } from '../benchmark.ts';
import { groupBy, groupsOf, shortened } from './report.ts';
import { nearDuplicates, normalized } from './textSimilarity.ts';

export interface TextOfItem {
  readonly id: string;
  readonly text: string;
}

/** From this share of common phrases on, two texts are taken for versions of one. */
const RESEMBLANCE = 0.6;

/**
 * Texts that several items have word for word (case and punctuation aside), and texts that are nearly so.
 * `kind` is completed to `duplicate-<kind>` and `near-duplicate-<kind>`; `what` names one such text.
 */
export function duplicateTexts(kind: string, what: string, texts: readonly TextOfItem[]): HealthFinding[] {
  const known = new Map<string, string>();
  const groups = groupBy(
    texts.filter(({ text }) => text.trim() !== ''),
    ({ text }) => {
      const words = known.get(text) ?? normalized(text);
      known.set(text, words);
      return words;
    },
  );
  const distinct = [...groups.values()];
  const same = distinct.filter((group) => itemsOf(group).length > 1);
  const near = nearDuplicates([...groups.keys()], RESEMBLANCE);
  const versions = near.groups
    .map((indices) => indices.map((index) => distinct[index] ?? []))
    .filter((group) => new Set(group.flatMap(itemsOf)).size > 1);
  const findings: HealthFinding[] = [];
  if (same.length > 0) {
    findings.push({
      kind: `duplicate-${kind}`,
      severity: 'notable',
      title: `${counted(same.length, `${what} is`, `${what}s are`)} used by several items`,
      explanation: `${counted(new Set(same.flatMap(itemsOf)).size, 'item')} share a ${what} word for word (case and punctuation aside). Anyone who has seen one knows the other; items that repeat each other count as one piece of evidence.`,
      groups: groupsOf(same.map((group) => [shortened(group[0]?.text ?? '', 200), itemsOf(group)])),
    });
  }
  if (versions.length > 0) {
    findings.push({
      kind: `near-duplicate-${kind}`,
      severity: 'note',
      title: `${counted(versions.length, `group of ${what}s`, `groups of ${what}s`)} differ in a few words only`,
      explanation: `Texts of different items with at least ${String(RESEMBLANCE * 100)} % of their three-word phrases in common.${near.complete ? '' : ' There may be more: phrases of very many texts were not compared.'} Check whether the items are the same case, and whether the wordings should be identical.`,
      groups: groupsOf(
        versions.map((group) => [
          group
            .slice(0, 4)
            .map((each) => shortened(each[0]?.text ?? '', 200))
            .join(' / '),
          group.flatMap(itemsOf),
        ]),
      ),
    });
  }
  return findings;
}

const itemsOf = (group: readonly TextOfItem[]): string[] => [...new Set(group.map(({ id }) => id))];
