import type { Phrasebook } from '../../shared/participantTexts/texts.ts';
import {
  type Box,
  type Handle,
  type ImagePoint,
  type ScreenPoint,
  snapToPixels,
  toSubpixels,
} from '../../shared/base/geometry.ts';
import { onCanvas } from './drawing/handShape.ts';
import { type CanvasElements, CanvasFeedback } from './feedback.ts';
import { handleWithin } from './handles.ts';
import { ImageReport } from './imageReport.ts';
import { type CanvasLayers, LayerPainter } from './layers.ts';
import { CanvasModel } from './model.ts';
import { type Pane, Panes } from './panes.ts';
import { listenToPointer } from './pointer.ts';
import { createPointerSink, type PointerTarget } from './pointerSink.ts';
import type { BoxStyle } from './restScene.ts';
import { changeText, selectionText } from './announcements.ts';
import { ENGLISH } from './text.ts';
import { whyNotDrawn } from './drawingRefusal.ts';
import { IdleTool } from './tools/idle.ts';
import { type Hand, isHandShown, type PointerInput, type Tool } from './tools/tool.ts';
import type { WheelHabit } from './wheel.ts';
import type { CanvasChange, CanvasGesture, CanvasProps, CanvasRegion, CanvasViewOptions } from './types.ts';
import { type EngineProps, isAnotherBox, shownChanges } from './shownChanges.ts';

/** Finger width of a hit, in CSS pixels: lines can be clicked, not only what they surround. */
const HIT_TOLERANCE = 3;
/** The view rests this long before a bitmap of exactly its size is made, in milliseconds. */
const SETTLED_AFTER = 120;

/**
 * The canvas without React: what is shown, what is in hand, and which tool is in force. Pointer moves end here;
 * React hears only of commits and selections.
 */
export class CanvasEngine implements PointerTarget {
  readonly model = new CanvasModel();
  readonly panes: Panes;
  readonly painter: LayerPainter;
  readonly feedback: CanvasFeedback;
  readonly hand: Hand = {
    lifted: new Map(),
    draft: null,
    points: null,
    rubberBand: null,
    hover: null,
    measured: null,
  };
  tool: Tool;
  #props: EngineProps | null = null;
  #space = false;
  #resting: ReturnType<typeof setTimeout> | undefined;
  /** The cursor of the tool in force; the hand for panning lies over it. */
  #cursor = 'default';
  readonly #imageReport: ImageReport;
  #drawn: string | null = null;

  constructor() {
    this.panes = new Panes(() => this.#imageArrived());
    this.#imageReport = new ImageReport(this.panes, () => this.#props);
    this.painter = new LayerPainter(this.panes, this.model);
    this.feedback = new CanvasFeedback(this.panes, this.painter);
    this.tool = new IdleTool(this);
  }

  /** Takes possession of the elements React has made; gives them back through the function returned. */
  mount(elements: CanvasElements, layers: CanvasLayers): () => void {
    this.painter.mount(layers);
    this.feedback.mount(elements);
    const stopListening = listenToPointer(elements.surface, this.panes, createPointerSink(this));
    return () => {
      stopListening();
      clearTimeout(this.#resting);
      this.#dropAll();
      this.panes.close();
      this.painter.unmount();
      this.feedback.unmount();
      this.#props = null;
    };
  }

  /** Adopts what the owner says now. Costs nothing where nothing changed. */
  update(props: EngineProps): void {
    const before = this.#props;
    this.#props = props;
    const { changed, hasOtherImages, endsGestures } = shownChanges(before, props);
    if (endsGestures) this.#dropAll();
    if (changed.size === 0) return;
    if (changed.has('labels')) this.model.setLabels(props.labels);
    if (hasOtherImages) this.#adoptImages(props, before);
    if (changed.has('points')) this.model.points = props.points ?? [];
    this.model.foreignSets = props.foreignSets;
    if (changed.has('regions')) this.#adoptRegions(props.regions);
    if (changed.has('selection')) this.#adoptSelection(props.selection);
    if (changed.has('viewOptions')) this.#adoptView(props.viewOptions);
    this.feedback.describe(this.model, this.words);
    this.viewChanged();
  }

  resize(width: number, height: number, pixelRatio: number): void {
    this.painter.adoptPixelRatio(pixelRatio);
    this.panes.resize(width, height);
    this.viewChanged();
  }

  get props(): CanvasProps | null {
    return this.#props;
  }

  get words(): Phrasebook {
    return this.#props?.say ?? ENGLISH;
  }

  get readOnly(): boolean {
    return this.#props?.readOnly === true;
  }

  get selection(): readonly string[] {
    return this.model.selection;
  }

  get dragPans(): boolean {
    return this.#props?.dragPans === true;
  }

  get wheelHabit(): WheelHabit {
    return this.#props?.viewOptions.wheel ?? 'recognised';
  }

  dragDraws({ image }: Pane): boolean {
    const props = this.#props;
    return (
      props?.dragDraws === true &&
      props.activeLabel !== null &&
      !this.readOnly &&
      image.undrawable === undefined
    );
  }

  refuseDrawingOn({ image }: Pane): boolean {
    return this.#refuse(image.undrawable ?? null);
  }

  /** Draws the image layer. Konva calls it, a frame at most. */
  drawImages(context: CanvasRenderingContext2D): void {
    this.painter.drawImageLayer(context);
    this.#imageReport.drawn();
  }

  // What the tools ask for.

  redrawHand(): void {
    this.painter.showHand(true);
    this.painter.invalidate('hand');
  }

  /** Draws the hand layer. Konva calls it, a frame at most. */
  drawHand(context: CanvasRenderingContext2D): void {
    const { hand, model, panes } = this;
    this.painter.drawHandLayer(context, { hand, model, panes, editable: !this.readOnly });
  }

  setCursor(cursor: string): void {
    this.#cursor = cursor;
    this.feedback.cursor(this.#space && this.tool.name !== 'panning' ? 'grab' : cursor);
  }

  say(text: string): void {
    this.feedback.say(text);
  }

  announce(text: string): void {
    this.feedback.announce(text);
  }

  get drawn(): string | null {
    return this.#drawn;
  }

  keepDrawn(region: CanvasRegion, gesture: CanvasGesture): void {
    this.commit({ added: [region], updated: [], removed: [] }, gesture);
    this.select([region.id]);
    this.#drawn = region.id;
  }

  select(ids: readonly string[]): void {
    this.#drawn = null;
    const current = this.model.selection;
    if (ids.length === current.length && ids.every((id, index) => id === current[index])) return;
    this.model.setSelection(ids);
    this.painter.invalidate('rest');
    this.redrawHand();
    this.announce(selectionText(this.words, this.model));
    this.feedback.describe(this.model, this.words);
    this.#props?.onSelectionChange(ids);
  }

  changeableRegions(): CanvasRegion[] {
    return this.model.changeableRegions();
  }

  stackAt(pane: Pane, point: ImagePoint): CanvasRegion[] {
    return this.model.scene(pane.image).stackAt(point, HIT_TOLERANCE / pane.viewport.scale);
  }

  within(pane: Pane, box: Box): CanvasRegion[] {
    return this.model.scene(pane.image).within(box);
  }

  handleAt(pane: Pane, point: ScreenPoint): { region: CanvasRegion; handle: Handle } | null {
    const region = this.readOnly ? null : this.model.resizable(pane.image);
    if (region === null) return null;
    const handle = handleWithin(onCanvas(region, pane, this.painter.pixelRatio), point.x, point.y);
    return handle === null ? null : { region, handle };
  }

  tidy(box: Box, pane: Pane): Box {
    const tidied = this.#props?.viewOptions.snapToPixels === true ? snapToPixels : toSubpixels;
    return tidied(box, pane.image);
  }

  draftStyle(): BoxStyle {
    return this.model.styleFor(this.#props?.activeLabel ?? '');
  }

  newRegion(pane: Pane, box: Box): CanvasRegion | null {
    const label = this.#props?.activeLabel ?? null;
    if (this.#props === null || label === null || this.readOnly) {
      this.refuseDrawing();
      return null;
    }
    return { id: this.#props.newRegionId(), imageId: pane.image.id, label, ...box, note: null };
  }

  commit(change: CanvasChange, gesture: CanvasGesture): void {
    this.model.apply(change);
    this.model.setSelection(this.model.selection);
    this.painter.invalidate('rest');
    this.redrawHand();
    this.announce(changeText(this.words, this.model, change, gesture));
    this.feedback.describe(this.model, this.words);
    this.#props?.onCommit(change, gesture);
  }

  pan(pane: Pane, dx: number, dy: number): void {
    this.panes.pan(pane, dx, dy);
    this.viewChanged();
  }

  fit(): void {
    this.panes.fit();
    this.viewChanged();
  }

  switchTo(tool: Tool): void {
    this.tool.exit?.();
    this.tool = tool;
    tool.enter?.();
    this.#toolChanged();
  }

  startWith(input: PointerInput): void {
    this.tool.pointerDown?.(input);
  }

  continueWith(input: PointerInput): void {
    this.tool.pointerMove?.(input);
  }

  finish(): void {
    this.switchTo(new IdleTool(this));
  }

  /**
   * Drops what is in hand and goes back to how things were, or to the tool that it lay over; false where nothing was in
   * hand.
   */
  cancel(): boolean {
    const { tool } = this;
    tool.cancel?.();
    if (this.tool !== tool) {
      this.redrawHand();
      return true;
    }
    if (tool.name === 'idle') return false;
    this.finish();
    this.redrawHand();
    return true;
  }

  interrupt(): void {
    if (this.tool.interrupt === undefined) this.cancel();
    else this.tool.interrupt();
    this.redrawHand();
  }

  /** Says why nothing can be drawn; false where something can. */
  refuseDrawing(): boolean {
    return this.#refuse(whyNotDrawn(this.#props, this.panes.activePane, this.words));
  }

  refuseLocked(): void {
    this.#refuse(this.#props?.lockedReason ?? this.words('canvasLocked'));
  }

  /** Says and announces a reason; false where there is none. */
  #refuse(reason: string | null): boolean {
    if (reason === null) return false;
    this.say(reason);
    this.announce(reason);
    return true;
  }

  /** The view moved, or what it shows changed. */
  viewChanged(): void {
    this.painter.invalidate('image', 'rest');
    const shown = this.model.selection.length > 0 || isHandShown(this.hand);
    this.painter.showHand(shown);
    if (shown) this.painter.invalidate('hand');
    this.feedback.viewChanged();
    clearTimeout(this.#resting);
    // An image that is still loading is asked for at the size it will be seen at.
    if (this.panes.list.some(({ decoded }) => decoded?.status === 'loading')) this.#requestExact();
    this.#resting = setTimeout(() => this.#requestExact(), SETTLED_AFTER);
  }

  overlay(make: (resume: () => void) => Tool): void {
    const beneath = this.tool;
    const cursor = this.#cursor;
    const over = make(() => {
      over.exit?.();
      this.tool = beneath;
      this.setCursor(cursor);
      this.#toolChanged();
    });
    this.tool = over;
    over.enter?.();
    this.#toolChanged();
  }

  /** Space is held: the next press pans, and the cursor says so. */
  set panningReady(ready: boolean) {
    this.#space = ready;
    this.setCursor(this.#cursor);
  }

  /** Leaves every tool, whatever lies over which. */
  #dropAll(): void {
    let held = true;
    while (held) held = this.cancel();
  }

  #toolChanged(): void {
    this.#props?.onToolChange?.(this.tool.name);
  }

  #adoptImages(props: EngineProps, before: EngineProps | null): void {
    this.#imageReport.reset();
    this.hand.hover = null;
    this.panes.setArrangement(props);
    this.panes.setImages(props.images, props.viewOptions.keepZoom);
    this.model.setImages(props.images);
    // What was said of a box is not said of other images.
    if (before !== null) this.announce('');
  }

  #adoptSelection(selection: readonly string[]): void {
    this.model.setSelection(selection);
    if (selection.length !== 1 || selection[0] !== this.#drawn) this.#drawn = null;
  }

  #adoptView(options: CanvasViewOptions): void {
    this.painter.adoptView(options);
    this.feedback.adoptView(options);
    if (options.edges) this.panes.requestEdges();
  }

  /** New regions from the owner. A gesture on a box that is another one now would undo what changed it. */
  #adoptRegions(regions: readonly CanvasRegion[]): void {
    const inHand = [...this.hand.lifted.keys()].map((id) => this.model.region(id));
    this.model.setRegions(regions);
    const stale = inHand.some((old) => isAnotherBox(old, old && this.model.region(old.id)));
    if (stale) this.cancel();
    if (this.hand.hover !== null && this.model.region(this.hand.hover) === undefined) this.hand.hover = null;
  }

  #imageArrived(): void {
    this.#imageReport.arrived();
    if (this.#props?.viewOptions.edges === true) this.panes.requestEdges();
    this.feedback.panesChanged();
    this.viewChanged();
  }

  #requestExact(): void {
    const look = this.#props?.viewOptions.edges === true ? 'edges' : 'plain';
    this.panes.requestExact(this.painter.pixelRatio, look);
  }
}
