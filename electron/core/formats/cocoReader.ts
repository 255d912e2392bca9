import { z } from 'zod';
import { Json } from '../../../shared/domain/json.ts';
import type { ReadImage, ReadProblem, WrittenBox } from './boxes.ts';
import { readSource } from './sourceFile.ts';

/** What box readers give: images with boxes, and whatever could not be read. */
export interface ReadBoxes {
  readonly images: readonly ReadImage[];
  readonly problems: readonly ReadProblem[];
}

export interface ReadOptions {
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number) => void;
}

const Id = z.union([z.int(), z.string()]);
const Image = z.looseObject({
  id: Id,
  file_name: z.string().min(1),
  width: z.number().positive().nullish(),
  height: z.number().positive().nullish(),
});
const Category = z.looseObject({ id: Id, name: z.string().min(1) });
const Annotation = z.looseObject({
  image_id: Id,
  category_id: Id,
  bbox: z.tuple([z.number(), z.number(), z.number().nonnegative(), z.number().nonnegative()]),
  attributes: z.record(z.string(), Json).optional(),
  note: z.string().optional(),
});

type Box = Omit<WrittenBox, 'category'> & { readonly categoryId: string | number; readonly at: string };

/** Reads a COCO file in pieces; the order of its three lists does not matter. */
export async function readCoco(path: string, options: ReadOptions): Promise<ReadBoxes> {
  const problems: ReadProblem[] = [];
  const images = new Map<string | number, z.infer<typeof Image>>();
  const categories = new Map<string | number, string>();
  const boxes = new Map<string | number, Box[]>();
  const take = <T>(schema: z.ZodType<T>, value: Json, item: string): T | null => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    for (const { path: field, message } of parsed.error.issues) {
      problems.push({ item, field: field.join('.') || null, reason: message });
    }
    return null;
  };
  for await (const element of readSource(path, 'lists', options)) {
    if (!element.ok) {
      problems.push({ item: element.where, field: null, reason: element.reason });
      continue;
    }
    const { member, index, value } = element;
    const item = `${member ?? 'item'} ${String((index ?? 0) + 1)}`;
    if (member === null) {
      problems.push({
        item: 'the file',
        field: null,
        reason: 'It is a list where a COCO object is expected.',
      });
      break;
    }
    if (index === null) continue;
    if (member === 'images') {
      const image = take(Image, value, item);
      if (image !== null && images.has(image.id)) {
        problems.push({ item, field: 'id', reason: `Two images have the id ${String(image.id)}.` });
      } else if (image !== null) images.set(image.id, image);
    } else if (member === 'categories') {
      const category = take(Category, value, item);
      if (category !== null) categories.set(category.id, category.name);
    } else if (member === 'annotations') {
      const read = take(Annotation, value, item);
      if (read === null) continue;
      const [x, y, width, height] = read.bbox;
      const box = {
        x,
        y,
        width,
        height,
        attributes: read.attributes ?? {},
        note: read.note ?? '',
        categoryId: read.category_id,
        at: item,
      };
      const list = boxes.get(read.image_id);
      if (list === undefined) boxes.set(read.image_id, [box]);
      else list.push(box);
    }
  }
  for (const [id, list] of boxes) {
    if (images.has(id)) continue;
    for (const { at } of list)
      problems.push({ item: at, field: 'image_id', reason: `There is no image with the id ${String(id)}.` });
  }
  if (images.size === 0 && problems.length === 0) {
    problems.push({ item: 'the file', field: 'images', reason: 'It holds no images.' });
  }
  return {
    images: [...images].map(([id, { file_name: file, width, height }]) => ({
      file,
      width: width ?? null,
      height: height ?? null,
      relative: false,
      boxes: (boxes.get(id) ?? []).flatMap(({ categoryId, at, ...box }) => {
        const category = categories.get(categoryId);
        if (category !== undefined) return [{ ...box, category }];
        problems.push({
          item: at,
          field: 'category_id',
          reason: `There is no category with the id ${String(categoryId)}.`,
        });
        return [];
      }),
    })),
    problems,
  };
}
