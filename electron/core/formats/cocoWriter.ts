import { rm } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import type { Output } from '../files/outputFolder.ts';
import type { BoxedImage, Categories } from './boxes.ts';

/** Writes a COCO file image by image; memory does not grow with the number of boxes. */
export interface CocoWriter {
  add(image: BoxedImage): Promise<void>;
  end(): Promise<void>;
}

/**
 * A COCO file at `path` of an export (Lin et al. 2014, object detection): `bbox` is [x, y, width, height] in pixels, image and
 * annotation ids count from 1. Attributes of boxes stand under `attributes`, notes under `note`.
 */
export async function createCocoWriter(
  output: Pick<Output, 'place' | 'text'>,
  path: string,
  description: string,
  categories: Categories,
): Promise<CocoWriter> {
  const main = await output.text(path);
  // The format wants all images before all boxes; the boxes wait here until then.
  const waiting = await output.text(`${path}.boxes`);
  const waitingPath = await output.place(`${path}.boxes`);
  let images = 0;
  let boxes = 0;
  await main.write(
    `{\n"info": ${JSON.stringify({ description, version: '1.0' })},\n"licenses": [],\n"images": [`,
  );
  return {
    async add({ file, width, height, boxes: added }) {
      images += 1;
      const image = { id: images, file_name: file, width, height };
      await main.write(`${images === 1 ? '' : ','}\n${JSON.stringify(image)}`);
      for (const box of added) {
        boxes += 1;
        const { x, y, attributes, note } = box;
        const [right, bottom] = [x + box.width, y + box.height];
        const annotation = {
          id: boxes,
          image_id: images,
          category_id: categories.idOf(box.category),
          bbox: [x, y, box.width, box.height],
          area: box.width * box.height,
          iscrowd: 0,
          segmentation: [[x, y, right, y, right, bottom, x, bottom]],
          attributes,
          ...(note === '' ? {} : { note }),
        };
        await waiting.write(`${boxes === 1 ? '' : ','}\n${JSON.stringify(annotation)}`);
      }
    },
    async end() {
      await waiting.close();
      await main.write('\n],\n"annotations": [');
      for await (const piece of createReadStream(waitingPath, { encoding: 'utf8' }))
        await main.write(String(piece));
      const list = categories.names.map((name) => ({ id: categories.idOf(name), name, supercategory: '' }));
      await main.write(`\n],\n"categories": ${JSON.stringify(list)}\n}\n`);
      await main.close();
      await rm(waitingPath);
    },
  };
}
