import sharp from 'sharp';
import { seededRandom } from './random.ts';

/** Draws a JPEG that compresses and hashes like a photograph: soft shapes over a gradient, with grain. */
export async function drawPhotograph(
  file: string,
  { width, height, seed }: { width: number; height: number; seed: number },
): Promise<void> {
  const random = seededRandom(seed);
  const color = (): string =>
    `hsl(${String(Math.floor(random() * 360))} ${String(30 + Math.floor(random() * 40))}% ${String(20 + Math.floor(random() * 60))}%)`;
  const shapes = Array.from({ length: 24 }, () => {
    const [x, y, rx, ry] = [
      random() * width,
      random() * height,
      (0.03 + random() * 0.25) * width,
      (0.03 + random() * 0.25) * height,
    ];
    return random() < 0.5
      ? `<ellipse cx="${String(x)}" cy="${String(y)}" rx="${String(rx)}" ry="${String(ry)}" fill="${color()}" opacity="0.8"/>`
      : `<rect x="${String(x)}" y="${String(y)}" width="${String(rx)}" height="${String(ry)}" fill="${color()}" opacity="0.8"/>`;
  });
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${String(width)}" height="${String(height)}">
    <defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="${color()}"/><stop offset="1" stop-color="${color()}"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/>${shapes.join('')}</svg>`;
  const grain = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer();
  await sharp(Buffer.from(picture))
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 88 })
    .toFile(file);
}
