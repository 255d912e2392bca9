import type { ConflictSide, MergeConflict } from '../contract/merging.ts';

/**
 * Whose one side of a conflict is, in a few words: `Bo Berg on bo-laptop`. Of a text or a name, which is nobody's, where it is.
 * @param source where what came in came from, such as `the hub (Base)`
 */
export function sideInWords(side: ConflictSide, which: 'ours' | 'theirs', source: string): string {
  const { person, device } = side;
  const place = which === 'ours' ? 'in this casebook' : `from ${source}`;
  if (person === null) return `${place.charAt(0).toUpperCase()}${place.slice(1)}`;
  return device === null ? `${person}, ${place}` : `${person} on ${device}`;
}

/** What is chosen between, in one word. */
export const conflictNouns: Readonly<Record<MergeConflict['kind'], string>> = {
  answer: 'answer',
  decision: 'decision',
  item: 'text',
  person: 'name',
};
