import type { z } from 'zod';
import { counted } from '../../../base/counts.ts';
import { intersectionOverUnion } from '../../../base/geometry.ts';
import type { Box } from '../../../base/geometry.ts';
import type { Json } from '../../../base/json.ts';
import { Json as JsonSchema } from '../../../base/json.ts';
import { problemsOf } from '../../problems.ts';
import type { QueryItem, QueryScores, SourceValue } from '../../querySets.ts';
import { boxOf } from '../corners.ts';
import type { ScoredChoice } from '../figures/choices.ts';
import { choiceFigures } from '../figures/choices.ts';
import type { Figure } from '../figures/figure.ts';
import type { ScoredPlace } from '../figures/places.ts';
import { placeFigures } from '../figures/places.ts';
import { type Domain, Payload } from '../schema.ts';
import { overlaps, singleAttribute } from './answered.ts';
import {
  ChoiceLine,
  PlacesLine,
  readCell,
  readLetter,
  readPlaces,
  type AnsweredPlaces,
} from './answerFile.ts';
import { ORIGINAL, type Condition } from './entities.ts';
import { LocalisationQuery } from './query.ts';
import { QuerySetLine, cellText } from './querySetFile.ts';
import { queryKind } from './queryItem.ts';

type Problem = QueryScores['problems'][number];
type LocalisationQuery = z.infer<typeof LocalisationQuery>;
type KnownSet = QuerySetLine | LocalisationQuery;

/** Boxes that were asked for, as they count. */
interface Scored {
  readonly domain: Domain;
  readonly scored: readonly ScoredPlace[];
}

/**
 * Scores a file of answers: letters and cells against the query sets, boxes against those that hold on the original. An
 * answer that names no letter, cell or box is not right (an attribute without a box counts 0) and is told; what was not
 * answered at all is left out and counted.
 */
export function scoreAnswers(
  items: readonly QueryItem[],
  sets: readonly SourceValue[],
  answers: readonly SourceValue[],
): QueryScores {
  const problems: Problem[] = [];
  /** Where answers are that are about something else: one file can hold all of a model's. */
  const others: string[] = [];
  const known = readSets(sets, problems);
  const golds = new Map(items.map((item) => [item.externalId, item]));
  const choices = new Map<string, { readonly of: QuerySetLine; readonly scored: ScoredChoice }>();
  const places = new Map<string, Scored>();
  const located = new Map<string, Scored>();
  for (const { where, value } of answers) {
    const choice = ChoiceLine.safeParse(value);
    const placed = PlacesLine.safeParse(value);
    if (choice.success) {
      const { set: id, answer } = choice.data;
      const set = known.get(id);
      if (set === undefined) problems.push({ where, reason: `There is no query set "${id}".` });
      else if (choices.has(id) || located.has(id))
        problems.push({ where, reason: `${id} is answered twice: the first counts.` });
      else if (set.kind === 'localisation')
        located.set(id, scoreLocalisation(set, JsonSchema.parse(answer), where, problems));
      else choices.set(id, { of: set, scored: scoreChoice(set, JsonSchema.parse(answer), where, problems) });
    } else if (placed.success) {
      const { item, image, task, given = null } = placed.data;
      const key = JSON.stringify([item, image, task, given]);
      if (places.has(key))
        problems.push({ where, reason: `${image} of ${item} is answered twice: the first counts.` });
      else {
        const scored = scorePlaces(golds.get(item), placed.data, where, problems);
        if (scored !== null) places.set(key, scored);
      }
    } else {
      const isChoice = ChoiceLine.pick({ set: true }).safeParse(value).success;
      if (!isChoice && !PlacesLine.pick({ image: true }).safeParse(value).success) {
        others.push(where);
        continue;
      }
      const [first] = problemsOf(isChoice ? choice.error : placed.error);
      problems.push({
        where,
        reason: `It is neither an answer to a query set ("set") nor boxes on an image ("item", "image", "task"): ${first?.field ?? 'it'} ${first?.message ?? ''}.`,
      });
    }
  }
  const [other] = others;
  if (other !== undefined)
    problems.push({
      where: other,
      reason: `${counted(others.length, 'answer')} of another kind left out, from here on: neither to a query set ("set") nor boxes on an image ("item", "image", "task").`,
    });
  const unanswered = known.size - choices.size - located.size;
  return {
    figures: [
      ...groupedFigures(
        [...choices.values()],
        ({ of: { kind, domain } }) => ({ task: kind, domain }),
        (own) => choiceFigures(own.map(({ scored }) => scored)),
      ),
      ...groupedFigures(
        [...located.values(), ...places.values()],
        ({ domain }) => ({ task: 'localisation', domain }),
        (own) => placeFigures(own.flatMap(({ scored }) => scored)),
      ),
    ],
    problems,
    notes:
      unanswered > 0
        ? [`${String(unanswered)} of ${String(known.size)} query sets are not answered: left out.`]
        : [],
  };
}

function readSets(sets: readonly SourceValue[], problems: Problem[]): ReadonlyMap<string, KnownSet> {
  const known = new Map<string, KnownSet>();
  for (const { where, value } of sets) {
    const line =
      queryKind(value) === 'localisation'
        ? LocalisationQuery.safeParse(value)
        : QuerySetLine.safeParse(value);
    if (line.success) known.set(line.data.id, line.data);
    else {
      const [first] = problemsOf(line.error);
      problems.push({
        where,
        reason: `It is not a query set: ${first?.field ?? 'it'} ${first?.message ?? ''}.`,
      });
    }
  }
  return known;
}

function scoreChoice(set: QuerySetLine, answer: Json, where: string, problems: Problem[]): ScoredChoice {
  const right = set.kind === 'grid' ? cellText(set.answer) : set.answer;
  const cell = set.kind === 'grid' ? readCell(answer) : null;
  const given = set.kind === 'grid' ? (cell === null ? null : cellText(cell)) : readLetter(answer);
  if (given === null)
    problems.push({
      where,
      reason: `The answer to ${set.id} names no ${set.kind === 'grid' ? 'cell' : 'letter'}: it counts as wrong.`,
    });
  return {
    gender: set.gender,
    family: set.family,
    cell: set.kind === 'grid' ? right : null,
    isRight: given === right,
  };
}

/** The boxes of an answer to a set against those that the set says hold. */
function scoreLocalisation(set: LocalisationQuery, answer: Json, where: string, problems: Problem[]): Scored {
  const { id, item = id, domain, gender = null, family = ORIGINAL, transformation = ORIGINAL } = set;
  const answered = readPlaces(answer, singleAttribute(domain, set.attributes));
  tellUnread(answered, set.image, where, problems);
  const boxes = new Map([...(answered?.boxes ?? [])].map(([attribute, box]) => [attribute, boxOf(box)]));
  return {
    domain,
    scored: overlaps(set, boxes).map((place) => ({
      ...place,
      item,
      image: set.image,
      gender,
      family,
      transformation,
      guidance: set.guidance,
    })),
  };
}

/** Names what of an answer cannot be read. */
function tellUnread(
  answered: AnsweredPlaces | null,
  image: string,
  where: string,
  problems: Problem[],
): void {
  if (answered === null)
    problems.push({
      where,
      reason: `The answer on ${image} has no boxes in the requested form: it counts 0.`,
    });
  else if (answered.unread.length > 0)
    problems.push({
      where,
      reason: `Its answer for ${answered.unread.join(', ')} on ${image} is not a box: it counts 0.`,
    });
}

/** The boxes of an answer against those that hold; null, with the reason told, where there is nothing to score. */
function scorePlaces(
  item: QueryItem | undefined,
  { item: id, image, task, given = null, answer }: PlacesLine,
  where: string,
  problems: Problem[],
): Scored | null {
  const refuse = (reason: string): null => {
    problems.push({ where, reason });
    return null;
  };
  if (item === undefined) return refuse(`There is no item "${id}".`);
  const { domain, gender = null, image: original, variants = [] } = Payload.parse(item.payload);
  if (domain === undefined) return refuse(`${id} does not say whether it is a face or a word.`);
  const variant = variants.find((each) => each.image === image);
  if (variant === undefined && image !== original) return refuse(`${id} has no image "${image}".`);
  if (variant?.exception !== undefined) return refuse(`The boxes of ${id} do not fit ${image}: left out.`);
  const gold = boxesOf(item);
  if (gold.size === 0) return refuse(`${id} has no boxes: left out.`);
  const single = singleAttribute(domain, [...gold.keys()]);
  if (task === 'semi-guided' && given === null && single === null)
    return refuse(`It does not say which attribute of ${id} was the hint ("given"): left out.`);
  if (task !== 'semi-guided' && given !== null)
    return refuse(`Only the semi-guided task has a hint ("given"): left out.`);
  if (given !== null && !gold.has(given)) return refuse(`${id} has no box for "${given}": left out.`);
  const answered = readPlaces(JsonSchema.parse(answer), single);
  tellUnread(answered, image, where, problems);
  const family: Condition = variant?.family ?? ORIGINAL;
  const scored = [...gold].flatMap(([attribute, box]) => {
    // What was given is not asked for.
    if (attribute === given) return [];
    const drawn = answered?.boxes.get(attribute);
    return [
      {
        item: id,
        image,
        attribute,
        gender,
        family,
        transformation: variant?.transformation ?? ORIGINAL,
        guidance: task,
        overlap: drawn === undefined ? 0 : intersectionOverUnion(box, boxOf(drawn)),
      },
    ];
  });
  return { domain, scored };
}

/** The boxes on an item's original, by attribute. */
function boxesOf({ images, regions }: QueryItem): ReadonlyMap<string, Box> {
  const original = images.find(({ position }) => position === 0)?.imageId ?? null;
  return new Map(
    regions.filter(({ imageId }) => imageId === original).map((region) => [region.label, region]),
  );
}

function groupedFigures<T>(
  scored: readonly T[],
  under: (one: T) => { readonly task: string; readonly domain: string },
  figures: (own: readonly T[]) => readonly Figure[],
): QueryScores['figures'] {
  return [...Map.groupBy(scored, (one) => JSON.stringify(under(one)))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, own]) => {
      const [first] = own;
      return first === undefined ? [] : figures(own).map((figure) => ({ ...under(first), ...figure }));
    });
}
