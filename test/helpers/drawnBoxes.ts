import type { Services } from '../../electron/core/app/services.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { regionsOf } from '../../shared/domain/document.ts';
import { type ItemId } from '../../shared/base/ids.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { freshCasebook, quietly } from './casebooks.ts';
import { drawFlag } from './pictures.ts';
import { present } from './present.ts';

export const WIDTH = 640;
export const HEIGHT = 480;

export interface Drawn {
  readonly label: string;
  readonly box: readonly [x: number, y: number, width: number, height: number];
  readonly note?: string;
  readonly attributes?: JsonObject;
}

export const bringIn = (book: Services, source: string, format: string, more: object = {}) =>
  book.importExport.import({ source, format, ...more }, book.people.ensure('ana', 'human'), quietly);
export const handOut = (book: Services, target: string, format: string) =>
  book.importExport.export({ target, format, status: null, images: 'none' }, null, quietly);

/** A casebook of one's own labels with two photographs. */
export async function labelled() {
  const book = await freshCasebook('generic');
  const by = book.people.ensure('ana', 'human').id;
  book.settings.saveVocabulary(
    {
      imageAttributes: [],
      labels: ['cup', 'two words', 'Größe "x" & <y>'].map((name, index) => ({
        id: `l${String(index)}`,
        name,
        attributes: [],
      })),
    },
    by,
  );
  await drawFlag(book.at('photos/a.png'), WIDTH, HEIGHT);
  await drawFlag(book.at('photos/sub/b.jpg'), WIDTH, HEIGHT);
  await bringIn(book, book.at('photos'), 'images');
  return book;
}

export function itemId(book: Services, externalId: string): ItemId {
  const found = present(
    book.items
      .list({}, { by: 'imported', descending: false }, 0, 100, everything)
      .rows.find((row) => row.externalId === externalId),
    `There is no item ${externalId}.`,
  );
  return found.id;
}

/** The boxes of a person's latest answer, as they were drawn. */
export function boxesOf(book: Services, externalId: string, task = 'annotate', person = 'ana'): Drawn[] {
  const key = {
    itemId: itemId(book, externalId),
    task,
    round: 1,
    personId: book.people.ensure(person, 'human').id,
  };
  return regionsOf(book.annotations.open(key, everything).records).map(
    ({ label, x, y, width, height, note, attributes }) => ({
      label,
      box: [x, y, width, height],
      note,
      attributes,
    }),
  );
}

export const coco = (more: object = {}): object => ({
  images: [{ id: 1, file_name: 'a.png', width: WIDTH, height: HEIGHT }],
  annotations: [{ id: 1, image_id: 1, category_id: 5, bbox: [1, 2, 30, 40], area: 1200, iscrowd: 0 }],
  categories: [{ id: 5, name: 'cup' }],
  ...more,
});
