import { CasebookError } from '../../../../shared/base/errors.ts';
import type { HubState } from '../../../../shared/contract/hub.ts';
import { asCasebookError } from '../../base/errors.ts';
import type { Work } from '../../base/work.ts';
import { WritesPaused } from '../../db/writeGate.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { assertWritable } from '../../records/casebook.ts';
import type { CasebookImages } from '../../records/images/images.ts';
import type { HubLink } from '../../records/sharing/hub.ts';
import { adjustTimes } from '../../records/sharing/hubChanges.ts';
import { clockAheadHere, noteClockAhead, rightTime } from '../../records/sharing/hubClock.ts';
import { HubClient } from './client.ts';
import { askForDevices } from './conflictDevices.ts';
import { markToReadAgain } from './deletedItems.ts';
import type { DeviceSecrets } from './deviceSecrets.ts';
import { EarlierQuestion } from './earlier.ts';
import { isExchangeDue, phaseOf, retryAfter } from './exchangeTiming.ts';
import { IncomingRows } from './incoming.ts';
import { LateChanges } from './late.ts';
import { OutgoingRows } from './outgoing.ts';
import { REJOIN } from './request.ts';

/** What one exchange brought. */
export interface ExchangeReport {
  readonly sent: number;
  readonly refused: number;
  readonly received: number;
  readonly conflicts: number;
}

const LOOK_MS = 1000;
/** Merging makes rows that are news for others: they are sent at once, up to this many times. */
const ROUNDS = 5;

/** The exchanges of an open casebook with its hub: one at a time, on demand and by themselves. */
export class Exchanges {
  readonly late: LateChanges;
  readonly earlier: EarlierQuestion;
  readonly #casebook: Casebook;
  readonly #secrets: DeviceSecrets;
  readonly #outgoing: OutgoingRows;
  readonly #incoming: IncomingRows;
  readonly #closing = new AbortController();
  #running: Promise<ExchangeReport> | null = null;
  #progress: HubState['progress'] = null;
  #problem: CasebookError | null = null;
  #failures = 0;
  #retryAt: number | null = null;
  #lastTry = 0;
  #received = 0;
  /** What the last answer told of this computer’s clock; null: nothing was heard yet. */
  #heardClock: { readonly ahead: number | null } | null = null;
  #loop: Promise<void> = Promise.resolve();
  #isStarted = false;
  #isWatching = false;

  constructor(casebook: Casebook, images: CasebookImages, secrets: DeviceSecrets) {
    this.#casebook = casebook;
    this.#secrets = secrets;
    this.#outgoing = new OutgoingRows(casebook);
    this.#incoming = new IncomingRows(casebook, images);
    this.late = new LateChanges(casebook, this.#incoming);
    this.earlier = new EarlierQuestion(casebook);
  }

  /** The connection. Throws `not_found` where the casebook is connected to no hub. */
  linked(): HubLink {
    const link = this.#casebook.records.hub.link();
    if (link !== null) return link;
    throw new CasebookError(
      'not_found',
      'This casebook is connected to no hub.',
      'Nothing was changed. Connect it on the Team screen, or with casebook hub connect.',
    );
  }

  /** A client of the hub; its requests end when the casebook is closed, or the signal aborts. */
  client(signal = this.#closing.signal): HubClient {
    const { address, deviceId } = this.linked();
    const secret = this.#secrets.read(deviceId);
    if (secret !== null)
      return new HubClient(address, secret, signal, {
        now: this.#casebook.ports.now,
        heard: (ahead) => {
          this.#heardClock = { ahead };
        },
      });
    throw new CasebookError(
      'forbidden',
      'This computer is not known to the hub: the casebook was copied here, or its key is gone.',
      REJOIN,
    );
  }

  /** The part of the hub's state that tells of exchanges. */
  state(link: HubLink): Pick<HubState, 'phase' | 'progress' | 'problem' | 'retryAt' | 'received'> {
    const problem = this.#problem;
    const phase = phaseOf({
      isRunning: this.#running !== null,
      isPaused: link.paused,
      problem: problem?.code ?? null,
    });
    return {
      phase,
      progress: this.#running === null ? null : this.#progress,
      problem: problem === null ? null : { message: problem.message, hint: problem.hint },
      retryAt: phase === 'retrying' ? this.#retryAt : null,
      received: this.#received,
    };
  }

  /** Sends what waits and takes in what is new. Throws why it could not; nothing is lost then. */
  async exchange(work: Work): Promise<ExchangeReport> {
    // Exchanges run one at a time: a call meanwhile waits, then makes a whole one of its own.
    while (this.#running !== null) await this.#running.catch(() => undefined);
    const { ports } = this.#casebook;
    const signal = AbortSignal.any([work.signal, this.#closing.signal]);
    this.#lastTry = ports.now();
    this.#running = this.#exchangeOnce({
      signal,
      progress: (phase, done, total) => {
        this.#progress = { phase, done, total };
        work.progress(phase, done, total);
      },
    });
    try {
      const report = await this.#running;
      this.forgetProblem();
      return report;
    } catch (error) {
      const known = asCasebookError(
        error instanceof WritesPaused ? new CasebookError('busy', error.message) : error,
      );
      // What somebody cancelled is no problem.
      if (!signal.aborted) {
        this.#problem = known;
        this.#failures += 1;
        this.#retryAt = retryAfter(this.#failures, ports.now(), Math.random());
        ports.logger.warn('An exchange with the hub failed.', { code: known.code, reason: known.message });
      }
      throw known;
    } finally {
      this.#running = null;
      this.#progress = null;
    }
  }

  forgetProblem(): void {
    this.#problem = null;
    this.#failures = 0;
    this.#retryAt = null;
  }

  /** Makes the next exchange due at once. */
  hurry(): void {
    this.#retryAt = this.#casebook.ports.now();
    this.#lastTry = 0;
  }

  /** Waits for the exchange that is under way. */
  async finish(): Promise<void> {
    await this.#running?.catch(() => undefined);
  }

  /** Exchanges by itself from now on, until it is closed: soon after a change, else every half minute. */
  start(): void {
    this.#isStarted = this.#casebook.readOnly === null;
    this.watch();
  }

  /** Begins to watch for changes once the casebook is started and connected. */
  watch(): void {
    if (!this.#isStarted || this.#isWatching || this.#casebook.records.hub.link() === null) return;
    this.#isWatching = true;
    this.#loop = this.#watchChanges();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.finish();
    await this.#loop;
  }

  /** Runs while the casebook is connected. */
  async #watchChanges(): Promise<void> {
    const { ports, records } = this.#casebook;
    const { signal } = this.#closing;
    while (!signal.aborted && records.hub.link() !== null) {
      await ports.wait(LOOK_MS, signal);
      if (signal.aborted || !this.#isDue()) continue;
      // `exchange` keeps the error as the problem, which is shown.
      await this.exchange({ signal, progress: () => undefined }).catch(() => undefined);
    }
    this.#isWatching = false;
  }

  #isDue(): boolean {
    const { gate, ports, records } = this.#casebook;
    const link = records.hub.link();
    if (link === null || gate.why() !== null) return false;
    const status = {
      isRunning: this.#running !== null,
      isPaused: link.paused,
      problem: this.#problem?.code ?? null,
      retryAt: this.#retryAt,
      lastTry: this.#lastTry,
      isSomethingWaiting: () => records.hub.counts(link).size > 0,
    };
    return isExchangeDue(status, ports.now());
  }

  async #exchangeOnce(work: Work): Promise<ExchangeReport> {
    assertWritable(this.#casebook);
    const { hub } = this.#casebook.records;
    const total = { sent: 0, refused: 0, received: 0, conflicts: 0 };
    const client = this.client(work.signal);
    // Before anything is sent: times in it depend on this computer's clock, which may have been set since.
    if (this.#heardClock === null || hub.counts(this.linked()).size > 0) await client.measureClock();
    await this.#noteClock(client);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { sent, refused } = await this.#sendAll(client, this.linked(), work);
      const { documents, conflicts, late: last } = await this.#incoming.receive(client, work);
      if (last > 0) await this.late.fetch(client, last, work.signal);
      total.sent += sent;
      total.refused += refused;
      total.received += documents;
      this.#received += documents;
      total.conflicts += conflicts;
      if (hub.counts(this.linked()).size === 0 && markToReadAgain(this.#casebook) === null) break;
    }
    await this.#noteClock(client);
    await this.earlier.ask(client, work.signal);
    await askForDevices(this.#casebook, client, work.signal);
    return total;
  }

  async #sendAll(client: HubClient, link: HubLink, work: Work): Promise<{ sent: number; refused: number }> {
    const { gate } = this.#casebook;
    let [sent, refused] = [0, 0];
    for (;;) {
      work.signal.throwIfAborted();
      await gate.opened();
      const batch = await this.#outgoing.next(link);
      if (batch === null) return { sent, refused };
      if (batch.images.length > 0)
        await client.sendImages(batch.images, (done, total) => work.progress('Sending images', done, total));
      const { answers } = await client.push(batch.documents);
      await gate.opened();
      batch.acknowledge(answers);
      sent += batch.documents.length;
      refused += answers.filter(({ answer }) => answer === 'refused').length;
      work.progress('Sending', sent, null);
    }
  }

  /** Notes what was heard of this computer’s clock, and tells the hub where that is another figure. */
  async #noteClock(client: HubClient): Promise<void> {
    if (this.#heardClock === null) return;
    const { ahead } = this.#heardClock;
    const { database, gate, ports } = this.#casebook;
    await gate.opened();
    const before = clockAheadHere(database) ?? 0;
    const isNews = noteClockAhead(database, ahead);
    const shift = (clockAheadHere(database) ?? 0) - before;
    adjustTimes(database, shift, rightTime(database, ports.now()));
    if (isNews) await client.tellClock(ahead ?? 0);
  }
}
