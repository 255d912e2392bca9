import { type Box, growWithin, moveWithin, sameBox, snapToPixels } from '../../shared/base/geometry.ts';
import type { CanvasEngine } from './engine.ts';
import type { Pane } from './panes.ts';
import { heldFactor } from './steps.ts';
import { createDrawing } from './tools/drawing.ts';
import { createExtremePoints } from './tools/extremePoints.ts';
import { createKeyboardDrawing } from './tools/keyboardDrawing.ts';
import { allowed, boxOf } from './tools/moving.ts';
import type { CanvasGesture, CanvasRegion } from './types.ts';

/** One step of zooming by key or button. */
const ZOOM_STEP = 1.25;
/** How far an arrow key pans for each pixel it would nudge, in CSS pixels. */
const PAN_PER_PIXEL = 40;
/** The farthest one key press pans, in CSS pixels. */
const LONGEST_PAN = 200;
/** Where a duplicate is put beside its original, in CSS pixels. */
const DUPLICATE_OFFSET = 16;

/**
 * The verbs of the canvas, for anybody who binds keys, menus and buttons. Those that answer say whether they had
 * anything to do, so that a key that meant nothing here can mean something elsewhere.
 */
export class CanvasHandle {
  readonly #engine: CanvasEngine;
  readonly #focus: () => void;
  /** How often the key that is held has repeated. */
  #repeats = 0;

  constructor(engine: CanvasEngine, focus: () => void) {
    this.#engine = engine;
    this.#focus = focus;
  }

  /** Arms the drawing tool for one box. */
  draw(): boolean {
    return this.#arm(false);
  }

  /** Arms the drawing tool until Esc. */
  drawKept(): boolean {
    return this.#arm(true);
  }

  /** Arms drawing by four points, one on each side of the box; `kept`: until Esc. */
  drawByPoints(kept: boolean): boolean {
    const engine = this.#engine;
    if (engine.refuseDrawing()) return false;
    engine.cancel();
    engine.switchTo(createExtremePoints(engine, kept, () => this.startKeyboardBox()));
    engine.announce(
      kept ? 'Drawing boxes from their extreme points until Escape' : 'Drawing a box from its extreme points',
    );
    return true;
  }

  /** Puts a box in the middle of the view: arrows move, resizeBy sizes, confirm keeps, escape drops it. */
  startKeyboardBox(): boolean {
    const engine = this.#engine;
    const { activePane, list } = engine.panes;
    // The keyboard draws where boxes can be drawn, whatever was pointed at last.
    const pane =
      activePane?.image.undrawable === undefined
        ? activePane
        : list.find(({ image }) => image.undrawable === undefined);
    if (engine.refuseDrawing() || pane === undefined) return false;
    engine.panes.activate(pane);
    engine.cancel();
    engine.switchTo(createKeyboardDrawing(engine, pane));
    return true;
  }

  /** Enter: keeps the keyboard box; with the drawing tool armed, starts one. */
  confirm(): boolean {
    return this.#engine.tool.confirm?.() ?? false;
  }

  /** Esc: drops what is in hand and leaves the tool, then clears the selection. */
  escape(): boolean {
    if (this.#engine.cancel()) return true;
    if (this.#engine.selection.length === 0) return false;
    this.#engine.select([]);
    return true;
  }

  fit(): void {
    this.#engine.fit();
  }

  /** One image pixel is one CSS pixel. */
  actualSize(): void {
    this.#engine.panes.actualSize();
    this.#engine.viewChanged();
  }

  zoomIn(): void {
    this.#zoom(ZOOM_STEP);
  }

  zoomOut(): void {
    this.#zoom(1 / ZOOM_STEP);
  }

  deleteSelection(): boolean {
    const removed = this.#editable().map((region) => region.id);
    if (removed.length === 0) return this.#refuseLocked();
    this.#engine.commit({ added: [], updated: [], removed }, 'delete');
    this.#engine.select([]);
    return true;
  }

  duplicateSelection(): boolean {
    const engine = this.#engine;
    const added = this.#editable().flatMap((region) => {
      const pane = engine.panes.of(region.imageId);
      if (pane === undefined || engine.props === null) return [];
      const offset = DUPLICATE_OFFSET / pane.viewport.scale;
      const box = engine.tidy(moveWithin(boxOf(region), offset, offset, pane.image), pane);
      // What a file says of the original it does not say of another box.
      const { foreign: _foreign, ...copied } = region;
      return [{ ...copied, ...box, id: engine.props.newRegionId() }];
    });
    if (added.length === 0) return this.#refuseLocked();
    engine.commit({ added, updated: [], removed: [] }, 'duplicate');
    engine.select(added.map((region) => region.id));
    return true;
  }

  /**
   * Moves the selection (or the keyboard box) by image pixels; without a selection pans the view. `isRepeat`: the key is
   * held and this is one of its repeats, whose steps grow.
   */
  nudge(dx: number, dy: number, isRepeat = false): boolean {
    const { tool } = this.#engine;
    const factor = this.#stepFactor(isRepeat);
    if (tool.nudge?.(dx * factor, dy * factor) === true) return true;
    const regions = this.#editable();
    if (regions.length === 0) return this.#refuseLocked() || (tool.name === 'idle' && this.#panByKey(dx, dy));
    return this.#edit('nudge', (region, { image }) => {
      const together = regions.filter((other) => other.imageId === region.imageId);
      return moveWithin(boxOf(region), ...allowed(together, dx * factor, dy * factor, image), image);
    });
  }

  /** Changes the size of the selection (or the keyboard box) by image pixels, top left corner kept. */
  resizeBy(dw: number, dh: number, isRepeat = false): boolean {
    const factor = this.#stepFactor(isRepeat);
    return (
      this.#engine.tool.resizeBy?.(dw * factor, dh * factor) ??
      this.#edit('resize', (region, { image }) => growWithin(boxOf(region), dw * factor, dh * factor, image))
    );
  }

  /** Gives the selection a label. */
  setLabel(label: string): boolean {
    const editable = this.#editable();
    const updated = editable.flatMap((region) => (region.label === label ? [] : [{ ...region, label }]));
    if (updated.length === 0) return editable.length > 0;
    this.#engine.commit({ added: [], updated, removed: [] }, 'label');
    return true;
  }

  selectAll(): boolean {
    const ids = this.#engine.model.inOrder().map((region) => region.id);
    if (ids.length === 0) return false;
    this.#engine.select(ids);
    return true;
  }

  /** False past the last box, so that Tab can leave the canvas. */
  selectNext(): boolean {
    return this.#step(1);
  }

  selectPrevious(): boolean {
    return this.#step(-1);
  }

  toggleHideSelection(): boolean {
    const { model } = this.#engine;
    const { selection } = model;
    if (selection.length === 0) return false;
    const boxes = selection.length === 1 ? 'Box' : `${String(selection.length)} boxes`;
    this.#hiddenChanged(`${boxes} ${model.toggleHidden(selection) ? 'hidden' : 'shown'}`);
    return true;
  }

  toggleHideAll(): void {
    this.#hiddenChanged(this.#engine.model.toggleAllHidden() ? 'All boxes hidden' : 'All boxes shown');
  }

  /** Brings a box into view, zooming out where it is larger than the view. */
  reveal(regionId: string): void {
    const region = this.#engine.model.region(regionId);
    const pane = region === undefined ? undefined : this.#engine.panes.of(region.imageId);
    if (region === undefined || pane === undefined) return;
    this.#engine.panes.activate(pane);
    this.#engine.panes.reveal(pane, boxOf(region));
    this.#engine.viewChanged();
  }

  focus(): void {
    this.#focus();
  }

  /** By how much longer this step is than the first of a key that is held. */
  #stepFactor(isRepeat: boolean): number {
    this.#repeats = isRepeat ? this.#repeats + 1 : 0;
    return heldFactor(this.#repeats);
  }

  #editable(): CanvasRegion[] {
    const { readOnly, tool, model } = this.#engine;
    return readOnly || tool.name !== 'idle' ? [] : model.changeableRegions();
  }

  /** Says why nothing happens where all that is selected is locked; false where something else is the case. */
  #refuseLocked(): boolean {
    const { readOnly, tool, model } = this.#engine;
    if (readOnly || tool.name !== 'idle') return false;
    if (model.selectedRegions().length === 0 || model.changeableRegions().length > 0) return false;
    this.#engine.refuseLocked();
    return true;
  }

  /** Commits a new box for each selected region; what did not change is left out. */
  #edit(gesture: CanvasGesture, change: (region: CanvasRegion, pane: Pane) => Box): boolean {
    const engine = this.#engine;
    const regions = this.#editable();
    if (regions.length === 0) return this.#refuseLocked();
    const snap = engine.props?.viewOptions.snapToPixels === true;
    const updated = regions.flatMap((region) => {
      const pane = engine.panes.of(region.imageId);
      if (pane === undefined) return [];
      const changed = change(region, pane);
      const box = snap ? snapToPixels(changed, pane.image) : changed;
      return sameBox(box, region) ? [] : [{ ...region, ...box }];
    });
    if (updated.length > 0) engine.commit({ added: [], updated, removed: [] }, gesture);
    return true;
  }

  #arm(kept: boolean): boolean {
    const engine = this.#engine;
    if (engine.refuseDrawing()) return false;
    engine.cancel();
    engine.switchTo(createDrawing(engine, kept, () => this.startKeyboardBox()));
    engine.announce(engine.words(kept ? 'canvasDrawingKept' : 'canvasDrawing'));
    return true;
  }

  #zoom(factor: number): void {
    this.#engine.panes.zoomAtCentre(factor);
    this.#engine.viewChanged();
  }

  #step(direction: 1 | -1): boolean {
    const { model } = this.#engine;
    const ids = model.inOrder().map((region) => region.id);
    const next = neighbourInOrder(ids, model.selection, direction);
    if (next === undefined) return false;
    this.#engine.select([next]);
    this.reveal(next);
    return true;
  }

  #hiddenChanged(text: string): void {
    const engine = this.#engine;
    engine.painter.invalidate('rest');
    engine.redrawHand();
    engine.feedback.describe(engine.model, engine.words);
    engine.announce(text);
    engine.props?.onHiddenChange?.(engine.model.hidden);
  }

  #panByKey(dx: number, dy: number): boolean {
    const pane = this.#engine.panes.activePane;
    if (pane === undefined) return false;
    this.#engine.pan(pane, pannedBy(dx), pannedBy(dy));
    return true;
  }
}

/**
 * The box after the selected ones, or before them; without a selection the first, or the last. Undefined past the end.
 */
export function neighbourInOrder(
  ids: readonly string[],
  selection: readonly string[],
  direction: 1 | -1,
): string | undefined {
  const current = ids.indexOf(selection.at(direction === 1 ? -1 : 0) ?? '');
  if (current === -1) return direction === 1 ? ids[0] : ids.at(-1);
  return ids[current + direction];
}

/** How far an arrow key pans the view against the way it would nudge, in CSS pixels. */
const pannedBy = (pixels: number): number =>
  -Math.sign(pixels) * Math.min(Math.abs(pixels) * PAN_PER_PIXEL, LONGEST_PAN);
