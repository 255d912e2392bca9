import type { StepAnswer } from '../../../domain/baseline.ts';
import { type Box, intersectionOverUnion } from '../../../base/geometry.ts';
import { boxOf } from '../corners.ts';
import { type Domain, initialAttributes } from '../schema.ts';
import { readCell, readLetter, readPlaces } from './answerFile.ts';
import type { Query } from './query.ts';
import { cellText } from './querySetFile.ts';

type ChoiceQuery = Exclude<Query, { readonly kind: 'localisation' }>;
type PlaceQuery = Extract<Query, { readonly kind: 'localisation' }>;

/**
 * What an answer to a choice names, a letter or a cell as the prompts write it; null where it names none, be it that
 * nothing was answered in time.
 */
export function choiceOf(query: Pick<ChoiceQuery, 'kind'>, answer: StepAnswer): string | null {
  if (query.kind === 'matching') {
    if (answer.kind === 'choice') return answer.option;
    return answer.kind === 'text' ? readLetter(answer.text) : null;
  }
  // People count rows and columns from 1, the prompts from 0.
  if (answer.kind === 'cell') return cellText([answer.row - 1, answer.column - 1]);
  const cell = answer.kind === 'text' ? readCell(answer.text) : null;
  return cell === null ? null : cellText(cell);
}

/** Whether words name a letter, a cell or any boxes, as the question asks. */
export function isReadable(query: Query, answer: Extract<StepAnswer, { readonly kind: 'text' }>): boolean {
  if (query.kind !== 'localisation') return choiceOf(query, answer) !== null;
  return readPlaces(answer.text, singleAttribute(query.domain, query.attributes)) !== null;
}

/** The right answer to a choice, as {@link choiceOf} gives it; null where the question does not say it. */
export function rightChoice(query: ChoiceQuery): string | null {
  if (query.answer === undefined) return null;
  return query.kind === 'matching' ? query.answer : cellText(query.answer);
}

/** The boxes of an answer to localisation, by attribute; of two boxes drawn for one the first counts. */
export function drawnBoxes(
  query: Pick<PlaceQuery, 'domain' | 'attributes'>,
  answer: StepAnswer,
): ReadonlyMap<string, Box> {
  if (answer.kind === 'boxes')
    return new Map(answer.boxes.toReversed().map(({ label, ...box }) => [label, box]));
  const read =
    answer.kind === 'text' ? readPlaces(answer.text, singleAttribute(query.domain, query.attributes)) : null;
  return new Map([...(read?.boxes ?? [])].map(([attribute, box]) => [attribute, boxOf(box)]));
}

/** The attribute that a box without a name is of, as the prompts about words have it; null where there are several. */
export function singleAttribute(domain: Domain, attributes: readonly string[]): string | null {
  if (domain !== 'WORD') return null;
  const [only, second] = attributes;
  return only !== undefined && second === undefined ? only : (initialAttributes.WORD[0] ?? null);
}

/**
 * How far the boxes overlap with the accepted ones, for each attribute that was to be drawn: intersection over union in
 * continuous coordinates, 0 where none was drawn.
 */
export function overlaps(
  query: Pick<PlaceQuery, 'attributes' | 'boxes'>,
  boxes: ReadonlyMap<string, Box>,
): readonly { readonly attribute: string; readonly overlap: number }[] {
  const gold = new Map(Object.entries(query.boxes ?? {}));
  return query.attributes.flatMap((attribute) => {
    const holds = gold.get(attribute);
    if (holds === undefined) return [];
    const own = boxes.get(attribute);
    return [{ attribute, overlap: own === undefined ? 0 : intersectionOverUnion(boxOf(holds), own) }];
  });
}
