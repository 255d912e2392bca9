import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SittingPage } from '../../../../shared/contract/sittings.ts';
import type { StepAnswer } from '../../../../shared/domain/baseline.ts';
import type { SittingId } from '../../../../shared/domain/ids.ts';
import type { SittingView, StepTiming } from '../../../../shared/domain/study.ts';
import { failureOf, type Client, type Failure } from '../../../client/index.ts';
import { isBegun, isComplete } from '../answers/missing.ts';
import type { LeavingPlace } from './leftBehind.ts';
import { createStepClock, type StepClock } from './stepClock.ts';

export type StepView = Extract<SittingView, { view: 'step' }>;

/** What is typed reaches the casebook so soon, in milliseconds. */
const KEPT_AFTER = 1000;
/** How often the time measured so far is kept while nothing is typed, in milliseconds. */
const TIMING_KEPT_EVERY = 5000;
/** Nobody has read a page sooner: what is pressed before was meant for the page before, in milliseconds. */
const READABLE_AFTER = 350;
/** Between two tries to reach the casebook: at first, and at most, in milliseconds. */
const FIRST_RETRY = 1000;
const LAST_RETRY = 15_000;
const TICK = 250;

export interface SittingState {
  readonly page: SittingPage | null;
  /** Why the sitting could not be read; null while it is being read, and once it was. */
  readonly unreadable: Failure | null;
  /** The answer in hand; null: nothing yet. */
  readonly answer: StepAnswer | null;
  /** What was asked of the casebook has not been confirmed yet; with the reason where it is tried again. */
  readonly sending: { readonly failure: Failure | null } | null;
  /** Why the last thing asked of the casebook was refused. */
  readonly refused: Failure | null;
  /** Why what was typed is on this page alone. */
  readonly notKept: Failure | null;
  /** Whether what the step asks about is on the screen. */
  readonly isShown: boolean;
  /** Whether the page has stood long enough for a press to be meant for it. */
  readonly readable: boolean;
  /** What is left of the step's time, in whole seconds; null: no limit, or it has not begun. */
  readonly secondsLeft: number | null;
}

/** One sitting as the page holds it. */
export interface SittingSession {
  readonly store: StoreApi<SittingState>;
  /** Reads where the sitting stands and begins to measure. Gives the function that ends it. */
  readonly start: () => () => void;
  readonly reload: () => void;
  /** The images of the step of this name are on the screen, or it has none. */
  readonly shown: (step: string, hasImages: boolean) => void;
  readonly setPresent: (present: boolean) => void;
  readonly change: (answer: StepAnswer | null) => void;
  /** Locks the answer; false where there is nothing to lock, or it is being locked already. */
  readonly submit: () => boolean;
  readonly consent: () => void;
  readonly proceed: () => void;
  readonly back: () => void;
  readonly withdraw: () => void;
  /** Tries again at once what is waiting for another try. */
  readonly retryNow: () => void;
  /** The page may go away now. */
  readonly leave: () => void;
}

export interface SittingPorts {
  readonly calls: Client['sittings'];
  readonly place: LeavingPlace;
  readonly isPresent: () => boolean;
}

const INITIAL: SittingState = {
  page: null,
  unreadable: null,
  answer: null,
  sending: null,
  refused: null,
  notKept: null,
  isShown: false,
  readable: false,
  secondsLeft: null,
};

/** A sitting over these calls; nothing happens before it is started. */
export function createSittingSession(id: SittingId, ports: SittingPorts): SittingSession {
  const { calls, place } = ports;
  const store = createStore<SittingState>()(() => INITIAL);
  const { getState, setState } = store;
  let alive = false;
  let clock: StepClock | null = null;
  /** What the clock had counted when the time left was told. */
  let countedBefore = 0;
  let keeping: ReturnType<typeof setTimeout> | undefined;
  let keepRetry = FIRST_RETRY;
  let isKeeping = false;
  /** What is being kept now; never fails. */
  let underWay: Promise<unknown> = Promise.resolve();
  let keptAt = 0;
  let readableTimer: ReturnType<typeof setTimeout> | undefined;
  let given: { readonly timedOut: boolean } | null = null;
  /** What was sent when the step's time ran out, in case it is refused. */
  let sentAtTheEnd: StepAnswer | null = null;
  /** Ends the pause before the next try. */
  let wake: () => void = () => undefined;

  const stepNow = (): StepView | null => {
    const now = getState().page?.now;
    return now?.view === 'step' ? now : null;
  };

  function adopt(page: SittingPage): void {
    if (!alive) return;
    const before = getState().page?.now ?? null;
    const { now } = page;
    setState({ page, unreadable: null, sending: null });
    // The same step again: what is in hand stays, and so does the time it took.
    given = null;
    if (before !== null && placeOf(before) === placeOf(now)) return;
    sentAtTheEnd = null;
    clearTimeout(keeping);
    keeping = undefined;
    clearTimeout(readableTimer);
    readableTimer = setTimeout(() => {
      setState({ readable: true });
    }, READABLE_AFTER);
    const limit = now.view === 'step' ? now.remainingMilliseconds : null;
    setState({
      answer: null,
      refused: null,
      notKept: null,
      isShown: false,
      readable: false,
      secondsLeft: limit === null ? null : Math.max(0, Math.ceil(limit / 1000)),
    });
    clock = null;
    if (now.view === 'step') begin(now);
    else place.forget(id);
  }

  function begin(step: StepView): void {
    const left = leftBehindAt(step);
    const draft: (StepTiming & { readonly answer: StepAnswer | null }) | null =
      left === null ? step.draft : { ...left.timing, answer: left.answer };
    clock = createStepClock(() => performance.now(), draft, ports.isPresent());
    countedBefore = step.draft?.activeMilliseconds ?? 0;
    setState({ answer: draft?.answer ?? null });
    if (left === null) place.forget(id);
    else if (left.given !== null && left.answer !== null) send(left.answer, left.timing, left.given.timedOut);
    else scheduleKeep();
  }

  /** What an earlier page of this tab left of this very step, where it is newer than what the casebook has. */
  function leftBehindAt(step: StepView) {
    const left = place.find(id);
    if (left === null || left.entry !== step.entry || left.step !== step.step) return null;
    const { draft } = step;
    return draft === null || measured(left.timing) >= measured(draft) ? left : null;
  }

  /** Asks for something that gives a page, again and again while nobody answers. One thing at a time. */
  async function ask(
    call: () => Promise<SittingPage>,
    again: () => Promise<SittingPage> = call,
  ): Promise<void> {
    if (getState().sending !== null) return;
    setState({ sending: { failure: null }, refused: null });
    let next = call;
    const before = getState().page?.now ?? null;
    let conflict: Failure | null = null;
    // Arriving after what is asked for now, it would be about a step that is over.
    await underWay;
    for (let pause = FIRST_RETRY; alive; pause = Math.min(LAST_RETRY, pause * 2)) {
      try {
        const page = await next();
        adopt(page);
        if (conflict !== null && before !== null && placeOf(page.now) === placeOf(before))
          setState({ refused: conflict });
        return;
      } catch (error) {
        const failure = failureOf(error);
        if (failure.code === 'conflict' && next !== look) {
          // Another page went on meanwhile, or the reply to an earlier try was lost: what holds is where it stands.
          conflict = failure;
          next = look;
          continue;
        }
        if (isFinal(failure)) {
          given = null;
          setState({ sending: null, refused: failure });
          return;
        }
        if (next === call) next = again;
        setState({ sending: { failure } });
        await pauseFor(pause);
      }
    }
  }

  const look = async (): Promise<SittingPage> => calls.look({ id });

  async function pauseFor(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    wake = () => undefined;
  }

  async function read(): Promise<void> {
    setState({ unreadable: null });
    try {
      adopt(await look());
    } catch (error) {
      if (alive) setState({ unreadable: failureOf(error) });
    }
  }

  function send(answer: StepAnswer, timing: StepTiming, timedOut: boolean): void {
    const step = stepNow();
    if (step === null || getState().sending !== null) return;
    clearTimeout(keeping);
    keeping = undefined;
    given = { timedOut };
    const at = { id, entry: step.entry, step: step.step };
    place.leave(id, { entry: step.entry, step: step.step, answer, timing, given });
    void ask(async () => calls.answer({ ...at, answer, timing, timedOut }));
  }

  function timeIsUp(): void {
    const step = stepNow();
    if (step === null || clock === null) return;
    if (getState().sending !== null || sentAtTheEnd?.kind === 'none') return;
    const { answer } = getState();
    const isThere = answer !== null && sentAtTheEnd === null && isBegun(answer, step.answer);
    sentAtTheEnd = isThere ? answer : { kind: 'none' };
    send(sentAtTheEnd, clock.timing(), true);
  }

  function scheduleKeep(after = KEPT_AFTER): void {
    keeping ??= setTimeout(() => {
      keeping = undefined;
      void keep();
    }, after);
  }

  async function keep(): Promise<void> {
    const step = stepNow();
    if (step === null || clock === null || given !== null || getState().sending !== null) return;
    if (isKeeping) {
      scheduleKeep();
      return;
    }
    const { answer } = getState();
    const timing = clock.timing();
    const at = placeOf(step);
    place.leave(id, { entry: step.entry, step: step.step, answer, timing, given: null });
    isKeeping = true;
    keptAt = performance.now();
    const stillThere = (): boolean => {
      const now = stepNow();
      return alive && now !== null && placeOf(now) === at && given === null;
    };
    try {
      const call = calls.keep({ id, entry: step.entry, step: step.step, answer, timing });
      underWay = call.catch(() => undefined);
      await call;
      keepRetry = FIRST_RETRY;
      if (stillThere()) setState({ notKept: null });
    } catch (error) {
      if (!stillThere()) return;
      const failure = failureOf(error);
      if (failure.code === 'conflict') void read();
      else {
        setState({ notKept: failure });
        keepRetry = Math.min(LAST_RETRY, keepRetry * 2);
        scheduleKeep(keepRetry);
      }
    } finally {
      isKeeping = false;
    }
  }

  function tick(): void {
    const step = stepNow();
    if (step === null || clock === null || given !== null) return;
    clock.tick();
    const { isShown } = getState();
    const timing = clock.timing();
    if (step.remainingMilliseconds !== null && isShown) {
      const left = step.remainingMilliseconds - (timing.activeMilliseconds - countedBefore);
      const secondsLeft = Math.max(0, Math.ceil(left / 1000));
      if (secondsLeft !== getState().secondsLeft) setState({ secondsLeft });
      if (left <= 0) timeIsUp();
    }
    if (isShown && performance.now() - keptAt > TIMING_KEPT_EVERY) scheduleKeep(0);
  }

  return {
    store,
    start() {
      alive = true;
      void read();
      const ticking = setInterval(tick, TICK);
      return () => {
        if (given === null && stepNow() !== null) void keep();
        alive = false;
        wake();
        clearInterval(ticking);
        clearTimeout(keeping);
        clearTimeout(readableTimer);
        keeping = undefined;
        setState(INITIAL);
      };
    },
    reload: () => void read(),
    shown(name, hasImages) {
      const step = stepNow();
      if (clock === null || step === null || nameOfStep(step) !== name) return;
      setState({ isShown: true });
      clock.start(hasImages ? Date.now() : null);
      scheduleKeep(0);
    },
    setPresent(present) {
      clock?.setPresent(present);
      if (!present && stepNow() !== null) scheduleKeep(0);
    },
    change(answer) {
      if (given !== null || stepNow() === null) return;
      setState({ answer, refused: null });
      scheduleKeep();
    },
    submit() {
      const { answer, readable, isShown, sending } = getState();
      const step = stepNow();
      if (step === null || clock === null || answer === null || sending !== null) return false;
      if (!readable || !isShown || !isComplete(answer, step.answer)) return false;
      send(answer, clock.timing(), false);
      return true;
    },
    consent() {
      if (getState().readable) void ask(async () => calls.consent({ id }));
    },
    proceed() {
      const { page, readable } = getState();
      if (page === null || !readable || !('entry' in page.now)) return;
      const { entry } = page.now;
      void ask(async () => calls.proceed({ id, entry }));
    },
    back() {
      // Sent twice it would go back twice.
      if (getState().readable) void ask(async () => calls.back({ id }), look);
    },
    withdraw: () => void ask(async () => calls.withdraw({ id })),
    retryNow: () => {
      wake();
    },
    leave() {
      const step = stepNow();
      if (step === null || clock === null || given !== null) return;
      void keep();
    },
  };
}

/** Names a step among all of a sitting. */
export function nameOfStep({ entry, step }: Pick<StepView, 'entry' | 'step'>): string {
  return `step ${String(entry)} ${step}`;
}

/** Names what a page is about, so that two replies about the same thing are known as such. */
function placeOf(view: SittingView): string {
  switch (view.view) {
    case 'step':
      return nameOfStep(view);
    case 'instructions':
    case 'start':
    case 'break':
    case 'feedback':
      return `${view.view} ${String(view.entry)}`;
    case 'consent':
    case 'end':
    case 'withdrawn':
      return view.view;
  }
}

const measured = (timing: StepTiming): number => timing.activeMilliseconds + timing.awayMilliseconds;

/** Whether trying again cannot help: the casebook has answered no. One that is closed may be opened again. */
function isFinal({ code }: Failure): boolean {
  return code === 'invalid_input' || code === 'forbidden' || code === 'cancelled';
}
