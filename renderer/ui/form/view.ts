import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ImageRecord } from '../../../shared/domain/document.ts';
import type { ItemId } from '../../../shared/base/ids.ts';
import type { CanvasToolName } from '../../canvas/index.ts';

/** What the canvas is for at the moment. */
type DeskMode = 'boxes' | 'crop' | 'redact';

/** An image of the document as it is shown. */
export interface DeskPane {
  readonly position: number;
  readonly caption: string;
}

/** What the Desk shows beside the document itself; none of it is saved. */
export interface DeskView {
  /** The item all of it belongs to. */
  readonly itemId: ItemId | null;
  readonly selection: readonly string[];
  /** Label of the next box; null: the first on offer. */
  readonly armed: string | null;
  readonly tool: CanvasToolName;
  readonly allHidden: boolean;
  readonly mode: DeskMode;
  /** The images that the form wants beside each other, and what they are called there; null: all, by name. */
  readonly panes: readonly DeskPane[] | null;
  /** Whether something is to be answered before the images are seen. */
  readonly covered: boolean;
  /** Fields that were edited since the item was opened: their problems are beside them. */
  readonly touched: ReadonlySet<string>;
  /** Submitting was tried: every problem is beside its field. */
  readonly submitTried: boolean;
  /** Where the next submission leads: to the next item, or the next with proposals that are not verified. */
  readonly onwardTo: 'next' | 'unverified';
  /** For screen readers. */
  readonly announcement: string;
}

export type DeskViewStore = StoreApi<DeskView>;

const fresh = {
  selection: [],
  armed: null,
  mode: 'boxes',
  touched: new Set<string>(),
  submitTried: false,
  onwardTo: 'next',
} satisfies Partial<DeskView>;

export function createDeskView(): DeskViewStore {
  return createStore<DeskView>()(() => ({
    ...fresh,
    itemId: null,
    // The form's own: it says both anew with each item, before the rest is put back.
    panes: null,
    covered: false,
    tool: 'idle',
    allHidden: false,
    announcement: '',
  }));
}

/** Another item: nothing is selected, armed or touched. */
export function resetView(view: DeskViewStore, itemId: ItemId): void {
  view.setState({ ...fresh, itemId });
}

/** The images that are shown, named as the form calls them. */
export function imagesIn(
  panes: readonly DeskPane[] | null,
  images: readonly ImageRecord[],
): readonly ImageRecord[] {
  if (panes === null) return images;
  return images.flatMap((image) => {
    const pane = panes.find(({ position }) => position === image.position);
    return pane === undefined ? [] : [{ ...image, name: pane.caption }];
  });
}

/** Says something to screen readers; the same words twice are said twice. */
export function announce(view: DeskViewStore, text: string): void {
  view.setState(({ announcement }) => ({ announcement: announcement === text ? `${text}\u00a0` : text }));
}
