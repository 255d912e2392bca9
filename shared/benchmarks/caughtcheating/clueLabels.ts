import type { JsonObject } from '../../base/json.ts';
import { DETERMINISTIC_CLUE, isKind, KINDS_OF_CLUES, NON_DETERMINISTIC_CLUE } from './kinds.ts';
import { CaughtCheatingAnswer, type Clue } from './schema.ts';

/** What other tools call the box of any clue: it is that of the only clue, where there is one. */
const ANY_CLUE: ReadonlySet<string> = new Set(['clue', 'clues']);

/** A category by its meaning, however it is spelled: "Non_Deterministic Clue" is the non-deterministic one. */
const spelling = (category: string): string =>
  category
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/gu, ' ');

/** The clues that a box of this category could be of; null: it is no category of clues. */
function candidatesOf({ clues: all }: CaughtCheatingAnswer, category: string): readonly Clue[] | null {
  // A clue without a text represents its kind; it counts only where no clue has a text.
  const written = all.filter((clue) => !isKind(clue));
  const clues = written.length > 0 ? written : all;
  const said = spelling(category);
  if (ANY_CLUE.has(said)) return clues;
  if (said === spelling(DETERMINISTIC_CLUE)) return clues.filter(({ deterministic }) => deterministic);
  if (said === spelling(NON_DETERMINISTIC_CLUE)) return clues.filter(({ deterministic }) => !deterministic);
  return null;
}

/** The clue that a box from elsewhere marks: the one whose text it names, else the only one of its kind. */
export function labelForClue(
  answer: JsonObject,
  _vocabulary: JsonObject,
  category: string,
  attributes: JsonObject,
): string | null {
  const parsed = CaughtCheatingAnswer.parse(answer);
  const written = parsed.clues.filter((clue) => !isKind(clue));
  const text = attributes['clue'];
  const named = (written.length > 0 ? written : parsed.clues).find((clue) => clue.text === text);
  if (named !== undefined) return named.id;
  const candidates = candidatesOf(parsed, category) ?? [];
  // A second clue of the same kind would make the choice a guess.
  return candidates.length === 1 ? (candidates[0]?.id ?? null) : null;
}

/** Why a box of this category belongs to none of the clues. */
export function whyNoClue(answer: JsonObject, category: string): string {
  const candidates = candidatesOf(CaughtCheatingAnswer.parse(answer), category);
  const kinds = `“${DETERMINISTIC_CLUE}” or “${NON_DETERMINISTIC_CLUE}”`;
  if (candidates === null) return `“${category}” is no category of clues. Use ${kinds}.`;
  if (candidates.length === 0)
    return `The item has no clue that a box of the category “${category}” could mark. Write the clue first.`;
  if (candidates.every(isKind))
    return `“${category}” does not say which kind of clue the box marks. Use ${kinds}.`;
  return `The item has ${String(candidates.length)} clues that a box of the category “${category}” could mark. Name the text of one in the attribute “clue” of the box.`;
}

/** An answer from elsewhere that has boxes and no clues: with clues that stand for their kinds, which boxes can be of. */
export function withKindsForBoxes(answer: JsonObject): JsonObject {
  if (CaughtCheatingAnswer.parse(answer).clues.length > 0) return answer;
  return { ...answer, clues: KINDS_OF_CLUES.map((clue) => ({ ...clue })) };
}
