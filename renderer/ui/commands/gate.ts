import { createStore, type StoreApi } from 'zustand/vanilla';

/** What a screen needs to have in sight before it may be answered. */
export interface Sight {
  /** Whether what an answer would change now is on screen, images included. */
  readonly isSeen: () => boolean;
  /** Said when a key or a click is dropped meanwhile. */
  readonly dropped: () => string;
}

export interface GateState {
  /** Whether answers are dropped. */
  readonly isShut: boolean;
  /** Whether an item is being submitted or left: going elsewhere waits for that, too. */
  readonly isBusy: boolean;
}

/** What becomes of a key or a click: it passes, it is dropped, or it waits until the item is submitted or left. */
export type PressOutcome = 'passes' | 'dropped' | 'waits';

/** What a key or a click would do. */
export interface Press {
  /** The physical key; null: a click. */
  readonly key: string | null;
  /** The key is held down and comes again. */
  readonly isRepeat: boolean;
  /** It neither answers nor changes what is on screen: it goes to another item, or shows something. */
  readonly isHarmless: boolean;
  /** Without Ctrl, Alt or Meta: it may have been meant for another item. */
  readonly isPlain: boolean;
}

/** Said of keys that come while an item is being submitted or left. */
const BUSY = 'Key ignored: the next item was not on screen yet.';
const SUBMITTED = 'This item is submitted. Press the key again to change it.';

/**
 * Lets keys and clicks reach an item only while the person sees it. From the moment at which an item is submitted or left
 * until the next one and its images are on screen, answers are dropped, and going on waits for the submission.
 */
export interface Gate {
  readonly state: Pick<StoreApi<GateState>, 'getState' | 'getInitialState' | 'subscribe'>;
  readonly isOpen: () => boolean;
  /** Shuts the gate while an item is being submitted or left. */
  readonly during: <T>(work: () => Promise<T>) => Promise<T>;
  /** Adds what has to be in sight; gives the function that removes it. Tell the gate with `look` when that changes. */
  readonly watch: (sight: Sight) => () => void;
  readonly look: () => void;
  /** Decides about a key or a click, and says so where it is dropped. */
  readonly pass: (press: Press) => PressOutcome;
  /** Runs this once the item is submitted or left: now, where none is. */
  readonly afterwards: (run: () => void) => void;
  /**
   * The item just submitted stays on screen: a plain key changes it only when it is pressed a second time, for as long as
   * `isOnScreen` says so.
   */
  readonly guard: (isOnScreen: () => boolean) => void;
  /** The key is no longer held down. */
  readonly released: (key: string) => void;
  /** Says that something was dropped. */
  readonly tellDropped: () => void;
}

/** How many steps wait at most: nobody counts more than these. */
const MOST_WAITING = 20;

/** A gate that stands open. `tell` shows a short note. */
export function createGate(tell: (note: string) => void): Gate {
  const state = createStore<GateState>()(() => ({ isShut: false, isBusy: false }));
  let works = 0;
  let sights: readonly Sight[] = [];
  let waiting: (() => void)[] = [];
  /** How often the gate has opened, and at which of these each key that is down was pressed; null: while it was shut. */
  let openings = 0;
  const pressedAt = new Map<string, number | null>();
  /** The item on screen is submitted; with the key that was dropped because of it. */
  let guarded: { readonly key: string | null; readonly isOnScreen: () => boolean } | null = null;

  const isOpen = (): boolean => works === 0 && sights.every(({ isSeen }) => isSeen());

  const look = (): void => {
    const isShut = !isOpen();
    const before = state.getState();
    if (before.isShut && !isShut) openings += 1;
    if (before.isShut !== isShut || before.isBusy !== works > 0)
      state.setState({ isShut, isBusy: works > 0 });
  };

  const goOn = (): void => {
    while (works === 0) {
      const next = waiting.shift();
      if (next === undefined) return;
      next();
    }
  };

  const tellDropped = (): void => {
    tell(works > 0 ? BUSY : (sights.find(({ isSeen }) => !isSeen())?.dropped() ?? BUSY));
  };

  /** Whether the gate keeps a plain key from an item that was submitted a moment ago. */
  const isGuarded = ({ key, isPlain }: Press): boolean => {
    if (guarded === null || !isPlain) return false;
    if (key === null || guarded.key === key || !guarded.isOnScreen()) {
      guarded = null;
      return false;
    }
    guarded = { ...guarded, key };
    tell(SUBMITTED);
    return true;
  };

  return {
    state,
    isOpen,
    async during(work) {
      guarded = null;
      works += 1;
      look();
      try {
        return await work();
      } finally {
        works -= 1;
        look();
        // After the next item is drawn: what waits starts from there.
        setTimeout(goOn);
      }
    },
    watch(sight) {
      sights = [...sights, sight];
      look();
      return () => {
        sights = sights.filter((each) => each !== sight);
        // Nothing of the screen is left: whatever comes next is another item, or somebody else's.
        if (sights.length === 0) guarded = null;
        look();
      };
    },
    look,
    pass(press) {
      look();
      const { key, isRepeat, isHarmless } = press;
      const open = isOpen();
      if (key !== null && !isRepeat) pressedAt.set(key, open ? openings : null);
      if (isHarmless) return works > 0 ? 'waits' : 'passes';
      if (!open) {
        if (!isRepeat) tellDropped();
        return 'dropped';
      }
      // Held down since before the item came: it was meant for the one before.
      if (isRepeat && key !== null && pressedAt.has(key) && pressedAt.get(key) !== openings) return 'dropped';
      return isGuarded(press) ? 'dropped' : 'passes';
    },
    afterwards(run) {
      if (works === 0) run();
      else if (waiting.length < MOST_WAITING) waiting = [...waiting, run];
    },
    guard(isOnScreen) {
      guarded = { key: null, isOnScreen };
    },
    released(key) {
      pressedAt.delete(key);
    },
    tellDropped,
  };
}
