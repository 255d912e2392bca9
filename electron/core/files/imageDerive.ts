import type { Buffer } from 'node:buffer';
import sharp from 'sharp';
import type { Derivation } from '../../../shared/contract/images.ts';
import type { Box, Size } from '../../../shared/base/geometry.ts';
import { settleAll } from './concurrently.ts';
import { type OpenImage, UnreadableImage } from './imageDecode.ts';

/** What is left of a redacted region: this many cells along its shorter side, whatever its size. */
const CELLS = 6;

/**
 * The image cropped or redacted, as PNG without metadata: lossless, so that nothing outside the regions changes, even
 * after many steps. The same step on the same image gives the same bytes. Throws {@link UnreadableImage} for a box that
 * lies outside.
 */
export async function deriveImage(image: OpenImage, derivation: Derivation): Promise<Buffer> {
  // Pixels first: sharp would otherwise bring turning, cutting and covering into an order of its own.
  const { data, info } = await image
    .pixels()
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const upright = (): ReturnType<typeof sharp> => sharp(data, { raw, limitInputPixels: false });
  const result =
    derivation.operation === 'crop'
      ? upright().extract(wholePixels(derivation.box, info, 'nearest'))
      : upright().composite(
          await settleAll(
            derivation.regions.map(async ({ box, style }) => {
              const region = wholePixels(box, info, 'outward');
              return {
                input: await covered(upright().extract(region), region, style),
                left: region.left,
                top: region.top,
              };
            }),
          ),
        );
  const png = await result.png({ compressionLevel: 6 }).toBuffer();
  return png;
}

interface PixelRegion extends Size {
  readonly left: number;
  readonly top: number;
}

/**
 * A box on whole pixels, cut to the image. A crop goes to the nearest pixel; a redaction outward, so that not
 * even half a pixel of what was marked stays visible.
 */
function wholePixels(box: Box, image: Size, rounding: 'nearest' | 'outward'): PixelRegion {
  const [low, high] = rounding === 'nearest' ? [Math.round, Math.round] : [Math.floor, Math.ceil];
  const left = Math.max(0, low(box.x));
  const top = Math.max(0, low(box.y));
  const right = Math.min(image.width, high(box.x + box.width));
  const bottom = Math.min(image.height, high(box.y + box.height));
  if (!(right > left && bottom > top)) throw new UnreadableImage('The box lies outside the image.');
  return { left, top, width: right - left, height: bottom - top };
}

/**
 * The region made unrecognisable, as opaque PNG. Blurring and pixelating both go through a handful of cells: a
 * mere Gaussian blur can be undone, an average of cells cannot.
 */
async function covered(
  region: ReturnType<typeof sharp>,
  { width, height }: Size,
  style: 'blur' | 'pixelate' | 'fill',
): Promise<Buffer> {
  if (style === 'fill') {
    return sharp({ create: { width, height, channels: 3, background: '#000000' } })
      .png()
      .toBuffer();
  }
  const cell = Math.max(1, Math.min(width, height) / CELLS);
  const cells = await region
    .removeAlpha()
    .resize(Math.max(1, Math.round(width / cell)), Math.max(1, Math.round(height / cell)), {
      fit: 'fill',
      kernel: 'lanczos3',
    })
    .png()
    .toBuffer();
  return sharp(cells)
    .resize(width, height, { fit: 'fill', kernel: style === 'pixelate' ? 'nearest' : 'cubic' })
    .png()
    .toBuffer();
}
