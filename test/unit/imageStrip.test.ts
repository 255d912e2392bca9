import sharp from 'sharp';
import { expect, it } from 'vitest';
import { stripImage } from '../../electron/core/files/imageStrip.ts';
import { photograph } from '../helpers/pictures.ts';
import { present } from '../helpers/present.ts';

const ARTIST = 'Ada Planted';
const FORMATS = ['jpeg', 'png', 'webp'] as const;

/** A photo that says who took it, in EXIF and XMP, with a colour profile, lying on its side. */
async function signed(format: (typeof FORMATS)[number], orientation: number): Promise<Buffer> {
  return sharp(photograph('locomotion-house-cat'))
    .resize(300)
    .withExif({ IFD0: { Artist: ARTIST, ImageDescription: `By ${ARTIST}` } })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><creator>${ARTIST}</creator></x:xmpmeta>`)
    .withIccProfile('p3')
    .withMetadata({ orientation })
    .toFormat(format)
    .toBuffer();
}

/** The pixels as they lie in the file. */
const pixelsOf = (bytes: Buffer): Promise<Buffer> => sharp(bytes, { autoOrient: false }).raw().toBuffer();

it.each(FORMATS.flatMap((format) => [1, 6].map((orientation) => ({ format, orientation }))))(
  'a $format of orientation $orientation loses the names in it and keeps pixels, profile and which way is up',
  async ({ format, orientation }) => {
    const before = await signed(format, orientation);
    expect(before.toString('latin1')).toContain(ARTIST);
    const after = present(stripImage(before, format));
    expect(after.toString('latin1')).not.toContain(ARTIST);
    expect(after.toString('latin1')).not.toMatch(/xmpmeta|Artist/u);
    expect(await pixelsOf(after)).toEqual(await pixelsOf(before));
    const [head, former] = [await sharp(after).metadata(), await sharp(before).metadata()];
    expect(former.icc).toBeDefined();
    expect(head.icc).toEqual(former.icc);
    expect(head.orientation ?? 1).toBe(orientation);
    expect(head.xmp).toBeUndefined();
    // Nothing is left to take out.
    expect(stripImage(after, format)).toBe(after);
  },
);

it.each(['Comment', 'Author'])('text in a PNG goes: %s', async (keyword) => {
  const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
  const text = Buffer.from(`${keyword}\0${ARTIST}`, 'latin1');
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from('tEXt', 'latin1'), text, Buffer.alloc(4)]);
  chunk.writeUInt32BE(text.length, 0);
  const ends = png.length - 12;
  const signedPng = Buffer.concat([png.subarray(0, ends), chunk, png.subarray(ends), Buffer.from(ARTIST)]);
  expect(stripImage(signedPng, 'png')).toEqual(png);
  expect(stripImage(png, 'png')).toBe(png);
});

it('an animated WebP keeps its frames', async () => {
  const frames = await sharp(
    await Promise.all(
      ['#ff0000', '#00ff00'].map(async (background) =>
        sharp({ create: { width: 8, height: 8, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    ),
    { join: { animated: true } },
  )
    .withExif({ IFD0: { Artist: ARTIST } })
    .webp({ lossless: true })
    .toBuffer();
  expect(frames.toString('latin1')).toContain(ARTIST);
  const after = stripImage(frames, 'webp') ?? frames;
  expect(after.toString('latin1')).not.toContain(ARTIST);
  expect((await sharp(after, { animated: true }).metadata()).pages).toBe(2);
  const whole = (bytes: Buffer): Promise<Buffer> => sharp(bytes, { animated: true }).raw().toBuffer();
  expect(await whole(after)).toEqual(await whole(frames));
});

it('a format that cannot be taken apart is said to need a rendition', () => {
  for (const format of ['avif', 'tiff', 'gif', 'bmp'] as const)
    expect(stripImage(Buffer.alloc(64), format)).toBeNull();
});

it.each(FORMATS)('a %s that is cut off anywhere is no reason to fail', async (format) => {
  const whole = await signed(format, 6);
  for (let length = 16; length < whole.length; length += 97)
    expect(() => stripImage(whole.subarray(0, length), format)).not.toThrow();
});
