import type { Phrasebook } from '../../shared/participantTexts/texts.ts';
import type { CanvasModel } from './model.ts';
import { boxes, spoken } from './text.ts';
import type { CanvasChange, CanvasGesture } from './types.ts';

/** What a screen reader says of the selection: what it is, its place among the others, where it lies. */
export function selectionText(say: Phrasebook, model: CanvasModel): string {
  const [first, ...others] = model.selectedRegions();
  if (first === undefined) return say('canvasNothingSelected');
  if (others.length > 0) return say('canvasBoxesSelected', { count: others.length + 1 });
  const order = model.inOrder();
  const place = order.findIndex((region) => region.id === first.id) + 1;
  return say('canvasBoxSelected', {
    name: model.nameOf(first),
    place,
    total: order.length,
    box: spoken(say, first),
  });
}

/** What a screen reader says of a change just made. */
export function changeText(
  say: Phrasebook,
  model: CanvasModel,
  change: CanvasChange,
  gesture: CanvasGesture,
): string {
  const [added] = change.added;
  const [updated] = change.updated;
  if (change.removed.length > 0) {
    const left = boxes(say, model.regions.length);
    return say('canvasDeleted', { deleted: boxes(say, change.removed.length), left });
  }
  if (added !== undefined) {
    return say('canvasAdded', {
      added: boxes(say, change.added.length),
      name: model.nameOf(added),
      box: spoken(say, added),
    });
  }
  if (updated === undefined) return '';
  const what = change.updated.length > 1 ? boxes(say, change.updated.length) : spoken(say, updated);
  switch (gesture) {
    case 'label':
      return say('canvasLabelled', { name: model.nameOf(updated), what });
    case 'resize':
      return say('canvasResized', { what });
    case 'nudge':
      return say('canvasNudged', { what });
    case 'move':
    case 'draw':
    case 'delete':
    case 'duplicate':
    case 'keyboard draw':
      // Of these only moving leaves boxes that were there before.
      return say('canvasMoved', { what });
  }
}
