import type { BuiltQuerySet, QuerySets } from '../../../../../shared/benchmarks/querySets.ts';
import type { JsonObject } from '../../../../../shared/base/json.ts';
import { createNames } from '../../../files/exportNames.ts';
import type { Entities, ItemFile } from './entityImages.ts';

/** Sets as they are written, with the images that they show. */
export interface NamedSets {
  readonly lines: readonly JsonObject[];
  /** The images by their paths beside the lines, each once. */
  readonly images: readonly { readonly path: string; readonly imageId: string }[];
}

/**
 * The sets with the names of their image files: the items' names, made safe for every system. One name per picture, and
 * one picture per name.
 * @param taken what lies beside them
 * @param extensionOf what a file of the image is to end in
 */
export function nameImages(
  sets: readonly BuiltQuerySet[],
  {
    entities,
    taken,
    extensionOf,
    querySets,
  }: {
    readonly entities: Entities;
    readonly taken: readonly string[];
    readonly extensionOf: (imageId: string) => string;
    readonly querySets: QuerySets;
  },
): NamedSets {
  const unique = createNames(taken);
  const images = new Map<string, { readonly path: string; readonly imageId: string }>();
  const pathOf = ({ imageId, name }: ItemFile): string => {
    const key = JSON.stringify([imageId, name]);
    const known = images.get(key);
    if (known !== undefined) return known.path;
    const path = unique(name, extensionOf(imageId));
    images.set(key, { path, imageId });
    return path;
  };
  const lines = sets.map(({ line, images: shown, collage }) =>
    querySets.withImageNames(
      line,
      shown.map((place) => (place === null ? (collage?.path ?? '') : pathOf(entities.imageAt(place)))),
    ),
  );
  return { lines, images: [...images.values()] };
}
