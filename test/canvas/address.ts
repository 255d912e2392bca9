import { z } from 'zod';
import { ForeignPart } from '../../shared/foreign/foreignPart.ts';
import { clampToImage } from '../../shared/base/geometry.ts';
import { paletteColor } from '../../renderer/canvas/palette.ts';
import type { CanvasImage, CanvasLabel, CanvasRegion } from '../../renderer/canvas/types.ts';
import { present } from '../helpers/present.ts';

/** What the standalone page shows. */
export interface StandaloneScene {
  readonly images: readonly CanvasImage[];
  readonly regions: readonly CanvasRegion[];
  readonly labels: readonly CanvasLabel[];
  readonly readOnly: boolean;
  /** A drag draws without a tool that was armed for it. */
  readonly dragDraws: boolean;
}

const standaloneLabels: readonly CanvasLabel[] = [
  'reflection',
  'slippers',
  'cutlery',
  'clothing',
  'bag',
  'person',
  'screen',
  'document',
  'other',
].map((name, index) => ({ id: name, name, color: paletteColor(index), shortcut: String(index + 1) }));

const GivenBoxes = z.array(
  z.object({
    x: z.number(),
    y: z.number(),
    width: z.number(),
    height: z.number(),
    label: z.string().optional(),
    note: z.string().nullish(),
    image: z.int().nonnegative().optional(),
    locked: z.boolean().optional(),
    foreign: ForeignPart.optional(),
  }),
);

/**
 * Reads the page's address: `image` (an address; repeated, images side by side; `missing` for one without a
 * file; none at all for a drawn picture of `width` x `height`), `boxes` (a count of random boxes, or a JSON
 * array of x, y, width, height and optionally label, note, image and locked), `seed` (1), `readOnly`, `dragDraws`.
 */
export async function readAddress(query: URLSearchParams): Promise<StandaloneScene> {
  const addresses = query.getAll('image');
  const images =
    addresses.length === 0
      ? [await drawnPicture(numberFrom(query, 'width', 4000), numberFrom(query, 'height', 3000))]
      : await Promise.all(addresses.map(imageAt));
  return {
    images,
    regions: regionsFrom(query.get('boxes') ?? '0', images, numberFrom(query, 'seed', 1)),
    labels: standaloneLabels,
    readOnly: query.has('readOnly'),
    dragDraws: query.has('dragDraws'),
  };
}

function numberFrom(query: URLSearchParams, name: string, otherwise: number): number {
  const value = Number(query.get(name) ?? otherwise);
  return Number.isFinite(value) && value > 0 ? value : otherwise;
}

/** The image at an address with its size; one that cannot be read gets a size, so that the canvas can say so. */
async function imageAt(address: string, index: number): Promise<CanvasImage> {
  const named = { id: `image-${index}`, name: address.split('/').at(-1) ?? address };
  if (address === 'missing') return { ...named, url: null, width: 800, height: 600 };
  const element = new Image();
  element.src = address;
  try {
    await element.decode();
  } catch {
    // The canvas meets the same failure when it fetches the file, and shows it where the image should be.
    return { ...named, url: address, width: 800, height: 600 };
  }
  return { ...named, url: address, width: element.naturalWidth, height: element.naturalHeight };
}

function regionsFrom(boxes: string, images: readonly CanvasImage[], seed: number): CanvasRegion[] {
  const count = Number(boxes);
  if (Number.isInteger(count)) return randomRegions(count, images, seed);
  return GivenBoxes.parse(JSON.parse(boxes)).flatMap((box, index) => {
    const image = images[box.image ?? 0];
    if (image === undefined) return [];
    return [
      {
        id: `box-${index}`,
        imageId: image.id,
        label: box.label ?? standaloneLabels[0]?.id ?? '',
        ...clampToImage({ x: box.x, y: box.y, width: box.width, height: box.height }, image),
        note: box.note ?? null,
        ...(box.locked === true && { locked: true }),
      },
    ];
  });
}

/** The same boxes for the same seed, mostly small, some large, one in ten with a note. */
function randomRegions(count: number, images: readonly CanvasImage[], seed: number): CanvasRegion[] {
  const random = mulberry32(seed);
  // The more boxes, the smaller: as on real images, where a crowd is a crowd of small things.
  const spread = Math.min(0.4, 6 / Math.sqrt(count));
  return Array.from({ length: count }, (_, index) => {
    const image = present(images[index % images.length]);
    const width = 8 + random() ** 4 * image.width * spread;
    const height = 8 + random() ** 4 * image.height * spread;
    const box = {
      x: random() * (image.width - width),
      y: random() * (image.height - height),
      width,
      height,
    };
    const label = standaloneLabels[Math.floor(random() * standaloneLabels.length)]?.id ?? '';
    const note = random() < 0.1 ? 'A note' : null;
    return { id: `box-${index}`, imageId: image.id, label, ...clampToImage(box, image), note };
  });
}

/** A small generator with a seed (Tommy Ettinger's mulberry32), in [0, 1). */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A picture with large and fine structure, so that zooming can be judged without any file. */
async function drawnPicture(width: number, height: number): Promise<CanvasImage> {
  const canvas = new OffscreenCanvas(width, height);
  const context = present(canvas.getContext('2d'));
  const sky = context.createLinearGradient(0, 0, width, height);
  sky.addColorStop(0, '#274060');
  sky.addColorStop(0.5, '#d8c3a5');
  sky.addColorStop(1, '#3b2f2f');
  context.fillStyle = sky;
  context.fillRect(0, 0, width, height);
  for (let x = 0; x < width; x += 100) {
    for (let y = 0; y < height; y += 100) {
      context.fillStyle = `hsl(${(x * 7 + y * 3) % 360} 35% ${30 + ((x + y) % 400) / 10}%)`;
      context.fillRect(x + 20, y + 20, 60, 60);
      context.fillStyle = '#ffffff';
      context.fillRect(x + 49, y + 49, 2, 2);
    }
  }
  const blob = await canvas.convertToBlob({ type: 'image/png' });
  return { id: 'drawn', url: URL.createObjectURL(blob), width, height, name: 'drawn picture' };
}
