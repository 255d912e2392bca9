import { screenPoint } from '../../shared/base/geometry.ts';
import { Gestures, type PointerSink } from './gestures.ts';
import type { Pane, Panes } from './panes.ts';
import type { PointerInput } from './tools/tool.ts';
import { toImage } from './viewport.ts';

/**
 * Listens to the pointer on an element and tells the sink. A gesture keeps the pane it began in. Gives the
 * function that stops listening.
 */
export function listenToPointer(surface: HTMLElement, panes: Panes, sink: PointerSink): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const gestures = new Gestures(sink);
  let inside = false;
  const isSpaceHeld = listenToSpace(surface, () => inside, sink, signal);

  function inputFrom(event: MouseEvent, pane?: Pane): PointerInput | null {
    const bounds = surface.getBoundingClientRect();
    const screen = screenPoint(event.clientX - bounds.left, event.clientY - bounds.top);
    const target = pane ?? panes.at(screen);
    if (target === undefined) return null;
    const touch = event instanceof PointerEvent && event.pointerType === 'touch';
    return { screen, pane: target, image: toImage(target.viewport, screen), shift: event.shiftKey, touch };
  }

  function on<Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
  ): void {
    surface.addEventListener(name, listener, { signal, passive: false });
  }

  on('pointerdown', (event) => {
    if (event.button > 1) return;
    const input = inputFrom(event);
    if (input === null) return;
    // The middle button would otherwise begin the browser's own scrolling.
    if (event.button === 1) event.preventDefault();
    if (!gestures.press(event, input, event.button === 1 || isSpaceHeld())) return;
    surface.setPointerCapture(event.pointerId);
    panes.activate(input.pane);
  });
  on('pointermove', (event) => {
    const input = inputFrom(event, gestures.paneOf(event.pointerId));
    if (input !== null) gestures.move(event, input);
  });
  on('pointerup', (event) => {
    const input = inputFrom(event, gestures.paneOf(event.pointerId));
    if (input !== null) gestures.release(event, input);
  });
  on('pointercancel', (event) => gestures.drop(event));
  // A child that a finger was on loses it to the surface, which is no end.
  on('lostpointercapture', (event) => event.target === surface && gestures.loseCapture(event));
  on('pointerenter', () => (inside = true));
  on('pointerleave', () => {
    inside = false;
    if (!gestures.isHeld) sink.leave();
  });
  on('dblclick', (event) => {
    const input = inputFrom(event);
    if (input !== null) sink.doubleClick(input);
  });
  on('wheel', (event) => {
    const input = inputFrom(event);
    if (input === null) return;
    // Ctrl+wheel would zoom the whole page.
    event.preventDefault();
    sink.wheel(input.pane, input.screen, event);
  });
  surface.ownerDocument.defaultView?.addEventListener('blur', () => gestures.dropAll(), { signal });
  return () => stop.abort();
}

/** Tells the sink while Space is held for the canvas; gives what says whether it is. */
function listenToSpace(
  surface: HTMLElement,
  isInside: () => boolean,
  sink: PointerSink,
  signal: AbortSignal,
): () => boolean {
  let space = false;
  const { ownerDocument } = surface;

  function setSpace(held: boolean): void {
    if (held === space) return;
    space = held;
    sink.spaceHeld(held);
  }

  ownerDocument.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== ' ' || event.ctrlKey || event.altKey || event.metaKey) return;
      const focused = ownerDocument.activeElement;
      // Space belongs to a focused button or field, even with the pointer over the image.
      if (focused !== surface && !(isInside() && focused === ownerDocument.body)) return;
      event.preventDefault();
      setSpace(true);
    },
    { signal },
  );
  ownerDocument.addEventListener('keyup', (event) => event.key === ' ' && setSpace(false), { signal });
  ownerDocument.defaultView?.addEventListener('blur', () => setSpace(false), { signal });
  return () => space;
}
