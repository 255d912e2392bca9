import type { Size } from '../../../shared/base/geometry.ts';

/** Which rendition of an image: as it is, or its edges. */
export type Variant = 'plain' | 'edges';

/** What the page asks of the image worker. */
export type ImageRequest =
  | {
      readonly type: 'decode';
      readonly id: number;
      readonly blob: Blob;
      /** The size it will be seen at, in device pixels; null where that is not known yet. */
      readonly seen: Size | null;
    }
  | { readonly type: 'edges'; readonly id: number }
  | {
      readonly type: 'exact';
      readonly id: number;
      readonly variant: Variant;
      readonly width: number;
      readonly height: number;
    }
  | { readonly type: 'release'; readonly id: number };

/** What the image worker answers; the bitmaps are handed over, not copied. */
export type ImageReply =
  | {
      /** The first there is to see, at the size that was asked for; the levels follow. */
      readonly type: 'first';
      readonly id: number;
      readonly size: Size;
      readonly bitmap: ImageBitmap;
    }
  | {
      readonly type: 'levels';
      readonly id: number;
      readonly variant: Variant;
      readonly levels: readonly ImageBitmap[];
    }
  | { readonly type: 'exact'; readonly id: number; readonly variant: Variant; readonly bitmap: ImageBitmap }
  | { readonly type: 'failed'; readonly id: number; readonly message: string };
