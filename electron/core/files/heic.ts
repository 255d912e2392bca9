import { Buffer } from 'node:buffer';
import { z } from 'zod';
import type { heif_image, heif_image_handle, MainModule } from 'libheif-js/libheif-wasm/libheif.js';

/*
 * HEIC photos, as phones take them. sharp's own build cannot decode their HEVC; libheif, compiled to WebAssembly, can. It turns
 * pictures upright as the file says.
 */

/** What decoding gives: one plane of red, green, blue and alpha. */
const Decoded = z.object({
  image: z.custom<heif_image>((value) => typeof value === 'object' && value !== null),
  channels: z
    .array(
      z.object({
        data: z.instanceof(Uint8Array),
        stride: z.int(),
        width: z.int().positive(),
        height: z.int().positive(),
      }),
    )
    .min(1),
});

/** A photo whose head is read. */
export interface HeicPhoto {
  /** Upright, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of every pixel, row by row; every call decodes anew. */
  readonly decode: () => Buffer;
}

/** The file is no HEIC photo, or a broken one. */
export class DamagedHeic extends Error {}

/** Reads the head of a HEIC photo. Throws {@link DamagedHeic}, as decoding does. */
export async function readHeic(bytes: Buffer): Promise<HeicPhoto> {
  const heif = await loadDecoder();
  return withPicture(heif, bytes, (handle) => ({
    width: heif.heif_image_handle_get_width(handle),
    height: heif.heif_image_handle_get_height(handle),
    decode: () => withPicture(heif, bytes, (again) => decode(heif, again)),
  }));
}

let decoder: Promise<MainModule> | null = null;

/** Loaded with the first photo: it is two megabytes. */
async function loadDecoder(): Promise<MainModule> {
  decoder ??= import('libheif-js/libheif-wasm/libheif-bundle.mjs').then(({ default: load }) => load());
  return decoder;
}

/** Does something with the file's main picture, and lets go of what libheif holds of it. */
function withPicture<T>(heif: MainModule, bytes: Buffer, use: (handle: heif_image_handle) => T): T {
  const context = heif.heif_context_alloc();
  try {
    heif.heif_context_read_from_memory(context, bytes);
    const found: unknown = heif.heif_js_context_get_primary_image_handle(context);
    if (!isHandle(found)) throw new DamagedHeic('The HEIC photo is damaged.');
    try {
      return use(found);
    } finally {
      heif.heif_image_handle_release(found);
    }
  } finally {
    heif.heif_context_free(context);
  }
}

/** A failure comes as a value with a code. */
const isHandle = (value: unknown): value is heif_image_handle =>
  typeof value === 'object' && value !== null && !('code' in value);

function decode(heif: MainModule, handle: heif_image_handle): Buffer {
  const { heif_colorspace: spaces, heif_chroma: chroma } = heif;
  const answer: unknown = heif.heif_js_decode_image2(
    handle,
    spaces.heif_colorspace_RGB,
    chroma.heif_chroma_interleaved_RGBA,
  );
  const decoded = Decoded.safeParse(answer);
  const [plane] = decoded.data?.channels ?? [];
  if (!decoded.success || plane === undefined) throw new DamagedHeic('The HEIC photo is damaged.');
  try {
    const { data, stride, width, height } = plane;
    // Rows may be longer than the picture, and the memory is libheif's.
    const pixels = Buffer.alloc(width * height * 4);
    for (let row = 0; row < height; row += 1)
      pixels.set(data.subarray(row * stride, row * stride + width * 4), row * width * 4);
    return pixels;
  } finally {
    heif.heif_image_release(decoded.data.image);
  }
}
