import { basename, posix } from 'node:path';
import { XMLBuilder } from 'fast-xml-parser';
import type { TextOutput } from '../files/outputFolder.ts';
import type { BoxedImage } from './boxes.ts';

const builder = new XMLBuilder({ format: true, suppressEmptyNode: false });

/**
 * The annotation file of one image. Pascal VOC counts pixels from 1 and includes both edges (Everingham et al.
 * 2010, development kit): a box of whole pixels from x to x + width is xmin = x + 1, xmax = x + width. Boxes that
 * lie between pixels are rounded to whole ones, at least one pixel each way. `dataSet`: what the data set is called.
 */
export async function writeVocAnnotation(
  output: TextOutput,
  image: BoxedImage,
  dataSet: string,
): Promise<void> {
  const xml = builder.build({
    annotation: {
      folder: posix.dirname(image.file),
      filename: basename(image.file),
      path: image.file,
      source: { database: xmlText(dataSet) },
      size: { width: image.width, height: image.height, depth: 3 },
      segmented: 0,
      object: image.boxes.map((box) => ({
        name: xmlText(box.category),
        pose: 'Unspecified',
        truncated: 0,
        difficult: 0,
        bndbox: pixelEdges(box),
        attributes: JSON.stringify(box.attributes),
        note: xmlText(box.note),
      })),
    },
  });
  await output.write(xml);
  await output.close();
}

function pixelEdges({ x, y, width, height }: BoxedImage['boxes'][number]): Readonly<Record<string, number>> {
  const left = Math.round(x);
  const top = Math.round(y);
  return {
    xmin: left + 1,
    ymin: top + 1,
    xmax: Math.max(left + 1, Math.round(x + width)),
    ymax: Math.max(top + 1, Math.round(y + height)),
  };
}

/** Without the control characters that XML cannot hold at all. */
function xmlText(text: string): string {
  return text.replaceAll(/[^\P{Cc}\t\n\r]/gu, '');
}
