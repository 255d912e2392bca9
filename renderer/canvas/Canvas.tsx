import { type Ref, use, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import type { Layer as KonvaLayer } from 'konva/lib/Layer.js';
import type { Shape as KonvaShape } from 'konva/lib/Shape.js';
import { Layer, Shape, Stage } from 'react-konva';
import styles from './Canvas.module.css';
import { CanvasHandle } from './canvasHandle.ts';
import { LOUPE_SIDE } from './drawing/loupe.ts';
import { CanvasEngine } from './engine.ts';
import type { PaneNotice } from './feedback.ts';
import { ForeignSetsContext } from './foreignSets.ts';
import { PaneNotices } from './PaneNotices.tsx';
import { ENGLISH } from './text.ts';
import type { CanvasProps } from './types.ts';

/** An application takes the keyboard itself: the boxes, which are no elements, are reached with Tab from within. */
const focusable = { tabIndex: 0 };

/**
 * Images with boxes on them: looked at, drawn, moved, measured. Knows nothing of where either comes from: regions
 * come in as props, every gesture goes out as one change. See {@link CanvasProps} and {@link CanvasHandle}.
 */
export function Canvas({
  ref,
  ...props
}: CanvasProps & { readonly ref?: Ref<CanvasHandle> }): React.JSX.Element {
  const foreignSets = use(ForeignSetsContext);
  const [engine] = useState(() => new CanvasEngine());
  const [size, setSize] = useState({ width: 1, height: 1, pixelRatio: 1 });
  const [notices, setNotices] = useState<readonly PaneNotice[]>([]);
  const surface = useRef<HTMLDivElement>(null);
  const readout = useRef<HTMLSpanElement>(null);
  const count = useRef<HTMLSpanElement>(null);
  const zoom = useRef<HTMLSpanElement>(null);
  const live = useRef<HTMLOutputElement>(null);
  const loupe = useRef<HTMLDivElement>(null);
  const loupeCanvas = useRef<HTMLCanvasElement>(null);
  const imageLayer = useRef<KonvaLayer>(null);
  const restLayer = useRef<KonvaLayer>(null);
  const handLayer = useRef<KonvaLayer>(null);

  useImperativeHandle(ref, () => new CanvasHandle(engine, () => surface.current?.focus()), [engine]);

  useLayoutEffect(() => {
    const elements = {
      surface: surface.current,
      readout: readout.current,
      count: count.current,
      zoom: zoom.current,
      live: live.current,
      loupe: loupe.current,
      loupeCanvas: loupeCanvas.current,
    };
    const layers = { image: imageLayer.current, rest: restLayer.current, hand: handLayer.current };
    if (!isComplete(elements) || !isComplete(layers)) return undefined;
    return engine.mount({ ...elements, onPanesChange: setNotices }, layers);
  }, [engine]);

  // After mounting and after every render: the engine compares for itself, and React's refs are set by then.
  useLayoutEffect(() => engine.update({ ...props, foreignSets }));

  useLayoutEffect(() => engine.resize(size.width, size.height, size.pixelRatio), [engine, size]);

  useEffect(() => {
    const element = surface.current;
    if (element === null) return undefined;
    return watchSize(element, (width, height, pixelRatio) => setSize({ width, height, pixelRatio }));
  }, []);

  const say = props.say ?? ENGLISH;
  const names = props.images.map((image) => image.name ?? '').filter((name) => name !== '');
  return (
    <div className={styles.root}>
      <div
        ref={surface}
        className={styles.surface}
        role="application"
        {...focusable}
        aria-label={
          props.label ??
          (names.length > 0 ? say('canvasImages', { names: names.join(', ') }) : say('canvasImage'))
        }
        aria-roledescription={say('canvasRole')}
      >
        <Stage width={size.width} height={size.height} listening={false} className={styles.stage}>
          <Layer ref={imageLayer} listening={false}>
            <Shape sceneFunc={(_, shape) => drawOn(shape, (context) => engine.drawImages(context))} />
          </Layer>
          <Layer ref={restLayer} listening={false}>
            <Shape
              sceneFunc={(_, shape) => drawOn(shape, (context) => engine.painter.drawRestLayer(context))}
            />
          </Layer>
          <Layer ref={handLayer} listening={false}>
            <Shape sceneFunc={(_, shape) => drawOn(shape, (context) => engine.drawHand(context))} />
          </Layer>
        </Stage>
        <PaneNotices notices={notices} images={props.images} say={say} onTitle={props.onTitle} />
        <div ref={loupe} hidden className={styles.loupe}>
          <canvas ref={loupeCanvas} width={LOUPE_SIDE} height={LOUPE_SIDE} className={styles.loupeCanvas} />
        </div>
      </div>
      <div className={styles.status} hidden={props.withoutStatus === true}>
        <span ref={readout} className={styles.readout} />
        <span ref={count} />
        <span ref={zoom} className={styles.zoom} />
      </div>
      <output ref={live} className={styles.live} aria-live="polite" />
    </div>
  );
}

/** Draws on the canvas of a shape's layer as browsers offer it: boxes are drawn as they are, not as shapes of Konva. */
function drawOn(shape: KonvaShape, draw: (context: CanvasRenderingContext2D) => void): void {
  const context = shape.getLayer()?.getNativeCanvasElement().getContext('2d');
  if (context !== null && context !== undefined) draw(context);
}

type Complete<T> = { [K in keyof T]: NonNullable<T[K]> };

/** Whether every reference of a record is set. */
function isComplete<T extends object>(record: T): record is T & Complete<T> {
  return Object.values(record).every((value) => value !== null);
}

/** Tells the size of an element in CSS pixels and the screen's density, now and whenever either changes. */
function watchSize(
  element: HTMLElement,
  tell: (width: number, height: number, pixelRatio: number) => void,
): () => void {
  let density: MediaQueryList | null = null;
  const measure = (): void => {
    const { clientWidth, clientHeight } = element;
    if (clientWidth > 0 && clientHeight > 0) tell(clientWidth, clientHeight, window.devicePixelRatio);
  };
  const densityChanged = (): void => {
    density?.removeEventListener('change', densityChanged);
    density = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    density.addEventListener('change', densityChanged);
    measure();
  };
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  densityChanged();
  return () => {
    observer.disconnect();
    density?.removeEventListener('change', densityChanged);
  };
}
