/** Which rendition of an image: as it is, or its edges. */
export type Variant = 'plain' | 'edges';

/** What the page asks of the image worker. */
export type ImageRequest =
  | { readonly type: 'decode'; readonly id: number; readonly blob: Blob }
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
      readonly type: 'levels';
      readonly id: number;
      readonly variant: Variant;
      readonly levels: readonly ImageBitmap[];
    }
  | { readonly type: 'exact'; readonly id: number; readonly variant: Variant; readonly bitmap: ImageBitmap }
  | { readonly type: 'failed'; readonly id: number; readonly message: string };
