import { copyFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { Services } from '../../electron/core/app/services.ts';
import { type RegionRecord, regionsOf } from '../../shared/domain/document.ts';
import type { Box } from '../../shared/base/geometry.ts';
import type { ItemId } from '../../shared/base/ids.ts';
import { quietly } from './casebooks.ts';
import { putPhotographs } from './deskCasebook.ts';
import { present } from './present.ts';

const require = createRequire(import.meta.url);
const FACES = join(dirname(require.resolve('@vladmandic/face-api/package.json')), 'demo');

/** A photograph in which no face is to be seen. */
export const FACELESS = 'allium-oreophilum.jpg';

/** Boxes of the largest face by attribute, left and right as seen in the image. */
export type FaceBoxes = Readonly<Record<string, Box>>;

const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });

/** Where the attributes of the largest face are, checked by eye on the photographs. */
export const FACE_PHOTOGRAPHS: Readonly<Record<string, FaceBoxes>> = {
  'sample1.jpg': {
    left_eye: box(426, 442, 27, 11),
    right_eye: box(496, 451, 44, 17),
    nose: box(432, 443, 55, 83),
    mouth: box(435, 531, 75, 40),
  },
  'sample2.jpg': {
    left_eye: box(1467, 274, 36, 11),
    right_eye: box(1545, 246, 40, 17),
    nose: box(1512, 265, 51, 70),
    mouth: box(1526, 333, 61, 32),
  },
  'sample3.jpg': {
    left_eye: box(1101, 312, 37, 18),
    right_eye: box(1190, 330, 47, 17),
    nose: box(1114, 322, 61, 83),
    mouth: box(1105, 422, 91, 42),
  },
  'sample4.jpg': {
    left_eye: box(1296, 224, 31, 18),
    right_eye: box(1364, 260, 36, 15),
    nose: box(1298, 239, 53, 74),
    mouth: box(1288, 304, 81, 42),
  },
  'sample5.jpg': {
    left_eye: box(389, 982, 55, 19),
    right_eye: box(500, 969, 37, 16),
    nose: box(453, 974, 59, 81),
    mouth: box(441, 1078, 86, 43),
  },
  'sample6.jpg': {
    left_eye: box(1519, 364, 37, 20),
    right_eye: box(1603, 385, 46, 19),
    nose: box(1530, 381, 59, 88),
    mouth: box(1517, 476, 80, 36),
  },
};

/** Cuts the largest face of a photograph out with room around it, and writes it `side` pixels wide and high. */
export async function putFaceCrop(photograph: string, side: number, file: string): Promise<void> {
  const boxes = Object.values(FACE_PHOTOGRAPHS[photograph] ?? {});
  const left = Math.min(...boxes.map(({ x }) => x));
  const top = Math.min(...boxes.map(({ y }) => y));
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
  const source = sharp(join(FACES, photograph));
  const { width, height } = await source.metadata();
  // Three times as wide as from eye to eye: the whole head.
  const wanted = Math.round(3 * Math.max(right - left, bottom - top));
  const edge = Math.min(wanted, width, height);
  await source
    .extract({
      left: Math.round(Math.min(Math.max(0, (left + right - edge) / 2), width - edge)),
      top: Math.round(Math.min(Math.max(0, (top + bottom - edge) / 2), height - edge)),
      width: edge,
      height: edge,
    })
    .resize(side, side)
    .png()
    .toFile(file);
}

/** A casebook of photographs with faces, and one without. */
export interface FaceCasebook {
  /** The item of a photograph. */
  idOf(photograph: string): ItemId;
  /** The boxes that are on disk of it. */
  regionsOf(photograph: string): readonly RegionRecord[];
}

/** Fills an open casebook of the Perceptual Observatory with the named photographs. `folder` is for copies of them. */
export async function putFaces(
  services: Services,
  folder: string,
  photographs: readonly string[],
): Promise<FaceCasebook> {
  mkdirSync(folder, { recursive: true });
  for (const name of photographs) {
    if (name === FACELESS) putPhotographs(folder, [name.replace('.jpg', '')]);
    else copyFileSync(join(FACES, name), join(folder, name));
  }
  const person = present(services.people.list()[0]);
  await services.importExport.import({ source: folder, format: 'images' }, person, quietly);
  const { rows } = services.items.list({}, { by: 'imported', descending: false }, 0, 100, everything);
  const idOf = (photograph: string): ItemId => {
    const row = present(rows.find(({ externalId }) => externalId === photograph));
    return row.id;
  };
  return {
    idOf,
    regionsOf(photograph) {
      const key = { itemId: idOf(photograph), task: 'localise', round: 1, personId: person.id };
      return regionsOf(services.annotations.open(key, everything).records);
    },
  };
}
