import { counted } from '../../base/counts.ts';
import type { HealthFinding } from '../benchmark.ts';
import { groupsOf } from './report.ts';
import type { TextOfItem } from './duplicateTexts.ts';

/** Shorter compounds are too often two words by right ("in to" beside "into"). */
const SHORTEST_COMPOUND = 6;
const SHORTEST_PART = 3;
const MOST_TEXTS = 50_000;

/** Compounds that are written together here and apart or with a hyphen there: "cellphone" and "cell phone". */
export function spellingVariants(texts: readonly TextOfItem[]): HealthFinding | null {
  const tokenised = texts.slice(0, MOST_TEXTS).map(({ id, text }) => ({
    id,
    words:
      text
        .normalize('NFKC')
        .toLowerCase()
        .match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*|[.,;:!?()]/gu) ?? [],
  }));
  const compounds = new Map<string, Map<string, Set<string>>>();
  const note = (spelling: string, key: string, id: string): void => {
    const spellings = compounds.get(key) ?? new Map<string, Set<string>>();
    compounds.set(key, spellings);
    const items = spellings.get(spelling) ?? new Set<string>();
    spellings.set(spelling, items);
    items.add(id);
  };
  for (const { id, words } of tokenised) {
    for (const word of words) {
      if (isCompound(word)) note(word, word.replaceAll('-', ''), id);
    }
  }
  for (const { id, words } of tokenised) {
    words.forEach((word, at) => {
      const next = words[at + 1] ?? '';
      const key = word + next;
      if (word.length >= SHORTEST_PART && next.length >= SHORTEST_PART && compounds.has(key)) {
        note(`${word} ${next}`, key, id);
      }
    });
  }
  const varying = [...compounds.values()].filter((spellings) => spellings.size > 1);
  if (varying.length === 0) return null;
  return {
    kind: 'spelling-variants',
    severity: 'note',
    title: `${counted(varying.length, 'compound is', 'compounds are')} written in more than one way`,
    explanation:
      'Two spellings of the same thing prevent counting, matching and searching texts together. Use one spelling.',
    groups: groupsOf(
      varying.flatMap((spellings) => [...spellings].map(([spelling, ids]) => [spelling, [...ids]] as const)),
    ),
  };
}

function isCompound(word: string): boolean {
  return word.length >= SHORTEST_COMPOUND && /^[\p{L}-]+$/u.test(word);
}
