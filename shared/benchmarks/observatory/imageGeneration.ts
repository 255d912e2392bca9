import type { ImageGeneration } from '../imageGeneration.ts';
import { isQuery } from './queries/queryItem.ts';
import { ObservatoryPayload } from './schema.ts';
import { VARIANTS_FORMAT } from './variantAddition.ts';

/** Words and variants are made for entities; questions that were built from them have none of their own. */
export const imageGeneration: ImageGeneration = {
  variants: VARIANTS_FORMAT,
  original: (payload) => (!isQuery(payload) && typeof payload['image'] === 'string' ? 0 : null),
  transformationsOf: (payload) =>
    (ObservatoryPayload.safeParse(payload).data?.variants ?? []).flatMap(({ family, transformation }) =>
      family === 'ID' ? [transformation] : [],
    ),
};
