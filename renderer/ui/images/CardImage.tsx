import { useMemo, useRef } from 'react';
import type { ImageId } from '../../../shared/base/ids.ts';
import type { CanvasHandle } from '../../canvas/index.ts';
import { imageUrl } from '../../client/index.ts';
import { useCommands } from '../commands/commands.ts';
import { useApplicationState } from '../window/applicationState.ts';
import { useCanvasVerbs } from './useCanvasVerbs.ts';
import classes from './CardImage.module.css';
import { ImageViewer } from './ImageViewer.tsx';
import { useImagesOnScreen } from './useImagesOnScreen.ts';
import { useViewOptions } from './viewOptions.ts';

/** The images an answer is about, beside it. Nothing is answered before they are on screen. */
export function CardImage({
  of,
  current,
  images,
}: {
  /** Names what they belong to. */
  readonly of: string;
  /** Names what an answer would change at this moment; left out: what is shown. */
  readonly current?: () => string;
  readonly images: readonly { readonly id: ImageId; readonly width: number; readonly height: number }[];
}) {
  const { options, change } = useViewOptions(useApplicationState().data?.settings);
  const canvas = useRef<CanvasHandle>(null);
  const area = useRef<HTMLDivElement>(null);
  const shown = useMemo(
    () => images.map(({ id, width, height }) => ({ id, width, height, url: imageUrl(id, 'full') })),
    [images],
  );
  const onImages = useImagesOnScreen(of, shown, true, current);
  const { look, pan } = useCanvasVerbs(canvas);
  useCommands('canvas', look);
  useCommands('canvas', pan, { within: area });
  return (
    <section className={classes['image']} aria-label="Image">
      <ImageViewer
        canvas={canvas}
        area={area}
        label="Image"
        images={shown}
        viewOptions={options}
        onViewOptionsChange={change}
        onImages={onImages}
      />
    </section>
  );
}
