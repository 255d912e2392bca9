import type { ExportImage } from '../writing/exportItems.ts';

type HandOnRights = Pick<ExportImage, 'redistributable' | 'isChangedSinceSignOff'>;

/** An image as an export treats it: without the file where that may not be redistributed. */
export function exportedImage<T extends HandOnRights & Pick<ExportImage, 'imageId'>>(image: T): T {
  return mayBeHandedOn(image) ? image : { ...image, imageId: null };
}

/** Whether an image's bytes may be redistributed. Where nobody has said, they may: it is the curators' own decision. */
export function mayBeHandedOn(image: HandOnRights): boolean {
  return whyWithheld(image) === null;
}

/** Why an image's bytes may not be redistributed, null where they may. */
export function whyWithheld({ redistributable, isChangedSinceSignOff }: HandOnRights): string | null {
  if (isChangedSinceSignOff) return 'it changed after its sign-off';
  return redistributable === false ? 'it may not be redistributed' : null;
}
