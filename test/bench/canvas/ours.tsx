import { useEffect, useRef, useState } from 'react';
import { Canvas } from '../../../renderer/canvas/Canvas.tsx';
import type { StandaloneScene } from '../../canvas/address.ts';
import type { CanvasHandle } from '../../../renderer/canvas/canvasHandle.ts';
import type { CanvasViewOptions } from '../../../renderer/canvas/types.ts';
import { fitted } from '../../../renderer/canvas/viewport.ts';
import type { Contestant } from './contestant.ts';

/** The canvas of the app, with everything it does. */
export function OursCanvas(props: {
  readonly scene: StandaloneScene;
  readonly viewOptions: CanvasViewOptions;
  readonly ready: (contestant: Contestant) => void;
  readonly painted: () => void;
}): React.JSX.Element {
  const { scene, ready } = props;
  const canvas = useRef<CanvasHandle>(null);
  const [regions, setRegions] = useState(scene.regions);
  const [selection, setSelection] = useState<readonly string[]>([]);

  useEffect(() => {
    const [image] = scene.images;
    ready({
      zoom: (factor) => {
        const surface = document.querySelector('[role=application]');
        const { width = 0, height = 0 } = surface?.getBoundingClientRect() ?? {};
        // The wheel step that gives just this factor.
        const deltaY = -Math.log(factor) / 0.0018;
        const at = { clientX: width / 2, clientY: height / 2, deltaY, bubbles: true, cancelable: true };
        surface?.dispatchEvent(new WheelEvent('wheel', at));
      },
      pan: (dx, dy) => canvas.current?.nudge(-dx / 40, -dy / 40),
      view: () =>
        fitted(image ?? { width: 1, height: 1 }, {
          x: 0,
          y: 0,
          width: window.innerWidth,
          height: window.innerHeight - 24,
        }),
      boxes: () => regions.length,
      arm: () => canvas.current?.draw(),
    });
  }, [ready, regions, scene]);

  return (
    <Canvas
      ref={canvas}
      images={scene.images}
      labels={scene.labels}
      regions={regions}
      selection={selection}
      activeLabel="bag"
      viewOptions={props.viewOptions}
      newRegionId={() => crypto.randomUUID()}
      onSelectionChange={setSelection}
      onImages={props.painted}
      onCommit={(change) => setRegions((before) => [...before, ...change.added])}
    />
  );
}
