import { type RefObject, useMemo, useState } from 'react';
import { gate } from '../../../ui/commands/theGate.ts';
import { useImagesOnScreen } from '../../../ui/images/useImagesOnScreen.ts';
import { newId } from '../../../client/newId.ts';
import { Canvas, type CanvasHandle, type CanvasViewOptions } from '../../../canvas/index.ts';
import {
  useAnswer,
  useAsksBoxes,
  useDesk,
  useDeskView,
  useImageDetails,
  useImages,
  useRegionLabels,
  useRegions,
} from '../../../ui/form/context.ts';
import { canvasImages, canvasLabels, drawnRegions, withCanvasChange } from '../../../ui/form/regions.ts';

/** Nudges that follow one another so quickly are one step for undo, in milliseconds. */
const NUDGES_TOGETHER = 1000;
const joined: { at: number; mark: string; boxes: string } = { at: 0, mark: '', boxes: '' };

const NOT_ASKED = 'This assignment does not ask for boxes.';
const SHARED = 'Draw and change boxes on the original; its variants share them.';

/** The item's images with the boxes of the answer. */
export function DeskCanvas({
  canvas,
  viewOptions,
  noLabels,
  loading,
}: {
  readonly canvas: RefObject<CanvasHandle | null>;
  readonly viewOptions: CanvasViewOptions;
  /** Said when somebody tries to draw while there is no label for a box. */
  readonly noLabels: string;
  /** Another item is being opened. */
  readonly loading: boolean;
}) {
  const { session, view, editing, readOnly, task, benchmark } = useDesk();
  const imageRecords = useImages();
  const regionRecords = useRegions();
  const details = useImageDetails();
  const labels = useRegionLabels();
  const asksBoxes = useAsksBoxes();
  const selection = useDeskView((state) => state.selection);
  const armed = useDeskView((state) => state.armed);
  const panes = useDeskView((state) => state.panes);
  const isShared = task.boxes?.carriedRegions !== undefined;
  const images = useMemo(() => {
    const shown = imageRecords.flatMap((image) => {
      // Of images that share the boxes of the first, that one is enough until the form says more.
      if (panes === null) return isShared && image.position !== 0 ? [] : [image];
      const pane = panes.find(({ position }) => position === image.position);
      return pane === undefined ? [] : [{ ...image, name: pane.caption }];
    });
    return canvasImages(shown, details);
  }, [imageRecords, details, panes, isShared]);
  const answer = useAnswer();
  const regions = useMemo(() => {
    const own = drawnRegions(regionRecords, answer, benchmark.proposals);
    if (task.boxes?.carriedRegions === undefined) return own;
    const shown = imageRecords.filter(
      ({ position }) => position === 0 || panes?.some((pane) => pane.position === position) === true,
    );
    const carried = task.boxes?.carriedRegions({ answer, regions: regionRecords, images: shown });
    const onShown = new Set(images.map(({ id }) => id));
    return [
      ...own.filter(({ imageId }) => onShown.has(imageId)),
      ...drawnRegions(carried, answer, benchmark.proposals).map((region) => ({
        ...region,
        id: `${region.id}@${region.imageId}`,
        locked: true,
      })),
    ];
  }, [task, benchmark, answer, regionRecords, imageRecords, panes, images]);
  // New boxes go onto the image whose boxes the others share.
  const isElsewhere = isShared && panes !== null && panes.every(({ position }) => position !== 0);
  const [shownLabels, setShownLabels] = useState(() => canvasLabels(labels));
  const newLabels = canvasLabels(labels);
  // Typing makes the labels anew; the canvas draws all boxes again only when they really differ.
  if (JSON.stringify(newLabels) !== JSON.stringify(shownLabels)) setShownLabels(newLabels);
  const active = labels.find((label) => label.id === armed) ?? labels[0];
  const shown = useMemo(() => {
    const present = new Set(regions.map((region) => region.id));
    return selection.filter((id) => present.has(id));
  }, [regions, selection]);

  const isComplete = imageRecords.every(({ imageId }) => imageId === null || details.has(imageId));
  const onImages = useImagesOnScreen(session.itemId, images, isComplete && !loading);
  /** How many gestures were dropped because they ended while the next item was opening. */
  const [refused, setRefused] = useState(0);

  return (
    <Canvas
      key={refused}
      ref={canvas}
      images={images}
      regions={regions}
      labels={shownLabels}
      activeLabel={isElsewhere ? null : (active?.id ?? null)}
      drawingBlocked={isElsewhere ? SHARED : asksBoxes ? noLabels : NOT_ASKED}
      lockedReason={SHARED}
      selection={shown}
      readOnly={readOnly}
      viewOptions={viewOptions}
      newRegionId={newId}
      onSelectionChange={(ids) => view.setState({ selection: ids })}
      onToolChange={(tool) => view.setState({ tool })}
      onHiddenChange={({ all }) => view.setState({ allHidden: all })}
      onImages={onImages}
      onCommit={(change, gesture) => {
        if (!gate.isOpen()) {
          gate.tellDropped();
          setRefused(refused + 1);
          return;
        }
        const before = session.store.getState().records;
        let mark: string | undefined;
        if (gesture === 'nudge' || gesture === 'resize') {
          const boxes = change.updated.map((region) => region.id).join(' ');
          const now = performance.now();
          if (gesture !== 'nudge' || now - joined.at > NUDGES_TOGETHER || joined.boxes !== boxes)
            joined.mark = newId();
          joined.at = now;
          joined.boxes = boxes;
          mark = joined.mark;
        }
        editing.change(
          () => withCanvasChange(before, change, details, gesture === 'duplicate' ? shown : []),
          undefined,
          mark,
        );
      }}
    />
  );
}
