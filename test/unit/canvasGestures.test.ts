import { describe, expect, it } from 'vitest';
import {
  Gestures,
  pinchBetween,
  type PointerSink,
  type PointerState,
} from '../../renderer/canvas/gestures.ts';
import type { Pane } from '../../renderer/canvas/panes.ts';
import type { PointerInput } from '../../renderer/canvas/tools/tool.ts';
import { WheelReader, wheelShift, type WheelTurn } from '../../renderer/canvas/wheel.ts';
import { imagePoint, screenPoint } from '../../shared/base/geometry.ts';

const pane: Pane = {
  image: { id: 'image', url: null, width: 100, height: 100 },
  rect: { x: 0, y: 0, width: 100, height: 100 },
  viewport: { scale: 1, x: 0, y: 0 },
  decoded: null,
};

function input(x: number, y = 0): PointerInput {
  return { screen: screenPoint(x, y), pane, image: imagePoint(x, y), shift: false, touch: false };
}

/** Gestures that write down what they tell. */
function recorded(): { readonly gestures: Gestures; readonly told: string[] } {
  const told: string[] = [];
  const sink: PointerSink = {
    down: ({ screen }) => told.push(`down ${String(screen.x)}`),
    move: ({ screen }) => told.push(`move ${String(screen.x)}`),
    up: ({ screen }) => told.push(`up ${String(screen.x)}`),
    lost: () => told.push('lost'),
    leave: () => told.push('leave'),
    panFrom: () => told.push('pan'),
    doubleClick: () => told.push('double'),
    wheel: () => told.push('wheel'),
    pinch: (_, { factor }) => told.push(`pinch ${String(factor)}`),
    spaceHeld: () => told.push('space'),
  };
  return { gestures: new Gestures(sink), told };
}

const pointer = (
  pointerType: string,
  pointerId: number,
  { buttons = 1, timeStamp = 0 }: { readonly buttons?: number; readonly timeStamp?: number } = {},
): PointerState => ({ pointerId, pointerType, buttons, timeStamp });

describe('gestures', () => {
  it('are of one pointer: a second button or mouse changes nothing', () => {
    const { gestures, told } = recorded();
    expect(gestures.press(pointer('mouse', 1), input(1), false)).toBe(true);
    expect(gestures.press(pointer('mouse', 2), input(5), false)).toBe(false);
    gestures.move(pointer('mouse', 2), input(6));
    gestures.move(pointer('mouse', 1), input(2));
    gestures.release(pointer('mouse', 1), input(3));
    expect(told).toEqual(['down 1', 'move 2', 'up 3']);
  });

  it('become a pinch with a second finger, and what the first began is dropped', () => {
    const { gestures, told } = recorded();
    gestures.press(pointer('touch', 1), input(0), false);
    gestures.press(pointer('touch', 2), input(10), false);
    gestures.move(pointer('touch', 2), input(20));
    gestures.release(pointer('touch', 2), input(20));
    // The finger that is left neither draws nor moves anything.
    gestures.move(pointer('touch', 1), input(5));
    gestures.release(pointer('touch', 1), input(5));
    expect(told).toEqual(['down 0', 'lost', 'pinch 2']);
  });

  it('are the pen’s, whether a palm comes before or after it', () => {
    const { gestures, told } = recorded();
    gestures.press(pointer('touch', 1), input(50), false);
    gestures.press(pointer('pen', 2, { timeStamp: 100 }), input(1), false);
    gestures.press(pointer('touch', 3), input(60), false);
    gestures.move(pointer('touch', 1), input(52));
    gestures.move(pointer('pen', 2, { timeStamp: 200 }), input(2));
    gestures.release(pointer('pen', 2), input(2));
    expect(gestures.press(pointer('touch', 4, { timeStamp: 600 }), input(60), false)).toBe(false);
    expect(told).toEqual(['down 50', 'lost', 'down 1', 'move 2', 'up 2']);
    expect(gestures.press(pointer('touch', 5, { timeStamp: 2000 }), input(60), false)).toBe(true);
  });

  it('end where the button was last seen held, though nobody told of its release', () => {
    const { gestures, told } = recorded();
    gestures.press(pointer('mouse', 1), input(1), false);
    gestures.move(pointer('mouse', 1), input(4));
    gestures.move(pointer('mouse', 1, { buttons: 0 }), input(90));
    gestures.move(pointer('mouse', 1, { buttons: 0 }), input(95));
    expect(told).toEqual(['down 1', 'move 4', 'up 4', 'move 90', 'move 95']);
  });

  it('end, too, when the browser takes the capture back because no button is held', () => {
    const { gestures, told } = recorded();
    gestures.press(pointer('mouse', 1), input(1), false);
    gestures.move(pointer('mouse', 1), input(4));
    gestures.loseCapture(pointer('mouse', 1, { buttons: 0 }));
    gestures.press(pointer('mouse', 1), input(1), false);
    gestures.loseCapture(pointer('mouse', 1));
    expect(told).toEqual(['down 1', 'move 4', 'up 4', 'down 1', 'lost']);
  });

  it('are dropped when the window or the system takes the pointer away', () => {
    const { gestures, told } = recorded();
    gestures.press(pointer('mouse', 1), input(1), false);
    gestures.dropAll();
    gestures.press(pointer('touch', 2), input(2), false);
    gestures.drop(pointer('touch', 2));
    gestures.drop(pointer('touch', 2));
    expect(told).toEqual(['down 1', 'lost', 'down 2', 'lost']);
    expect(gestures.isHeld).toBe(false);
  });
});

describe('a pinch', () => {
  it('zooms by how far the fingers went apart, and moves with their middle', () => {
    const pinch = pinchBetween(
      [screenPoint(0, 0), screenPoint(10, 0)],
      [screenPoint(0, 10), screenPoint(30, 10)],
    );
    expect(pinch).toEqual({ from: screenPoint(5, 0), to: screenPoint(15, 10), factor: 3 });
  });
});

describe('a wheel and a trackpad', () => {
  let time = 0;
  const turn = (change: Partial<WheelTurn>, after = 1000): WheelTurn => {
    time += after;
    return {
      deltaX: 0,
      deltaY: 0,
      deltaMode: 0,
      ctrlKey: false,
      metaKey: false,
      shiftKey: false,
      timeStamp: time,
      ...change,
    };
  };

  it.each([
    ['a notch of a wheel', { deltaY: 100 }, 'zooms'],
    ['a notch on a scaled screen', { deltaY: -66.67 }, 'zooms'],
    ['a wheel that counts lines', { deltaY: 3, deltaMode: 1 }, 'zooms'],
    ['a slow wheel on a Mac', { deltaY: -4.000244140625 }, 'zooms'],
    ['two fingers', { deltaY: 3 }, 'pans'],
    ['two fingers aslant', { deltaX: -90, deltaY: 120 }, 'pans'],
    ['a pinch', { deltaY: 2.4, ctrlKey: true }, 'zooms'],
    ['a wheel with Shift', { deltaX: 120, shiftKey: true }, 'zooms'],
  ] as const)('%s', (_, change, means) => {
    expect(new WheelReader().read(turn(change), 'recognised')).toBe(means);
  });

  it('stay what they began as while they turn', () => {
    const reader = new WheelReader();
    const read = (deltaY: number, after: number) => reader.read(turn({ deltaY }, after), 'recognised');
    expect([read(4, 1000), read(180, 16), read(2, 16)]).toEqual(['pans', 'pans', 'pans']);
    expect([read(120, 1000), read(120, 50)]).toEqual(['zooms', 'zooms']);
  });

  it('do what the setting says, and zoom with Ctrl all the same', () => {
    const reader = new WheelReader();
    expect(reader.read(turn({ deltaY: 3 }), 'zooms')).toBe('zooms');
    expect(reader.read(turn({ deltaY: 100 }), 'pans')).toBe('pans');
    expect(reader.read(turn({ deltaY: 100, ctrlKey: true }), 'pans')).toBe('zooms');
    expect(wheelShift(turn({ deltaX: 2, deltaY: -3, deltaMode: 1 }))).toEqual({ dx: -32, dy: 48 });
  });
});
