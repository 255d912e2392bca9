import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import { JsonObject } from '../../../../../shared/base/json.ts';
import { filesBelow, locate } from '../../../files/folder.ts';
import { looksLikeImage } from '../../../files/imageFormats.ts';
import { readSource } from '../../../formats/reading/sourceFile.ts';
import { LIST } from './generatedFolder.ts';

/** An original with its line as the source has it, or why it cannot be used. */
export type Original =
  | {
      readonly ok: true;
      readonly name: string;
      readonly file: string;
      readonly line: Line;
      readonly whole: JsonObject;
    }
  | { readonly ok: false; readonly name: string; readonly reason: string };

/** What has to be known of a line. */
const Line = z.object({
  id: z.union([z.string(), z.number()]),
  image: z.string().min(1),
  variants: z
    .array(
      JsonObject.and(z.object({ image: z.string().min(1), transformation: z.string(), family: z.string() })),
    )
    .optional(),
});
export type Line = z.infer<typeof Line>;

/** Where originals come from: the lines of a list, or the images of a folder. */
export interface Originals {
  /** What names in lines are relative to. */
  readonly folder: string;
  readonly all: readonly Original[];
}

/**
 * The originals of a list (`observatory.jsonl` or one like it), of a folder that contains one, or of a folder of
 * images: each is then an entity of this domain, named after its file. Throws `invalid_input` if there are none.
 */
export async function readOriginals(
  source: string,
  domain: 'CELEB' | 'WORD',
  signal: AbortSignal,
): Promise<Originals> {
  const list = await listOf(source);
  const folder = list === null ? source : dirname(list);
  const all = list === null ? await imagesOf(source, domain, signal) : await linesOf(list, folder, signal);
  if (all.length === 0)
    throw new CasebookError('invalid_input', `There are no images in ${source}.`, 'Nothing was made.');
  return { folder, all };
}

async function listOf(source: string): Promise<string | null> {
  if ((await stat(source)).isFile()) return source;
  const located = await locate(source, LIST);
  return located.kind === 'file' ? located.path : null;
}

async function imagesOf(folder: string, domain: string, signal: AbortSignal): Promise<Original[]> {
  const names = await filesBelow(folder, looksLikeImage, signal);
  return names.map((name) => {
    const id = name.replace(/\.[^./]+$/u, '');
    const line = { id, domain, entity: basename(id), image: name };
    return { ok: true, name: id, file: join(folder, name), line, whole: line };
  });
}

async function linesOf(list: string, folder: string, signal: AbortSignal): Promise<Original[]> {
  const originals: Original[] = [];
  for await (const element of readSource(list, 'lines', { signal, progress: () => undefined })) {
    originals.push(
      element.ok
        ? await originalOf(element.value, `line ${String((element.index ?? 0) + 1)}`, folder)
        : { ok: false, name: element.where, reason: element.reason },
    );
  }
  return originals;
}

async function originalOf(value: unknown, where: string, folder: string): Promise<Original> {
  const whole = JsonObject.safeParse(value);
  const parsed = Line.safeParse(value);
  if (!parsed.success || !whole.success)
    return { ok: false, name: where, reason: 'It is not an entity with an id and an image.' };
  const line = parsed.data;
  const located = await locate(folder, line.image);
  switch (located.kind) {
    case 'file':
      return { ok: true, name: String(line.id), file: located.path, line, whole: whole.data };
    case 'missing':
      return { ok: false, name: String(line.id), reason: `Its image ${line.image} is missing.` };
    case 'forbidden':
      return { ok: false, name: String(line.id), reason: located.reason };
  }
}

/** A line as JSON with other images; its keys stay in their order. */
export function withImages(line: JsonObject, image: string, variants: readonly JsonObject[]): string {
  return JSON.stringify({ ...line, image, variants });
}
