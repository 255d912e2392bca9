import { z } from 'zod';

/** One side of a conflict: whose it is and how it came about. */
export const ConflictSide = z.object({
  /** Whose answer or decision it is; null: a text or a name, which is nobody's. */
  person: z.string().nullable(),
  /** The computer that sent it, as the hub knows it; null: it is not known. */
  device: z.string().nullable(),
  /** When it was begun and submitted, in UTC milliseconds; null: it is not known. */
  begunAt: z.int().nullable(),
  submittedAt: z.int().nullable(),
  /** Whether it counts until somebody resolves the conflict. */
  counts: z.boolean(),
});
export type ConflictSide = z.infer<typeof ConflictSide>;

/** What two casebooks say differently. `answer`: one person answered the same thing in two places; `decision`: two decisions. */
export const ConflictKind = z.enum(['answer', 'item', 'decision', 'person']);
export type ConflictKind = z.infer<typeof ConflictKind>;

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
export const conflictNouns: Readonly<Record<ConflictKind, string>> = {
  answer: 'answer',
  decision: 'decision',
  item: 'text',
  person: 'name',
};
