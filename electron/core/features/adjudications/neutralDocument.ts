import type { DeskDocument } from '../../../../shared/contract/annotations.ts';
import type { ItemRow } from '../../../../shared/contract/items.ts';
import { imagesOf, toRecords } from '../../../../shared/domain/document.ts';
import { neutralImages } from '../../access/blindRow.ts';
import { withoutOrigin } from '../../access/imageQueries.ts';

/** A document as it is shown while its item is undecided: nothing in it names who was given the item or worked on it. */
export function withoutPeople(document: DeskDocument): DeskDocument {
  return {
    ...document,
    item: { ...document.item, assignees: [] },
    edition: { ...document.edition, fixedBy: null },
    images: document.images.map((image) => ({ ...image, createdBy: null })),
  };
}

/** The same without what names the item or says where it comes from; `row`: the item as it is told then. */
export function neutralDocument(document: DeskDocument, row: ItemRow): DeskDocument {
  return {
    ...document,
    item: row,
    records: { ...document.records, ...toRecords(neutralImages(imagesOf(document.records))) },
    images: document.images.map(withoutOrigin),
  };
}
