import type { ForeignPart } from '../../shared/foreign/foreignPart.ts';
import type { Phrasebook } from '../../shared/participantTexts/texts.ts';
import type { WheelHabit } from './wheel.ts';

/** A box on one of the images, in that image's pixels. */
export interface CanvasRegion {
  readonly id: string;
  readonly imageId: string;
  /** Id of a {@link CanvasLabel}; one that is not in the list is drawn dashed as "No label". */
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly note: string | null;
  /** Not drawn and not hit; the canvas can hide further boxes by itself (see `CanvasHandle`). */
  readonly hidden?: boolean;
  /** Drawn and selectable, but nothing here can change it: somebody else's box, or one of a version that is kept. */
  readonly locked?: boolean;
  /** Drawn dashed, else as its label says: it may not stay. */
  readonly dashed?: boolean;
  /** Looks of its own; left out, the box looks as its label does. */
  readonly style?: CanvasBoxStyle;
  /** What its file says beside the box: its shapes are shown and not edited. */
  readonly foreign?: ForeignPart;
}

/** How a box looks where its label does not say it: boxes of several people on one image. */
export interface CanvasBoxStyle {
  /** `#rrggbb`, best taken from the palette. */
  readonly color: string;
  readonly dashed: boolean;
  /** Written on the box in place of its label's name; empty: nothing is. */
  readonly tag: string;
  /** Where its tag is in the row of tags, from 0: boxes that lie on one another then keep all their tags. */
  readonly tagPlace?: number;
}

export interface CanvasLabel {
  readonly id: string;
  readonly name: string;
  /** `#rrggbb`, best taken from the palette. */
  readonly color: string;
  readonly shortcut?: string;
}

export interface CanvasImage {
  readonly id: string;
  /** Where to fetch it; null where the file is missing, which shows a calm placeholder. */
  readonly url: string | null;
  /** Size in pixels after orientation: the coordinate system of the regions. */
  readonly width: number;
  readonly height: number;
  readonly name?: string;
  /** The file is a copy of another size on purpose: coordinates stay those of the image. */
  readonly scaled?: boolean;
  /** Stands above the image, never on it. Left out for all of them, images take the whole height. */
  readonly title?: string;
  /** Whether its title says that the image is chosen. */
  readonly chosen?: boolean;
  /** Why no box is drawn on it; left out where boxes can be. */
  readonly undrawable?: string;
}

/** A spot on an image that is shown and nothing else. */
export interface CanvasPoint {
  readonly imageId: string;
  /** In the image's pixels. */
  readonly x: number;
  readonly y: number;
  readonly label: string;
  /** `#rrggbb`, best taken from the palette. */
  readonly color: string;
}

/** What one gesture did. Regions are whole; `updated` holds the new state of each. */
export interface CanvasChange {
  readonly added: readonly CanvasRegion[];
  readonly updated: readonly CanvasRegion[];
  readonly removed: readonly string[];
}

/** Which gesture a change came from: a name for the history, and for joining repeated nudges. */
export type CanvasGesture =
  'draw' | 'move' | 'resize' | 'nudge' | 'delete' | 'duplicate' | 'label' | 'keyboard draw';

export type CanvasToolName =
  'idle' | 'drawing' | 'extremePoints' | 'keyboardDrawing' | 'moving' | 'resizing' | 'selecting' | 'panning';

/** How the image is looked at. None of it changes the image or the boxes already drawn. */
export interface CanvasViewOptions {
  /** New and changed boxes have their corners on whole pixels. */
  readonly snapToPixels: boolean;
  /** Zoom and position stay when the next images have the same sizes. */
  readonly keepZoom: boolean;
  /** 1 is as it is; 0 to 3. */
  readonly brightness: number;
  /** 1 is as it is; 0 to 3. */
  readonly contrast: number;
  readonly edges: boolean;
  readonly loupe: boolean;
  /** What a turn of the wheel does without Ctrl. */
  readonly wheel: WheelHabit;
}

export const defaultViewOptions: CanvasViewOptions = {
  snapToPixels: false,
  keepZoom: true,
  brightness: 1,
  contrast: 1,
  edges: false,
  loupe: false,
  wheel: 'recognised',
};

/** Which boxes the person has put out of sight on this canvas. */
export interface CanvasHidden {
  readonly ids: readonly string[];
  readonly all: boolean;
}

export interface CanvasProps {
  /** One image, or several side by side with synchronised zoom. */
  readonly images: readonly CanvasImage[];
  readonly regions: readonly CanvasRegion[];
  /** Left out: there are none. */
  readonly points?: readonly CanvasPoint[];
  readonly labels: readonly CanvasLabel[];
  /** Label of the next drawn box; null: drawing is not possible. */
  readonly activeLabel: string | null;
  /** Said when somebody tries to draw and cannot. */
  readonly drawingBlocked?: string;
  /** Said when somebody tries to change a locked box. */
  readonly lockedReason?: string;
  readonly selection: readonly string[];
  readonly onSelectionChange: (ids: readonly string[]) => void;
  /**
   * Called exactly once per gesture. The canvas shows the change until it gets a new `regions` array: the owner returns
   * one with the change, or, to refuse it, a fresh one without.
   */
  readonly onCommit: (change: CanvasChange, gesture: CanvasGesture) => void;
  readonly newRegionId: () => string;
  readonly readOnly?: boolean;
  /** A drag that begins on nothing, or on a box that cannot be changed, moves the image instead of selecting. */
  readonly dragPans?: boolean;
  /**
   * A drag draws a box of the active label, where one can be drawn, unless it begins on a box that was selected on
   * purpose: the one drawn last is selected too, but has to be clicked to be moved.
   */
  readonly dragDraws?: boolean;
  /** How many times as large the first image is shown as each of the others; left out: all are alike. */
  readonly firstLarger?: number;
  /** Whether each image is zoomed and moved by itself. */
  readonly zoomedApart?: boolean;
  /** Somebody pointed at an image's title. */
  readonly onTitle?: (imageId: string) => void;
  readonly viewOptions: CanvasViewOptions;
  /**
   * Called once for the images shown now: when all of them have been decoded and drawn and a frame has passed, or
   * when one of them cannot be shown.
   */
  readonly onImages?: (outcome: 'painted' | 'failed') => void;
  readonly onToolChange?: (tool: CanvasToolName) => void;
  readonly onHiddenChange?: (hidden: CanvasHidden) => void;
  /** Leaves out the line under the image: position, boxes, zoom. */
  readonly withoutStatus?: boolean;
  /** Names the canvas to screen readers; the images' names otherwise. */
  readonly label?: string;
  /** What the canvas says on its own, in the language of those who look at it; left out: English. */
  readonly say?: Phrasebook;
}

/** Whether two lists show the same files: an owner may well make a new list at every render. */
export function sameImages(a: readonly CanvasImage[], b: readonly CanvasImage[]): boolean {
  if (a.length !== b.length) return false;
  return a.every((image, index) => {
    const other = b[index];
    return (
      other !== undefined &&
      image.id === other.id &&
      image.url === other.url &&
      image.width === other.width &&
      image.height === other.height
    );
  });
}
