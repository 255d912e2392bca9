import { shuffle } from '../../../statistics/random.ts';
import { type EntityImage, type ImageCondition, imagesOf, type QueryEntity, sameEntity } from './entities.ts';
import type { EntityNeighbours, NeighbourSource } from './neighbours.ts';

/** What else is shown beside the right answer. */
export interface Distractor {
  readonly entity: QueryEntity;
  readonly image: EntityImage;
  readonly role: 'neighbour' | 'other_domain';
  /** How far a neighbour lies from the entity asked about, null for the other domain. */
  readonly distance: number | null;
}

/** What a set of one entity is drawn from. */
export interface CandidatePool {
  readonly neighbours: EntityNeighbours;
  /** The entities of the other domain, in the order of their ids. */
  readonly others: readonly QueryEntity[];
}

/** What an entity is shown as among the candidates; null where it has no such image. */
export type ImageChooser = (entity: QueryEntity) => EntityImage | null;

/** A list in an order of chance. */
export function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const places = Uint32Array.from(list.keys());
  shuffle(places, random);
  const result: T[] = [];
  for (const place of places) {
    const one = list[place];
    if (one !== undefined) result.push(one);
  }
  return result;
}

/**
 * An image of an entity in a condition: that of the same transformation where it has one, else any of the family, so that
 * the kind of picture does not give the answer away. Null where it has none of the family.
 */
export function shownIn(
  condition: ImageCondition,
  transformation: string,
  random: () => number,
): (entity: QueryEntity) => EntityImage | null {
  return (entity) => {
    const images = imagesOf(entity, condition);
    const alike = images.filter((image) => image.transformation === transformation);
    return shuffled(alike.length > 0 ? alike : images, random)[0] ?? null;
  };
}

/**
 * The nearest neighbours that can be shown, chance deciding among those equally near; no two of one person or word, and
 * no picture twice.
 */
export function nearest(
  target: QueryEntity,
  { neighbours }: CandidatePool,
  { count, shownAs, shown }: { count: number; shownAs: ImageChooser; shown: readonly EntityImage[] },
  random: () => number,
): readonly Distractor[] {
  const picked: Distractor[] = [];
  const contents = new Set(shown.map(({ content }) => content));
  const inOrder = shuffled(neighbours.of(target), random).sort((a, b) => a.distance - b.distance);
  for (const { entity, distance } of inOrder) {
    if (picked.length === count) break;
    const image = shownAs(entity);
    if (image === null || contents.has(image.content)) continue;
    if (picked.some((other) => sameEntity(other.entity, entity))) continue;
    contents.add(image.content);
    picked.push({ entity, image, role: 'neighbour', distance });
  }
  return picked;
}

/** An image of the other domain, drawn by chance; undefined where none can be shown. */
export function drawOtherDomain(
  { others }: CandidatePool,
  { shownAs, shown }: { shownAs: ImageChooser; shown: readonly EntityImage[] },
  random: () => number,
): Distractor | undefined {
  for (const entity of shuffled(others, random)) {
    const image = shownAs(entity);
    if (image !== null && shown.every(({ content }) => content !== image.content))
      return { entity, image, role: 'other_domain', distance: null };
  }
  return undefined;
}

/** What keeps a set from being built for lack of neighbours, in words. */
export function tooFewNeighbours(found: number, needed: number, source: NeighbourSource): string {
  const what = {
    one_edit: 'word one edit away',
    perceptual_hash: 'original that looks like it',
    distance_file: 'neighbour that the file of distances gives it',
  }[source];
  return `${found === 0 ? 'No' : 'Only one'} ${what} can be shown; ${String(needed)} are needed.`;
}
