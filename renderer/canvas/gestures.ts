import { screenPoint, type ScreenPoint } from '../../shared/base/geometry.ts';
import type { Pane } from './panes.ts';
import type { PointerInput } from './tools/tool.ts';
import type { WheelTurn } from './wheel.ts';

/** A pointer as an event tells of it. */
export type PointerState = Pick<PointerEvent, 'pointerId' | 'pointerType' | 'buttons' | 'timeStamp'>;

/** What the pointer does on the canvas, in the canvas's own terms. */
export interface PointerSink {
  down(input: PointerInput): void;
  move(input: PointerInput): void;
  up(input: PointerInput): void;
  /** A gesture ends before it was finished: a second finger, a pen or another window took over. */
  lost(): void;
  leave(): void;
  /** A press with the middle button, or with Space held. */
  panFrom(input: PointerInput): void;
  doubleClick(input: PointerInput): void;
  wheel(pane: Pane, at: ScreenPoint, turn: WheelTurn): void;
  /** Two fingers moved on an image. */
  pinch(pane: Pane, pinch: Pinch): void;
  /** Space is held, or no longer, while the pointer means the canvas. */
  spaceHeld(held: boolean): void;
}

/** For this many milliseconds after a pen was near, a touch counts as the hand that holds it. */
const HAND_OF_PEN = 700;

/** What two fingers did to the image: `factor` times as large about `from`, then moved to `to`. */
export interface Pinch {
  readonly from: ScreenPoint;
  readonly to: ScreenPoint;
  readonly factor: number;
}

type TwoPoints = readonly [ScreenPoint, ScreenPoint];

/** How two fingers moved the image between them. */
export function pinchBetween(before: TwoPoints, after: TwoPoints): Pinch {
  const apart = ([a, b]: TwoPoints): number => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));
  const middle = ([a, b]: TwoPoints): ScreenPoint => screenPoint((a.x + b.x) / 2, (a.y + b.y) / 2);
  return { from: middle(before), to: middle(after), factor: apart(after) / apart(before) };
}

/**
 * Makes gestures of pointers: one pointer works, two fingers pinch and move the image, a pen comes before the hand that
 * rests beside it, and a gesture whose end nobody told of is over all the same.
 */
export class Gestures {
  readonly #sink: PointerSink;
  readonly #fingers = new Map<number, { readonly screen: ScreenPoint; readonly pane: Pane }>();
  #held: { readonly id: number; readonly isTouch: boolean; readonly last: PointerInput } | null = null;
  #penAt = Number.NEGATIVE_INFINITY;

  constructor(sink: PointerSink) {
    this.#sink = sink;
  }

  get isHeld(): boolean {
    return this.#held !== null;
  }

  /** The pane that a pointer's gesture began in; undefined where it has none. */
  paneOf(id: number): Pane | undefined {
    return this.#held?.id === id ? this.#held.last.pane : this.#fingers.get(id)?.pane;
  }

  /** A press, which `pans` whatever the tool; false where it begins nothing. */
  press(pointer: PointerState, input: PointerInput, pans: boolean): boolean {
    const { pointerId: id, timeStamp } = pointer;
    const isTouch = pointer.pointerType === 'touch';
    if (pointer.pointerType === 'pen') {
      this.#penAt = timeStamp;
      // A palm was there first.
      if (this.#held?.isTouch !== false) this.dropAll();
    }
    if (isTouch) {
      if (this.#held?.isTouch === false || timeStamp - this.#penAt < HAND_OF_PEN) return false;
      this.#fingers.set(id, { screen: input.screen, pane: input.pane });
      if (this.#fingers.size > 1) {
        this.#letGo();
        return true;
      }
    }
    if (this.#held !== null) return false;
    this.#held = { id, isTouch, last: input };
    if (pans) this.#sink.panFrom(input);
    else this.#sink.down(input);
    return true;
  }

  move(pointer: PointerState, input: PointerInput): void {
    const { pointerId: id, pointerType, buttons } = pointer;
    if (pointerType === 'pen') this.#penAt = pointer.timeStamp;
    if (pointerType === 'touch' && !this.#moveFinger(id, input.screen)) return;
    if (this.#held === null) {
      if (pointerType !== 'touch') this.#sink.move(input);
      return;
    }
    if (id !== this.#held.id) return;
    if (pointerType !== 'touch' && buttons === 0) {
      this.loseCapture(pointer);
      this.#sink.move(input);
      return;
    }
    this.#held = { ...this.#held, last: input };
    this.#sink.move(input);
  }

  release({ pointerId: id }: Pick<PointerState, 'pointerId'>, input: PointerInput): void {
    this.#fingers.delete(id);
    if (this.#held?.id !== id) return;
    this.#held = null;
    this.#sink.up(input);
  }

  /**
   * The pointer is no longer the canvas's. With no button held it was let go of where nobody saw it: the gesture ends where
   * it was last seen with the button. Otherwise it was taken away, and the gesture is dropped.
   */
  loseCapture(pointer: PointerState): void {
    const held = this.#held;
    if (held?.id === pointer.pointerId && !held.isTouch && pointer.buttons === 0)
      this.release(pointer, held.last);
    else this.drop(pointer);
  }

  /** The system took the pointer away. */
  drop({ pointerId: id }: Pick<PointerState, 'pointerId'>): void {
    this.#fingers.delete(id);
    if (this.#held?.id === id) this.#letGo();
  }

  /** Forgets every pointer, for example when the window loses the focus. */
  dropAll(): void {
    this.#fingers.clear();
    this.#letGo();
  }

  #letGo(): void {
    if (this.#held === null) return;
    this.#held = null;
    this.#sink.lost();
  }

  /** Whether the finger is the only one, and known. Two pinch. */
  #moveFinger(id: number, screen: ScreenPoint): boolean {
    const finger = this.#fingers.get(id);
    if (finger === undefined) return false;
    const before = this.#firstTwo();
    this.#fingers.set(id, { ...finger, screen });
    const after = this.#firstTwo();
    if (before === null || after === null) return true;
    this.#sink.pinch(finger.pane, pinchBetween(before, after));
    return false;
  }

  #firstTwo(): TwoPoints | null {
    const [first, second] = this.#fingers.values();
    return first === undefined || second === undefined ? null : [first.screen, second.screen];
  }
}
