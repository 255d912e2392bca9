import type { StepAnswer } from '../../../domain/baseline.ts';
import { choiceOf, drawnBoxes, overlaps, rightChoice } from '../queries/answered.ts';
import { type ImageCondition, ORIGINAL } from '../queries/entities.ts';
import type { Query } from '../queries/query.ts';
import { cellName, familyName, hintedName, of, taskName, transformationName, unhintedName } from './names.ts';

/** What an answer adds to a tally. */
export interface TallyIncrement {
  readonly tally: string;
  readonly sum: number;
  readonly count: number;
}

/** What an answer to a question adds to which tallies; in words why it adds nothing. */
export function tallyIncrements(query: Query, answer: StepAnswer): readonly TallyIncrement[] | string {
  if (answer.kind === 'unknown') return 'the answer is not known';
  const { family } = query;
  if (family === undefined) return 'it does not say which family of images it is about';
  if (query.kind === 'localisation') return places(query, family, answer);
  const right = rightChoice(query);
  if (right === null) return 'its right answer is not known';
  const name = taskName(query.domain, query.kind);
  const groups = [
    ...groupsOf(name, query.gender ?? null),
    ...(query.kind === 'grid' && query.answer !== undefined ? [cellName(name, query.answer)] : []),
  ];
  const isRight = Number(choiceOf(query, answer) === right);
  return [
    ...groups.flatMap((group) => [group, familyName(group, family)]),
    ...(family === ORIGINAL ? [] : [`${name}_variants`]),
  ].map((tally) => ({ tally, sum: isRight, count: 1 }));
}

/** How right an answer is, from 0 to 1: of localisation the mean IoU; null where that is not known. */
export function scoreOf(query: Query, answer: StepAnswer): number | null {
  if (answer.kind === 'unknown') return null;
  if (query.kind !== 'localisation') {
    const right = rightChoice(query);
    return right === null ? null : Number(choiceOf(query, answer) === right);
  }
  const found = overlaps(query, drawnBoxes(query, answer));
  return found.length === 0 ? null : total(found) / found.length;
}

type AttributeOverlaps = ReturnType<typeof overlaps>;

function places(
  query: Extract<Query, { readonly kind: 'localisation' }>,
  family: ImageCondition,
  answer: StepAnswer,
): readonly TallyIncrement[] | string {
  const found = overlaps(query, drawnBoxes(query, answer));
  if (found.length === 0) return 'none of the attributes asked for has a valid box';
  const { domain, guidance, transformation, hint } = query;
  const name = taskName(domain, guidance);
  const added = (tally: string, own: AttributeOverlaps): TallyIncrement => ({
    tally,
    sum: total(own),
    count: own.length,
  });
  const hintless = found.filter(({ attribute }) => attribute !== hint);
  return [
    ...groupsOf(name, query.gender ?? null).flatMap((group) => [
      added(group, found),
      added(familyName(group, family), found),
    ]),
    ...found.flatMap((one) => [
      added(of(name, one.attribute), [one]),
      added(of(familyName(name, family), one.attribute), [one]),
    ]),
    ...(guidance === 'guided' && family !== ORIGINAL && transformation !== undefined
      ? [added(transformationName(domain, transformation), found)]
      : []),
    ...(guidance === 'semi-guided' ? [added(hintedName(domain), found)] : []),
    ...(guidance === 'unguided' ? [added(unhintedName(domain), hintless)] : []),
  ];
}

const groupsOf = (name: string, gender: 'male' | 'female' | null): readonly string[] =>
  gender === null ? [name] : [name, `${name}_${gender}`];

const total = (found: AttributeOverlaps): number => found.reduce((sum, { overlap }) => sum + overlap, 0);
