import type { CDPSession, Page } from 'playwright-core';

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Hands and keyboards that Playwright has none of: fingers, a pen, other layouts. */
export interface Hand {
  /** One finger goes from the first of these spots through the others. */
  readonly drag: (...spots: readonly Spot[]) => Promise<void>;
  /** Two fingers at once, each from its first spot to its last. */
  readonly pinch: (first: readonly [Spot, Spot], second: readonly [Spot, Spot]) => Promise<void>;
  /** Puts fingers down, moves them or, with none left, lifts them. */
  readonly fingers: (type: 'touchStart' | 'touchMove' | 'touchEnd', spots: readonly Spot[]) => Promise<void>;
  readonly pen: (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', at: Spot) => Promise<void>;
  /** The mouse moves with no button held, whatever was pressed before. */
  readonly moveReleased: (at: Spot) => Promise<void>;
  /** Presses a key as a layout reports it; `text` is what it types. */
  readonly key: (press: {
    readonly key: string;
    readonly code: string;
    readonly held?: 'Alt' | 'Shift';
    readonly types?: boolean;
  }) => Promise<void>;
}

const STEPS = 6;
const HELD = { Alt: 1, Shift: 8 } as const;

export async function handOn(page: Page): Promise<Hand> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const fingers: Hand['fingers'] = async (type, spots) => {
    await session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: spots.map(({ x, y }, id) => ({ x, y, id })),
    });
  };
  const along = (from: Spot, to: Spot, step: number): Spot => ({
    x: from.x + ((to.x - from.x) * step) / STEPS,
    y: from.y + ((to.y - from.y) * step) / STEPS,
  });
  return {
    fingers,
    drag: async (first, ...others) => {
      if (first === undefined) return;
      await fingers('touchStart', [first]);
      for (const spot of others) await fingers('touchMove', [spot]);
      await fingers('touchEnd', []);
    },
    pinch: async (first, second) => {
      await fingers('touchStart', [first[0]]);
      await fingers('touchStart', [first[0], second[0]]);
      for (let step = 1; step <= STEPS; step += 1)
        await fingers('touchMove', [along(...first, step), along(...second, step)]);
      await fingers('touchEnd', []);
    },
    pen: async (type, { x, y }) => {
      await session.send('Input.dispatchMouseEvent', {
        type,
        x,
        y,
        button: 'left',
        buttons: type === 'mouseReleased' ? 0 : 1,
        clickCount: 1,
        pointerType: 'pen',
      });
    },
    moveReleased: async ({ x, y }) => {
      await session.send('Input.dispatchMouseEvent', {
        type: 'mouseMoved',
        x,
        y,
        button: 'none',
        buttons: 0,
      });
    },
    key: async ({ key, code, held, types = true }) => {
      const modifiers = held === undefined ? 0 : HELD[held];
      await session.send('Input.dispatchKeyEvent', {
        type: types ? 'keyDown' : 'rawKeyDown',
        key,
        code,
        modifiers,
        ...(types && { text: key, unmodifiedText: key }),
      });
      await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code, modifiers });
    },
  };
}
