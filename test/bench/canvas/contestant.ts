import type { Viewport } from '../../../renderer/canvas/viewport.ts';

/** What is timed: each call leaves the drawing to the next frame, as a wheel or pointer event would. */
export interface Contestant {
  zoom(factor: number): void;
  pan(dx: number, dy: number): void;
  /** Image pixels to CSS pixels, so that a box can be drawn by the mouse and all show the same. */
  view(): Viewport;
  boxes(): number;
  /** Makes ready to draw one box by a drag, where that needs a command. */
  arm?(): void;
}
