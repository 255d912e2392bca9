/** What turning the wheel does: what the device suggests, or always the same. */
export type WheelHabit = 'recognised' | 'zooms' | 'pans';

/** A turn of the wheel, or two fingers on a trackpad, as browsers tell it. */
export type WheelTurn = Pick<
  WheelEvent,
  'deltaX' | 'deltaY' | 'deltaMode' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'timeStamp'
>;

/** Turns that follow one another so quickly come from one device, in milliseconds. */
const SAME_DEVICE = 400;
/** A wheel goes at least so far at a time, in CSS pixels; fingers on a trackpad begin with less. */
const SHORTEST_NOTCH = 50;
/** A notch of a slowly turned wheel on a Mac, in CSS pixels: no finger moves by just this. */
const MAC_NOTCH = 4.000244140625;

/** Tells wheels from trackpads, turn by turn. */
export class WheelReader {
  #device: 'wheel' | 'trackpad' = 'wheel';
  #at = Number.NEGATIVE_INFINITY;

  /** Whether the turn zooms the image or moves it. Pinching arrives as a turn with Ctrl held, and always zooms. */
  read(turn: WheelTurn, habit: WheelHabit): 'zooms' | 'pans' {
    const isNew = turn.timeStamp - this.#at > SAME_DEVICE;
    this.#at = turn.timeStamp;
    if (turn.ctrlKey || turn.metaKey) return 'zooms';
    // A trackpad swiped quickly goes as far as a wheel: what it began as counts, unless it goes sideways.
    if (isNew || isSideways(turn)) this.#device = deviceOf(turn);
    if (habit !== 'recognised') return habit;
    return this.#device === 'trackpad' ? 'pans' : 'zooms';
  }
}

function deviceOf(turn: WheelTurn): 'wheel' | 'trackpad' {
  if (turn.deltaMode !== 0) return 'wheel';
  if (isSideways(turn)) return 'trackpad';
  const far = Math.abs(turn.deltaY + turn.deltaX);
  return far >= SHORTEST_NOTCH || (far > 0 && far % MAC_NOTCH === 0) ? 'wheel' : 'trackpad';
}

/** With Shift a wheel goes sideways, too. */
const isSideways = ({ deltaX, shiftKey, deltaMode }: WheelTurn): boolean =>
  deltaX !== 0 && !shiftKey && deltaMode === 0;

/** How far a turn moves the image, in CSS pixels. */
export function wheelShift({ deltaX, deltaY, deltaMode }: WheelTurn): {
  readonly dx: number;
  readonly dy: number;
} {
  const pixels = deltaMode === 1 ? 16 : deltaMode === 2 ? 400 : 1;
  return { dx: 0 - deltaX * pixels, dy: 0 - deltaY * pixels };
}
