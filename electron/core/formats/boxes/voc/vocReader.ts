import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { XMLValidator } from 'fast-xml-parser';
import { TOO_DEEP } from '../../../../../shared/base/jsonText.ts';
import { viewVoc, vocBox } from '../../../../../shared/foreign/voc.ts';
import {
  childOf,
  childrenOf,
  numberIn,
  readXml,
  textOf,
  type XmlElement,
} from '../../../../../shared/foreign/xmlText.ts';
import { filesBelow, staysInside } from '../../../files/folder.ts';
import type { ReadBox, ReadImage } from '../boxes.ts';
import { type BoxSink, type FileProblems, readFiles, type ReadOptions, TOO_MANY_BOXES } from '../boxSink.ts';
import { MOST_BOXES_ON_IMAGE } from '../../reading/limits.ts';
import { type CountedNoun, Tally } from '../../reading/tally.ts';
import { readVocPlaces, type VocPlaces } from './vocPlaces.ts';
import { headerOf, readAttributes } from './vocText.ts';
import { IMAGE_FILE } from '../yolo/yoloPlaces.ts';

/** What is compared by its box alone, as a warning begins. */
const BY_BOX: Readonly<Record<string, CountedNoun>> = {
  polygon: ['polygon is compared by its box', 'polygons are compared by their boxes'],
  rotation: [
    'rotated box is compared by its upright box',
    'rotated boxes are compared by their upright boxes',
  ],
  parts: ['box has parts, which are not compared', 'boxes have parts, which are not compared'],
};

/** Boxes that are nowhere on their image: they are left out, and stop nothing. */
const NOWHERE = /^(?:It is outside|[xy]max is smaller)/u;

interface Faults {
  readonly add: (field: string, reason: string) => void;
}

/** Reads Pascal VOC annotations, one file or a folder of them; edges count from 1 and belong to the box. */
export async function readVoc(source: string, options: ReadOptions, sink: BoxSink): Promise<void> {
  const isFolder = (await stat(source)).isDirectory();
  const folder = isFolder ? source : dirname(source);
  const all = isFolder
    ? await filesBelow(
        folder,
        (name) => /\.(?:xml|txt)$/iu.test(name) || IMAGE_FILE.test(name),
        options.signal,
      )
    : [basename(source)];
  const files = all.filter((name) => /\.xml$/iu.test(name));
  const places = await readVocPlaces(folder, all, sink);
  const shapes = new Tally();
  await readFiles(folder, files, options, sink, (xml, file, problems) => {
    const root = readAnnotation(xml, problems);
    return root === null
      ? null
      : imageOf(
          xml,
          root,
          file,
          places,
          {
            add: (field, reason) =>
              NOWHERE.test(reason) ? sink.leaveOut(file, field, reason) : problems.add(field, reason),
          },
          (what, count) => shapes.add(what, count),
        );
  });
  for (const image of places.bare()) {
    const split = places.splitOf(image);
    sink.bareImage({ file: image, ...(split !== null && { split }) });
  }
  for (const { what, count } of shapes.lines()) sink.warn(null, 'boxes', `${String(count)} ${what}.`);
  const isSet = all.some((name) => /(?:^|\/)JPEGImages\//u.test(name));
  // Of a data set that nobody has begun, the images come in.
  if (files.length === 0 && !isSet) sink.problem(basename(source), null, 'It has no .xml files.');
}

/** The outermost element of a file; null after its problem was added. */
function readAnnotation(xml: string, problems: FileProblems): XmlElement | null {
  const refused = (field: string | null, reason: string): null => {
    problems.add(field, reason);
    return null;
  };
  const objects = xml.match(/<object[\s>]/gu)?.length ?? 0;
  if (objects > MOST_BOXES_ON_IMAGE) return refused(null, TOO_MANY_BOXES);
  // A document type is passed over. What entities stand for would be missing from the texts that use them.
  if (/<!ENTITY\b/u.test(xml))
    return refused(null, 'It defines entities in its document type (DTD), which Casebook does not read.');
  const valid = XMLValidator.validate(xml);
  if (valid !== true) return refused(`line ${String(valid.err.line)}`, `It is not XML: ${valid.err.msg}`);
  const root = readXml(xml);
  if (root === null) return refused(null, TOO_DEEP);
  if (root.name !== 'annotation') return refused(null, `It is about “${root.name}”, not “annotation”.`);
  return root;
}

/** A side of the image as the annotation says it; null where it says none. */
function sideOf(xml: string, root: XmlElement, side: 'width' | 'height'): number | null {
  const size = childOf(root, 'size');
  const value = size === undefined ? null : numberIn(xml, childOf(size, side));
  return value === 0 ? null : value;
}

function imageOf(
  xml: string,
  root: XmlElement,
  file: string,
  places: VocPlaces,
  problems: Faults,
  count: (what: CountedNoun, count: number) => void,
): ReadImage {
  const [width, height] = [sideOf(xml, root, 'width'), sideOf(xml, root, 'height')];
  const boxes: ReadBox[] = [];
  const objects = childrenOf(root, 'object');
  for (const [at, object] of objects.entries()) {
    const box = readObject(xml, object, width, height);
    if (typeof box !== 'string') {
      boxes.push(box);
      for (const shape of box.foreign?.shapes ?? []) {
        const what = BY_BOX[shape];
        if (what !== undefined) count(what, 1);
      }
      continue;
    }
    const name = childOf(object, 'name');
    const category = name === undefined ? '' : textOf(xml, name);
    problems.add(`object ${String(at + 1)}${category === '' ? '' : ` (${category})`}`, box);
  }
  const image = places.imageOf(file, namesOf(xml, root));
  const split = places.splitOf(image.isFound ? image.file : file);
  return {
    file: image.file,
    width,
    height,
    relative: false,
    boxes,
    foreign: headerOf(xml, root),
    ...(boxes.length < objects.length && { isPartial: true as const }),
    ...(split !== null && { split }),
  };
}

/** What an annotation calls its image, the surest first: never a path that leads elsewhere. */
function namesOf(xml: string, root: XmlElement): string[] {
  return ['path', 'filename'].flatMap((each) => {
    const element = childOf(root, each);
    const name = element === undefined ? '' : textOf(xml, element);
    if (name === '') return [];
    if (staysInside(name)) return [name];
    return each === 'path' ? [] : [name.split(/[/\\]/u).at(-1) ?? name];
  });
}

/** The box of an object with the whole of its element; or why it has none, in words. */
function readObject(
  xml: string,
  object: XmlElement,
  width: number | null,
  height: number | null,
): ReadBox | string {
  const name = childOf(object, 'name');
  const category = name === undefined ? '' : textOf(xml, name);
  if (category === '') return 'It has no name.';
  const source = xml.slice(object.start, object.end);
  const box = vocBox(source);
  if (typeof box === 'string') return box;
  if (box.x + box.width <= 0 || box.y + box.height <= 0) return 'It is outside the image.';
  if ((width !== null && box.x >= width) || (height !== null && box.y >= height))
    return `It is outside the image of ${String(width)} x ${String(height)} pixels.`;
  // Other programs have lists of attributes under the same name.
  const [attributes, note] = ['attributes', 'note'].map((each) => {
    const leaf = childrenOf(object, each).find(({ children }) => children.length === 0);
    return leaf === undefined ? '' : textOf(xml, leaf);
  });
  const shapes = viewVoc(source).shapes.map(({ kind }) => kind);
  return {
    category,
    ...box,
    attributes: readAttributes(attributes ?? ''),
    note: note ?? '',
    foreign: { format: 'voc', source, shapes },
  };
}
