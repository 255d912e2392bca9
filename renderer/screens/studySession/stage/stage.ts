import type { CanvasGesture, CanvasLabel, CanvasRegion } from '../../../canvas/types.ts';
import type { CanvasChange, CanvasPoint } from '../../../canvas/index.ts';
import type { Command } from '../../../ui/commands/commands.ts';
import type { StepView } from '../session/studySessionState.ts';

type StepImage = StepView['images'][number];

/** An image in its place: the same file can stand in two places, and what lies on it there is its own. */
export interface StageImage extends Omit<StepImage, 'id'> {
  /** Of the place. */
  readonly id: string;
  readonly file: StepImage['id'];
}

/** The images of a step in their places. */
export const stageImages = (images: readonly StepImage[]): readonly StageImage[] =>
  images.map(({ id, ...image }, place) => ({ ...image, id: `${String(place)} ${id}`, file: id }));

/** What an answer that is given on the image puts there. */
export interface Stage {
  readonly regions: readonly CanvasRegion[];
  readonly points: readonly CanvasPoint[];
  readonly labels: readonly CanvasLabel[];
  /** Null: nothing is drawn here. */
  readonly activeLabel: string | null;
  readonly drawingBlocked: string;
  readonly selection: readonly string[];
  /** Whether boxes are drawn, moved and deleted here. */
  readonly isDrawn: boolean;
  /** Whether what lies on each image says which it is. */
  readonly namesImages: boolean;
  /** Whether a drag that begins on nothing draws. */
  readonly dragDraws: boolean;
  /** The images to choose from, and those chosen; null: none can be. */
  readonly chosen: readonly string[] | null;
  /** How many times as large the first image is shown as each of the others; null: all are alike. */
  readonly firstLarger: number | null;
  /** Whether each image is zoomed by itself. */
  readonly zoomedApart: boolean;
  readonly onSelectionChange: (ids: readonly string[]) => void;
  /** Somebody pointed at the controls above an image. */
  readonly onTitle: (image: string) => void;
  readonly onCommit: (change: CanvasChange, gesture: CanvasGesture) => void;
  /** Keys that mean something while the image has the focus. */
  readonly commands: readonly Command[];
}

const nothing = (): void => undefined;

/** An image that is only looked at. */
export const lookedAt: Stage = {
  regions: [],
  points: [],
  labels: [],
  activeLabel: null,
  drawingBlocked: '',
  selection: [],
  isDrawn: false,
  namesImages: false,
  dragDraws: false,
  chosen: null,
  firstLarger: null,
  zoomedApart: false,
  onSelectionChange: nothing,
  onTitle: nothing,
  onCommit: nothing,
  commands: [],
};
