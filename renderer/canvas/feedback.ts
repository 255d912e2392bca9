import type { Phrasebook } from '../../shared/participantTexts/texts.ts';
import type { ScreenPoint } from '../../shared/base/geometry.ts';
import { drawLoupe, LOUPE_SIDE } from './drawing/loupe.ts';
import { cssFilter, type LayerPainter } from './layers.ts';
import type { CanvasModel } from './model.ts';
import type { Pane, Panes } from './panes.ts';
import { boxes, readout } from './text.ts';
import type { CanvasViewOptions } from './types.ts';
import type { Rectangle } from './viewport.ts';

/** The elements the canvas writes into without React, because they change with every pointer move. */
export interface CanvasElements {
  readonly surface: HTMLElement;
  readonly readout: HTMLElement;
  readonly count: HTMLElement;
  readonly zoom: HTMLElement;
  readonly live: HTMLElement;
  readonly loupe: HTMLElement;
  readonly loupeCanvas: HTMLCanvasElement;
  readonly onPanesChange: (panes: readonly PaneNotice[]) => void;
}

/** The notice over the place of an image. */
export interface PaneNotice {
  readonly imageId: string;
  readonly rect: Rectangle;
  readonly state: 'loading' | 'ready' | 'failed' | 'missing';
  readonly message: string;
}

/** Everything the canvas says beside the drawing: read-out, zoom, live text, cursor, loupe, notices. */
export class CanvasFeedback {
  readonly #panes: Panes;
  readonly #painter: LayerPainter;
  #elements: CanvasElements | null = null;
  #notices = '';
  #loupe = false;
  #edges = false;
  #pointer: { readonly pane: Pane; readonly screen: ScreenPoint } | null = null;
  #frame = 0;

  constructor(panes: Panes, painter: LayerPainter) {
    this.#panes = panes;
    this.#painter = painter;
  }

  mount(elements: CanvasElements): void {
    this.#elements = elements;
    this.#notices = '';
  }

  unmount(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#pointer = null;
    this.#elements = null;
  }

  say(text: string): void {
    if (this.#elements !== null && this.#elements.readout.textContent !== text) {
      this.#elements.readout.textContent = text;
    }
  }

  announce(text: string): void {
    const live = this.#elements?.live;
    if (live === undefined) return;
    // The same words twice would not be read twice.
    live.textContent = live.textContent === text && text !== '' ? `${text}\u00a0` : text;
  }

  cursor(cursor: string): void {
    if (this.#elements !== null) this.#elements.surface.style.cursor = cursor;
  }

  /** The box selected, the count of boxes, and how many of them are out of sight. */
  describe(model: CanvasModel, words: Phrasebook): void {
    if (this.#elements === null) return;
    const hidden = model.regions.reduce((count, region) => count + (model.isHidden(region) ? 1 : 0), 0);
    const [selected, ...others] = model.selectedRegions();
    const parts = [boxes(words, model.ownRegions().length) + (hidden > 0 ? `, ${hidden} hidden` : '')];
    if (others.length > 0) parts.unshift(words('canvasSelected', { count: others.length + 1 }));
    else if (selected !== undefined) parts.unshift(`${model.nameOf(selected)}  ${readout(selected)}`);
    const text = parts.join('    ');
    if (this.#elements.count.textContent !== text) this.#elements.count.textContent = text;
  }

  adoptView(options: CanvasViewOptions): void {
    this.#loupe = options.loupe;
    this.#edges = options.edges;
    if (this.#elements !== null) this.#elements.loupeCanvas.style.filter = cssFilter(options);
    this.#scheduleLoupe();
  }

  viewChanged(): void {
    const pane = this.#panes.activePane;
    const text = pane === undefined ? '' : `${Math.round(pane.viewport.scale * 100)} %`;
    if (this.#elements !== null && this.#elements.zoom.textContent !== text)
      this.#elements.zoom.textContent = text;
    this.#scheduleLoupe();
    this.panesChanged();
  }

  /** Where the pointer is; null when it is elsewhere. */
  pointer(pane: Pane | null, screen: ScreenPoint | null): void {
    this.#pointer = pane === null || screen === null ? null : { pane, screen };
    if (this.#loupe) this.#scheduleLoupe();
  }

  /** Tells React where an image is loading, failed or missing, if that changed. */
  panesChanged(): void {
    const notices = this.#panes.list.map(notice);
    const key = JSON.stringify(notices);
    if (key === this.#notices) return;
    this.#notices = key;
    this.#elements?.onPanesChange(notices);
  }

  #scheduleLoupe(): void {
    if (this.#frame !== 0 || this.#elements === null) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#showLoupe();
    });
  }

  #showLoupe(): void {
    const elements = this.#elements;
    if (elements === null) return;
    const at = this.#loupe ? this.#pointer : null;
    // The panes may be others by now than those the pointer was last seen over.
    const pane = at === null ? undefined : this.#panes.of(at.pane.image.id);
    elements.loupe.hidden = at === null || pane === undefined;
    if (at === null || pane === undefined) return;
    const { rect } = pane;
    // In the corner of its pane, and in the other one when the pointer comes near.
    const atRight =
      at.screen.x < rect.x + rect.width - LOUPE_SIDE - 40 || at.screen.y > rect.y + LOUPE_SIDE + 40;
    const left = atRight ? rect.x + rect.width - LOUPE_SIDE - 12 : rect.x + 12;
    elements.loupe.style.transform = `translate(${Math.round(left)}px, ${Math.round(rect.y + 12)}px)`;
    drawLoupe(
      elements.loupeCanvas,
      pane,
      at.screen,
      this.#edges ? 'edges' : 'plain',
      this.#painter.pixelRatio,
    );
  }
}

function notice(pane: Pane): PaneNotice {
  const { decoded, image } = pane;
  const common = { imageId: image.id, rect: pane.rect };
  if (decoded === null) return { ...common, state: 'missing', message: '' };
  const isAnother = image.scaled !== true && decoded.status === 'ready';
  if (isAnother && (decoded.width !== image.width || decoded.height !== image.height)) {
    const message = `The file is ${decoded.width} × ${decoded.height}, recorded as ${image.width} × ${image.height}`;
    return { ...common, state: 'ready', message };
  }
  return { ...common, state: decoded.status, message: decoded.message };
}
