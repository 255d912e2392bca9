import type { FaceLandmarks } from '../../../shared/domain/faces.ts';
import type { Size } from '../../../shared/base/geometry.ts';

/** What the page asks of the worker: the faces in an image. */
export interface FaceRequest {
  readonly id: number;
  readonly image: Blob;
}

/** Why no faces could be looked for: `graphics` without WebGL 2, `processor` without vector instructions. */
export type DetectionFailure = 'graphics' | 'processor' | 'image' | 'model';

export type FaceReply =
  | {
      readonly type: 'faces';
      readonly id: number;
      /** Of the image, in pixels, as it is shown. */
      readonly size: Size;
      readonly faces: readonly FaceLandmarks[];
    }
  | {
      readonly type: 'failed';
      readonly id: number;
      readonly hindrance: DetectionFailure;
      readonly message: string;
    };
