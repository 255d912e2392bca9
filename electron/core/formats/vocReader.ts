import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { z } from 'zod';
import { JsonObject } from '../../../shared/domain/json.ts';
import { filesBelow, staysInside } from '../files/folder.ts';
import type { ReadImage, ReadProblem, WrittenBox } from './boxes.ts';
import type { ReadBoxes, ReadOptions } from './cocoReader.ts';

const text = z.string().trim();
const number = text
  .refine((value) => value !== '' && Number.isFinite(Number(value)), 'is not a number')
  .transform(Number);
const BoxElement = z.looseObject({ xmin: number, ymin: number, xmax: number, ymax: number });
const Annotation = z.looseObject({
  annotation: z.looseObject({
    filename: text.optional(),
    path: text.optional(),
    size: z.looseObject({ width: number, height: number }).optional(),
    object: z
      .array(
        z.looseObject({
          name: text.min(1),
          bndbox: BoxElement,
          attributes: text.optional(),
          note: z.string().optional(),
        }),
      )
      .optional(),
  }),
});

const parser = new XMLParser({
  parseTagValue: false,
  trimValues: false,
  isArray: (name) => name === 'object',
});

/** Reads Pascal VOC annotations, one file or a folder of them; edges count from 1 and belong to the box. */
export async function readVoc(source: string, { signal, progress }: ReadOptions): Promise<ReadBoxes> {
  const isFolder = (await stat(source)).isDirectory();
  const folder = isFolder ? source : dirname(source);
  const files = isFolder
    ? await filesBelow(folder, (name) => name.toLowerCase().endsWith('.xml'), signal)
    : [basename(source)];
  const problems: ReadProblem[] = [];
  const images: ReadImage[] = [];
  for (const [index, file] of files.entries()) {
    signal.throwIfAborted();
    progress(index, files.length);
    const image = readAnnotation(await readFile(join(folder, file), 'utf8'), file, problems);
    if (image !== null) images.push(image);
  }
  if (files.length === 0)
    problems.push({ item: basename(source), field: null, reason: 'It holds no .xml files.' });
  return { images, problems };
}

function readAnnotation(xml: string, file: string, problems: ReadProblem[]): ReadImage | null {
  const source = xml.replace(/^\uFEFF/u, '');
  const valid = XMLValidator.validate(source);
  if (valid !== true) {
    problems.push({
      item: file,
      field: `line ${String(valid.err.line)}`,
      reason: `It is not XML: ${valid.err.msg}`,
    });
    return null;
  }
  const parsed = Annotation.safeParse(parser.parse(source));
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) {
      problems.push({ item: file, field: path.slice(1).join('.') || null, reason: message });
    }
    return null;
  }
  const { filename, path, size, object = [] } = parsed.data.annotation;
  const inside = path !== undefined && path !== '' && staysInside(path) ? path : undefined;
  return {
    file: inside ?? (filename !== undefined && filename !== '' ? filename : file.replace(/\.xml$/iu, '')),
    width: size === undefined || size.width === 0 ? null : size.width,
    height: size === undefined || size.height === 0 ? null : size.height,
    relative: false,
    boxes: object.map(({ name, bndbox: { xmin, ymin, xmax, ymax }, attributes, note }): WrittenBox => ({
      category: name,
      x: xmin - 1,
      y: ymin - 1,
      width: xmax - xmin + 1,
      height: ymax - ymin + 1,
      attributes: readAttributes(attributes),
      note: note ?? '',
    })),
  };
}

/** Other programs write other things under this name; only a JSON object is ours. */
function readAttributes(text: string | undefined): JsonObject {
  if (text === undefined || !text.startsWith('{')) return {};
  try {
    const parsed = JsonObject.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
