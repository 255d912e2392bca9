import type { RegionRecord } from '../../domain/document.ts';
import type { JsonObject } from '../../base/json.ts';
import type { AnswerWithRegions } from '../task.ts';
import { newClueId } from './editing.ts';
import { isKind } from './kinds.ts';
import { CaughtCheatingAnswer, type Clue } from './schema.ts';

/**
 * Copies boxes into another answer, each with its clue, under a free id, unless the same clue is there. A box known
 * only by its kind of clue joins the one written clue of that kind; a box without a clue keeps its label.
 */
export function includeClues(
  into: JsonObject,
  from: JsonObject,
  regions: readonly RegionRecord[],
): AnswerWithRegions {
  const clues: Clue[] = [...CaughtCheatingAnswer.parse(into).clues];
  const theirs = new Map(CaughtCheatingAnswer.parse(from).clues.map((clue) => [clue.id, clue]));
  const ids = new Map<string, string>();
  for (const { label } of regions) {
    const clue = theirs.get(label);
    if (clue === undefined || ids.has(label)) continue;
    const alike = clues.filter(({ deterministic }) => deterministic === clue.deterministic);
    const written = alike.filter((each) => !isKind(each));
    const same =
      isKind(clue) && written.length === 1 ? written[0] : alike.find(({ text }) => text === clue.text);
    const id = same?.id ?? (clues.some((each) => each.id === label) ? newClueId(clues) : label);
    ids.set(label, id);
    if (same === undefined) clues.push({ ...clue, id });
  }
  return {
    answer: clues.length === CaughtCheatingAnswer.parse(into).clues.length ? {} : { clues },
    regions: regions.map((region) => ({ ...region, label: ids.get(region.label) ?? region.label })),
  };
}

/**
 * An answer in which boxes only say the kind of their clue, with the clues that are written: its own, else those of the item.
 * A box of a kind that no clue or several have keeps the kind alone.
 */
export function withKindsResolved(
  base: JsonObject,
  answer: JsonObject,
  regions: readonly RegionRecord[],
): AnswerWithRegions {
  const { clues } = CaughtCheatingAnswer.parse(answer);
  if (!clues.some(isKind)) return { answer, regions };
  const written = clues.filter((clue) => !isKind(clue));
  const into = { ...answer, clues: written.length > 0 ? written : CaughtCheatingAnswer.parse(base).clues };
  const taken = includeClues(into, answer, regions);
  return { answer: { ...into, ...taken.answer }, regions: taken.regions };
}
