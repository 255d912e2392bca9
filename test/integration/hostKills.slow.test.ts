import { readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createCore } from '../../electron/core/app/createCore.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { checkCasebook } from '../../electron/core/features/casebooks/check.ts';
import { OwnStudySession, StudySessionPage } from '../../shared/contract/studySessions.ts';
import type { StudySessionId } from '../../shared/base/ids.ts';
import type { StudySessionView } from '../../shared/domain/study.ts';
import { clientAs } from '../helpers/blindCasebook.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { freePort, HostProcess } from '../helpers/hostProcess.ts';
import { makeHostedStudy } from '../helpers/hostedStudy.ts';
import { makeCertificate } from '../helpers/networkHost.ts';
import { CallFailed, ParticipantBrowser } from '../helpers/participantBrowser.ts';
import { drawFlag } from '../helpers/pictures.ts';
import { seededRandom } from '../helpers/random.ts';
import { numbersOf } from '../helpers/study.ts';

const PEOPLE = 20;
const ITEMS = 30;
const KILLS = 20;
/** Each person sends at least three requests an item, and each request and each reply counts: none is done before the last kill. */
const LATEST_KILL = 160;
/** The share of replies that never arrive. */
const LOST_REPLIES = 0.05;

const DEVICE = { width: 1440, height: 900, touch: false };
const { signal } = new AbortController();
type Step = Extract<StudySessionView, { view: 'step' }>;

/** A host that is killed again and again, and those who wait for it meanwhile. */
class KilledHost {
  readonly #host: HostProcess;
  readonly #random = seededRandom(7);
  #up = Promise.withResolvers<void>();
  #killed = Promise.withResolvers<void>();
  /** Requests and replies until it is killed; null: it is not to be. */
  #left: number | null = null;
  kills = 0;

  constructor(host: HostProcess) {
    this.#host = host;
  }

  /** It answers. */
  get up(): Promise<void> {
    return this.#up.promise;
  }

  /** Hears of every request and every reply. */
  readonly told = (): (() => void) => {
    this.#count();
    return () => this.#count();
  };

  #count(): void {
    if (this.#left === null) return;
    this.#left -= 1;
    if (this.#left > 0) return;
    this.#left = null;
    this.#up = Promise.withResolvers();
    this.kills += 1;
    void this.#host.kill().then(this.#killed.resolve, this.#killed.reject);
  }

  /** Kills it that often, each time at a moment that nobody foresees, and starts it again, for good after the last time. */
  async run(kills: number, afterEachStart: () => Promise<void>): Promise<void> {
    for (let kill = 0; kill <= kills; kill += 1) {
      await this.#host.start();
      await afterEachStart();
      this.#killed = Promise.withResolvers();
      if (kill < kills) this.#left = 1 + Math.floor(this.#random() * LATEST_KILL);
      this.#up.resolve();
      if (kill < kills) await this.#killed.promise;
    }
  }
}

/** Somebody who takes part, and asks again whenever the host does not answer, as the page does. */
class Participant {
  readonly #host: KilledHost;
  readonly #browser: ParticipantBrowser;
  readonly #link: string;
  readonly #here = { window: v7() };
  readonly #random: () => number;
  #studySession: StudySessionId | null = null;
  /** Answers that the host acknowledged, by study session, entry and step. */
  readonly acknowledged = new Map<string, string>();
  /** How often an answer was sent again that the host had taken. */
  repeated = 0;

  constructor(host: KilledHost, browser: ParticipantBrowser, link: string, seed: number) {
    [this.#host, this.#browser, this.#link] = [host, browser, link];
    this.#random = seededRandom(seed);
  }

  /** The same again, until there is an answer. What the core refuses is thrown, and what fails though nothing was killed. */
  async #insist<T>(ask: () => Promise<T>): Promise<T> {
    for (;;) {
      const { kills } = this.#host;
      await this.#host.up;
      try {
        const reply = await ask();
        // What left the host just before it was killed is lost with the connection over a real network, and now and then others are.
        if (this.#host.kills === kills && this.#random() >= LOST_REPLIES) return reply;
      } catch (error) {
        if (error instanceof CallFailed || this.#host.kills === kills) throw error;
      }
    }
  }

  async takePart(): Promise<void> {
    await this.#insist(async () => this.#browser.open(this.#link));
    const { now: arrived } = await this.#insist(() => this.#browser.begin(DEVICE));
    if (arrived.view !== 'admitted') throw new Error(`They see ${arrived.view}.`);
    this.#studySession = arrived.studySessionId;
    let { now } = await this.#look(arrived.studySessionId);
    while (now.view !== 'end') {
      const { view } = now;
      if (view === 'step') ({ now } = await this.#answer(arrived.studySessionId, now));
      else if (view === 'instructions') ({ now } = await this.#proceed(arrived.studySessionId, now.entry));
      else throw new Error(`They see ${view}.`);
    }
  }

  #look(id: StudySessionId): Promise<StudySessionPage> {
    return this.#insist(() =>
      this.#browser.call('studySessions.look', { ...this.#here, id }, StudySessionPage),
    );
  }

  /** What was done already, and its reply lost, is refused: then they look where that leaves them. */
  async #orLook(id: StudySessionId, asking: Promise<StudySessionPage>): Promise<StudySessionPage> {
    try {
      return await asking;
    } catch (error) {
      if (error instanceof CallFailed && error.code === 'conflict') return this.#look(id);
      throw error;
    }
  }

  #proceed(id: StudySessionId, entry: number): Promise<StudySessionPage> {
    const proceed = (): Promise<StudySessionPage> =>
      this.#browser.call('studySessions.proceed', { ...this.#here, id, entry }, StudySessionPage);
    return this.#orLook(id, this.#insist(proceed));
  }

  async #answer(id: StudySessionId, { entry, step, images }: Step): Promise<StudySessionPage> {
    const key = `${id} ${String(entry)} ${step}`;
    if (this.acknowledged.has(key)) throw new Error(`An answer was lost: ${key} is asked for again.`);
    for (const image of images) await this.#insist(() => this.#browser.image(image.id));
    const text = `Seen at ${String(entry)} by ${this.#link}`;
    const timing = { shownAt: 1, activeMilliseconds: 10, awayMilliseconds: 0, focusLosses: 0 };
    const at = { entry, step, timing };
    await this.#insist(() =>
      this.#browser.call(
        'studySessions.keep',
        { ...this.#here, id, ...at, answer: { kind: 'text', text: text.slice(0, 4) }, hidden: false },
        z.unknown(),
      ),
    );
    const answer = async (): Promise<StudySessionPage> => {
      const input = { ...this.#here, id, ...at, answer: { kind: 'text', text }, timedOut: false };
      const page = await this.#browser.call('studySessions.answer', input, StudySessionPage);
      if (this.acknowledged.has(key)) this.repeated += 1;
      this.acknowledged.set(key, text);
      return page;
    };
    return this.#orLook(id, this.#insist(answer));
  }

  /** Whether the browser is still let in as the one it was, once it is known who that is. */
  async requireLetIn(): Promise<void> {
    if (this.#browser.cookie === null) return;
    await this.#browser.call('application.state', undefined, z.unknown());
    if (this.#studySession === null) return;
    const mine = await this.#browser.call('studySessions.mine', undefined, z.array(OwnStudySession));
    expect(mine.map(({ id }) => id)).toEqual([this.#studySession]);
  }

  close(): void {
    this.#browser.close();
  }
}

describe('a host that is killed while people take part', () => {
  it(
    `loses and doubles no answer in ${String(KILLS)} kills, lets everybody in again, and counts places right`,
    async () => {
      using folder = temporaryFolder();
      const tls = makeCertificate(folder.path);
      const study = await makeHostedStudy(folder.path, {
        items: ITEMS,
        draw: async (path, item) => void (await drawFlag(path, 64 + item, 48)),
        recruitment: { places: PEOPLE },
      });
      const port = await freePort();
      await using program = new HostProcess(port, { casebook: study.path, home: folder.join('home'), tls });
      const host = new KilledHost(program);
      const ca = readFileSync(tls.cert);
      const browser = (): ParticipantBrowser => new ParticipantBrowser({ port, ca, told: host.told });
      const participants = Array.from(
        { length: PEOPLE },
        (_, who) => new Participant(host, browser(), study.linkOf(String(who)), who),
      );
      const killing = host.run(KILLS, async () => {
        for (const each of participants) await each.requireLetIn();
      });
      await Promise.all([killing, ...participants.map((each) => each.takePart())]);
      expect(host.kills).toBe(KILLS);
      expect(participants.reduce((sum, { repeated }) => sum + repeated, 0)).toBeGreaterThan(0);
      const acknowledged = participants.flatMap((each) => [...each.acknowledged]);

      // Every place is taken by somebody who finished.
      const late = browser();
      await late.open(study.linkOf('late'));
      const { now } = await late.begin(DEVICE);
      expect(now.view).toBe('full');
      for (const each of [late, ...participants]) each.close();
      await program.stop();

      const rows = answersOf(study.path);
      const all = rows.map(({ key }) => key);
      expect(new Set(all).size).toBe(all.length);
      expect(all).toHaveLength(PEOPLE * ITEMS);
      expect(rows.filter(({ replaces }) => replaces !== null)).toEqual([]);
      const kept = new Map(rows.map(({ key, text }) => [key, text]));
      for (const [key, text] of acknowledged) expect(kept.get(key), key).toBe(text);
      expect(acknowledged.length).toBeGreaterThan(PEOPLE * ITEMS * 0.9);

      const core = createCore(testPorts(folder.path));
      const { casebook, people } = await core.keeper.open(study.path);
      const ana = await clientAs(
        core,
        people.list().find(({ roles }) => roles.includes('curator'))?.id ?? null,
      );
      expect(await numbersOf(ana, study.study)).toMatchObject({
        arrived: PEOPLE + 1,
        deciding: 1,
        underWay: 0,
        silent: 0,
        finished: PEOPLE,
        left: 0,
      });
      const sessions = await ana.studies.participants({ id: study.study });
      expect(sessions.map(({ answered }) => answered)).toEqual(Array.from({ length: PEOPLE }, () => ITEMS));
      const report = await checkCasebook(casebook, everything, () => undefined, signal);
      expect(report.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
      await core.close();
    },
    10 * 60_000,
  );
});

const Row = z.object({ key: z.string(), text: z.string(), replaces: z.string().nullable() });

/** Every answer in a casebook, with where it was given. */
function answersOf(path: string): z.infer<typeof Row>[] {
  const database = new Database(`${path}/casebook.sqlite`, { readonly: true });
  try {
    const rows: unknown[] = database
      .prepare(
        `SELECT session_id || ' ' || entry || ' ' || step AS key, answer ->> 'text' AS text, replaces FROM response`,
      )
      .all();
    return z.array(Row).parse(rows);
  } finally {
    database.close();
  }
}
