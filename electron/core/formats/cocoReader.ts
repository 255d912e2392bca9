import { z } from 'zod';
import { Json } from '../../../shared/domain/json.ts';
import type { WrittenBox } from './boxes.ts';
import { type BoxSink, type ReadOptions, createCount } from './boxSink.ts';
import { readSource } from './sourceFile.ts';

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
export async function readCoco(path: string, options: ReadOptions, sink: BoxSink): Promise<void> {
  const countImages = createCount('images');
  const countBoxes = createCount('boxes');
  let problems = 0;
  const problem: BoxSink['problem'] = (item, field, reason) => {
    problems += 1;
    sink.problem(item, field, reason);
  };
  const images = new Map<string | number, z.infer<typeof Image>>();
  const categories = new Map<string | number, string>();
  const boxes = new Map<string | number, Box[]>();
  const take = <T>(schema: z.ZodType<T>, value: Json, item: string): T | null => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    for (const { path: field, message } of parsed.error.issues) {
      problem(item, field.join('.') || null, message);
    }
    return null;
  };
  for await (const element of readSource(path, 'lists', options)) {
    if (!element.ok) {
      problem(element.where, null, element.reason);
      continue;
    }
    const { member, index, value } = element;
    const item = `${member ?? 'item'} ${String((index ?? 0) + 1)}`;
    if (member === null) {
      problem('the file', null, 'It is a list instead of a COCO object.');
      break;
    }
    if (index === null) continue;
    if (member === 'images') {
      countImages(1);
      const image = take(Image, value, item);
      if (image !== null && images.has(image.id)) {
        problem(item, 'id', `Two images have the id ${String(image.id)}.`);
      } else if (image !== null) images.set(image.id, image);
    } else if (member === 'categories') {
      const category = take(Category, value, item);
      if (category !== null) categories.set(category.id, category.name);
    } else if (member === 'annotations') {
      countBoxes(1);
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
    for (const { at } of list) problem(at, 'image_id', `There is no image with the id ${String(id)}.`);
  }
  if (images.size === 0 && problems === 0) problem('the file', 'images', 'It has no images.');
  for (const [id, { file_name: file, width, height }] of images) {
    const written = (boxes.get(id) ?? []).flatMap(({ categoryId, at, ...box }): WrittenBox[] => {
      const category = categories.get(categoryId);
      if (category !== undefined) return [{ ...box, category }];
      problem(at, 'category_id', `There is no category with the id ${String(categoryId)}.`);
      return [];
    });
    sink.image({ file, width: width ?? null, height: height ?? null, relative: false, boxes: written });
  }
}
