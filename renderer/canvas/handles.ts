import { type Handle, HANDLES } from '../../shared/base/geometry.ts';
import type { Rectangle } from './viewport.ts';

/** Side of a handle in CSS pixels, at every zoom. */
export const HANDLE_SIDE = 9;
/** How near the pointer must be to take hold, in CSS pixels. */
const REACH = 8;
/** Shorter sides than this carry no handle in their middle. */
const ROOM_FOR_MIDDLE = 30;
/** Boxes thinner than this have their handles pushed outwards, so that the box itself can still be grasped. */
const ROOM_FOR_CORNERS = 22;
const PUSHED_OUT = 7;

export interface PlacedHandle {
  readonly handle: Handle;
  readonly x: number;
  readonly y: number;
}

/** Where the handles of a box are on the canvas, its own place there given in CSS pixels. */
export function placeHandles(rect: Rectangle): PlacedHandle[] {
  const outX = rect.width < ROOM_FOR_CORNERS ? PUSHED_OUT : 0;
  const outY = rect.height < ROOM_FOR_CORNERS ? PUSHED_OUT : 0;
  return HANDLES.filter(
    (handle) =>
      handle.length === 2 ||
      (handle === 'n' || handle === 's' ? rect.width >= ROOM_FOR_MIDDLE : rect.height >= ROOM_FOR_MIDDLE),
  ).map((handle) => ({
    handle,
    x: handle.includes('w')
      ? rect.x - outX
      : handle.includes('e')
        ? rect.x + rect.width + outX
        : rect.x + rect.width / 2,
    y: handle.includes('n')
      ? rect.y - outY
      : handle.includes('s')
        ? rect.y + rect.height + outY
        : rect.y + rect.height / 2,
  }));
}

/** The handle within reach of a point, the nearest where several are; null where none is. */
export function handleWithin(rect: Rectangle, x: number, y: number): Handle | null {
  let nearest: Handle | null = null;
  let distance = REACH;
  for (const placed of placeHandles(rect)) {
    const away = Math.max(Math.abs(placed.x - x), Math.abs(placed.y - y));
    if (away <= distance) {
      nearest = placed.handle;
      distance = away;
    }
  }
  return nearest;
}

/** The pointer shape that says in which direction a handle goes. */
export function handleCursor(handle: Handle): string {
  if (handle === 'n' || handle === 's') return 'ns-resize';
  if (handle === 'e' || handle === 'w') return 'ew-resize';
  return handle === 'nw' || handle === 'se' ? 'nwse-resize' : 'nesw-resize';
}
