import type { CanvasModel } from './model.ts';
import { boxes, spoken } from './text.ts';
import type { CanvasChange, CanvasGesture } from './types.ts';

/** What a screen reader says of the selection: what it is, its place among the others, where it lies. */
export function selectionText(model: CanvasModel): string {
  const [first, ...others] = model.selectedRegions();
  if (first === undefined) return 'Nothing selected';
  if (others.length > 0) return `${boxes(others.length + 1)} selected`;
  const order = model.inOrder();
  const place = order.findIndex((region) => region.id === first.id) + 1;
  return `${model.nameOf(first)}, box ${place} of ${order.length}, ${spoken(first)}`;
}

/** What a screen reader says of a change just made. */
export function changeText(model: CanvasModel, change: CanvasChange, gesture: CanvasGesture): string {
  const [added] = change.added;
  const [updated] = change.updated;
  if (change.removed.length > 0) {
    return `${boxes(change.removed.length)} deleted, ${boxes(model.regions.length)} left`;
  }
  if (added !== undefined) {
    return `${boxes(change.added.length)} added: ${model.nameOf(added)}, ${spoken(added)}`;
  }
  if (updated === undefined) return '';
  const what = change.updated.length > 1 ? boxes(change.updated.length) : spoken(updated);
  return `${gesture === 'label' ? model.nameOf(updated) : gesture}: ${what}`;
}
