import type { Phrasebook } from '../../../shared/participantTexts/texts.ts';
import type { Box, Handle, ImagePoint, ScreenPoint } from '../../../shared/base/geometry.ts';
import type { Pane } from '../panes.ts';
import type { BoxStyle } from '../restScene.ts';
import type { CanvasChange, CanvasGesture, CanvasRegion, CanvasToolName } from '../types.ts';

/** A pointer event as the tools see it. */
export interface PointerInput {
  readonly screen: ScreenPoint;
  /** The pane pointed at; during a gesture the pane it began in, wherever the pointer is. */
  readonly pane: Pane;
  /** The same spot in the pane's image; it may lie outside the image. */
  readonly image: ImagePoint;
  readonly shift: boolean;
  /** A finger: it moves the image where no tool is in hand, and is less steady than a mouse. */
  readonly touch: boolean;
}

/** What is drawn above the boxes at rest. Tools write it and ask for a redraw; the regions stay as they were. */
export interface Hand {
  /** Where selected boxes are just now, while they are moved or resized. */
  readonly lifted: Map<string, Box>;
  draft: { readonly pane: Pane; readonly box: Box; readonly style: BoxStyle } | null;
  /** Points clicked so far that a box is to be spanned by. */
  points: { readonly pane: Pane; readonly points: readonly ImagePoint[] } | null;
  rubberBand: { readonly pane: Pane; readonly box: Box } | null;
  hover: string | null;
  /** The box whose numbers are shown beside it. */
  measured: { readonly pane: Pane; readonly box: Box } | null;
}

/** Whether a gesture or the pointer puts something above the boxes at rest. */
export const isHandShown = ({ hover, draft, points, rubberBand }: Hand): boolean =>
  hover !== null || draft !== null || points !== null || rubberBand !== null;

/** What a tool may ask of the canvas. */
export interface ToolContext {
  readonly hand: Hand;
  redrawHand(): void;
  setCursor(cursor: string): void;
  /** The line under the image. */
  say(text: string): void;
  announce(text: string): void;
  /** What it says in words. */
  readonly words: Phrasebook;
  readonly readOnly: boolean;
  /** Whether a drag that does nothing else moves the image. */
  readonly dragPans: boolean;
  /** Whether a drag that moves no box draws one in this pane. */
  dragDraws(pane: Pane): boolean;
  /** Says why no box is drawn on this image; false where boxes can be. */
  refuseDrawingOn(pane: Pane): boolean;
  readonly selection: readonly string[];
  select(ids: readonly string[]): void;
  /** The box that was drawn last, selected by that and by nothing since; null where there is none. */
  readonly drawn: string | null;
  /** The selected boxes that can be changed. */
  changeableRegions(): CanvasRegion[];
  /** Says why locked boxes stay as they are. */
  refuseLocked(): void;
  /** Visible boxes under a point, smallest first. */
  stackAt(pane: Pane, point: ImagePoint): CanvasRegion[];
  within(pane: Pane, box: Box): CanvasRegion[];
  handleAt(pane: Pane, point: ScreenPoint): { readonly region: CanvasRegion; readonly handle: Handle } | null;
  /** The box as it is stored: on whole pixels or on the sub-pixel grid, inside the image. */
  tidy(box: Box, pane: Pane): Box;
  draftStyle(): BoxStyle;
  /** A region with a new id and the active label; null where none can be drawn, having said why. */
  newRegion(pane: Pane, box: Box): CanvasRegion | null;
  /** Keeps a box just drawn, and selects it. */
  keepDrawn(region: CanvasRegion, gesture: CanvasGesture): void;
  /** Keeps what the gesture did: told to the owner once. */
  commit(change: CanvasChange, gesture: CanvasGesture): void;
  pan(pane: Pane, dx: number, dy: number): void;
  fit(): void;
  switchTo(tool: Tool): void;
  /** Puts a tool over the one in force, which stays as it is; gives what brings it back. */
  overlay(make: (resume: () => void) => Tool): void;
  /** Hands a press to the tool now in force, such as the one just switched to. */
  startWith(input: PointerInput): void;
  /** Hands a pointer position to the tool now in force, such as the one just switched to. */
  continueWith(input: PointerInput): void;
  /** Back to the idle tool. */
  finish(): void;
}

/** What the canvas is doing. Exactly one tool is in force at a time. */
export interface Tool {
  readonly name: CanvasToolName;
  enter?(): void;
  /** Puts away whatever the tool put on the canvas; called after commit and after cancel alike. */
  exit?(): void;
  /** Back to how things were when the tool was entered. */
  cancel?(): void;
  /** Forgets the press that is under way, and stays in force; left out, the tool is cancelled. */
  interrupt?(): void;
  pointerDown?(input: PointerInput): void;
  pointerMove?(input: PointerInput): void;
  pointerUp?(input: PointerInput): void;
  pointerLeave?(): void;
  doubleClick?(input: PointerInput): void;
  /** Arrow keys, in image pixels; false where the tool has no use for them. */
  nudge?(dx: number, dy: number): boolean;
  resizeBy?(dw: number, dh: number): boolean;
  confirm?(): boolean;
}

/** A press that moves less than this is a click, in CSS pixels. */
const CLICK_SLOP = 4;
/** The same for fingers. */
const TAP_SLOP = 10;

/** Whether the pointer has left the spot of its press. */
export function isDrag({ screen: from, touch }: PointerInput, { screen: to }: PointerInput): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) >= (touch ? TAP_SLOP : CLICK_SLOP);
}
