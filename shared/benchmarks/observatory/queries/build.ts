import { seedFor } from '../../../domain/assignment.ts';
import { seededRandom } from '../../../statistics/random.ts';
import type {
  BuiltQuerySet,
  BuiltQuerySets,
  Collage,
  QueryImage,
  QueryItem,
  QueryRequest,
} from '../../querySets.ts';
import type { Domain } from '../schema.ts';
import type { Guidance } from './answerFile.ts';
import { type CandidatePool, shuffled } from './distractors.ts';
import { byName, CONDITIONS, entityOf, type ImageCondition, imagesOf, type QueryEntity } from './entities.ts';
import { type GridSet, gridSets } from './gridPointing.ts';
import { LETTERS, type MatchingSet, matchingSet } from './imageMatching.ts';
import { isGuidance, type QueryKindId } from './kinds.ts';
import { exceptionsOf, type LocalisationSet, localisationSet } from './localisation.ts';
import { type EntityNeighbours, hashNeighbours, listedNeighbours, wordNeighbours } from './neighbours.ts';
import { gridLine, localisationLine, matchingLine } from './querySetFile.ts';

/** How sets are built. A change of what the same seed gives is another version. */
const RULE = '2';

type LeftOut = BuiltQuerySets['leftOut'][number];

/** One entity's sets, with what they were built by. */
type EntitySets =
  | { readonly kind: 'matching'; readonly set: MatchingSet; readonly neighbours: string }
  | { readonly kind: 'grid'; readonly set: GridSet; readonly neighbours: string }
  | { readonly kind: Guidance; readonly set: LocalisationSet };

/**
 * Builds the sets of a kind about `count` entities of each domain, drawn by the seed: per entity one of image matching,
 * four of grid pointing (one per cell) or one of localisation. Letters are the answer equally often, and families,
 * originals included, take turns evenly over letters and cells. An entity that its turn's family does not suit gets the
 * next that does; one that none suits is named and replaced. The three kinds of localisation share questions and order.
 */
export function buildQuerySets(
  items: readonly QueryItem[],
  kind: QueryKindId,
  { count, seed, distances }: QueryRequest,
): BuiltQuerySets {
  const leftOut: LeftOut[] = [];
  const entities: QueryEntity[] = [];
  for (const item of [...items].sort((a, b) => byName(a.externalId, b.externalId))) {
    const entity = entityOf(item);
    if (typeof entity === 'string') leftOut.push({ item: item.externalId, reason: entity });
    else entities.push(entity);
  }
  if (distances !== null) leftOut.push(...strangers(entities, distances));

  const found: EntitySets[] = [];
  let asked = 0;
  for (const domain of ['CELEB', 'WORD'] as const) {
    const own = entities.filter((entity) => entity.domain === domain);
    if (own.length === 0) continue;
    const surroundings: CandidatePool = {
      neighbours: neighboursOf(domain, own, distances),
      others: entities.filter((entity) => entity.domain !== domain),
    };
    const built = setsOfDomain(domain, own, surroundings, { kind, count, seed, firstTurn: asked });
    found.push(...built.sets);
    leftOut.push(...built.leftOut);
    asked += built.asked;
  }
  // In an order of chance: the turns of letters and cells would otherwise tell the answers.
  const sets = shuffled(found, seededRandom(seedFor(seed, `${chanceOf(kind)} in order`))).map((set, index) =>
    written(set, `${kind}-${String(seed)}-${String(index + 1).padStart(4, '0')}`, seed),
  );
  return {
    sets,
    leftOut,
    record: {
      kind,
      seed,
      rule: RULE,
      count,
      entities: asked,
      sets: sets.length,
      ...(!isGuidance(kind) && {
        neighbours: {
          CELEB: distances === null ? 'perceptual_hash' : 'distance_file',
          WORD: 'one_edit',
        },
      }),
    },
  };
}

/** How sets of a domain are built. */
interface DomainRequest {
  readonly kind: QueryKindId;
  /** How many entities are asked about. */
  readonly count: number;
  readonly seed: number;
  /** Turns of letters and families that other domains have had. */
  readonly firstTurn: number;
}

function setsOfDomain(
  domain: Domain,
  own: readonly QueryEntity[],
  surroundings: CandidatePool,
  { kind, count, seed, firstTurn }: DomainRequest,
): { readonly sets: readonly EntitySets[]; readonly leftOut: readonly LeftOut[]; readonly asked: number } {
  const sets: EntitySets[] = [];
  const leftOut: LeftOut[] = [];
  const conditions = conditionsFor(kind, own, surroundings.others);
  const possible = new Set<ImageCondition>();
  const refused = new Map<ImageCondition, string>(
    conditionsOf(own)
      .filter((condition) => !conditions.includes(condition))
      .map((condition) => [condition, 'The other domain has no image of it to show beside.']),
  );
  let asked = 0;
  for (const target of shuffled(own, seededRandom(seedFor(seed, `${chanceOf(kind)} of ${domain}`)))) {
    if (asked === count) break;
    const built = setsOf(target, kind, surroundings, { conditions, turn: firstTurn + asked, seed });
    if (typeof built === 'string') {
      leftOut.push({ item: target.id, reason: built });
      continue;
    }
    sets.push(...built.sets);
    for (const condition of built.conditions) possible.add(condition);
    for (const { condition, reason } of built.refused)
      if (!refused.has(condition)) refused.set(condition, `${target.id}: ${reason}`);
    leftOut.push(...built.passedOver.map((reason) => ({ item: target.id, reason })));
    asked += 1;
  }
  for (const [condition, reason] of refused)
    if (!possible.has(condition))
      leftOut.push({
        item: null,
        reason: `${domain}: no entity can be asked about in the family ${condition}; the other families take its turns. ${reason}`,
      });
  if (asked < count) leftOut.push({ item: null, reason: fewerThanWanted(domain, asked, count, own.length) });
  return { sets, leftOut, asked };
}

function fewerThanWanted(domain: Domain, asked: number, count: number, entities: number): string {
  return asked === entities
    ? `${domain}: all ${String(entities)} entities are asked about; ${String(count)} were wanted.`
    : `${domain}: only ${String(asked)} of ${String(count)} entities can be asked about; there are ${String(entities)}.`;
}

/** The families that some of these entities have an image of. */
const conditionsOf = (entities: readonly QueryEntity[]): readonly ImageCondition[] =>
  CONDITIONS.filter((condition) => entities.some((entity) => imagesOf(entity, condition).length > 0));

/**
 * The families whose turns come. Beside a candidate of a family there is one of the other domain: a family that it lacks
 * takes no turns.
 */
function conditionsFor(
  kind: QueryKindId,
  own: readonly QueryEntity[],
  others: readonly QueryEntity[],
): readonly ImageCondition[] {
  const ofOwn = conditionsOf(own);
  if (kind !== 'matching') return ofOwn;
  const ofOthers = conditionsOf(others);
  const shared = ofOwn.filter((condition) => ofOthers.includes(condition));
  return shared.length > 0 ? shared : ofOwn;
}

/** What chance is drawn for: the three kinds of localisation have the same questions. */
const chanceOf = (kind: QueryKindId): string => (isGuidance(kind) ? 'localisation' : kind);

/** The sets of one entity, the families that they are in, and those that it was passed over in, each with the reason. */
interface SetsOfEntity {
  readonly sets: readonly EntitySets[];
  readonly conditions: readonly ImageCondition[];
  readonly refused: readonly { readonly condition: ImageCondition; readonly reason: string }[];
  readonly passedOver: readonly string[];
}

function setsOf(
  target: QueryEntity,
  kind: QueryKindId,
  surroundings: CandidatePool,
  {
    conditions,
    turn,
    seed,
  }: { readonly conditions: readonly ImageCondition[]; readonly turn: number; readonly seed: number },
): SetsOfEntity | string {
  // An entity's own: what is drawn for it does not hang on how many were drawn before.
  const random = (): (() => number) => seededRandom(seedFor(seed, `${chanceOf(kind)} about ${target.id}`));
  const neighbours = surroundings.neighbours.source;
  const fromTurn = (at: number): readonly ImageCondition[] =>
    conditions.map((_, further) => conditions[(at + further) % conditions.length] ?? 'Org');
  if (kind === 'matching') {
    const answer = LETTERS[turn % LETTERS.length] ?? 'A';
    // One further on with every round of letters, so that each letter comes in every family.
    return firstPossible(fromTurn(turn + Math.floor(turn / LETTERS.length)), (condition) => {
      const set = matchingSet(target, surroundings, { condition, answer }, random());
      return typeof set === 'string' ? set : { kind, set, neighbours };
    });
  }
  if (isGuidance(kind)) {
    const built = firstPossible(fromTurn(turn), (condition) => {
      const set = localisationSet(target, condition, random());
      return typeof set === 'string' ? set : { kind, set };
    });
    if (typeof built === 'string') return built;
    const tried = [...built.refused.map(({ condition }) => condition), ...built.conditions];
    return { ...built, passedOver: tried.flatMap((condition) => exceptionsOf(target, condition)) };
  }
  const conditionAt = (cell: number): ImageCondition =>
    fromTurn(turn + cell).find((condition) => imagesOf(target, condition).length > 0) ?? 'Org';
  const sets = gridSets(target, surroundings, conditionAt, random());
  if (typeof sets === 'string') return sets;
  return {
    sets: sets.map((set) => ({ kind, set, neighbours })),
    conditions: sets.map(({ support }) => support.condition),
    refused: [],
    passedOver: [],
  };
}

/** The set in the first family in which there can be one; why there is none in the first, where there is none in any. */
function firstPossible(
  conditions: readonly ImageCondition[],
  build: (condition: ImageCondition) => EntitySets | string,
): SetsOfEntity | string {
  const refused: { readonly condition: ImageCondition; readonly reason: string }[] = [];
  for (const condition of conditions) {
    const built = build(condition);
    if (typeof built !== 'string') return { sets: [built], conditions: [condition], refused, passedOver: [] };
    refused.push({ condition, reason: built });
  }
  return refused[0]?.reason ?? 'It has no image.';
}

function neighboursOf(
  domain: Domain,
  own: readonly QueryEntity[],
  distances: QueryRequest['distances'],
): EntityNeighbours {
  if (domain === 'WORD') return wordNeighbours(own);
  return distances === null ? hashNeighbours(own) : listedNeighbours(own, distances);
}

function strangers(
  entities: readonly QueryEntity[],
  distances: NonNullable<QueryRequest['distances']>,
): readonly LeftOut[] {
  const faces = new Set(entities.filter(({ domain }) => domain === 'CELEB').map(({ id }) => id));
  const count = distances.filter(({ first, second }) => !faces.has(first) || !faces.has(second)).length;
  return count === 0
    ? []
    : [
        {
          item: null,
          reason: `${String(count)} of ${String(distances.length)} distances are of items that are no faces of this casebook: not used.`,
        },
      ];
}

function written(of: EntitySets, id: string, seed: number): BuiltQuerySet {
  const origin = { seed, rule: RULE };
  switch (of.kind) {
    case 'matching':
      return {
        line: matchingLine(id, of.set, { ...origin, neighbours: of.neighbours }),
        images: [of.set.support, ...of.set.candidates.map(({ image }) => image)].map(placeOf),
        collage: null,
      };
    case 'grid': {
      const path = `collages/${id}.png`;
      const line = gridLine(id, of.set, path, { ...origin, neighbours: of.neighbours });
      return { line, images: [null, placeOf(of.set.support)], collage: collageOf(path, of.set) };
    }
    case 'guided':
    case 'semi-guided':
    case 'unguided':
      return {
        line: localisationLine(id, of.set, of.kind, origin),
        images: [of.set.image, of.set.support].map(placeOf),
        collage: null,
      };
  }
}

const placeOf = ({ item, position }: QueryImage): QueryImage => ({ item, position });

function collageOf(path: string, { cells }: GridSet): Collage {
  const rowOf = (row: number): Collage['rows'][number] =>
    cells.filter(({ cell }) => cell[0] === row).map(({ image }) => placeOf(image));
  return { path, rows: [rowOf(0), rowOf(1)] };
}
