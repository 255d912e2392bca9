import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { z } from 'zod';
import { JsonObject } from '../../../shared/domain/json.ts';
import { DEEPEST_TEXT, TOO_DEEP, parseJson } from '../../../shared/domain/jsonText.ts';
import { filesBelow, staysInside } from '../files/folder.ts';
import type { ReadImage, WrittenBox } from './boxes.ts';
import { type BoxSink, type FileProblems, type ReadOptions, TOO_MANY_BOXES, readFiles } from './boxSink.ts';
import { MOST_BOXES_ON_IMAGE } from './limits.ts';

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
  maxNestedTags: DEEPEST_TEXT,
  isArray: (name) => name === 'object',
});

/** Reads Pascal VOC annotations, one file or a folder of them; edges count from 1 and belong to the box. */
export async function readVoc(source: string, options: ReadOptions, sink: BoxSink): Promise<void> {
  const isFolder = (await stat(source)).isDirectory();
  const folder = isFolder ? source : dirname(source);
  const files = isFolder
    ? await filesBelow(folder, (name) => name.toLowerCase().endsWith('.xml'), options.signal)
    : [basename(source)];
  await readFiles(folder, files, options, sink, readAnnotation);
  if (files.length === 0) sink.problem(basename(source), null, 'It has no .xml files.');
}

function readAnnotation(xml: string, file: string, problems: FileProblems): ReadImage | null {
  const objects = xml.match(/<object[\s>]/gu)?.length ?? 0;
  if (objects > MOST_BOXES_ON_IMAGE) {
    problems.add(null, TOO_MANY_BOXES);
    return null;
  }
  // A document type is passed over. What entities stand for would be missing from the texts that use them.
  if (/<!ENTITY\b/u.test(xml)) {
    problems.add(null, 'It defines entities in its document type (DTD), which Casebook does not read.');
    return null;
  }
  const valid = XMLValidator.validate(xml);
  if (valid !== true) {
    problems.add(`line ${String(valid.err.line)}`, `It is not XML: ${valid.err.msg}`);
    return null;
  }
  const document = parsedXml(xml);
  if (!document.ok) {
    problems.add(null, document.reason);
    return null;
  }
  const parsed = Annotation.safeParse(document.value);
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues)
      problems.add(path.slice(1).join('.') || null, message);
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

/** The elements of a document; the parser throws plain errors for what it does not take. */
function parsedXml(
  xml: string,
): { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string } {
  try {
    const value: unknown = parser.parse(xml);
    return { ok: true, value };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const reason = error.message.includes('nested') ? TOO_DEEP : `It cannot be read (${error.message}).`;
    return { ok: false, reason };
  }
}

/** Other programs write other things under this name; only a JSON object is ours. */
function readAttributes(text: string | undefined): JsonObject {
  if (text === undefined || !text.startsWith('{')) return {};
  try {
    const parsed = JsonObject.safeParse(parseJson(text));
    return parsed.success ? parsed.data : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
