import type { DeskDocument } from '../../../../shared/contract/annotations.ts';

/** A document as it is shown while its item is undecided: nothing in it names who was given the item or worked on it. */
export function withoutPeople(document: DeskDocument): DeskDocument {
  return {
    ...document,
    item: { ...document.item, assignees: [] },
    images: document.images.map((image) => ({ ...image, createdBy: null })),
  };
}
