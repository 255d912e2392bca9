import { basename, posix } from 'node:path';
import { escapeXml, withoutUnwritable } from '../../../../../shared/foreign/xmlText.ts';
import { naturalOrder } from '../../../files/folder.ts';
import type { OutputFolder, TextOutput } from '../../../files/outputFolder.ts';
import type { BoxedImage, WrittenBox } from '../boxes.ts';
import type { WriterContext } from '../../writing/exportFormat.ts';
import { countMoved, countOthers } from '../foreignLosses.ts';
import { changedObject, withObjects } from './vocText.ts';

/** Leaves out what XML cannot hold, and counts it. */
type Clean = (text: string) => string;

/**
 * The annotation file of one image. Pascal VOC counts pixels from 1 and includes both edges (Everingham et al. 2010,
 * development kit): pixels from x to x + width are xmin = x + 1, xmax = x + width. Boxes between pixels are rounded, to
 * at least one pixel each way. Unchanged Pascal VOC is written to the letter.
 */
export async function writeVocAnnotation(
  output: TextOutput,
  image: BoxedImage,
  { description, left }: Pick<WriterContext, 'description' | 'left'>,
): Promise<void> {
  const clean: Clean = (text) => {
    const { text: kept, removed } = withoutUnwritable(text);
    left(['character that XML cannot hold', 'characters that XML cannot hold'], removed);
    return kept;
  };
  countOthers(image, 'voc', left);
  const objects = image.boxes.map((box) => objectOf(box, clean, left));
  const header = image.foreign?.format === 'voc' ? image.foreign.source : null;
  const kept = header === null ? null : withObjects(header, image, objects);
  await output.write(kept ?? newAnnotation(image, clean(description), objects));
  await output.close();
}

function newAnnotation(image: BoxedImage, dataSet: string, objects: readonly string[]): string {
  const lines = [
    `<folder>${escapeXml(posix.dirname(image.file))}</folder>`,
    `<filename>${escapeXml(basename(image.file))}</filename>`,
    `<path>${escapeXml(image.file)}</path>`,
    '<source>',
    `  <database>${escapeXml(dataSet)}</database>`,
    '</source>',
    '<size>',
    `  <width>${String(image.width)}</width>`,
    `  <height>${String(image.height)}</height>`,
    '  <depth>3</depth>',
    '</size>',
    '<segmented>0</segmented>',
    ...objects,
  ];
  return `<annotation>\n${lines.map((line) => `  ${line}\n`).join('')}</annotation>\n`;
}

function objectOf(box: WrittenBox, clean: Clean, left: WriterContext['left']): string {
  const written = {
    name: clean(box.category),
    attributes: box.attributes,
    note: clean(box.note),
  };
  const part = box.foreign?.format === 'voc' ? box.foreign : null;
  const edges = pixelEdges(box);
  if (part !== null) {
    const kept = changedObject(part.source, { ...written, edges: part.isCurrent ? null : edges });
    if (kept !== null && !part.isCurrent) countMoved(box, left);
    if (kept !== null) return kept;
  }
  const lines = [
    `<name>${escapeXml(written.name)}</name>`,
    '<pose>Unspecified</pose>',
    '<truncated>0</truncated>',
    '<difficult>0</difficult>',
    '<bndbox>',
    ...Object.entries(edges).map(([edge, value]) => `  <${edge}>${String(value)}</${edge}>`),
    '</bndbox>',
    `<attributes>${escapeXml(JSON.stringify(box.attributes))}</attributes>`,
    `<note>${escapeXml(written.note)}</note>`,
  ];
  return `<object>\n${lines.map((line) => `    ${line}\n`).join('')}  </object>`;
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

/** A list of images for each split, by their paths without what these end in. */
export async function writeVocSplits(
  output: OutputFolder,
  unique: (name: string, extension: string) => string,
  splits: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  for (const [split, images] of splits) {
    const list = await output.text(`ImageSets/Main/${unique(split.replaceAll(/[/\\]/gu, '_'), 'txt')}`);
    for (const image of images.toSorted(naturalOrder))
      await list.write(`${image.replace(/\.[^./]+$/u, '')}\n`);
    await list.close();
  }
}
