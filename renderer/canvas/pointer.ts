import { screenPoint } from '../../shared/domain/geometry.ts';
import type { ScreenPoint } from '../../shared/domain/geometry.ts';
import type { Pane, Panes } from './panes.ts';
import type { PointerInput } from './tools/tool.ts';
import { toImage, wheelFactor } from './viewport.ts';

/** What the pointer does on the canvas, in the canvas's own terms. */
export interface PointerSink {
  down(input: PointerInput): void;
  move(input: PointerInput): void;
  up(input: PointerInput): void;
  /** The system took the pointer away in the middle of a gesture. */
  lost(): void;
  leave(): void;
  /** A press with the middle button, or with Space held. */
  panFrom(input: PointerInput): void;
  doubleClick(input: PointerInput): void;
  wheel(pane: Pane, at: ScreenPoint, factor: number): void;
  /** Space is held, or no longer, while the pointer means the canvas. */
  spaceHeld(held: boolean): void;
}

/**
 * Listens to the pointer on an element and tells the sink. A gesture keeps the pane it began in. Gives the
 * function that stops listening.
 */
export function listenToPointer(surface: HTMLElement, panes: Panes, sink: PointerSink): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let gesture: { readonly id: number; readonly pane: Pane } | null = null;
  let inside = false;
  let space = false;

  function inputFrom(event: MouseEvent, pane?: Pane): PointerInput | null {
    const bounds = surface.getBoundingClientRect();
    const screen = screenPoint(event.clientX - bounds.left, event.clientY - bounds.top);
    const target = pane ?? panes.at(screen);
    if (target === undefined) return null;
    return { screen, pane: target, image: toImage(target.viewport, screen), shift: event.shiftKey };
  }

  function setSpace(held: boolean): void {
    if (held === space) return;
    space = held;
    sink.spaceHeld(held);
  }

  surface.addEventListener(
    'pointerdown',
    (event) => {
      if (gesture !== null || event.button > 1) return;
      const input = inputFrom(event);
      if (input === null) return;
      // The middle button would otherwise begin the browser's own scrolling.
      if (event.button === 1) event.preventDefault();
      surface.setPointerCapture(event.pointerId);
      gesture = { id: event.pointerId, pane: input.pane };
      panes.activate(input.pane);
      if (event.button === 1 || space) sink.panFrom(input);
      else sink.down(input);
    },
    { signal },
  );
  surface.addEventListener(
    'pointermove',
    (event) => {
      if (gesture !== null && event.pointerId !== gesture.id) return;
      const input = inputFrom(event, gesture?.pane);
      if (input !== null) sink.move(input);
    },
    { signal },
  );
  surface.addEventListener(
    'pointerup',
    (event) => {
      if (event.pointerId !== gesture?.id) return;
      const input = inputFrom(event, gesture.pane);
      gesture = null;
      if (input !== null) sink.up(input);
    },
    { signal },
  );
  surface.addEventListener(
    'pointercancel',
    (event) => {
      if (event.pointerId !== gesture?.id) return;
      gesture = null;
      sink.lost();
    },
    { signal },
  );
  surface.addEventListener('pointerenter', () => (inside = true), { signal });
  surface.addEventListener(
    'pointerleave',
    () => {
      inside = false;
      if (gesture === null) sink.leave();
    },
    { signal },
  );
  surface.addEventListener(
    'dblclick',
    (event) => {
      const input = inputFrom(event);
      if (input !== null) sink.doubleClick(input);
    },
    { signal },
  );
  surface.addEventListener(
    'wheel',
    (event) => {
      const input = inputFrom(event);
      if (input === null) return;
      // Ctrl+wheel would zoom the whole page.
      event.preventDefault();
      sink.wheel(input.pane, input.screen, wheelFactor(event.deltaY, event.deltaMode, event.ctrlKey));
    },
    { signal, passive: false },
  );
  const { ownerDocument } = surface;
  ownerDocument.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== ' ' || event.ctrlKey || event.altKey || event.metaKey) return;
      const focused = ownerDocument.activeElement;
      // Space belongs to a focused button or field, even with the pointer over the image.
      if (focused !== surface && !(inside && focused === ownerDocument.body)) return;
      event.preventDefault();
      setSpace(true);
    },
    { signal },
  );
  ownerDocument.addEventListener('keyup', (event) => event.key === ' ' && setSpace(false), { signal });
  ownerDocument.defaultView?.addEventListener('blur', () => setSpace(false), { signal });
  return () => stop.abort();
}
