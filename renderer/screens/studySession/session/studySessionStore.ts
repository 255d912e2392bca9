import { createStore, type StoreApi } from 'zustand/vanilla';
import type { StudySessionPage } from '../../../../shared/contract/studySessions.ts';
import type { StepAnswer } from '../../../../shared/domain/baseline.ts';
import type { StudySessionId } from '../../../../shared/base/ids.ts';
import type { StepTiming } from '../../../../shared/domain/study.ts';
import { failureOf } from '../../../client/index.ts';
import { failedCall } from '../../../save/failedCall.ts';
import { SaveQueue } from '../../../save/queue.ts';
import { sayThere } from './presence.ts';
import { StepClock } from './stepClock.ts';
import {
  afterFailedRequest,
  answerAtTheEnd,
  answerToLock,
  coverOf,
  mayChange,
  newerLeftBehind,
  timeLeft,
} from './stepRules.ts';
import {
  beginningOf,
  countedFor,
  INITIAL,
  isUnderWay,
  nameOfStep,
  type PageRequest,
  placeOf,
  type StepView,
  type StudySessionPorts,
  type StudySessionState,
  wholeSeconds,
} from './studySessionState.ts';

/** What is typed reaches the casebook after this time, in milliseconds. */
const KEPT_AFTER = 1000;
/** How often the time measured so far is kept while nothing is typed, in milliseconds. */
const TIMING_KEPT_EVERY = 5000;
/** Nobody has read a page sooner: what is pressed before was meant for the page before, in milliseconds. */
const READABLE_AFTER = 350;
const TICK = 250;

/** One study session as the page holds it; nothing happens before it is started. */
export class StudySessionStore {
  readonly store: StoreApi<StudySessionState> = createStore<StudySessionState>()(() => INITIAL);
  readonly #here: { readonly id: StudySessionId; readonly window: string };
  readonly #ports: StudySessionPorts;
  #isAlive = false;
  #clock: StepClock | null = null;
  /** What the clock had counted towards the limit when it began. */
  #countedBefore = 0;
  #isPresent = true;
  #isLeaving = false;
  /** When the current answer is to be kept, on the page's clock; null: what is kept is what is in hand. */
  #keepDue: number | null = null;
  /** What is being kept now; never fails. */
  #underWay: Promise<unknown> = Promise.resolve();
  #keptAt = 0;
  #readableTimer: ReturnType<typeof setTimeout> | undefined;
  #given: { readonly timedOut: boolean } | null = null;
  /** The language into which the page was translated at any time since the step was shown. */
  #translated: string | null = null;
  /** What was sent when the step's time ran out, in case it is refused. */
  #sentAtTheEnd: StepAnswer | null = null;
  #asked: PageRequest | null = null;
  /** Counts how often this window went on with it: what fails that was sent before says nothing of now. */
  #turn = 0;
  #asking = this.#newAskingQueue();
  #keeping = this.#newKeepingQueue();

  constructor(id: StudySessionId, ports: StudySessionPorts) {
    this.#here = { id, window: ports.window };
    this.#ports = ports;
  }

  /** Reads the current position of the study session and begins to measure. Gives the function that ends it. */
  start(): () => void {
    this.#isAlive = true;
    this.#asked = null;
    this.#asking = this.#newAskingQueue();
    this.#keeping = this.#newKeepingQueue();
    this.#isPresent = this.#ports.isPresent();
    this.reload();
    const ticking = setInterval(() => this.#tick(), TICK);
    const endPresence = sayThere({
      say: async () => this.#ports.calls.present(this.#here),
      isUnderWay: () => isUnderWay(this.#state.page?.now),
      turn: () => this.#turn,
      onTakenOver: () => {
        if (this.#isAlive) this.#lose();
      },
    });
    return () => {
      this.leave();
      this.#isAlive = false;
      this.#asking.dispose();
      this.#keeping.dispose();
      clearInterval(ticking);
      endPresence();
      clearTimeout(this.#readableTimer);
      this.store.setState(INITIAL);
    };
  }

  reload(): void {
    void this.#read();
  }

  /** Goes on in this window, after a later one went on with the study session. */
  takeBack(): void {
    this.#turn += 1;
    this.store.setState(INITIAL);
    this.reload();
  }

  /** The images of the step of this name are on the screen, or it has none. */
  shown(name: string, hasImages: boolean): void {
    if (this.#clock === null || this.#step === null || nameOfStep(this.#step) !== name) return;
    this.store.setState({ isShown: true });
    this.#clock.start(hasImages ? Date.now() : null);
    this.#scheduleKeep(0);
  }

  setPresent(present: boolean): void {
    this.#isPresent = present;
    this.#follow();
  }

  /** They are asked whether they want to leave, or no longer are. */
  setLeaving(leaving: boolean): void {
    this.#isLeaving = leaving;
    this.#follow();
  }

  change(answer: StepAnswer | null): void {
    if (this.#given !== null || this.#step === null || !mayChange(this.#state)) return;
    this.store.setState({ answer, refused: null });
    this.#scheduleKeep();
  }

  /** Locks the answer, if there is one to lock and it is not being locked already. */
  submit(): void {
    const answer = this.#step && answerToLock(this.#state, this.#step);
    if (this.#clock !== null && answer !== null) this.#send(answer, this.#clock.timing(), false);
  }

  consent(): void {
    if (this.#state.readable) this.#ask(async () => this.#ports.calls.consent(this.#here));
  }

  proceed(): void {
    const { page, readable } = this.#state;
    if (page === null || !readable || !('entry' in page.now)) return;
    const { entry } = page.now;
    this.#ask(async () => this.#ports.calls.proceed({ ...this.#here, entry }));
  }

  back(): void {
    if (!this.#state.readable) return;
    const { calls } = this.#ports;
    this.#ask(
      async () => calls.back(this.#here),
      // Sent twice it would go back twice; looking is for the window that goes on alone.
      async () => {
        await calls.present(this.#here);
        return this.#look();
      },
    );
  }

  withdraw(): void {
    this.#ask(async () => this.#ports.calls.withdraw(this.#here));
  }

  /** Tries again at once what is waiting for another try. */
  retryNow(): void {
    this.#asking.retry();
  }

  /** The page may go away now. */
  leave(): void {
    void this.#keep(true);
  }

  get #state(): StudySessionState {
    return this.store.getState();
  }

  get #step(): StepView | null {
    const now = this.#state.page?.now;
    return now?.view === 'step' ? now : null;
  }

  #newAskingQueue(): SaveQueue {
    return new SaveQueue({ due: () => (this.#asked ? 'now' : null), send: () => this.#sendAsked() });
  }

  #newKeepingQueue(): SaveQueue {
    return new SaveQueue({ due: () => this.#keepDue, send: () => this.#keep() });
  }

  async #read(): Promise<void> {
    this.store.setState({ unreadable: null });
    try {
      this.#adopt(await this.#look());
    } catch (error) {
      if (this.#isAlive) this.store.setState({ unreadable: failureOf(error) });
    }
  }

  readonly #look = async (): Promise<StudySessionPage> => this.#ports.calls.look(this.#here);

  #adopt(page: StudySessionPage): void {
    if (!this.#isAlive) return;
    const before = this.#state.page?.now ?? null;
    const { now } = page;
    this.store.setState({ page, takenOver: false, unreadable: null, sending: null });
    // The same step again: what is in hand stays, and so does the time it took.
    this.#given = null;
    if (before !== null && placeOf(before) === placeOf(now)) return;
    this.#sentAtTheEnd = null;
    this.#translated = null;
    this.#keepDue = null;
    this.#keeping.saved();
    clearTimeout(this.#readableTimer);
    this.#readableTimer = setTimeout(() => this.store.setState({ readable: true }), READABLE_AFTER);
    this.store.setState(beginningOf(now));
    this.#clock = null;
    if (now.view === 'step') this.#begin(now);
    else this.#ports.leftAnswers.forget(this.#here.id);
    this.#follow();
  }

  #begin(step: StepView): void {
    const { leftAnswers } = this.#ports;
    const left = newerLeftBehind(step, leftAnswers.find(this.#here.id));
    this.#clock = new StepClock(() => performance.now(), left?.timing ?? step.draft, this.#isPresent);
    this.#countedBefore = countedFor(step, this.#clock.timing());
    this.store.setState({ answer: (left ?? step.draft)?.answer ?? null });
    if (left === null) leftAnswers.forget(this.#here.id);
    else if (left.given !== null && left.answer !== null)
      this.#send(left.answer, left.timing, left.given.timedOut);
    else this.#scheduleKeep();
  }

  /** Hides the step or shows it, and stops its time or lets it go on, as the study says. */
  #follow(): void {
    const step = this.#step;
    const before = this.#state.cover;
    const cover = coverOf(step, { isPresent: this.#isPresent, isLeaving: this.#isLeaving });
    this.#clock?.setStopped(this.#isLeaving && step?.whileAway === 'hide');
    this.#clock?.setPresent(this.#isPresent);
    if (cover !== before) this.store.setState({ cover });
    if (step !== null && (cover !== before || !this.#isPresent)) this.#scheduleKeep(0);
  }

  #tick(): void {
    const step = this.#step;
    if (step === null || this.#clock === null || this.#given !== null) return;
    this.#translated ??= this.#ports.translation();
    this.#clock.tick();
    if (!this.#state.isShown) return;
    const left = timeLeft(step, this.#clock.timing(), this.#countedBefore);
    if (left !== null) {
      const secondsLeft = wholeSeconds(left);
      if (secondsLeft !== this.#state.secondsLeft) this.store.setState({ secondsLeft });
      if (left <= 0 && this.#state.sending === null) this.#endStep(step, this.#clock);
    }
    if (performance.now() - this.#keptAt > TIMING_KEPT_EVERY) this.#scheduleKeep(0);
  }

  /** The time of the step is over. */
  #endStep(step: StepView, clock: StepClock): void {
    const answer = answerAtTheEnd(this.#state.answer, step, this.#sentAtTheEnd);
    if (answer === null) return;
    this.#sentAtTheEnd = answer;
    this.#send(answer, clock.timing(), true);
  }

  #send(meant: StepAnswer, timing: StepTiming, timedOut: boolean): void {
    const step = this.#step;
    if (step === null || this.#state.sending !== null) return;
    this.#translated ??= this.#ports.translation();
    const answer = this.#translated === null ? meant : { ...meant, translated: this.#translated };
    this.#keepDue = null;
    this.#given = { timedOut };
    const at = { entry: step.entry, step: step.step };
    this.#ports.leftAnswers.leave(this.#here.id, { ...at, answer, timing, given: this.#given });
    this.#ask(async () => this.#ports.calls.answer({ ...this.#here, ...at, answer, timing, timedOut }));
  }

  /** Asks for something that gives a page, again and again while nobody answers. One thing at a time. */
  #ask(next: PageRequest['next'], again: PageRequest['next'] = next): void {
    if (this.#state.sending !== null) return;
    this.store.setState({ sending: { failure: null }, refused: null });
    this.#asked = { next, again, before: this.#state.page?.now ?? null, conflict: null };
    this.#asking.saved();
    this.#asking.changed();
  }

  async #sendAsked(): Promise<void> {
    // Arriving after what is asked for now, it would be about a step that is over.
    await this.#underWay;
    const request = this.#asked;
    if (request === null || !this.#isAlive) return;
    const { before, conflict } = request;
    try {
      const page = await request.next();
      // The page was left and shown again meanwhile: it reads anew where things stand.
      if (this.#asked !== request) return;
      this.#asked = null;
      this.#asking.saved();
      this.#adopt(page);
      if (conflict !== null && before !== null && placeOf(page.now) === placeOf(before))
        this.store.setState({ refused: conflict });
    } catch (error) {
      if (this.#asked === request) this.#afterFailure(request, error);
    }
  }

  #afterFailure(request: PageRequest, error: unknown): void {
    const failed = failedCall(error);
    const { failure } = failed;
    switch (afterFailedRequest(failed, request.next === this.#look)) {
      case 'taken over':
        this.#lose();
        break;
      case 'look':
        this.#asked = { ...request, next: this.#look, again: this.#look, conflict: failure };
        break;
      case 'refused':
        this.#asked = null;
        this.#asking.saved();
        this.#given = null;
        this.store.setState({ sending: null, refused: failure });
        break;
      case 'retry':
        this.#asked = { ...request, next: request.again };
        this.store.setState({ sending: { failure } });
        this.#asking.failed(failure);
    }
  }

  /**
   * A later window goes on with the study session. What is not sent is dropped: sent from here it would replace what is
   * done there.
   */
  #lose(): void {
    this.#asked = null;
    this.#given = null;
    this.#clock = null;
    this.#keepDue = null;
    this.#asking.saved();
    this.#keeping.saved();
    clearTimeout(this.#readableTimer);
    this.#ports.leftAnswers.forget(this.#here.id);
    this.store.setState({ ...INITIAL, takenOver: true });
  }

  #scheduleKeep(after = KEPT_AFTER): void {
    // What is to be kept at once does not wait for what was typed.
    this.#keepDue = Math.min(this.#keepDue ?? Number.POSITIVE_INFINITY, performance.now() + after);
    this.#keeping.changed();
  }

  /** @param goes the page goes away, and what it showed with it */
  async #keep(goes = false): Promise<void> {
    const step = this.#step;
    this.#keepDue = null;
    if (step === null || this.#clock === null || this.#given !== null || this.#state.sending !== null) return;
    const { answer, cover, isShown } = this.#state;
    const hidden = goes || cover !== null || !isShown;
    const timing = this.#clock.timing();
    const at = { entry: step.entry, step: step.step };
    this.#ports.leftAnswers.leave(this.#here.id, { ...at, answer, timing, given: null });
    this.#keptAt = performance.now();
    const turn = this.#turn;
    try {
      const call = this.#ports.calls.keep({ ...this.#here, ...at, answer, timing, hidden });
      this.#underWay = call.catch(() => undefined);
      await call;
      this.#keeping.saved();
      if (this.#isStillAt(step)) this.store.setState({ notKept: null });
    } catch (error) {
      if (!this.#isStillAt(step) || this.#turn !== turn) return;
      const failure = failureOf(error);
      if (failure.code === 'taken_over') this.#lose();
      else if (failure.code === 'conflict') this.reload();
      else {
        this.store.setState({ notKept: failure });
        this.#keepDue = performance.now();
        this.#keeping.failed(failure);
      }
    }
  }

  #isStillAt(step: StepView): boolean {
    const now = this.#step;
    return this.#isAlive && now !== null && placeOf(now) === placeOf(step) && this.#given === null;
  }
}
