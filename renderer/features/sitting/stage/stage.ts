import type { CanvasGesture, CanvasLabel, CanvasRegion } from '../../../canvas/types.ts';
import type { CanvasChange } from '../../../canvas/index.ts';
import type { Command } from '../../../app/commands.ts';
import type { StepView } from '../session/sittingStore.ts';

export type StepImage = StepView['images'][number];

/** What an answer that is given on the image puts there. */
export interface Stage {
  readonly regions: readonly CanvasRegion[];
  readonly labels: readonly CanvasLabel[];
  /** Null: nothing is drawn here. */
  readonly activeLabel: string | null;
  readonly drawingBlocked: string;
  readonly selection: readonly string[];
  /** Whether boxes are drawn, moved and deleted here. */
  readonly isDrawn: boolean;
  /** Whether what lies on each image says which it is. */
  readonly namesImages: boolean;
  readonly onSelectionChange: (ids: readonly string[]) => void;
  readonly onCommit: (change: CanvasChange, gesture: CanvasGesture) => void;
  /** Keys that mean something while the image has the focus. */
  readonly commands: readonly Command[];
}

const nothing = (): void => undefined;

/** An image that is only looked at. */
export const lookedAt: Stage = {
  regions: [],
  labels: [],
  activeLabel: null,
  drawingBlocked: '',
  selection: [],
  isDrawn: false,
  namesImages: false,
  onSelectionChange: nothing,
  onCommit: nothing,
  commands: [],
};
