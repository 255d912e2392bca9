import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { newId } from '../../../client/newId.ts';
import { counted } from '../../../../shared/base/counts.ts';
import { faceArea } from '../../../../shared/domain/faces.ts';
import type { ImageId } from '../../../../shared/base/ids.ts';
import type { CanvasRegion } from '../../../canvas/index.ts';
import { imageUrl } from '../../../client/images.ts';
import { DetectorError, faceDetector } from '../../../ui/faces/faceDetector.ts';
import { useImages } from '../../../ui/form/context.ts';
import { toast, toastFailure } from '../../../ui/feedback/toast.tsx';

/** Looks for faces in the item's images and proposes an area over each, to be checked before anything is redacted. */
export function useFaceAreas(
  style: string,
  onFound: (areas: readonly CanvasRegion[]) => void,
): { readonly look: () => void; readonly looking: boolean } {
  const images = useImages();
  const leaving = useRef<AbortController | null>(null);
  useEffect(
    () => () => {
      leaving.current?.abort();
    },
    [],
  );
  const find = useMutation({
    mutationFn: async () => {
      const controller = new AbortController();
      leaving.current = controller;
      const ids = images.flatMap(({ imageId }): ImageId[] => (imageId === null ? [] : [imageId]));
      const found: CanvasRegion[] = [];
      for (const imageId of ids) {
        const { faces, size } = await faceDetector.detect(imageUrl(imageId, 'full'), controller.signal);
        for (const face of faces) {
          const box = faceArea(face, size);
          if (box !== null) found.push({ id: newId(), imageId, label: style, note: null, ...box });
        }
      }
      return found;
    },
    onSuccess: (found) => {
      if (found.length > 0) onFound(found);
      toast(
        found.length === 0
          ? 'No face was found. Small and hidden faces can be missed: look yourself.'
          : `${counted(found.length, 'face')} found. Check each area, and look for faces that were missed.`,
      );
    },
    onError: (error) => {
      if (leaving.current?.signal.aborted === true) return;
      if (error instanceof DetectorError) toast(`${error.message} Draw the areas by hand.`);
      else toastFailure('Faces could not be looked for', error);
    },
  });
  return {
    look: () => {
      if (!find.isPending) find.mutate();
    },
    looking: find.isPending,
  };
}
