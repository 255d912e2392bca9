import type { ExportImage } from './exportItems.ts';

/** An image as an export treats it: without the file where that may not be handed on. */
export function handedOut<T extends Pick<ExportImage, 'imageId' | 'redistributable'>>(image: T): T {
  return mayBeHandedOn(image) ? image : { ...image, imageId: null };
}

/** Whether an image's bytes may be handed on. Where nobody has said, they may: it is the curators' own decision. */
export function mayBeHandedOn({ redistributable }: Pick<ExportImage, 'redistributable'>): boolean {
  return redistributable !== false;
}
