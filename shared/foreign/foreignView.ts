import type { Size } from '../base/geometry.ts';
import { viewCoco } from './coco.ts';
import type { ForeignPart } from './foreignPart.ts';
import type { ForeignView } from './foreignShape.ts';
import { viewLabelStudio } from './labelStudio.ts';
import { viewVoc } from './voc.ts';
import { viewYolo } from './yolo.ts';

/**
 * Reads a foreign part for display. An unreadable record shows nothing: import has checked it.
 * @param image the size of the image in pixels
 * @param set what the source said of its data set (skeletons, names of keypoints); null where it said nothing
 */
export function viewForeignPart(part: ForeignPart, image: Size, set: string | null): ForeignView {
  switch (part.format) {
    case 'coco':
      return viewCoco(part.source, set);
    case 'yolo':
      return viewYolo(part, image, set);
    case 'voc':
      return viewVoc(part.source);
    case 'labelstudio':
      return viewLabelStudio(part.source, image);
  }
}
