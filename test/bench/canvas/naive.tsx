import { useEffect, useState } from 'react';
import { Image, Layer, Rect, Stage } from 'react-konva';
import { paletteColor } from '../../../renderer/canvas/palette.ts';
import type { StandaloneScene } from '../../canvas/address.ts';
import type { CanvasRegion } from '../../../renderer/canvas/types.ts';
import { fitted, panned, toImage, type Viewport, zoomedAt } from '../../../renderer/canvas/viewport.ts';
import { boxFromCorners, type ImagePoint, screenPoint } from '../../../shared/base/geometry.ts';
import type { Contestant } from './contestant.ts';

const [WIDTH, HEIGHT] = [window.innerWidth, window.innerHeight - 24];

/** What one writes first: a Rect for each box, the view in React's state, one layer. */
export function NaiveCanvas(props: {
  readonly scene: StandaloneScene;
  readonly ready: (contestant: Contestant) => void;
  readonly painted: () => void;
}): React.JSX.Element {
  const { scene, ready, painted } = props;
  const [image] = scene.images;
  const size = image ?? { width: 1, height: 1 };
  const [regions, setRegions] = useState(scene.regions);
  const [view, setView] = useState<Viewport>(() =>
    fitted(size, { x: 0, y: 0, width: WIDTH, height: HEIGHT }),
  );
  const [element, setElement] = useState<HTMLImageElement | null>(null);
  const [first, setFirst] = useState<ImagePoint | null>(null);

  useEffect(() => {
    const loaded = new window.Image();
    loaded.src = image?.url ?? '';
    void loaded.decode().then(() => setElement(loaded));
  }, [image]);

  useEffect(() => {
    if (element === null) return;
    ready({
      zoom: (factor) =>
        setView((now) => zoomedAt(now, screenPoint(WIDTH / 2, HEIGHT / 2), now.scale * factor)),
      pan: (dx, dy) => setView((now) => panned(now, dx, dy)),
      view: () => view,
      boxes: () => regions.length,
    });
    painted();
  }, [element, painted, ready, regions, view]);

  return (
    <Stage
      width={WIDTH}
      height={HEIGHT}
      onMouseDown={(event) => setFirst(toImage(view, screenPoint(event.evt.offsetX, event.evt.offsetY)))}
      onMouseUp={(event) => {
        if (first === null) return;
        const box = boxFromCorners(first, toImage(view, screenPoint(event.evt.offsetX, event.evt.offsetY)));
        const id = `drawn-${regions.length}`;
        setRegions([...regions, { id, imageId: image?.id ?? '', label: 'bag', ...box, note: null }]);
        setFirst(null);
      }}
    >
      <Layer x={view.x} y={view.y} scaleX={view.scale} scaleY={view.scale}>
        {element !== null && <Image image={element} width={size.width} height={size.height} />}
        {regions.map((region) => (
          <Rect
            key={region.id}
            x={region.x}
            y={region.y}
            width={region.width}
            height={region.height}
            stroke={colorOf(scene, region)}
            strokeWidth={2}
            strokeScaleEnabled={false}
          />
        ))}
      </Layer>
    </Stage>
  );
}

function colorOf(scene: StandaloneScene, region: CanvasRegion): string {
  return scene.labels.find((label) => label.id === region.label)?.color ?? paletteColor(0);
}
