import { growWithin, moveWithin, sameBox, snapToPixels } from '../../shared/base/geometry.ts';
import type { Box } from '../../shared/base/geometry.ts';
import type { CanvasEngine } from './engine.ts';
import { createDrawing } from './tools/drawing.ts';
import { createExtremePoints } from './tools/extremePoints.ts';
import { createKeyboardDrawing } from './tools/keyboardDrawing.ts';
import { heldFactor } from './steps.ts';
import { allowed, boxOf } from './tools/moving.ts';
import type { Pane } from './panes.ts';
import type { CanvasGesture, CanvasHandle, CanvasRegion } from './types.ts';

/** One step of zooming by key or button. */
const ZOOM_STEP = 1.25;
/** How far an arrow key pans for each pixel it would nudge, in CSS pixels. */
const PAN_PER_PIXEL = 40;
/** The farthest one key press pans, in CSS pixels. */
const LONGEST_PAN = 200;
/** Where a duplicate is put beside its original, in CSS pixels. */
const DUPLICATE_OFFSET = 16;

/** The verbs of the canvas for keys, menus and buttons. */
export function createCommands(engine: CanvasEngine, focus: () => void): CanvasHandle {
  const { model, panes } = engine;
  /** How often the key that is held has repeated. */
  let repeated = 0;

  /** How many times as long the step is. */
  function grown(repeats: boolean): number {
    repeated = repeats ? repeated + 1 : 0;
    return heldFactor(repeated);
  }

  function editable(): CanvasRegion[] {
    return engine.readOnly || engine.tool.name !== 'idle' ? [] : model.changeableRegions();
  }

  /** Says why nothing happens where all that is selected is locked; false where something else is the case. */
  function refuseLocked(): boolean {
    if (engine.readOnly || engine.tool.name !== 'idle') return false;
    if (model.selectedRegions().length === 0 || model.changeableRegions().length > 0) return false;
    engine.refuseLocked();
    return true;
  }

  /** Commits a new box for each selected region; what did not change is left out. */
  function edit(gesture: CanvasGesture, change: (region: CanvasRegion, pane: Pane) => Box): boolean {
    const regions = editable();
    if (regions.length === 0) return refuseLocked();
    const snap = engine.props?.viewOptions.snapToPixels === true;
    const updated = regions.flatMap((region) => {
      const pane = panes.of(region.imageId);
      if (pane === undefined) return [];
      const changed = change(region, pane);
      const box = snap ? snapToPixels(changed, pane.image) : changed;
      return sameBox(box, region) ? [] : [{ ...region, ...box }];
    });
    if (updated.length > 0) engine.commit({ added: [], updated, removed: [] }, gesture);
    return true;
  }

  function arm(kept: boolean): boolean {
    if (engine.refuseDrawing()) return false;
    engine.cancel();
    engine.switchTo(createDrawing(engine, kept, startKeyboardBox));
    engine.announce(engine.words(kept ? 'canvasDrawingKept' : 'canvasDrawing'));
    return true;
  }

  function armPoints(kept: boolean): boolean {
    if (engine.refuseDrawing()) return false;
    engine.cancel();
    engine.switchTo(createExtremePoints(engine, kept, startKeyboardBox));
    engine.announce(
      kept ? 'Drawing boxes from their extreme points until Escape' : 'Drawing a box from its extreme points',
    );
    return true;
  }

  function startKeyboardBox(): boolean {
    const { activePane } = panes;
    // The keyboard draws where boxes can be drawn, whatever was pointed at last.
    const pane =
      activePane?.image.undrawable === undefined
        ? activePane
        : panes.list.find(({ image }) => image.undrawable === undefined);
    if (engine.refuseDrawing() || pane === undefined) return false;
    panes.activate(pane);
    engine.cancel();
    engine.switchTo(createKeyboardDrawing(engine, pane));
    return true;
  }

  function step(direction: 1 | -1): boolean {
    const order = model.inOrder();
    const ids = order.map((region) => region.id);
    const current = ids.indexOf(model.selection.at(direction === 1 ? -1 : 0) ?? '');
    const next = current === -1 ? (direction === 1 ? 0 : order.length - 1) : current + direction;
    const region = order[next];
    if (region === undefined) return false;
    engine.select([region.id]);
    reveal(region);
    return true;
  }

  function reveal(region: CanvasRegion): void {
    const pane = panes.of(region.imageId);
    if (pane === undefined) return;
    panes.activate(pane);
    panes.reveal(pane, boxOf(region));
    engine.viewChanged();
  }

  function hiddenChanged(text: string): void {
    engine.painter.invalidate('rest');
    engine.redrawHand();
    engine.feedback.describe(model, engine.words);
    engine.announce(text);
    engine.props?.onHiddenChange?.(model.hidden);
  }

  function panByKey(dx: number, dy: number): boolean {
    const pane = panes.activePane;
    if (pane === undefined) return false;
    const far = (pixels: number): number =>
      -Math.sign(pixels) * Math.min(Math.abs(pixels) * PAN_PER_PIXEL, LONGEST_PAN);
    engine.pan(pane, far(dx), far(dy));
    return true;
  }

  return {
    draw: () => arm(false),
    drawKept: () => arm(true),
    drawByPoints: armPoints,
    startKeyboardBox,
    confirm: () => engine.tool.confirm?.() ?? false,
    escape: () => {
      if (engine.cancel()) return true;
      if (engine.selection.length === 0) return false;
      engine.select([]);
      return true;
    },
    fit: () => engine.fit(),
    actualSize: () => {
      panes.actualSize();
      engine.viewChanged();
    },
    zoomIn: () => {
      panes.zoomAtCentre(ZOOM_STEP);
      engine.viewChanged();
    },
    zoomOut: () => {
      panes.zoomAtCentre(1 / ZOOM_STEP);
      engine.viewChanged();
    },
    deleteSelection: () => {
      const removed = editable().map((region) => region.id);
      if (removed.length === 0) return refuseLocked();
      engine.commit({ added: [], updated: [], removed }, 'delete');
      engine.select([]);
      return true;
    },
    duplicateSelection: () => {
      const added = editable().flatMap((region) => {
        const pane = panes.of(region.imageId);
        if (pane === undefined || engine.props === null) return [];
        const offset = DUPLICATE_OFFSET / pane.viewport.scale;
        const box = engine.tidy(moveWithin(boxOf(region), offset, offset, pane.image), pane);
        // What a file says of the original it does not say of another box.
        const { foreign: _foreign, ...copied } = region;
        return [{ ...copied, ...box, id: engine.props.newRegionId() }];
      });
      if (added.length === 0) return refuseLocked();
      engine.commit({ added, updated: [], removed: [] }, 'duplicate');
      engine.select(added.map((region) => region.id));
      return true;
    },
    nudge: (dx, dy, repeats = false) => {
      const factor = grown(repeats);
      if (engine.tool.nudge?.(dx * factor, dy * factor) === true) return true;
      const regions = editable();
      if (regions.length === 0) return refuseLocked() || (engine.tool.name === 'idle' && panByKey(dx, dy));
      return edit('nudge', (region, pane) => {
        const together = regions.filter((other) => other.imageId === region.imageId);
        const step = allowed(together, dx * factor, dy * factor, pane.image);
        return moveWithin(boxOf(region), ...step, pane.image);
      });
    },
    resizeBy: (dw, dh, repeats = false) => {
      const factor = grown(repeats);
      return (
        engine.tool.resizeBy?.(dw * factor, dh * factor) ??
        edit('resize', (region, pane) => growWithin(boxOf(region), dw * factor, dh * factor, pane.image))
      );
    },
    setLabel: (label) => {
      const updated = editable().flatMap((region) => (region.label === label ? [] : [{ ...region, label }]));
      if (updated.length === 0) return editable().length > 0;
      engine.commit({ added: [], updated, removed: [] }, 'label');
      return true;
    },
    selectAll: () => {
      const ids = model.inOrder().map((region) => region.id);
      if (ids.length === 0) return false;
      engine.select(ids);
      return true;
    },
    selectNext: () => step(1),
    selectPrevious: () => step(-1),
    toggleHideSelection: () => {
      if (model.selection.length === 0) return false;
      const hidden = model.toggleHidden(model.selection);
      hiddenChanged(`${boxesText(model.selection.length)} ${hidden ? 'hidden' : 'shown'}`);
      return true;
    },
    toggleHideAll: () => hiddenChanged(model.toggleAllHidden() ? 'All boxes hidden' : 'All boxes shown'),
    reveal: (id) => {
      const region = model.region(id);
      if (region !== undefined) reveal(region);
    },
    focus,
  };
}

const boxesText = (count: number): string => (count === 1 ? 'Box' : `${count} boxes`);
