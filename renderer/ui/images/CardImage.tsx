import { useMemo, useRef, useState } from 'react';
import { useApplicationState } from '../window/applicationState.ts';
import { useCommands, type CommandDefinition } from '../commands/commands.ts';
import { canvasCommands } from '../commands/deskCommands.ts';
import { Canvas, CanvasToolbar, type CanvasHandle, type CanvasToolName } from '../../canvas/index.ts';
import { imageUrl } from '../../client/index.ts';
import type { ImageId } from '../../../shared/domain/ids.ts';
import { useViewOptions } from './viewOptions.ts';
import classes from './CardImage.module.css';

/** The images an answer is about, to be looked at closely; nothing can be drawn on them. */
export function CardImage({
  images,
}: {
  readonly images: readonly { readonly id: ImageId; readonly width: number; readonly height: number }[];
}) {
  const { options, change } = useViewOptions(useApplicationState().data?.settings);
  const canvas = useRef<CanvasHandle>(null);
  const area = useRef<HTMLElement>(null);
  const [tool, setTool] = useState<CanvasToolName>('idle');
  const shown = useMemo(
    () => images.map(({ id, width, height }) => ({ id, width, height, url: imageUrl(id, 'full') })),
    [images],
  );
  const verb = (run: (handle: CanvasHandle) => unknown) => () =>
    canvas.current === null ? false : run(canvas.current);
  useCommands('canvas', [
    {
      ...canvasCommands.zoomIn,
      run: verb((handle) => {
        handle.zoomIn();
      }),
    },
    {
      ...canvasCommands.zoomOut,
      run: verb((handle) => {
        handle.zoomOut();
      }),
    },
    {
      ...canvasCommands.fit,
      run: verb((handle) => {
        handle.fit();
      }),
    },
    {
      ...canvasCommands.actualSize,
      run: verb((handle) => {
        handle.actualSize();
      }),
    },
  ]);
  useCommands(
    'canvas',
    [
      { ...pan(canvasCommands.nudgeLeft, 'Pan left'), run: verb((handle) => handle.nudge(-1, 0)) },
      { ...pan(canvasCommands.nudgeRight, 'Pan right'), run: verb((handle) => handle.nudge(1, 0)) },
      { ...pan(canvasCommands.nudgeUp, 'Pan up'), run: verb((handle) => handle.nudge(0, -1)) },
      { ...pan(canvasCommands.nudgeDown, 'Pan down'), run: verb((handle) => handle.nudge(0, 1)) },
    ],
    { within: area },
  );
  return (
    <section ref={area} className={classes['image']} aria-label="Image">
      <div className={classes['tools']}>
        <CanvasToolbar
          canvas={canvas}
          tool={tool}
          readOnly
          allHidden={false}
          viewOptions={options}
          onViewOptionsChange={change}
        />
      </div>
      <Canvas
        ref={canvas}
        label="Image"
        images={shown}
        regions={NONE}
        labels={NONE}
        activeLabel={null}
        selection={NONE}
        readOnly
        dragPans
        withoutStatus
        viewOptions={options}
        newRegionId={() => crypto.randomUUID()}
        onSelectionChange={() => undefined}
        onToolChange={setTool}
        onCommit={() => undefined}
      />
    </section>
  );
}

const NONE: readonly never[] = [];

/** Nothing can be moved here: what moves a box elsewhere moves the view, and only while the focus is in the image. */
function pan(definition: CommandDefinition, title: string): CommandDefinition {
  return { ...definition, title, group: 'With the focus in the image' };
}
