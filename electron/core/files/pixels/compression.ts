import sharp from 'sharp';
import { CHANNELS, type Pixels } from './pixels.ts';

/** ImageCompression as JPEG of a quality from 1 to 100, colours at half resolution as OpenCV writes them. */
export async function jpegCompression({ data, width, height }: Pixels, quality: number): Promise<Pixels> {
  const jpeg = await sharp(data, { raw: { width, height, channels: CHANNELS }, limitInputPixels: false })
    .jpeg({ quality, chromaSubsampling: '4:2:0' })
    .toBuffer();
  const again = await sharp(jpeg, { limitInputPixels: false }).raw({ depth: 'uchar' }).toBuffer();
  return { data: again, width, height };
}
