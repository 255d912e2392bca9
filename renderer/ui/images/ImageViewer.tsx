import { Stack } from '@mantine/core';
import { newId } from '../../client/newId.ts';
import { type ReactNode, type Ref, type RefObject, useState } from 'react';
import {
  Canvas,
  type CanvasHandle,
  type CanvasImage,
  type CanvasLabel,
  type CanvasRegion,
  CanvasToolbar,
  type CanvasToolName,
  type CanvasViewOptions,
} from '../../canvas/index.ts';
import classes from './ImageViewer.module.css';

const NONE: readonly never[] = [];

/** Images to be looked at closely, with boxes where there are any; nothing can be drawn on them. */
export function ImageViewer({
  canvas,
  area,
  label,
  images,
  boxes = null,
  viewOptions,
  onViewOptionsChange,
  onImages,
  children,
}: {
  /** For the keys of the screen. */
  readonly canvas: RefObject<CanvasHandle | null>;
  /** Around the image: keys that move the view work while the focus is in it. */
  readonly area: Ref<HTMLDivElement>;
  readonly label: string;
  /** Undefined while they are looked up. */
  readonly images: readonly CanvasImage[] | undefined;
  /** Boxes that can be selected; null: there are none, and dragging moves the view. */
  readonly boxes?: {
    readonly regions: readonly CanvasRegion[];
    readonly labels: readonly CanvasLabel[];
    readonly selection: readonly string[];
    readonly onSelectionChange: (ids: readonly string[]) => void;
  } | null;
  readonly viewOptions: CanvasViewOptions;
  readonly onViewOptionsChange: (options: CanvasViewOptions) => void;
  /** The images are on screen, or one of them cannot be shown. */
  readonly onImages?: () => void;
  /** What else can be chosen above the image. */
  readonly children?: ReactNode;
}) {
  const [tool, setTool] = useState<CanvasToolName>('idle');
  const [allHidden, setAllHidden] = useState(false);
  return (
    <Stack gap={0} flex={1} miw={0} mih={0}>
      <div className={classes['tools']}>
        <div className={classes['choices']}>{children}</div>
        <CanvasToolbar
          canvas={canvas}
          tool={tool}
          readOnly
          allHidden={allHidden}
          viewOptions={viewOptions}
          onViewOptionsChange={onViewOptionsChange}
        />
      </div>
      <div ref={area} className={classes['canvas']}>
        {images !== undefined && (
          <Canvas
            ref={canvas}
            label={label}
            images={images}
            regions={boxes?.regions ?? NONE}
            labels={boxes?.labels ?? NONE}
            activeLabel={null}
            selection={boxes?.selection ?? NONE}
            readOnly
            dragPans={boxes === null}
            withoutStatus={boxes === null}
            viewOptions={viewOptions}
            newRegionId={newId}
            onSelectionChange={boxes?.onSelectionChange ?? (() => undefined)}
            onHiddenChange={({ all }) => setAllHidden(all)}
            onToolChange={setTool}
            {...(onImages !== undefined && { onImages })}
            onCommit={() => undefined}
          />
        )}
      </div>
    </Stack>
  );
}
