import type { ImageFolders } from './imagePaths.ts';
import type { Derivation } from '../../../shared/contract/images.ts';

/** The longer side of a thumbnail, in pixels. */
export const THUMBNAIL_SIDE = 320;

/** What the image workers are asked for, and what they answer. */
export interface IngestTask {
  readonly file: string;
  readonly folders: ImageFolders;
  /** Leave the file where it is: only a thumbnail is made. */
  readonly link: boolean;
  /** Decode even where the store seems to hold the content already. */
  readonly force: boolean;
}

/** A file as an image: what its row in the database says. */
export interface ImageFacts {
  readonly sha256: string;
  readonly format: string;
  readonly extension: string;
  readonly bytes: number;
  /** Upright, in pixels. */
  readonly width: number;
  readonly height: number;
  /** 256 bits as 64 hexadecimal digits. */
  readonly perceptualHash: string;
  /** How many frames or pages the file has; the first is the image. */
  readonly frames: number;
}

export type IngestAnswer =
  | { readonly kind: 'image'; readonly facts: ImageFacts; readonly written: readonly string[] }
  /** The store holds the content and its thumbnail: nothing was decoded. */
  | { readonly kind: 'known'; readonly sha256: string };

export interface ThumbnailTask {
  readonly file: string;
  readonly target: string;
}

/** A still for participants: upright, no metadata, its longer side no longer than `side` pixels. */
export interface ScaleTask extends ThumbnailTask {
  readonly side: number;
}

export interface DeriveTask {
  readonly file: string;
  readonly folders: ImageFolders;
  readonly derivation: Derivation;
}

export interface CleanTask {
  readonly file: string;
  readonly target: string;
  /** What the copy is to be; 'same' keeps the format where it can be written, PNG otherwise. */
  readonly format: 'png' | 'jpeg' | 'webp' | 'same';
}

/** What a clean copy of this file would be, without making it. */
export interface CleanPlan {
  readonly extension: string;
  /** Whether the file's own bytes are already clean, so that they can be copied or linked. */
  readonly asIs: boolean;
}

/**
 * An answer as it crosses threads: errors lose their codes on the way, so they travel as data. `unreadable` is
 * the file's fault, `system` the disk's.
 */
export type ImageResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: 'unreadable'; readonly reason: string }
  | { readonly ok: false; readonly fault: 'system'; readonly code: string | null; readonly message: string };
