import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';

declare global {
  interface Navigator {
    /** Only some browsers tell a page of the keyboard. */
    readonly keyboard?: { getLayoutMap?(): Promise<Iterable<readonly [string, string]>> };
  }
}

/** What each key types by itself, by its place on an English keyboard (`KeyboardEvent.code`); empty where nobody knows. */
export type KeyboardLayout = ReadonlyMap<string, string>;

const UNKNOWN: KeyboardLayout = new Map();

const layouts = createStore<{ readonly layout: KeyboardLayout }>()(() => ({ layout: UNKNOWN }));

/** The person's keyboard, as far as the browser tells it. */
export const keyboardLayout = (): KeyboardLayout => layouts.getState().layout;

/** The same, for what is drawn. */
export const useKeyboardLayout = (): KeyboardLayout => useStore(layouts).layout;

/** Asks the browser for the keyboard now and whenever the window comes to the front. Gives the function that stops it. */
export function followKeyboardLayout(target: Window = window): () => void {
  const ask = (): void => {
    const asked = target.navigator.keyboard?.getLayoutMap?.();
    asked?.then(
      (entries) => {
        layouts.setState({ layout: new Map(entries) });
      },
      // A browser that keeps it to itself: keys are named as on an English keyboard.
      () => {
        layouts.setState({ layout: UNKNOWN });
      },
    );
  };
  ask();
  target.addEventListener('focus', ask);
  return () => target.removeEventListener('focus', ask);
}
