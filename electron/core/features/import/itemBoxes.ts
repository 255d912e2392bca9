import { z } from 'zod';
import type { ParsedItem } from '../../../../shared/benchmarks/benchmark.ts';
import type { RegionRecord } from '../../../../shared/domain/document.ts';
import { clampToImage, wasCut } from '../../../../shared/base/geometry.ts';
import type { ItemId } from '../../../../shared/base/ids.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { ReportBuilder } from '../../formats/importReport.ts';
import type { ItemRows } from '../../records/itemRows.ts';

const Size = z.object({ width: z.int(), height: z.int() });

/** Puts the boxes that items come with onto their images. */
export interface ItemBoxes {
  /**
   * The item's boxes on the images that it has in the casebook; null where one of these is missing, so that nothing can
   * be said yet. Undefined where the item comes without boxes.
   */
  of(itemId: ItemId, item: ParsedItem): readonly Omit<RegionRecord, 'id'>[] | null | undefined;
}

/** For one import. */
export function createItemBoxes(
  { database }: Casebook,
  { rows, report }: { readonly rows: ItemRows; readonly report: ReportBuilder },
): ItemBoxes {
  const size = database.prepare<[string]>('SELECT width, height FROM image WHERE id = ?');
  return {
    of(itemId, { externalId, boxes }) {
      if (boxes === undefined) return undefined;
      const images = rows.images(itemId);
      const placed: Omit<RegionRecord, 'id'>[] = [];
      for (const [order, { position, label, ...box }] of boxes.entries()) {
        const imageId = images.find((image) => image.position === position)?.imageId ?? null;
        if (imageId === null) return null;
        const fitted = clampToImage(box, Size.parse(size.get(imageId)));
        if (wasCut(box, fitted)) {
          report.warn(
            externalId,
            'boxes',
            'A box reaches beyond the image or is thinner than a pixel; it was adjusted to fit.',
          );
        }
        placed.push({ type: 'region', imageId, label, ...fitted, note: '', attributes: {}, order });
      }
      return placed;
    },
  };
}
