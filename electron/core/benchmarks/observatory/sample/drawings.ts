import { area, disc, oval, picture, type Picture, rect, stroke } from '../../drawing.ts';
import type { SampleBox } from '../../sample.ts';

export const SIDE = 400;
const DARK = '#2b2b33';
const SKINS = ['#f1c9a5', '#d9a27c', '#b97a56', '#8d5a3b', '#f6d7bd'];
const HAIRS = ['#4a3626', '#2b2b33', '#b5652b', '#d9b45a', '#8c8577', '#6b2f2f'];
const WALLS = ['#dfe7e4', '#f3e9dc', '#cfdfe8', '#e6e2ee', '#f0d9c8', '#dbe9d8', '#e9dfc9'];

/** Something drawn, with the boxes of its attributes. */
export interface Drawing {
  readonly shapes: readonly string[];
  readonly boxes: readonly SampleBox[];
}

const boxOf = (label: string, x: number, y: number, width: number, height: number): SampleBox => ({
  label,
  x: Math.round(x),
  y: Math.round(y),
  width: Math.round(width),
  height: Math.round(height),
});

/** A face of its own: what it looks like follows from its number. */
export function drawFace(number: number): Drawing {
  const x = 170 + ((number * 37) % 60);
  const y = 180 + ((number * 23) % 40);
  const size = 1 + (number % 4) * 0.09;
  const gap = (34 + (number % 3) * 5) * size;
  const eye = (13 + (number % 3) * 2) * size;
  const nose = (22 + (number % 4) * 6) * size;
  const mouth = (30 + ((number * 7) % 20)) * size;
  const skin = SKINS[number % SKINS.length] ?? '';
  const hair = HAIRS[(number * 5) % HAIRS.length] ?? '';
  const [eyes, chin] = [y - 18 * size, y + 58 * size];
  const lips = 9 + (number % 3) * 3;
  return {
    shapes: [
      rect(0, 0, SIDE, SIDE, WALLS[number % WALLS.length] ?? ''),
      rect(
        x - 90 * size,
        y + 100 * size,
        180 * size,
        240,
        ['#2f6f8f', '#7b5ea7', '#5f8f5a', '#c8553d'][number % 4] ?? '',
        50,
      ),
      ...(number % 2 === 0 ? [oval(x, y + 16, 108 * size, 132 * size, hair)] : []),
      rect(x - 26 * size, y + 80 * size, 52 * size, 50 * size, skin, 12),
      oval(x, y, 84 * size, 104 * size, skin),
      area(
        `M ${String(x - 88 * size)} ${String(y - 20 * size)} C ${String(x - 90 * size)} ${String(y - 150 * size)} ${String(x + 90 * size)} ${String(y - 150 * size)} ${String(x + 88 * size)} ${String(y - 20 * size)} C ${String(x + 50 * size)} ${String(y - 80 * size)} ${String(x - 30 * size)} ${String(y - 90 * size)} ${String(x - 88 * size)} ${String(y - 20 * size)} Z`,
        hair,
      ),
      ...[x - gap, x + gap].flatMap((at) => [
        oval(at, eyes, eye, eye * 0.72, '#ffffff'),
        disc(at, eyes, eye * 0.5, ['#33506b', '#4b6b3a', '#5a3a22'][number % 3] ?? ''),
        stroke(
          `M ${String(at - eye)} ${String(eyes - eye)} Q ${String(at)} ${String(eyes - eye * 1.5)} ${String(at + eye)} ${String(eyes - eye)}`,
          hair,
          5,
        ),
      ]),
      area(
        `M ${String(x)} ${String(y - 6)} L ${String(x + nose * 0.42)} ${String(y - 6 + nose)} L ${String(x - nose * 0.42)} ${String(y - 6 + nose)} Z`,
        '#00000024',
      ),
      oval(x, chin, mouth / 2, lips, '#b5484d'),
    ],
    boxes: [
      boxOf('left_eye', x - gap - eye, eyes - eye * 0.72, 2 * eye, 1.44 * eye),
      boxOf('right_eye', x + gap - eye, eyes - eye * 0.72, 2 * eye, 1.44 * eye),
      boxOf('nose', x - nose * 0.42, y - 6, nose * 0.84, nose),
      boxOf('mouth', x - mouth / 2, chin - lips, mouth, 2 * lips),
    ],
  };
}

/** Letters of straight strokes, in a cell of 4 by 6. */
const LETTERS: Readonly<Record<string, string>> = {
  A: 'M0 6L2 0L4 6M1 4H3',
  E: 'M4 0H0V6H4M0 3H3',
  F: 'M4 0H0V6M0 3H3',
  H: 'M0 0V6M4 0V6M0 3H4',
  I: 'M2 0V6',
  K: 'M0 0V6M4 0L0 3L4 6',
  L: 'M0 0V6H4',
  M: 'M0 6V0L2 3L4 0V6',
  N: 'M0 6V0L4 6V0',
  T: 'M0 0H4M2 0V6',
  V: 'M0 0L2 6L4 0',
  W: 'M0 0L1 6L2 2L3 6L4 0',
  X: 'M0 0L4 6M4 0L0 6',
  Z: 'M0 0H4L0 6H4',
};

/** A word in straight letters, somewhere on a plain ground. */
export function drawWord(word: string, number: number): Drawing {
  const letters = [...word.matchAll(/[A-Z]/gu)].map(([letter]) => letter);
  const unit = Math.min(11 + (number % 3) * 2, Math.floor(330 / (letters.length * 5.4)));
  const [width, height] = [(letters.length * 5.4 - 1.4) * unit, 6 * unit];
  const x = 24 + ((number * 31) % Math.max(1, Math.round(SIDE - width - 48)));
  const y = 60 + ((number * 67) % 240);
  const color = ['#2b2b33', '#8a2f2f', '#22577a', '#3d5a3d'][number % 4] ?? DARK;
  return {
    shapes: [
      rect(0, 0, SIDE, SIDE, WALLS[(number * 3) % WALLS.length] ?? ''),
      ...letters.map(
        (letter, place) =>
          `<g transform="translate(${String(x + place * 5.4 * unit)} ${String(y)}) scale(${String(unit)})">${stroke(LETTERS[letter] ?? '', color, 0.8)}</g>`,
      ),
    ],
    boxes: [boxOf('word', x - unit * 0.4, y - unit * 0.4, width + unit * 0.8, height + unit * 0.8)],
  };
}

/** How variants change the whole picture: the places of things stay as they are. */
const FILTERS: Readonly<Record<string, string>> = {
  gaussian_blur: '<feGaussianBlur stdDeviation="3.2"/>',
  gamma:
    '<feComponentTransfer><feFuncR type="gamma" exponent="1.9"/><feFuncG type="gamma" exponent="1.9"/><feFuncB type="gamma" exponent="1.9"/></feComponentTransfer>',
  rgb_shift: '<feColorMatrix type="matrix" values="1 0 0 0 .16 0 1 0 0 -.08 0 0 1 0 .1 0 0 0 1 0"/>',
  vintage_photo: '<feColorMatrix type="matrix" values=".5 .5 .2 0 0 .4 .4 .2 0 0 .3 .3 .2 0 0 0 0 0 1 0"/>',
  surrealism: '<feColorMatrix type="hueRotate" values="150"/>',
  bioluminescent: '<feColorMatrix type="matrix" values="-.9 0 0 0 .9 0 -.5 0 0 .8 0 0 -.2 0 .9 0 0 0 1 0"/>',
};

/** The original, or a variant of it. */
export function pictureOf({ shapes }: Drawing, transformation?: string): Picture {
  if (transformation === undefined) return picture(SIDE, SIDE, shapes);
  const filter = FILTERS[transformation] ?? '';
  return picture(SIDE, SIDE, [
    `<filter id="f" x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB">${filter}</filter>`,
    `<g filter="url(#f)">${shapes.join('')}</g>`,
  ]);
}
