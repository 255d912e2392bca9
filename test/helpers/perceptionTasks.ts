import { everything } from '../../electron/core/access/viewpoint.ts';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import type { Services } from '../../electron/core/app/services.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { put, quietly } from './casebooks.ts';

/** Side of every image, in pixels: as large as the paper's. */
const SIDE = 1024;

type Corners = Readonly<Record<'x1' | 'y1' | 'x2' | 'y2', number>>;

const WORDS = ['cat', 'cot', 'cut', 'car'] as const;
const FACES = [
  { entity: 'Adalind', gender: 'female' },
  { entity: 'Ben', gender: 'male' },
  { entity: 'Cleopatra', gender: 'female' },
  { entity: 'Dan', gender: 'male' },
] as const;

const corners = (x: number, y: number, width: number, height: number): Corners => ({
  x1: x,
  y1: y,
  x2: x + width,
  y2: y + height,
});

/** Where the features of a face are; each face is a little elsewhere. */
const faceBoxes = (number: number): Record<string, Corners> => {
  const [left, top] = [260 + 20 * number, 330 + 16 * number];
  return {
    left_eye: corners(left, top, 150, 80),
    right_eye: corners(left + 290, top, 150, 80),
    nose: corners(left + 160, top + 110, 120, 150),
    mouth: corners(left + 80, top + 320, 280, 90),
  };
};
const wordBoxes = (number: number): Record<string, Corners> => ({
  word: corners(180 + 40 * number, 380 + 30 * number, 520, 220),
});

function drawFace(number: number): string {
  const boxes = faceBoxes(number);
  const skin = `hsl(${String(20 + 12 * number)} 45% ${String(72 - 6 * number)}%)`;
  const oval = ({ x1, y1, x2, y2 }: Corners, fill: string): string =>
    `<ellipse cx="${String((x1 + x2) / 2)}" cy="${String((y1 + y2) / 2)}" rx="${String((x2 - x1) / 2)}" ry="${String((y2 - y1) / 2)}" fill="${fill}"/>`;
  const fills = { left_eye: '#fff', right_eye: '#fff', nose: 'rgb(0 0 0 / 18%)', mouth: '#a33' };
  const parts = Object.entries(fills).map(([name, fill]) => {
    const box = boxes[name];
    return box === undefined ? '' : oval(box, fill);
  });
  const pupils = ['left_eye', 'right_eye'].map((name) => {
    const { x1, y1, x2, y2 } = boxes[name] ?? corners(0, 0, 1, 1);
    return `<circle cx="${String((x1 + x2) / 2)}" cy="${String((y1 + y2) / 2)}" r="32" fill="hsl(${String(90 * number)} 50% 30%)"/>`;
  });
  const middle = 480 + 20 * number;
  return `<rect width="${String(SIDE)}" height="${String(SIDE)}" fill="hsl(${String(200 + 25 * number)} 30% 55%)"/>
    <ellipse cx="${String(middle)}" cy="${String(420 + 16 * number)}" rx="390" ry="400" fill="hsl(${String(30 * number)} 40% 25%)"/>
    <ellipse cx="${String(middle)}" cy="${String(510 + 16 * number)}" rx="330" ry="390" fill="${skin}"/>${[...parts, ...pupils].join('')}`;
}

function drawWord(number: number): string {
  const { x1, y1, x2, y2 } = wordBoxes(number)['word'] ?? corners(0, 0, 1, 1);
  return `<rect width="${String(SIDE)}" height="${String(SIDE)}" fill="#f4f1ea"/>
    <text x="${String(x1)}" y="${String(y2 - 8)}" font-family="Liberation Sans, Arial, sans-serif" font-weight="700" font-size="${String((y2 - y1) * 1.35)}" textLength="${String(x2 - x1)}" lengthAdjust="spacingAndGlyphs" fill="hsl(${String(80 * number)} 60% 25%)">${WORDS[number] ?? ''}</text>`;
}

/** Four faces and four words that are told apart, each with its boxes and a variant of either family. */
function entities(): { readonly id: string; readonly line: JsonObject; readonly picture: string }[] {
  const variants = (id: string): JsonObject[] => [
    { image: `variants/${id}_blur.png`, transformation: 'gaussian_blur', family: 'ID' },
    { image: `variants/${id}_paint.png`, transformation: 'painted', family: 'OOD' },
  ];
  return [
    ...FACES.map(({ entity, gender }, number) => ({
      id: `face-${String(number)}`,
      line: {
        id: `face-${String(number)}`,
        domain: 'CELEB',
        entity,
        gender,
        image: `originals/face-${String(number)}.png`,
        boxes: faceBoxes(number),
        variants: variants(`face-${String(number)}`),
      },
      picture: drawFace(number),
    })),
    ...WORDS.map((entity, number) => ({
      id: `word-${String(number)}`,
      line: {
        id: `word-${String(number)}`,
        domain: 'WORD',
        entity,
        image: `originals/word-${String(number)}.png`,
        boxes: wordBoxes(number),
        variants: variants(`word-${String(number)}`),
      },
      picture: drawWord(number),
    })),
  ];
}

/** Takes the entities into an open casebook, and questions of these kinds about some of each domain. */
export async function addPerceptionTasks(
  { importExport, querySets }: Pick<Services, 'importExport' | 'querySets'>,
  folder: string,
  kinds: Readonly<Record<string, number>>,
): Promise<void> {
  const all = entities();
  for (const { id, picture } of all) {
    const drawn = sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${String(SIDE)}" height="${String(SIDE)}">${picture}</svg>`,
      ),
    );
    const to = (name: string): string => {
      const file = join(folder, name);
      mkdirSync(dirname(file), { recursive: true });
      return file;
    };
    await drawn
      .clone()
      .png()
      .toFile(to(`originals/${id}.png`));
    await drawn
      .clone()
      .blur(14)
      .png()
      .toFile(to(`variants/${id}_blur.png`));
    await drawn
      .clone()
      .negate({ alpha: false })
      .tint('#88aa44')
      .png()
      .toFile(to(`variants/${id}_paint.png`));
  }
  const source = put(
    join(folder, 'observatory.jsonl'),
    all.map(({ line }) => `${JSON.stringify(line)}\n`).join(''),
  );
  await importExport.import({ source, format: 'observatory' }, null, quietly);
  for (const [kind, count] of Object.entries(kinds)) {
    const { sets, left_out: left } = await querySets.add(
      { kind, count, seed: 4, distances: null },
      null,
      quietly,
      everything,
    );
    if (sets === 0) throw new Error(`There are no questions of ${kind}: ${JSON.stringify(left)}`);
  }
}
