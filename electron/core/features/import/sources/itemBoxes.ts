import { z } from 'zod';
import type { ParsedItem } from '../../../../../shared/benchmarks/benchmark.ts';
import type { RegionRecord } from '../../../../../shared/domain/document.ts';
import { clampToImage, wasCut } from '../../../../../shared/base/geometry.ts';
import type { ItemId } from '../../../../../shared/base/ids.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import type { ReportBuilder } from '../../../formats/reading/importReport.ts';
import type { ItemRows } from '../../../records/items/itemRows.ts';

const Size = z.object({ width: z.int(), height: z.int() });

/** Puts the boxes that items come with onto their images. */
export class ItemBoxes {
  readonly #rows;
  readonly #report;
  readonly #size;

  constructor(
    casebook: Casebook,
    { rows, report }: { readonly rows: ItemRows; readonly report: ReportBuilder },
  ) {
    const { database } = casebook;
    this.#rows = rows;
    this.#report = report;
    this.#size = database.prepare<[string]>('SELECT width, height FROM image WHERE id = ?');
  }

  /**
   * The item's boxes on the images that it has in the casebook; null where one of these is missing, so that nothing can
   * be said yet. Undefined where the item comes without boxes.
   */
  of(
    itemId: ItemId,
    { externalId, boxes }: ParsedItem,
  ): readonly Omit<RegionRecord, 'id'>[] | null | undefined {
    if (boxes === undefined) return undefined;
    const images = this.#rows.images(itemId);
    const placed: Omit<RegionRecord, 'id'>[] = [];
    for (const [order, { position, label, ...box }] of boxes.entries()) {
      const imageId = images.find((image) => image.position === position)?.imageId ?? null;
      if (imageId === null) return null;
      const fitted = clampToImage(box, Size.parse(this.#size.get(imageId)));
      if (wasCut(box, fitted)) {
        this.#report.warn(
          externalId,
          'boxes',
          'A box reaches beyond the image or is thinner than a pixel; it was adjusted to fit.',
        );
      }
      placed.push({ type: 'region', imageId, label, ...fitted, note: '', attributes: {}, order });
    }
    return placed;
  }
}
