import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import type { JsonObject } from '../../shared/base/json.ts';
import { put } from './casebooks.ts';

/** Side of the originals, in pixels: small, so that thirty variants are made in no time. */
export const SIDE = 256;

/** The corners of a box as the prompts give it. */
export const corners = (x1: number, y1: number, x2: number, y2: number): JsonObject => ({ x1, y1, x2, y2 });

export const FACE_BOXES: JsonObject = {
  left_eye: corners(64, 80, 112, 104),
  right_eye: corners(144, 80, 192, 104),
  nose: corners(112, 100.5, 144, 148.25),
  mouth: corners(88, 168, 168, 200),
};

/** A face and a word, with as many variants each; keys of the source's own are in them. */
export function observatoryItems(variants = 2): JsonObject[] {
  const variantsOf = (stem: string): JsonObject[] =>
    Array.from({ length: variants }, (_, index) => ({
      image: `variants/${stem}_${String(index + 1)}.png`,
      transformation: index % 2 === 0 ? 'gaussian_blur' : 'watercolour',
      family: index % 2 === 0 ? 'ID' : 'OOD',
      parameters: { sigma: index + 0.5 },
      seed: index,
    }));
  return [
    {
      id: '0001',
      domain: 'CELEB',
      entity: 'Ada Lovelace',
      gender: 'female',
      category: 'science',
      image: 'originals/0001.png',
      boxes: FACE_BOXES,
      variants: variantsOf('0001'),
      'a key of one’s own': [1, { deep: null }],
    },
    {
      id: 2,
      domain: 'WORD',
      entity: 'lantern',
      image: 'originals/0002.png',
      boxes: { word: { ...corners(32, 96, 224, 160), certainty: 1 } },
      rendering: { font: 'Roboto', casing: 'lower', position: 'centre', rotation: 0, size: 48, seed: 7 },
      variants: variantsOf('0002'),
    },
  ];
}

/** Draws every image that the items name below the folder: a plain face or bar, tinted by its number. */
async function putObservatoryImages(folder: string, items: readonly JsonObject[]): Promise<void> {
  let number = 0;
  for (const { image, domain, variants } of items) {
    const names = [image, ...(Array.isArray(variants) ? variants.map((variant) => variant.image) : [])];
    for (const name of names) {
      number += 1;
      const file = join(folder, String(name));
      mkdirSync(dirname(file), { recursive: true });
      await sharp(Buffer.from(picture(domain === 'WORD', number)))
        .png()
        .toFile(file);
    }
  }
}

/** Writes the data file with its images; gives the folder. */
export async function putObservatory(folder: string, items: readonly JsonObject[]): Promise<string> {
  await putObservatoryImages(folder, items);
  put(join(folder, 'observatory.jsonl'), items.map((item) => `${JSON.stringify(item)}\n`).join(''));
  return folder;
}

function picture(isWord: boolean, number: number): string {
  const hue = (number * 37) % 360;
  const shapes = isWord
    ? '<rect x="32" y="96" width="192" height="64" fill="#222"/>'
    : `<ellipse cx="128" cy="136" rx="96" ry="112" fill="#e8c9a8"/>
       <ellipse cx="88" cy="92" rx="24" ry="12" fill="#fff"/><ellipse cx="168" cy="92" rx="24" ry="12" fill="#fff"/>
       <circle cx="88" cy="92" r="9" fill="#234"/><circle cx="168" cy="92" r="9" fill="#234"/>
       <path d="M128 100 L112 148 L144 148 Z" fill="#c99"/>
       <ellipse cx="128" cy="184" rx="40" ry="16" fill="#a33"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${String(SIDE)}" height="${String(SIDE)}">
    <rect width="100%" height="100%" fill="hsl(${String(hue)} 40% ${String(60 + (number % 5) * 5)}%)"/>${shapes}
    <text x="4" y="250" font-size="12">${String(number)}</text></svg>`;
}
