import type { QueryImage, QueryItem } from '../../querySets.ts';
import { cornersOf } from '../corners.ts';
import { type CornerBox, type Domain, ObservatoryPayload } from '../schema.ts';
import { foldWord } from './oneEdit.ts';

/** How an image came about: the original, or a variant of one of the two families. */
export const CONDITIONS = ['Org', 'ID', 'OOD'] as const;
export type ImageCondition = (typeof CONDITIONS)[number];

/** What the original is called where transformations are named. */
export const ORIGINAL = 'Org';

/** An image of an entity that can be shown. */
export interface EntityImage extends QueryImage {
  readonly name: string;
  readonly condition: ImageCondition;
  readonly transformation: string;
  /** The SHA-256 of its file. */
  readonly content: string;
}

/** Where an attribute is on the original, and so on its variants. */
export interface GoldBox {
  readonly attribute: string;
  readonly box: CornerBox;
}

/** A variant on which the original's boxes do not hold, and why. */
interface Exception {
  readonly name: string;
  readonly condition: ImageCondition;
  readonly reason: string;
}

/** An entity with those of its images that are there. */
export interface QueryEntity {
  readonly id: string;
  readonly domain: Domain;
  /** The person, or the word. */
  readonly name: string;
  /** The same for every spelling of the name that differs in casing only. */
  readonly folded: string;
  readonly gender: 'male' | 'female' | null;
  readonly original: EntityImage;
  /** Those that are the entity's: variants on which the original's boxes do not hold are left out. */
  readonly variants: readonly EntityImage[];
  /** Those variants that are left out. */
  readonly exceptions: readonly Exception[];
  /** The boxes that hold, as they were drawn: an attribute can have several. */
  readonly boxes: readonly GoldBox[];
  /** Of the original, null where it has none. */
  readonly perceptualHash: string | null;
}

/** Whether two entities are of the same person or the same word, however it is written. */
export const sameEntity = (a: QueryEntity, b: QueryEntity): boolean =>
  a.domain === b.domain && a.folded === b.folded;

/** The item as an entity, or why it cannot be one. */
export function entityOf(item: QueryItem): QueryEntity | string {
  const { domain, entity, gender = null, image, variants = [] } = ObservatoryPayload.parse(item.payload);
  if (domain === undefined) return 'It does not say whether it is a face or a word.';
  if (entity === undefined) return 'It does not say who or which word it is.';
  const contents = new Map(item.images.map((each) => [each.position, each]));
  const stored = contents.get(0);
  if (image === undefined || stored === undefined || stored.sha256 === null)
    return 'Its original is missing.';
  return {
    id: item.externalId,
    domain,
    name: entity,
    folded: foldWord(entity),
    gender,
    original: {
      item: item.externalId,
      position: 0,
      name: image,
      condition: ORIGINAL,
      transformation: ORIGINAL,
      content: stored.sha256,
    },
    variants: variants.flatMap(({ image: name, family, transformation, exception }, index): EntityImage[] => {
      const content = contents.get(index + 1)?.sha256 ?? null;
      if (content === null || exception !== undefined) return [];
      return [
        { item: item.externalId, position: index + 1, name, condition: family, transformation, content },
      ];
    }),
    exceptions: variants.flatMap(({ image: name, family, exception }) =>
      exception === undefined ? [] : [{ name, condition: family, reason: exception }],
    ),
    boxes: item.regions
      .filter(({ imageId }) => imageId === stored.imageId)
      .map((region) => ({ attribute: region.label, box: cornersOf(region) })),
    perceptualHash: stored.perceptualHash,
  };
}

/** An entity's images of a condition, by the names of their transformations. */
export function imagesOf(entity: QueryEntity, condition: ImageCondition): readonly EntityImage[] {
  return condition === ORIGINAL
    ? [entity.original]
    : entity.variants
        .filter((variant) => variant.condition === condition)
        .sort((a, b) => byName(a.transformation, b.transformation) || byName(a.name, b.name));
}

/** The order of code units, the same everywhere. */
export const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
