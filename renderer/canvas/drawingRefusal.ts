import type { Phrasebook } from '../../shared/participantTexts/texts.ts';
import type { Pane } from './panes.ts';
import type { CanvasProps } from './types.ts';

/** Why no box can be drawn now, in words; null: one can. */
export function whyNotDrawn(
  props: Pick<CanvasProps, 'readOnly' | 'activeLabel' | 'drawingBlocked'> | null,
  pane: { readonly decoded: Pick<NonNullable<Pane['decoded']>, 'status'> | null } | undefined,
  words: Phrasebook,
): string | null {
  if (props === null || pane === undefined) return words('canvasNothingToDrawOn');
  if (props.readOnly === true) return words('canvasReadOnly');
  if (pane.decoded?.status !== 'ready') return words('canvasWait');
  if (props.activeLabel !== null) return null;
  return props.drawingBlocked ?? 'Choose a label before drawing.';
}
