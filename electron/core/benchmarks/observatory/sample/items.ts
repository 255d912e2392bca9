import type { JsonObject } from '../../../../../shared/base/json.ts';
import type { Picture } from '../../drawing.ts';
import type { SampleBox } from '../../sample.ts';
import { drawFace, type Drawing, drawWord, pictureOf, SIDE } from './drawings.ts';

/** An entity of the sample, with where its attributes are. */
export interface Entity {
  readonly id: string;
  readonly payload: JsonObject;
  readonly boxes: readonly SampleBox[];
  readonly pictures: readonly (readonly [file: string, picture: Picture])[];
}

const FACES = [
  'Ilse Aalto',
  'Bram Osei',
  'Chiara Lund',
  'Dario Kovac',
  'Edda Moss',
  'Felix Banda',
  'Greta Sato',
  'Hugo Lima',
  'Ines Falk',
  'Jonas Petit',
  'Kira Wolff',
  'Luis Haas',
  'Mina Rao',
  'Nils Ferro',
  'Olga Dunn',
  'Paul Ito',
];
const WORDS = [
  'KITE',
  'WHALE',
  'VELVET',
  'HAZEL',
  'LINEN',
  'TAXI',
  'MAIZE',
  'FILM',
  'VANILLA',
  'HAMLET',
  'MILK',
  'EXIT',
];
const INNER = ['gaussian_blur', 'gamma', 'rgb_shift'];
const STYLED = ['vintage_photo', 'surrealism', 'bioluminescent'];

function entity(
  number: number,
  domain: 'CELEB' | 'WORD',
  name: string,
  drawn: Drawing,
  more: JsonObject,
): Entity {
  const id = String(number + 1).padStart(4, '0');
  const variants = [
    { transformation: INNER[number % 3] ?? '', family: 'ID' },
    { transformation: STYLED[(number + 1) % 3] ?? '', family: 'OOD' },
  ].map((variant) => ({ image: `variants/${id}_${variant.transformation}.png`, ...variant }));
  const image = `originals/${id}.png`;
  return {
    id,
    boxes: drawn.boxes,
    pictures: [
      [image, pictureOf(drawn)],
      ...variants.map((variant) => [variant.image, pictureOf(drawn, variant.transformation)] as const),
    ],
    payload: { id, domain, entity: name, ...more, image, variants },
  };
}

export const ENTITIES: readonly Entity[] = [
  ...FACES.map((name, number) =>
    entity(number, 'CELEB', name, drawFace(number), {
      gender: number % 2 === 0 ? 'female' : 'male',
      category: ['science', 'music', 'sport'][number % 3] ?? '',
    }),
  ),
  ...WORDS.map((word, number) =>
    entity(FACES.length + number, 'WORD', word.toLowerCase(), drawWord(word, number), {}),
  ),
];

/** What a detector found on the first faces, in the form of COCO: a little off, and once in the wrong place. */
export function detections(count: number): JsonObject {
  const found = ENTITIES.slice(0, count);
  const labels = ['left_eye', 'right_eye', 'nose', 'mouth'];
  return {
    info: { description: 'Boxes of a face detector' },
    images: found.map(({ pictures }, at) => ({
      id: at + 1,
      file_name: pictures[0]?.[0] ?? '',
      width: SIDE,
      height: SIDE,
    })),
    categories: labels.map((name, at) => ({ id: at + 1, name })),
    annotations: found.flatMap(({ boxes }, at) =>
      boxes.map(({ label, x, y, width, height }, place) => {
        const off = ((at * 3 + place * 5) % 5) - 2;
        const y1 = at === 3 && label === 'mouth' ? y + 40 : y + off;
        return {
          id: at * labels.length + place + 1,
          image_id: at + 1,
          category_id: labels.indexOf(label) + 1,
          bbox: [x + off, y1, width, height + 2],
          area: width * (height + 2),
          iscrowd: 0,
        };
      }),
    ),
  };
}
