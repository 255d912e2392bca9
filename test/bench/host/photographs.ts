import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';

const [WIDTH, HEIGHT] = [1600, 1200];

/** Returns a function that draws different JPEG images of about this many bytes: noise, which does not compress away. */
export async function createPhotographer(bytes: number): Promise<(path: string) => Promise<void>> {
  let [low, high] = [1, 100];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const { length } = await noise(middle);
    if (length < bytes) low = middle;
    else high = middle;
  }
  const quality = high;
  return async (path) => writeFile(path, await noise(quality));
}

function noise(quality: number): Promise<Buffer> {
  return sharp({
    create: {
      width: WIDTH,
      height: HEIGHT,
      channels: 3,
      background: 'black',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg({ quality })
    .toBuffer();
}
