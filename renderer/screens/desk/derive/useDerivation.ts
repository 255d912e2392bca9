import { useRef, useState } from 'react';
import type { Derivation, ImageDetail } from '../../../../shared/contract/images.ts';
import { signOffWithdrawn } from '../../../../shared/benchmarks/signOff.ts';
import { squashDiffs } from '../../../../shared/base/diff.ts';
import {
  answerOf,
  type DocumentDiff,
  type DocumentRecord,
  type ImageRecord,
  imagesOf,
  regionsOf,
} from '../../../../shared/domain/document.ts';
import type { ImageId } from '../../../../shared/base/ids.ts';
import { sameJson } from '../../../../shared/base/json.ts';
import { coveredLabels } from '../../../../shared/domain/covered.ts';
import { cropBox, replaceImage } from '../../../../shared/domain/replaceImage.ts';
import { client } from '../../../client/index.ts';
import { toastFailure } from '../../../ui/feedback/toast.tsx';
import type { CanvasRegion } from '../../../canvas/index.ts';
import { useDesk, useDeskState, useImageDetails, useRegionLabels } from '../../../ui/form/context.ts';
import { fieldsDiff } from '../../../ui/form/fieldsDiff.ts';
import { askToReplace, atStake, saysWithdrawn, showStatus } from '../replacing.ts';
import { announce } from '../../../ui/form/view.ts';

export type DeriveOperation = 'crop' | 'redact';

interface DerivedImage {
  readonly from: ImageId;
  readonly derivation: Derivation;
  readonly detail: ImageDetail;
}

export interface ImageDerivation {
  /** The rectangles drawn so far. */
  readonly areas: readonly CanvasRegion[];
  readonly setAreas: (areas: readonly CanvasRegion[]) => void;
  /** Adds to whatever has been drawn by then. */
  readonly addAreas: (areas: readonly CanvasRegion[]) => void;
  /** What the boxes are called that an area covers in part or whole: redacting it may hide the clue. */
  readonly covered: readonly string[];
  readonly busy: boolean;
  /** The result as it will be, while it is looked at before it is taken. */
  readonly preview: ImageDetail | null;
  readonly showPreview: () => Promise<void>;
  readonly hidePreview: () => void;
  /** Puts the result in the image's place as one edit, and goes back to the boxes. */
  readonly apply: () => Promise<void>;
  readonly cancel: () => void;
}

/** Cropping or redacting an image of the item: rectangles are drawn, looked at, and applied as one edit. */
export function useDerivation(operation: DeriveOperation): ImageDerivation {
  const { session, view, editing, task } = useDesk();
  const details = useImageDetails();
  const records = useDeskState((state) => state.records);
  const labels = useRegionLabels();
  const [areas, setAreas] = useState<readonly CanvasRegion[]>([]);
  const [made, setMade] = useState<DerivedImage | null>(null);
  const [previewing, setPreviewing] = useState(false);
  const [busy, setBusy] = useState(false);
  const underWay = useRef(false);

  /** The operation on one of the item's images; the rectangles of one image count. */
  const wanted = (): { image: ImageRecord; derivation: Derivation } | null => {
    const last = areas.at(-1);
    const image = imagesOf(records).find((each) => each.imageId === last?.imageId);
    const size = image?.imageId == null ? undefined : details.get(image.imageId);
    if (last === undefined || image === undefined || size === undefined) return null;
    if (operation === 'crop') return { image, derivation: { operation, box: cropBox(last, size) } };
    const regions = areas
      .filter((area) => area.imageId === image.imageId)
      .map(({ x, y, width, height, label }) => ({ box: { x, y, width, height }, style: styleOf(label) }));
    return { image, derivation: { operation, regions } };
  };

  const make = async (): Promise<DerivedImage & { readonly image: ImageRecord }> => {
    const request = wanted();
    const from = request?.image.imageId;
    if (request === null || from == null) throw new Error('Draw a rectangle first.');
    const { image, derivation } = request;
    if (made !== null && made.from === from && sameJson(made.derivation, derivation))
      return { ...made, image };
    const detail = await client.images.derive({ imageId: from, derivation });
    session.learn([detail]);
    const result = { from, derivation, detail };
    setMade(result);
    return { ...result, image };
  };

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    // A second press before the first has drawn anything.
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toastFailure(operation === 'crop' ? 'The image was not cropped' : 'The image was not redacted', error);
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };

  const cancel = (): void => view.setState({ mode: 'boxes', selection: [] });

  const covered = operation === 'redact' ? coveredLabels(areas, regionsOf(records), labels) : [];

  return {
    areas,
    covered,
    setAreas: (next) => {
      setAreas(next);
      setPreviewing(false);
    },
    addAreas: (more) => {
      setAreas((now) => [...now, ...more]);
      setPreviewing(false);
    },
    busy,
    preview: previewing ? (made?.detail ?? null) : null,
    showPreview: () =>
      attempt(async () => {
        await make();
        setPreviewing(true);
      }),
    hidePreview: () => {
      setPreviewing(false);
    },
    apply: () =>
      attempt(async () => {
        const { image, detail, derivation } = await make();
        const what = atStake(session, task);
        if (!(await askToReplace(what))) return;
        const now = session.store.getState().records;
        const offset = derivation.operation === 'crop' ? derivation.box : { x: 0, y: 0 };
        const replaced = replaceImage(now, image, { id: detail.id, size: detail, offset });
        const answer = answerOf(now);
        const fields = fieldsDiff(now, {
          ...task.images?.afterDerivation?.(answer, operation),
          ...signOffWithdrawn(task, answer),
        });
        // The fields do not depend on the image: both parts make one step.
        const diff: DocumentDiff = squashDiffs<DocumentRecord>(replaced, fields);
        editing.apply(diff);
        announce(
          view,
          `${operation === 'crop' ? 'The image is cropped.' : 'The image is redacted.'}${saysWithdrawn(what)}`,
        );
        cancel();
        await showStatus(session, what);
      }),
    cancel,
  };
}

function styleOf(label: string): 'blur' | 'pixelate' | 'fill' {
  return label === 'pixelate' || label === 'fill' ? label : 'blur';
}
