import { createStore } from 'zustand/vanilla';
import type { StudySessionPage } from '../../../../shared/contract/studySessions.ts';
import type { StepAnswer } from '../../../../shared/domain/baseline.ts';
import type { StudySessionId } from '../../../../shared/base/ids.ts';
import type { StudySessionView, StepTiming } from '../../../../shared/domain/study.ts';
import { failureOf, type Failure } from '../../../client/index.ts';
import { failedCall } from '../../../save/failedCall.ts';
import { SaveQueue } from '../../../save/queue.ts';
import { isBegun, isComplete } from '../answers/missing.ts';
import {
  countedFor,
  INITIAL,
  isUnderWay,
  measured,
  nameOfStep,
  placeOf,
  type StudySessionPorts,
  type StudySessionState,
  type StudySessionStore,
  type StepView,
} from './studySessionState.ts';
import { sayThere } from './presence.ts';
import { StepClock } from './stepClock.ts';

/** What is typed reaches the casebook so soon, in milliseconds. */
const KEPT_AFTER = 1000;
/** How often the time measured so far is kept while nothing is typed, in milliseconds. */
const TIMING_KEPT_EVERY = 5000;
/** Nobody has read a page sooner: what is pressed before was meant for the page before, in milliseconds. */
const READABLE_AFTER = 350;
const TICK = 250;

/** Something asked of the casebook that has not been confirmed. */
interface Asked {
  readonly next: () => Promise<StudySessionPage>;
  /** What is asked after a failure. */
  readonly again: () => Promise<StudySessionPage>;
  readonly before: StudySessionView | null;
  /** Why it was refused, while the casebook is asked how it stands. */
  readonly conflict: Failure | null;
}

/** A study session over these calls; nothing happens before it is started. */
export function createStudySessionStore(id: StudySessionId, ports: StudySessionPorts): StudySessionStore {
  const { calls, leftAnswers } = ports;
  const here = { id, window: ports.window };
  const store = createStore<StudySessionState>()(() => INITIAL);
  const { getState, setState } = store;
  let alive = false;
  let clock: StepClock | null = null;
  /** What the clock had counted towards the limit when it began. */
  let countedBefore = 0;
  let isPresent = true;
  let isLeaving = false;
  /** When the answer in hand is to be kept, on the page's clock; null: what is kept is what is in hand. */
  let keepDue: number | null = null;
  /** What is being kept now; never fails. */
  let underWay: Promise<unknown> = Promise.resolve();
  let keptAt = 0;
  let readableTimer: ReturnType<typeof setTimeout> | undefined;
  let given: { readonly timedOut: boolean } | null = null;
  /** The language into which the page was translated at any time since the step was shown. */
  let translated: string | null = null;
  /** What was sent when the step's time ran out, in case it is refused. */
  let sentAtTheEnd: StepAnswer | null = null;
  /** What is asked of the casebook and gives a page. */
  let asked: Asked | null = null;
  /** Counts how often this window went on with it: what fails that was sent before says nothing of now. */
  let turn = 0;
  let asking = new SaveQueue({ due: () => (asked === null ? null : 'now'), send: sendAsked });
  let keeping = new SaveQueue({ due: () => keepDue, send: keep });

  const stepNow = (): StepView | null => {
    const now = getState().page?.now;
    return now?.view === 'step' ? now : null;
  };

  function adopt(page: StudySessionPage): void {
    if (!alive) return;
    const before = getState().page?.now ?? null;
    const { now } = page;
    setState({ page, takenOver: false, unreadable: null, sending: null });
    // The same step again: what is in hand stays, and so does the time it took.
    given = null;
    if (before !== null && placeOf(before) === placeOf(now)) return;
    sentAtTheEnd = null;
    translated = null;
    keepDue = null;
    keeping.saved();
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
    else leftAnswers.forget(id);
    follow();
  }

  /** Hides the step or shows it, and stops its time or lets it go on, as the study says. */
  function follow(): void {
    const step = stepNow();
    const before = getState().cover;
    const isHidden = !isPresent && step?.whileAway === 'hide';
    const cover = step === null ? null : isLeaving ? 'leaving' : isHidden ? 'away' : null;
    clock?.setStopped(isLeaving && step?.whileAway === 'hide');
    clock?.setPresent(isPresent);
    if (cover !== before) setState({ cover });
    if (step !== null && (cover !== before || !isPresent)) scheduleKeep(0);
  }

  function begin(step: StepView): void {
    const left = leftBehindAt(step);
    const draft: (StepTiming & { readonly answer: StepAnswer | null }) | null =
      left === null ? step.draft : { ...left.timing, answer: left.answer };
    clock = new StepClock(() => performance.now(), draft, isPresent);
    countedBefore = countedFor(step, clock.timing());
    setState({ answer: draft?.answer ?? null });
    if (left === null) leftAnswers.forget(id);
    else if (left.given !== null && left.answer !== null) send(left.answer, left.timing, left.given.timedOut);
    else scheduleKeep();
  }

  /** What an earlier page of this tab left of this very step, where it is newer than what the casebook has. */
  function leftBehindAt(step: StepView) {
    const left = leftAnswers.find(id);
    if (left === null || left.entry !== step.entry || left.step !== step.step) return null;
    const { draft } = step;
    return draft === null || measured(left.timing) >= measured(draft) ? left : null;
  }

  /** Asks for something that gives a page, again and again while nobody answers. One thing at a time. */
  function ask(call: Asked['next'], again: Asked['next'] = call): void {
    if (getState().sending !== null) return;
    setState({ sending: { failure: null }, refused: null });
    asked = { next: call, again, before: getState().page?.now ?? null, conflict: null };
    asking.saved();
    asking.changed();
  }

  /**
   * A later window goes on with the study session. What is not sent is dropped: sent from here it would replace what is
   * done there.
   */
  function lose(): void {
    asked = null;
    given = null;
    clock = null;
    keepDue = null;
    asking.saved();
    keeping.saved();
    clearTimeout(readableTimer);
    leftAnswers.forget(id);
    setState({ ...INITIAL, takenOver: true });
  }

  async function sendAsked(): Promise<void> {
    // Arriving after what is asked for now, it would be about a step that is over.
    await underWay;
    const now = asked;
    if (now === null || !alive) return;
    const { next, again, before, conflict } = now;
    try {
      const page = await next();
      // The page was left and shown again meanwhile: it reads anew where things stand.
      if (asked !== now) return;
      asked = null;
      asking.saved();
      adopt(page);
      if (conflict !== null && before !== null && placeOf(page.now) === placeOf(before))
        setState({ refused: conflict });
    } catch (error) {
      if (asked !== now) return;
      const { failure, verdict } = failedCall(error);
      if (failure.code === 'taken_over') lose();
      else if (failure.code === 'conflict' && next !== look) {
        // Another page went on meanwhile, or the reply to an earlier try was lost: what is in force is where it stands.
        asked = { next: look, again: look, before, conflict: failure };
      } else if (verdict === 'refused') {
        asked = null;
        asking.saved();
        given = null;
        setState({ sending: null, refused: failure });
      } else {
        asked = { next: again, again, before, conflict };
        setState({ sending: { failure } });
        asking.failed(failure);
      }
    }
  }

  const look = async (): Promise<StudySessionPage> => calls.look(here);

  async function lookIfStillOurs(): Promise<StudySessionPage> {
    await calls.present(here);
    return look();
  }

  async function read(): Promise<void> {
    setState({ unreadable: null });
    try {
      adopt(await look());
    } catch (error) {
      if (alive) setState({ unreadable: failureOf(error) });
    }
  }

  function send(meant: StepAnswer, timing: StepTiming, timedOut: boolean): void {
    const step = stepNow();
    if (step === null || getState().sending !== null) return;
    translated ??= ports.translation();
    const answer = translated === null ? meant : { ...meant, translated };
    keepDue = null;
    given = { timedOut };
    const at = { entry: step.entry, step: step.step };
    leftAnswers.leave(id, { ...at, answer, timing, given });
    ask(async () => calls.answer({ ...here, ...at, answer, timing, timedOut }));
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
    // What is to be kept at once does not wait for what was typed.
    keepDue = Math.min(keepDue ?? Number.POSITIVE_INFINITY, performance.now() + after);
    keeping.changed();
  }

  /** @param goes the page goes away, and what it showed with it */
  async function keep(goes = false): Promise<void> {
    const step = stepNow();
    keepDue = null;
    if (step === null || clock === null || given !== null || getState().sending !== null) return;
    const { answer, cover, isShown } = getState();
    const hidden = goes || cover !== null || !isShown;
    const timing = clock.timing();
    const at = placeOf(step);
    leftAnswers.leave(id, { entry: step.entry, step: step.step, answer, timing, given: null });
    keptAt = performance.now();
    const stillThere = (): boolean => {
      const now = stepNow();
      return alive && now !== null && placeOf(now) === at && given === null;
    };
    const now = turn;
    try {
      const call = calls.keep({ ...here, entry: step.entry, step: step.step, answer, timing, hidden });
      underWay = call.catch(() => undefined);
      await call;
      keeping.saved();
      if (stillThere()) setState({ notKept: null });
    } catch (error) {
      if (!stillThere() || turn !== now) return;
      const failure = failureOf(error);
      if (failure.code === 'taken_over') lose();
      else if (failure.code === 'conflict') void read();
      else {
        setState({ notKept: failure });
        keepDue = performance.now();
        keeping.failed(failure);
      }
    }
  }

  function tick(): void {
    const step = stepNow();
    if (step === null || clock === null || given !== null) return;
    translated ??= ports.translation();
    clock.tick();
    const { isShown } = getState();
    const timing = clock.timing();
    if (step.remainingMilliseconds !== null && isShown) {
      // What an earlier page measured and could not tell counts as well.
      const untold = Math.max(0, countedBefore - step.usedMilliseconds);
      const left = step.remainingMilliseconds - untold - (countedFor(step, timing) - countedBefore);
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
      asked = null;
      asking = new SaveQueue({ due: () => (asked === null ? null : 'now'), send: sendAsked });
      keeping = new SaveQueue({ due: () => keepDue, send: keep });
      isPresent = ports.isPresent();
      void read();
      const ticking = setInterval(tick, TICK);
      const endPresence = sayThere({
        say: async () => calls.present(here),
        isUnderWay: () => {
          const { page } = getState();
          return page !== null && isUnderWay(page.now);
        },
        turn: () => turn,
        onTakenOver: () => {
          if (alive) lose();
        },
      });
      return () => {
        if (given === null && stepNow() !== null) void keep(true);
        alive = false;
        asking.dispose();
        keeping.dispose();
        clearInterval(ticking);
        endPresence();
        clearTimeout(readableTimer);
        setState(INITIAL);
      };
    },
    reload: () => void read(),
    takeBack() {
      turn += 1;
      setState(INITIAL);
      void read();
    },
    shown(name, hasImages) {
      const step = stepNow();
      if (clock === null || step === null || nameOfStep(step) !== name) return;
      setState({ isShown: true });
      clock.start(hasImages ? Date.now() : null);
      scheduleKeep(0);
    },
    setPresent(present) {
      isPresent = present;
      follow();
    },
    setLeaving(leaving) {
      isLeaving = leaving;
      follow();
    },
    change(answer) {
      const { isShown, readable } = getState();
      // Nobody answers what they have not seen: it was meant for the question before.
      if (given !== null || stepNow() === null || !isShown || !readable) return;
      setState({ answer, refused: null });
      scheduleKeep();
    },
    submit() {
      const { answer, readable, isShown, cover, sending } = getState();
      const step = stepNow();
      if (step === null || clock === null || answer === null || sending !== null) return false;
      if (!readable || !isShown || cover !== null || !isComplete(answer, step.answer)) return false;
      send(answer, clock.timing(), false);
      return true;
    },
    consent() {
      if (getState().readable) ask(async () => calls.consent(here));
    },
    proceed() {
      const { page, readable } = getState();
      if (page === null || !readable || !('entry' in page.now)) return;
      const { entry } = page.now;
      ask(async () => calls.proceed({ ...here, entry }));
    },
    back() {
      // Sent twice it would go back twice; looking is for the window that goes on alone.
      if (getState().readable) ask(async () => calls.back(here), lookIfStillOurs);
    },
    withdraw: () => {
      ask(async () => calls.withdraw(here));
    },
    retryNow: () => {
      asking.retry();
    },
    leave() {
      const step = stepNow();
      if (step === null || clock === null || given !== null) return;
      void keep(true);
    },
  };
}
