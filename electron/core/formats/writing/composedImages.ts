import { z } from 'zod';
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { Casebook } from '../../derived/casebook.ts';

const Row = z.object({ name: z.string(), imageId: z.string() });

/**
 * Tells whether the image in a place of an item was put together from any that may not be handed on. One that its item has
 * under another name by now may be any of that item's.
 * @param isWithheld whether an image may not be handed on
 */
export function createCompositionCheck(
  { database, benchmark }: Pick<Casebook, 'database' | 'benchmark'>,
  isWithheld: (imageId: string) => boolean,
): (payload: JsonObject, position: number) => boolean {
  const read = database.prepare<[string]>(
    `SELECT m.name, m.image_id AS imageId FROM item i JOIN item_image m ON m.item_id = i.id
     WHERE i.external_id = ? AND m.image_id IS NOT NULL`,
  );
  const imagesOf = (item: string): z.infer<typeof Row>[] => read.all(item).map((row) => Row.parse(row));
  return (payload, position) =>
    (benchmark.composedOf?.(payload, position) ?? []).some(({ item, image }) => {
      const all = imagesOf(item);
      const named = all.filter(({ name }) => name === image);
      return (named.length > 0 ? named : all).some(({ imageId }) => isWithheld(imageId));
    });
}
