import type { z } from 'zod';
import { counted } from '../../../base/counts.ts';
import { type Box, intersectionOverUnion } from '../../../base/geometry.ts';
import { type Json, Json as JsonSchema } from '../../../base/json.ts';
import { problemsOf } from '../../problems.ts';
import type { QueryItem, QueryScores, SourceValue } from '../../querySets.ts';
import { boxOf } from '../corners.ts';
import { choiceFigures, type ScoredChoice } from '../figures/choices.ts';
import type { SetFigure } from '../figures/figure.ts';
import { placeFigures, type ScoredPlace } from '../figures/places.ts';
import { type Domain, ObservatoryPayload } from '../schema.ts';
import { overlaps, singleAttribute } from './answered.ts';
import {
  type AnsweredPlaces,
  ChoiceLine,
  PlacesLine,
  readCell,
  readLetter,
  readPlaces,
} from './answerFile.ts';
import { ORIGINAL } from './entities.ts';
import { LocalisationQuery } from './query.ts';
import { cellText, QuerySetLine } from './querySetFile.ts';
import { queryKind } from './queryItem.ts';

type Problem = QueryScores['problems'][number];
type LocalisationQuery = z.infer<typeof LocalisationQuery>;
type KnownSet = QuerySetLine | LocalisationQuery;

/** Boxes that were asked for, as they count. */
interface DomainPlaces {
  readonly domain: Domain;
  readonly scored: readonly ScoredPlace[];
}

/**
 * Scores a file of answers: letters and cells against the query sets, boxes against the original's current ones. An
 * answer without a valid letter, cell or box is wrong (a missing attribute counts 0) and reported; unanswered questions
 * are left out and counted.
 */
export function scoreAnswers(
  items: readonly QueryItem[],
  sets: readonly SourceValue[],
  answers: readonly SourceValue[],
): QueryScores {
  const scoring = new AnswerScoring(items, sets);
  for (const answer of answers) scoring.add(answer);
  return scoring.scores();
}

/** Takes the answers of a file one after the other; the first of two to the same question counts. */
class AnswerScoring {
  readonly #problems: Problem[] = [];
  /** Where answers are that are about something else: one file can hold all of a model's. */
  readonly #others: string[] = [];
  readonly #known: ReadonlyMap<string, KnownSet>;
  readonly #items: ReadonlyMap<string, QueryItem>;
  readonly #choices = new Map<string, { readonly of: QuerySetLine; readonly scored: ScoredChoice }>();
  readonly #places = new Map<string, DomainPlaces>();
  readonly #located = new Map<string, DomainPlaces>();

  constructor(items: readonly QueryItem[], sets: readonly SourceValue[]) {
    this.#known = readSets(sets, this.#problems);
    this.#items = new Map(items.map((item) => [item.externalId, item]));
  }

  add({ where, value }: SourceValue): void {
    const choice = ChoiceLine.safeParse(value);
    const placed = PlacesLine.safeParse(value);
    if (choice.success) this.#addChoice(choice.data, where);
    else if (placed.success) this.#addPlaces(placed.data, where);
    else if (ChoiceLine.pick({ set: true }).safeParse(value).success) this.#refuse(choice.error, where);
    else if (PlacesLine.pick({ image: true }).safeParse(value).success) this.#refuse(placed.error, where);
    else this.#others.push(where);
  }

  scores(): QueryScores {
    const unanswered = this.#known.size - this.#choices.size - this.#located.size;
    return {
      figures: [
        ...groupedFigures(
          [...this.#choices.values()],
          ({ of: { kind, domain } }) => ({ task: kind, domain }),
          (own) => choiceFigures(own.map(({ scored }) => scored)),
        ),
        ...groupedFigures(
          [...this.#located.values(), ...this.#places.values()],
          ({ domain }) => ({ task: 'localisation', domain }),
          (own) => placeFigures(own.flatMap(({ scored }) => scored)),
        ),
      ],
      problems: [...this.#problems, ...this.#aboutOthers()],
      notes:
        unanswered > 0
          ? [`${String(unanswered)} of ${String(this.#known.size)} query sets are not answered: left out.`]
          : [],
    };
  }

  #addChoice({ set: id, answer }: ChoiceLine, where: string): void {
    const set = this.#known.get(id);
    const given = JsonSchema.parse(answer);
    if (set === undefined) this.#problems.push({ where, reason: `There is no query set "${id}".` });
    else if (this.#choices.has(id) || this.#located.has(id))
      this.#problems.push({ where, reason: `${id} is answered twice: the first counts.` });
    else if (set.kind === 'localisation')
      this.#located.set(id, scoreLocalisation(set, given, where, this.#problems));
    else this.#choices.set(id, { of: set, scored: scoreChoice(set, given, where, this.#problems) });
  }

  #addPlaces(line: PlacesLine, where: string): void {
    const { item, image, task, given = null } = line;
    const key = JSON.stringify([item, image, task, given]);
    if (this.#places.has(key)) {
      this.#problems.push({ where, reason: `${image} of ${item} is answered twice: the first counts.` });
      return;
    }
    const scored = scorePlaces(this.#items.get(item), line, where, this.#problems);
    if (scored !== null) this.#places.set(key, scored);
  }

  #refuse(error: z.ZodError, where: string): void {
    const [first] = problemsOf(error);
    this.#problems.push({
      where,
      reason: `It is neither an answer to a query set ("set") nor boxes on an image ("item", "image", "task"): ${first?.field ?? 'it'} ${first?.message ?? ''}.`,
    });
  }

  #aboutOthers(): readonly Problem[] {
    const [first] = this.#others;
    if (first === undefined) return [];
    const reason = `${counted(this.#others.length, 'answer')} of another kind left out, from here on: neither to a query set ("set") nor boxes on an image ("item", "image", "task").`;
    return [{ where: first, reason }];
  }
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
function scoreLocalisation(
  set: LocalisationQuery,
  answer: Json,
  where: string,
  problems: Problem[],
): DomainPlaces {
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

/** The boxes of an answer against the current ones; null, with the reason told, where there is nothing to score. */
function scorePlaces(
  item: QueryItem | undefined,
  line: PlacesLine,
  where: string,
  problems: Problem[],
): DomainPlaces | null {
  const asked = askedPlaces(item, line);
  if (typeof asked === 'string') {
    problems.push({ where, reason: asked });
    return null;
  }
  const { item: id, image, task, given = null, answer } = line;
  const { domain, gender, family, transformation, boxes, single } = asked;
  const answered = readPlaces(JsonSchema.parse(answer), single);
  tellUnread(answered, image, where, problems);
  const scored = [...boxes].flatMap(([attribute, box]) => {
    // What was given is not asked for.
    if (attribute === given) return [];
    const drawn = answered?.boxes.get(attribute);
    const overlap = drawn === undefined ? 0 : intersectionOverUnion(box, boxOf(drawn));
    return [{ item: id, image, attribute, gender, family, transformation, guidance: task, overlap }];
  });
  return { domain, scored };
}

/** What an answer on an image is scored by. */
interface AskedPlaces extends Pick<ScoredPlace, 'gender' | 'family' | 'transformation'> {
  readonly domain: Domain;
  readonly boxes: ReadonlyMap<string, Box>;
  /** The one attribute that is asked about, where there is but one. */
  readonly single: string | null;
}

/** What an answer is scored by, or why it is not scored. */
function askedPlaces(
  item: QueryItem | undefined,
  { item: id, image, task, given = null }: PlacesLine,
): AskedPlaces | string {
  if (item === undefined) return `There is no item "${id}".`;
  const { domain, gender = null, image: original, variants = [] } = ObservatoryPayload.parse(item.payload);
  if (domain === undefined) return `${id} does not say whether it is a face or a word.`;
  const variant = variants.find((each) => each.image === image);
  if (variant === undefined && image !== original) return `${id} has no image "${image}".`;
  if (variant?.exception !== undefined) return `The boxes of ${id} do not fit ${image}: left out.`;
  const boxes = boxesOf(item);
  if (boxes.size === 0) return `${id} has no boxes: left out.`;
  const single = singleAttribute(domain, [...boxes.keys()]);
  const { family = ORIGINAL, transformation = ORIGINAL } = variant ?? {};
  return (
    wronglyGiven(id, task, given, boxes, single) ?? { domain, gender, family, transformation, boxes, single }
  );
}

function wronglyGiven(
  id: string,
  task: PlacesLine['task'],
  given: string | null,
  boxes: ReadonlyMap<string, Box>,
  single: string | null,
): string | null {
  if (task === 'semi-guided' && given === null && single === null)
    return `It does not say which attribute of ${id} was the hint ("given"): left out.`;
  if (task !== 'semi-guided' && given !== null)
    return 'Only the semi-guided task has a hint ("given"): left out.';
  return given === null || boxes.has(given) ? null : `${id} has no box for "${given}": left out.`;
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
  figures: (own: readonly T[]) => readonly SetFigure[],
): QueryScores['figures'] {
  return [...Map.groupBy(scored, (one) => JSON.stringify(under(one)))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, own]) => {
      const [first] = own;
      return first === undefined ? [] : figures(own).map((figure) => ({ ...under(first), ...figure }));
    });
}
