import { useEffect, useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useLatest } from './commands.ts';
import { gate } from './theGate.ts';

const NOT_YET = 'Key ignored: the item was not on screen yet.';
const NO_IMAGE_YET = 'Key ignored: the image was not on screen yet.';

/**
 * Shuts the gate until what is answered is on screen.
 * @param name names what is shown now; another name has to be seen anew
 * @param isReady whether all of it is drawn, images included
 * @param current names what an answer would change at this moment; left out: what is shown
 * @param dropped what to say of keys that come too soon; left out: that the item, or its image, was not on screen
 */
export function useOnScreen({
  name,
  isReady,
  current,
  dropped,
}: {
  readonly name: string;
  readonly isReady: boolean;
  readonly current?: () => string;
  readonly dropped?: string;
}): void {
  const seen = useRef<string | null>(null);
  const shown = useRef(name);
  const answered = useLatest(current);
  const note = useLatest(dropped ?? (isReady ? NOT_YET : NO_IMAGE_YET));
  useLayoutEffect(() => {
    shown.current = name;
    if (!isReady || seen.current !== name) seen.current = null;
    gate.look();
  }, [name, isReady]);
  useLayoutEffect(
    () =>
      gate.watch({
        isSeen: () => seen.current !== null && seen.current === (answered.current?.() ?? shown.current),
        dropped: () => note.current,
      }),
    [answered, note],
  );
  useEffect(() => {
    if (!isReady) return undefined;
    // It is drawn now, and on the screen with the next frame.
    const frame = requestAnimationFrame(() => {
      seen.current = name;
      gate.look();
    });
    return () => cancelAnimationFrame(frame);
  }, [name, isReady]);
}

/** Marks the element around what is answered: clicks in it are held back, and it is busy, while the gate is shut. */
export function useGated(): { readonly 'data-gated': true; readonly 'aria-busy': boolean } {
  return { 'data-gated': true, 'aria-busy': useStore(gate.state, ({ isShut }) => isShut) };
}
