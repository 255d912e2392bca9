import { Box, Button, Flex, SegmentedControl, Stack } from '@mantine/core';
import { Check, Crop, Eye, EyeOff, ScanFace, SquareDashedMousePointer, TriangleAlert, X } from 'lucide-react';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import { newId } from '../../../client/newId.ts';
import { counted } from '../../../../shared/base/counts.ts';
import { useCommands } from '../../../ui/commands/commands.ts';
import { canvasCommands, deskCommands } from '../../../ui/commands/deskCommands.ts';
import {
  Canvas,
  type CanvasHandle,
  type CanvasLabel,
  type CanvasRegion,
  type CanvasViewOptions,
  paletteColor,
} from '../../../canvas/index.ts';
import { imageUrl } from '../../../client/images.ts';
import { canvasImages } from '../../../ui/form/regions.ts';
import { useDesk, useDeskView, useImageDetails, useImages } from '../../../ui/form/context.ts';
import { useDigits } from '../../../ui/form/useDigits.ts';
import { useFaceAreas } from './useFaceAreas.ts';
import { type DeriveOperation, useDerivation } from './useDerivation.ts';
import classes from './DeriveStage.module.css';

const STYLES = [
  { value: 'blur', label: 'Blur' },
  { value: 'pixelate', label: 'Pixelate' },
  { value: 'fill', label: 'Fill' },
] as const;

const CROP_LABEL: CanvasLabel = { id: 'crop', name: 'Keep this part', color: paletteColor(0) };
const STYLE_LABELS: readonly CanvasLabel[] = STYLES.map(({ value, label }, index) => ({
  id: value,
  name: label,
  color: paletteColor([5, 6, 8][index] ?? 0),
  shortcut: String(index + 1),
}));

/** The canvas while an image is cropped or redacted: the rectangles are no boxes of the answer. */
export function DeriveStage({
  operation,
  canvas,
  viewOptions,
}: {
  readonly operation: DeriveOperation;
  readonly canvas: RefObject<CanvasHandle | null>;
  readonly viewOptions: CanvasViewOptions;
}) {
  const { view } = useDesk();
  const imageRecords = useImages();
  const details = useImageDetails();
  const selection = useDeskView((state) => state.selection);
  const tool = useDeskView((state) => state.tool);
  const deriving = useDerivation(operation);
  const { areas, preview } = deriving;
  const [style, setStyle] = useState('blur');
  const labels = operation === 'crop' ? [CROP_LABEL] : STYLE_LABELS;
  const images = useMemo(() => canvasImages(imageRecords, details), [imageRecords, details]);
  const shownImages = useMemo(
    () =>
      preview === null
        ? images
        : images.map((image) =>
            image.id === preview.derivedFrom
              ? {
                  ...image,
                  id: preview.id,
                  url: imageUrl(preview.id, 'full'),
                  width: preview.width,
                  height: preview.height,
                }
              : image,
          ),
    [images, preview],
  );

  const choose = (next: string): void => {
    setStyle(next);
    // With the tool in hand it is for the next area, not for the one just drawn.
    if (selection.length > 0 && tool === 'idle') canvas.current?.setLabel(next);
  };
  useDigits('stage', (digit) => {
    const chosen = operation === 'redact' ? STYLES[digit - 1] : undefined;
    if (chosen !== undefined) choose(chosen.value);
    return chosen !== undefined;
  });
  useCommands('canvas', [
    {
      ...deskCommands.apply,
      enabled: () => areas.length > 0 && !deriving.busy,
      run: () => void deriving.apply(),
    },
    {
      ...canvasCommands.escape,
      run: () => {
        if (canvas.current?.escape() !== true) deriving.cancel();
      },
    },
  ]);
  // The first thing anybody does here is draw.
  useEffect(() => {
    const frame = requestAnimationFrame(() => arm(canvas.current, operation));
    return () => cancelAnimationFrame(frame);
  }, [canvas, operation]);

  const crop = operation === 'crop';
  return (
    <Stack gap={0} flex={1} miw={0} mih={0}>
      <DeriveBar operation={operation} canvas={canvas} deriving={deriving} style={style} onStyle={choose} />
      <Box flex={1} mih={0}>
        <Canvas
          ref={canvas}
          images={shownImages}
          regions={preview === null ? areas : []}
          labels={labels}
          activeLabel={crop ? CROP_LABEL.id : style}
          selection={selection.filter((id) => areas.some((area) => area.id === id))}
          readOnly={preview !== null}
          viewOptions={{ ...viewOptions, snapToPixels: true }}
          newRegionId={newId}
          label={crop ? 'Image to crop' : 'Image to redact'}
          onSelectionChange={(ids) => view.setState({ selection: ids })}
          onToolChange={(tool) => view.setState({ tool })}
          onCommit={(change) => {
            const removed = new Set(change.removed);
            const updated = new Map(change.updated.map((region) => [region.id, region]));
            const kept: CanvasRegion[] = areas
              .filter((area) => !removed.has(area.id))
              .map((area) => updated.get(area.id) ?? area);
            // Only one part of an image can be kept.
            const next = [...kept, ...change.added];
            deriving.setAreas(crop ? next.slice(-1) : next);
          }}
        />
      </Box>
    </Stack>
  );
}

/** Puts the drawing tool in hand: for one part to keep, or for as many areas as there are to hide. */
function arm(canvas: CanvasHandle | null, operation: DeriveOperation): void {
  if (operation === 'crop') canvas?.draw();
  else canvas?.drawKept();
  canvas?.focus();
}

/** How an image is cropped or redacted: style, drawing, preview, applying. */
function DeriveBar({
  operation,
  canvas,
  deriving,
  style,
  onStyle,
}: {
  readonly operation: DeriveOperation;
  readonly canvas: RefObject<CanvasHandle | null>;
  readonly deriving: ReturnType<typeof useDerivation>;
  readonly style: string;
  readonly onStyle: (style: string) => void;
}) {
  const { areas, preview } = deriving;
  const faces = useFaceAreas(style, deriving.addAreas);
  const crop = operation === 'crop';
  return (
    <div className={classes['bar']} role="toolbar" aria-label={crop ? 'Crop' : 'Redact'}>
      <Flex component="strong" display="inline-flex" gap={6} align="center" fw={600}>
        <Crop size={15} aria-hidden />
        {crop ? 'Crop: draw what to keep' : 'Redact: draw what to hide'}
      </Flex>
      {!crop && (
        <SegmentedControl
          aria-label="How"
          data={STYLES.map((each) => ({ ...each }))}
          value={style}
          onChange={onStyle}
        />
      )}
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<SquareDashedMousePointer size={14} aria-hidden />}
        disabled={preview !== null}
        onClick={() => arm(canvas.current, operation)}
      >
        {crop ? 'Draw again' : 'Draw areas'}
      </Button>
      {!crop && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<ScanFace size={14} aria-hidden />}
          loading={faces.looking}
          disabled={preview !== null}
          onClick={faces.look}
        >
          Find faces
        </Button>
      )}
      <Box component="span" flex={1} c="dimmed" role="status">
        {!crop && counted(areas.length, 'area')}
        {deriving.covered.length > 0 && (
          <span className={classes['covered']}>
            <TriangleAlert size={14} aria-hidden />
            An area covers the box of {deriving.covered.join(', ')}.
          </span>
        )}
      </Box>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={preview === null ? <Eye size={14} aria-hidden /> : <EyeOff size={14} aria-hidden />}
        disabled={areas.length === 0 || deriving.busy}
        aria-pressed={preview !== null}
        onClick={() => {
          if (preview === null) void deriving.showPreview();
          else deriving.hidePreview();
        }}
      >
        Preview
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<X size={14} aria-hidden />}
        onClick={deriving.cancel}
      >
        Cancel
      </Button>
      <Button
        size="compact-sm"
        leftSection={<Check size={14} aria-hidden />}
        title="Alt+Enter"
        disabled={areas.length === 0}
        loading={deriving.busy}
        onClick={() => void deriving.apply()}
      >
        Apply
      </Button>
    </div>
  );
}
