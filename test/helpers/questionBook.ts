import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import sharp from 'sharp';
import type { JsonObject } from '../../shared/base/json.ts';
import { freshCasebook, put, quietly } from './casebooks.ts';
import { corners } from './observatoryItems.ts';

type Book = Awaited<ReturnType<typeof freshCasebook>>;

const FACES = ['Ann', 'Bo', 'Cy', 'Di'] as const;
const WORDS = ['cat', 'cot', 'cut'] as const;

/**
 * Four faces and three words with boxes and two variants each, every picture of a pattern of its own.
 * @param prefix of ids and entities, where there are several such sources; their files have the same names
 */
export function questionEntities(prefix = ''): JsonObject[] {
  const variants = (stem: string): JsonObject[] => [
    { image: `variants/${stem}_gamma.png`, transformation: 'gamma', family: 'ID' },
    { image: `variants/${stem}_comic.png`, transformation: 'comic', family: 'OOD' },
  ];
  return [
    ...FACES.map((entity, at): JsonObject => {
      const id = `c${String(at + 1)}`;
      return {
        id: `${prefix}${id}`,
        domain: 'CELEB',
        entity: `${prefix}${entity}`,
        gender: at % 2 === 0 ? 'female' : 'male',
        image: `originals/${id}.png`,
        boxes: {
          left_eye: corners(8, 8 + at, 20, 16 + at),
          right_eye: corners(36, 8 + at, 48, 16 + at),
          mouth: corners(16.5, 40, 40, 52.25),
        },
        not_visible: ['nose'],
        variants: variants(id),
      };
    }),
    ...WORDS.map((entity, at): JsonObject => {
      const id = `w${String(at + 1)}`;
      return {
        id: `${prefix}${id}`,
        domain: 'WORD',
        entity: `${prefix}${entity}`,
        image: `originals/${id}.png`,
        boxes: { word: corners(4 + at, 20, 60, 40) },
        variants: variants(id),
      };
    }),
  ];
}

/** Writes the items and draws what they name; gives the data file. */
export async function putQuestionEntities(
  at: (...parts: string[]) => string,
  folder: string,
  items: readonly JsonObject[],
  tint = 0,
): Promise<string> {
  let number = tint;
  for (const { image, variants } of items) {
    for (const name of [image, ...(Array.isArray(variants) ? variants.map((each) => each.image) : [])]) {
      number += 1;
      await draw(at(folder, String(name)), number);
    }
  }
  return put(at(folder, 'observatory.jsonl'), items.map((item) => `${JSON.stringify(item)}\n`).join(''));
}

/** A casebook of such entities. */
export async function questionBook(): Promise<Book> {
  const book = await freshCasebook('observatory');
  const source = await putQuestionEntities(book.at, 'source', questionEntities());
  await book.importExport.import({ source, format: 'observatory' }, null, quietly);
  return book;
}

/** A picture with a pattern that its number alone has. */
async function draw(file: string, number: number): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  const cells = Array.from({ length: 16 }, (_, at) => {
    const on = ((number * 40_503) >>> (at % 16)) & 1;
    return `<rect x="${String((at % 4) * 16)}" y="${String(Math.floor(at / 4) * 16)}" width="16" height="16"
      fill="hsl(${String((number * 47) % 360)} 60% ${on === 1 ? '70%' : '30%'})"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64">${cells.join('')}</svg>`;
  await sharp(Buffer.from(svg)).png().toFile(file);
}
