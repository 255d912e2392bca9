import { join } from 'node:path';

/** The casebook's folders that hold image files. */
export interface ImageFolders {
  readonly images: string;
  readonly thumbnails: string;
}

/** Where the store keeps a file of this content. */
export function imagePath(folders: ImageFolders, sha256: string, extension: string): string {
  return join(folders.images, sha256.slice(0, 2), `${sha256}.${extension}`);
}

/** Where the thumbnail of a content is cached. */
export function thumbnailPath(folders: ImageFolders, sha256: string): string {
  return join(folders.thumbnails, sha256.slice(0, 2), `${sha256}.webp`);
}

/** Where the still of a given size is cached that participants of a study get. */
export function scaledPath(folders: ImageFolders, sha256: string, side: number): string {
  return join(folders.thumbnails, sha256.slice(0, 2), `${sha256}.${String(side)}.webp`);
}

/** Where the still that a browser can show is cached, for formats that it cannot show itself. */
export function renditionPath(folders: ImageFolders, sha256: string): string {
  return join(folders.thumbnails, sha256.slice(0, 2), `${sha256}.png`);
}
