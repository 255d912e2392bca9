import sharp from 'sharp';
import { v7 } from 'uuid';
import { expect } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { Services } from '../../electron/core/app/services.ts';
import type { ExportRequest } from '../../shared/contract/importExport.ts';
import { type DocumentDiff, type DocumentRecord, imagesOf } from '../../shared/domain/document.ts';
import type { ImageId, ItemId, PersonId } from '../../shared/base/ids.ts';
import { replaceImage } from '../../shared/domain/replaceImage.ts';
import { freshCasebook, put, quietly } from './casebooks.ts';
import { drawFlag } from './pictures.ts';
import { present } from './present.ts';
import { realItems } from './realData.ts';

export const NAME = 'false_images/false_1.png';
const UNCLUED = {
  data_path: NAME,
  label: false,
  scene: 'hotel',
  target_partner: 'boyfriend',
  main_ins:
    'My boyfriend said he is staying alone at the hotel and sent me this photo. Do you notice anything suspicious in the image that contradicts his claim?',
  url: 'https://example.org/1',
};

export const person = (book: Services, handle: string): PersonId => book.people.ensure(handle, 'human').id;
const onlyItem = (book: Services): ItemId => {
  const row = present(book.items.list({}, { by: 'imported', descending: false }, 0, 1, everything).rows[0]);
  return row.id;
};
export const keyOf = (book: Services, handle: string) => ({
  itemId: onlyItem(book),
  task: 'curate',
  round: 1,
  personId: person(book, handle),
});
export const statusOf = (book: Services): string => book.items.get(onlyItem(book), everything).row.status;

/** One edit at the Desk of a person. */
function edit(book: Services, handle: string, diff: DocumentDiff): void {
  const key = keyOf(book, handle);
  const { revision } = book.annotations.open(key, everything);
  book.annotations.edit(key, { revision, diff, mark: v7(), activeMilliseconds: 1 }, everything);
}

export function isTicked(book: Services, handle: string): boolean {
  const field = book.annotations.open(keyOf(book, handle), everything).records['field:noPersonalInformation'];
  return field?.type === 'field' && field.value === true;
}

export function tick(book: Services, handle: string): void {
  const id = 'field:noPersonalInformation';
  const before = present(book.annotations.open(keyOf(book, handle), everything).records[id]);
  const after: DocumentRecord = { type: 'field', name: 'noPersonalInformation', value: true };
  edit(book, handle, { added: {}, updated: { [id]: [before, after] }, removed: {} });
}

export function submit(book: Services, handle: string): void {
  const key = keyOf(book, handle);
  book.annotations.submit(key, book.annotations.open(key, everything).revision, everything);
}

/** Puts another image in the place of the item's, as the Desk did before it asked. */
export function replace(book: Services, handle: string, id: ImageId): void {
  const { records } = book.annotations.open(keyOf(book, handle), everything);
  const image = present(imagesOf(records)[0]);
  const detail = present(book.images.get([id], everything)[0]);
  edit(book, handle, replaceImage(records, image, { id, size: detail, offset: { x: 0, y: 0 } }));
}

export const imageOf = (book: Services): ImageId =>
  present(book.items.get(onlyItem(book), everything).images[0]?.imageId);

/** Blacks out the middle of the item's image; gives the image as it was. */
export async function redact(book: Services, handle: string): Promise<ImageId> {
  const original = imageOf(book);
  const box = { x: 100, y: 100, width: 100, height: 100 };
  const { id } = await book.images.derive(
    original,
    { operation: 'redact', regions: [{ box, style: 'fill' }] },
    person(book, handle),
  );
  replace(book, handle, id);
  return original;
}

export function accept(book: Services): void {
  const by = person(book, 'ada');
  expect(book.items.setStatus({ filter: {} }, 'accepted', by, everything).refused).toEqual([]);
}

export const handOut = (book: Services, target: string, more: Partial<ExportRequest> = {}) =>
  book.importExport.export(
    { target: book.casebook.path + target, format: 'caughtcheating', ...more },
    null,
    quietly,
  );

/** Whether the middle of an exported photo is black. */
export async function isBlack(path: string): Promise<boolean> {
  const { data } = await sharp(path)
    .extract({ left: 140, top: 140, width: 4, height: 4 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return data.every((value, at) => at % 4 === 3 || value === 0);
}

/** A casebook of one unclued photo. */
export async function bookOfOne(setting?: 'accepted') {
  const book = await freshCasebook();
  const source = realItems()?.find((each) => each['label'] === false) ?? UNCLUED;
  put(book.at('in/data_info.json'), JSON.stringify([{ ...source, data_path: NAME }]));
  await drawFlag(book.at('in', NAME), 600, 400);
  await book.importExport.import({ source: book.at('in'), format: 'caughtcheating' }, null, quietly);
  if (setting !== undefined) book.settings.saveSettings({ afterSubmit: setting }, person(book, 'ada'));
  return book;
}

/** The same, redacted, signed off, submitted and accepted by Ada; with the image as it was. */
export async function acceptedRedacted() {
  const book = await bookOfOne();
  const original = await redact(book, 'ada');
  tick(book, 'ada');
  submit(book, 'ada');
  accept(book);
  return { book, original };
}
