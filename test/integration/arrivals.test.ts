import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { SignJWT, createLocalJWKSet, exportJWK, generateKeyPair } from 'jose';
import type { Device } from '../../shared/contract/arrivals.ts';
import type { RecruitmentSettings } from '../../shared/contract/recruitment.ts';
import type { StudySettings } from '../../shared/contract/studies.ts';
import { ArrivingService } from '../../electron/core/features/studies/arrivals/arriving.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { filesIn, put } from '../helpers/casebooks.ts';
import { casebook as command } from '../helpers/commandLine.ts';
import { firsts, present } from '../helpers/present.ts';
import { argusPairs, completeStudySession, goOn, numbersOf, studyCasebook } from '../helpers/study.ts';

const DESK: Device = { width: 1440, height: 900, touch: false };
const nobodyWaits = async (): Promise<number> => Promise.resolve(0);
const MINUTE = 60_000;

/** A study of six items that takes people in by its link. */
async function recruiting(
  settings: Partial<RecruitmentSettings> = {},
  study: Partial<StudySettings> = {},
  benchmark?: { readonly benchmark: string; readonly items: readonly JsonObject[] },
) {
  const book = await studyCasebook({ ...benchmark, settings: study });
  const { ana, core } = book;
  core.state.network = { url: 'https://study.example.org' };
  await ana.studies.open({ id: book.study });
  const initial = await ana.recruitment.initial({ id: book.study, preset: 'prolific' });
  const { link } = await ana.recruitment.save({
    id: book.study,
    settings: { ...initial, places: 4, ...settings },
  });
  const token = new URL(link ?? '').pathname.split('/')[2] ?? '';
  const connect = async (parameters: Record<string, string>) => {
    const connection = await core.arrive(token, parameters);
    const window = createRouterClient(core.router, { context: core.contextOf(connection) });
    return { connection, window };
  };
  const prolific = (name: string) => ({
    PROLIFIC_PID: `panel-${name}`,
    STUDY_ID: 'study-1',
    SESSION_ID: `submission-${name}`,
  });
  return {
    ...book,
    token,
    connect,
    prolific,
    board: () => numbersOf(ana, book.study),
    /** Somebody who comes with Prolific's parameters and agrees. */
    async arrive(name: string, parameters: Record<string, string> = prolific(name)) {
      const { connection, window } = await connect(parameters);
      let page = await window.arrivals.consent({ device: DESK, agree: true });
      if (page.now.view === 'ready') page = await window.arrivals.begin({ device: DESK });
      return { connection, window, page };
    },
    /** Somebody who has a place: their study session. */
    async admitted(name: string) {
      const { connection, window, page } = await this.arrive(name);
      if (page.now.view !== 'admitted') throw new Error(`${name} sees ${page.now.view}.`);
      return { connection, window, id: page.now.studySessionId };
    },
    [Symbol.asyncDispose]: () => book[Symbol.asyncDispose](),
  };
}

describe('arriving by a study link', () => {
  it('leads over consent and screening to a place, and keeps the wording that was agreed to', async () => {
    await using at = await recruiting({
      screening: [
        {
          prompt: 'Do you see well?',
          options: [
            { text: 'Yes', passes: true },
            { text: 'No', passes: false },
          ],
        },
      ],
    });
    const { window } = await at.connect(at.prolific('a'));
    expect((await window.application.state()).arriving).toBe(true);
    expect((await window.arrivals.look({ device: DESK })).now.view).toBe('consent');
    const screening = await window.arrivals.consent({ device: DESK, agree: true });
    expect(screening.now).toEqual({
      view: 'screening',
      questions: [{ prompt: 'Do you see well?', options: ['Yes', 'No'] }],
    });
    await expect(window.arrivals.screen({ device: DESK, answers: [] })).rejects.toMatchObject({
      data: { code: 'invalid_input' },
    });
    expect((await window.arrivals.screen({ device: DESK, answers: [0] })).now.view).toBe('ready');
    const { now } = await window.arrivals.begin({ device: DESK });
    if (now.view !== 'admitted') throw new Error(now.view);
    expect((await window.application.state()).arriving).toBeUndefined();
    const page = await window.studySessions.look({ id: now.studySessionId });
    expect(page.now.view).toBe('instructions');
    const { consent_version: version } = at.database
      .prepare<[], { consent_version: string }>('SELECT consent_version FROM session')
      .get() ?? { consent_version: '' };
    expect(version).toMatch(/^[0-9a-f]{64}$/u);
  });

  it('thanks who does not agree, and takes no place for them', async () => {
    await using at = await recruiting();
    const { window } = await at.connect(at.prolific('a'));
    expect((await window.arrivals.consent({ device: DESK, agree: false })).now.view).toBe('declined');
    expect(await at.board()).toMatchObject({ arrived: 1, declined: 1, left: 4 });
    expect((await window.arrivals.begin({ device: DESK })).now.view).toBe('declined');
    expect((await window.arrivals.consent({ device: DESK, agree: true })).now.view).toBe('ready');
  });

  it('takes no place before somebody begins, whatever else they do', async () => {
    await using at = await recruiting();
    const { window } = await at.connect(at.prolific('a'));
    expect((await window.arrivals.begin({ device: DESK })).now.view).toBe('consent');
    for (let time = 0; time < 3; time += 1)
      expect((await window.arrivals.consent({ device: DESK, agree: true })).now.view).toBe('ready');
    expect((await window.arrivals.look({ device: DESK })).now.view).toBe('ready');
    expect(await at.board()).toMatchObject({ arrived: 1, deciding: 1, underWay: 0, left: 4 });
    expect((await window.arrivals.begin({ device: DESK })).now.view).toBe('admitted');
    expect((await window.arrivals.begin({ device: DESK })).now.view).toBe('admitted');
    expect(await at.board()).toMatchObject({ arrived: 1, deciding: 0, underWay: 1, left: 3 });
  });

  it('keeps nothing of somebody without an id who only opens the link', async () => {
    await using at = await recruiting({ panel: 'none', check: 'same' });
    const people = [];
    for (let time = 0; time < 20; time += 1) people.push(await at.connect({}));
    for (const { window } of people)
      expect((await window.arrivals.look({ device: DESK })).now.view).toBe('consent');
    expect(await at.board()).toMatchObject({ arrived: 0, left: 4 });
    const [one, two] = firsts(people, 2);
    await one.window.arrivals.consent({ device: DESK, agree: true });
    await two.window.arrivals.consent({ device: DESK, agree: false });
    expect((await one.window.arrivals.begin({ device: DESK })).now.view).toBe('admitted');
    expect((await two.window.arrivals.begin({ device: DESK })).now.view).toBe('declined');
    expect(await at.board()).toMatchObject({ arrived: 2, declined: 1, underWay: 1, left: 3 });
  });

  it('shows nothing more to who is screened out, with their code, also when they come again', async () => {
    await using at = await recruiting({
      screening: [
        {
          prompt: '?',
          options: [
            { text: 'Yes', passes: true },
            { text: 'No', passes: false },
          ],
        },
      ],
      outcomes: { complete: null, screenedOut: { code: 'OUT', address: null }, attention: null },
    });
    const { window } = await at.arrive('a');
    const out = { view: 'screenedOut', outcome: { code: 'OUT', address: null } };
    expect((await window.arrivals.screen({ device: DESK, answers: [1] })).now).toEqual(out);
    expect((await window.arrivals.screen({ device: DESK, answers: [0] })).now).toEqual(out);
    const again = await at.connect(at.prolific('a'));
    expect((await again.window.arrivals.look({ device: DESK })).now).toEqual(out);
    expect(await at.board()).toMatchObject({ arrived: 1, screenedOut: 1, left: 4 });
  });

  it('asks for another device where the study needs one, whichever way the screen is turned', async () => {
    await using at = await recruiting({ device: { width: 1024, height: 640, touch: false } });
    const { window } = await at.connect(at.prolific('a'));
    const small = { width: 360, height: 740, touch: true };
    expect((await window.arrivals.look({ device: small })).now).toMatchObject({
      view: 'device',
      problem: 'small',
    });
    expect(
      (await window.arrivals.consent({ device: { ...DESK, touch: true }, agree: true })).now,
    ).toMatchObject({
      view: 'device',
      problem: 'touch',
    });
    expect(
      (await window.arrivals.look({ device: { width: 640, height: 1024, touch: false } })).now.view,
    ).toBe('ready');
  });

  it('makes nothing of a preview', async () => {
    await using at = await recruiting();
    const links: Record<string, string>[] = [{ preview: '1' }, { PROLIFIC_PID: '{{%PROLIFIC_PID%}}' }];
    for (const parameters of links) {
      const { window } = await at.connect(parameters);
      const page = await window.arrivals.consent({ device: DESK, agree: true });
      expect(page).toMatchObject({ preview: true, now: { view: 'preview' } });
      await expect(window.studySessions.mine()).rejects.toThrow();
    }
    expect(await at.board()).toMatchObject({ arrived: 0, left: 4 });
  });

  it('goes on on another device by the same link, and by no other', async () => {
    await using at = await recruiting();
    const { id } = await at.admitted('a');
    const again = await at.connect(at.prolific('a'));
    expect(again.connection.personId).not.toBeNull();
    expect((await again.window.studySessions.look({ id })).now.view).toBe('instructions');
    await expect(at.connect({ ...at.prolific('a'), SESSION_ID: 'guessed' })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(at.connect({ PROLIFIC_PID: 'panel-b', STUDY_ID: 'study-1' })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    expect(await at.board()).toMatchObject({ arrived: 1, underWay: 1 });
  });

  it('knows the links that it made for a list, and their ids by no other', async () => {
    await using at = await recruiting({ panel: 'generic', check: 'links', idParameter: 'student' });
    const links = await at.ana.recruitment.links({ id: at.study, ids: ['Anna Müller', 'B & C'] });
    const parametersOf = (link: string) => Object.fromEntries(new URL(link).searchParams);
    const [first, second] = firsts(
      links.map(({ link }) => parametersOf(link)),
      2,
    );
    expect(first['student']).toBe('Anna Müller');
    await at.connect(first);
    await expect(at.connect({ ...first, student: 'B & C' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(at.connect({ student: 'B & C' })).rejects.toMatchObject({ code: 'forbidden' });
    await at.connect(second);
    expect(await at.board()).toMatchObject({ arrived: 2 });
  });

  it('verifies what Prolific signs: its keys, its audience, its time and whose it is', async () => {
    await using at = await recruiting({ check: 'prolific' });
    const { privateKey, publicKey } = await generateKeyPair('RS256');
    const other = await generateKeyPair('RS256');
    const jwk = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256' };
    const arriving = new ArrivingService(at.core.services().casebook, () =>
      createLocalJWKSet({ keys: [jwk] }),
    );
    const parameters = at.prolific('a');
    const signed = (
      claims: Record<string, string> = parameters,
      { audience = 'study.example.org', until = '5m', key = privateKey } = {},
    ) =>
      new SignJWT({ prolific: claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'k' })
        .setAudience(audience)
        .setExpirationTime(until)
        .sign(key);
    const arrive = async (token: string) =>
      arriving.arrive(at.token, { ...parameters, PROLIFIC_TOKEN: token }, 'study.example.org', nobodyWaits);
    for (const wrong of [
      await signed(at.prolific('b')),
      await signed(parameters, { audience: 'elsewhere.example.org' }),
      await signed(parameters, { until: '-5m' }),
      await signed(parameters, { key: other.privateKey }),
      'no.token.atall',
    ])
      await expect(arrive(wrong)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(
      arriving.arrive(at.token, parameters, 'study.example.org', nobodyWaits),
    ).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect(await arrive(await signed())).toMatchObject({ kind: 'arrival' });
    const whole = { audience: 'https://study.example.org/s/abc?PROLIFIC_PID=panel-a' };
    expect(await arrive(await signed(parameters, whole))).toMatchObject({ kind: 'arrival' });
    const aliased = { participant_id: 'panel-a', study_id: 'study-1', session_id: 'submission-a' };
    expect(await arrive(await signed(aliased))).toMatchObject({ kind: 'arrival' });
    expect(await at.board()).toMatchObject({ arrived: 1 });
  });
});

describe('places', () => {
  it('are read with the table of participants as of one moment, whatever is written meanwhile', async () => {
    await using at = await recruiting(
      { panel: 'none', check: 'same', places: 6 },
      {},
      { benchmark: 'argus', items: argusPairs(6) },
    );
    const [a, b] = [await at.admitted('a'), await at.admitted('b')];
    await completeStudySession(a.window, a.id);
    const { arrivals } = at.core.services().casebook.records;
    const holders = arrivals.holders.bind(arrivals);
    const other = new Database(join(at.core.services().casebook.path, 'casebook.sqlite'));
    // As an import in another thread does, after the numbers were counted.
    arrivals.holders = (study) => {
      const found = holders(study);
      other.prepare('UPDATE session SET ended_at = 1 WHERE id = ?').run(b.id);
      return found;
    };
    try {
      const { numbers, participants } = await at.ana.studies.board({ id: at.study });
      expect(numbers).toMatchObject({ arrived: 2, finished: 1, underWay: 1 });
      expect(participants.map(({ state }) => state)).toEqual(['finished', 'sitting']);
    } finally {
      other.close();
      arrivals.holders = holders;
    }
    const later = await at.ana.studies.board({ id: at.study });
    expect(later.numbers).toMatchObject({ finished: 2, underWay: 0 });
    expect(later.participants.map(({ state }) => state)).toEqual(['finished', 'finished']);
  });

  it('are balanced over those who finish, even if others fall silent, leave or come back', async () => {
    await using at = await recruiting(
      { places: 6, silenceMinutes: 10 },
      {},
      { benchmark: 'argus', items: argusPairs(6) },
    );
    const people = [];
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) people.push(await at.admitted(name));
    const [a, b, c, d, e, f] = firsts(people, 6);
    expect((await at.arrive('g')).page.now.view).toBe('full');
    // a and c (the same group) fall silent, b leaves; the others go on.
    await b.window.studySessions.withdraw({ id: b.id });
    at.wait(9 * MINUTE);
    for (const { window, id } of [d, e, f]) await window.studySessions.present({ id });
    at.wait(2 * MINUTE);
    expect(await at.board()).toMatchObject({ underWay: 3, silent: 2, withdrawn: 1, left: 3 });
    // Two come in their place; then a is back, finds a free place of its group and goes on, c does not.
    const g = await at.admitted('g');
    const h = await at.admitted('h');
    await a.window.studySessions.look({ id: a.id });
    expect((await c.window.studySessions.look({ id: c.id })).now).toMatchObject({
      view: 'withdrawn',
      why: 'released',
    });
    for (const { window, id } of [a, d, e, f, g, h]) await completeStudySession(window, id);
    const board = await at.board();
    expect(board).toMatchObject({ finished: 6, left: 0 });
    expect(board.groups.map(({ finished }) => finished)).toEqual([3, 3]);
    const answers = at.database
      .prepare<[], { item: string; condition: string; people: number }>(
        `SELECT r.item_id AS item, r.condition, count(DISTINCT s.id) AS people FROM response r
         JOIN session s ON s.id = r.session_id WHERE s.ended_at IS NOT NULL AND r.purpose = 'main'
         GROUP BY r.item_id, r.condition`,
      )
      .all();
    // Six people finished: each of the six items was answered three times in each of the two versions.
    expect(answers).toHaveLength(12);
    for (const { people: count } of answers) expect(count).toBe(3);
  });

  it('taken at once are shown, and given back at once, with those who answered left alone', async () => {
    await using at = await recruiting({ panel: 'none', check: 'same', places: 12 });
    const people = [];
    for (let count = 0; count < 12; count += 1) {
      const { window } = await at.connect({});
      await window.arrivals.consent({ device: DESK, agree: true });
      const { now } = await window.arrivals.begin({ device: DESK });
      if (now.view !== 'admitted') throw new Error(now.view);
      people.push({ window, id: now.studySessionId });
    }
    const [real, first] = firsts(people, 2);
    await completeStudySession(real.window, real.id);
    expect(await at.board()).toMatchObject({ left: 0, crowd: { places: 11, seconds: 1 } });
    await expect(real.window.recruitment.releaseCrowd({ id: at.study })).rejects.toThrow();
    expect(await at.ana.recruitment.releaseCrowd({ id: at.study })).toEqual({ released: 11 });
    expect(await at.board()).toMatchObject({ left: 11, finished: 1, silent: 11, crowd: null });
    expect(await at.ana.recruitment.releaseCrowd({ id: at.study })).toEqual({ released: 0 });
    // One of them was a person: they go on while a place is free.
    expect((await first.window.studySessions.look({ id: first.id })).now.view).toBe('instructions');
    expect(await at.board()).toMatchObject({ left: 10, underWay: 1 });
    const entries = await at.ana.history.list({ limit: 10 });
    expect(JSON.stringify(entries)).toContain('Gave back 11 places of');
  });

  it('are released by the panel’s file, which can be read twice, and names what it cannot place', async () => {
    await using at = await recruiting();
    const a = await at.admitted('a');
    const b = await at.admitted('b');
    await at.admitted('c');
    await completeStudySession(b.window, b.id);
    const csv = [
      'Submission id,Participant id,Status',
      '1,panel-a,TIMED-OUT',
      '2,panel-b,REJECTED',
      '3,panel-c,ACTIVE',
      '4,panel-z,RETURNED',
      '5,panel-c,DANCING',
    ].join('\r\n');
    expect(await at.ana.recruitment.panelStatus({ id: at.study, csv })).toEqual({
      rows: 5,
      released: 1,
      excluded: 1,
      unchanged: 1,
      unknown: [
        { line: 5, reason: 'Nobody came with this id.' },
        { line: 6, reason: 'The status "DANCING" is not known.' },
      ],
    });
    expect((await a.window.studySessions.look({ id: a.id })).now).toMatchObject({
      view: 'withdrawn',
      why: 'panel',
    });
    expect(await at.board()).toMatchObject({ underWay: 1, finished: 0, returned: 2, left: 3 });
    expect(await at.ana.recruitment.panelStatus({ id: at.study, csv })).toMatchObject({
      released: 0,
      excluded: 0,
    });
    await expect(at.ana.recruitment.panelStatus({ id: at.study, csv: 'a,b\n1,2' })).rejects.toMatchObject({
      data: { code: 'invalid_input' },
    });
  });

  it('of people who fail too many attention checks go to others; they get their own code and do not count', async () => {
    await using at = await recruiting(
      {
        failedChecks: 0,
        outcomes: {
          complete: { code: 'DONE', address: 'https://app.prolific.com/submissions/complete?cc=DONE' },
          screenedOut: null,
          attention: { code: 'CHECK', address: null },
        },
      },
      { attention: { every: 2, checks: [{ prompt: 'Choose B', options: ['A', 'B'], expected: 1 }] } },
    );
    const careless = await at.admitted('a');
    const pages = await completeStudySession(careless.window, careless.id);
    expect(pages.at(-1)?.now).toMatchObject({ view: 'end', outcome: { code: 'CHECK' } });
    expect(await at.board()).toMatchObject({ attentionFailed: 1, finished: 0, left: 4 });
    const [row] = await at.ana.studies.participants({ id: at.study });
    expect(row?.excluded?.reason).toBe('Failed 3 of 3 attention checks; the study allows 0.');
    const careful = await at.admitted('b');
    let page = await careful.window.studySessions.look({ id: careful.id });
    while (page.now.view !== 'end') {
      const { now } = page;
      page =
        now.view === 'step' && now.purpose === 'attention'
          ? await careful.window.studySessions.answer({
              id: careful.id,
              entry: now.entry,
              step: now.step,
              answer: { kind: 'choice', option: '1' },
              timing: { shownAt: null, activeMilliseconds: 1, awayMilliseconds: 0, focusLosses: 0 },
              timedOut: false,
            })
          : await goOn(careful.window, careful.id, page);
    }
    expect(page.now).toMatchObject({ view: 'end', outcome: { code: 'DONE' } });
    expect(await at.board()).toMatchObject({ finished: 1, left: 3 });
  });

  it('are not lost while the program was down', async () => {
    await using at = await recruiting({ silenceMinutes: 10 });
    const { window, id } = await at.admitted('a');
    await window.studySessions.present({ id });
    at.wait(300 * MINUTE);
    await at.core.keeper.close();
    await at.core.keeper.open(at.folder.join('a.casebook'));
    await at.admitted('b');
    expect(await at.board()).toMatchObject({ underWay: 2, silent: 0 });
  });
});

describe('a participant from elsewhere', () => {
  it('leaves with their answers deleted, where the study says so', async () => {
    await using at = await recruiting({}, { onWithdrawal: 'delete' });
    const { window, id } = await at.admitted('a');
    let page = await window.studySessions.look({ id });
    for (let steps = 0; steps < 3; steps += 1) page = await goOn(window, id, page);
    expect(page.onWithdrawal).toBe('delete');
    expect((await window.studySessions.withdraw({ id })).now).toEqual({
      view: 'withdrawn',
      why: 'left',
      deleted: true,
    });
    expect(at.database.prepare('SELECT count(*) AS n FROM response').get()).toEqual({ n: 0 });
    expect(await at.board()).toMatchObject({ withdrawn: 1, left: 4 });
  });

  it('goes on in the window that looked last', async () => {
    await using at = await recruiting();
    const { window, id } = await at.admitted('a');
    const [first, second] = ['0190a000-0000-4000-8000-000000000001', '0190a000-0000-4000-8000-000000000002'];
    const page = await window.studySessions.look({ id, window: first });
    if (page.now.view !== 'instructions') throw new Error(page.now.view);
    await window.studySessions.look({ id, window: second });
    await expect(
      window.studySessions.proceed({ id, window: first, entry: page.now.entry }),
    ).rejects.toMatchObject({ data: { code: 'taken_over' } });
    await expect(window.studySessions.present({ id, window: first })).rejects.toMatchObject({
      data: { code: 'taken_over' },
    });
    const on = await window.studySessions.proceed({ id, window: second, entry: page.now.entry });
    expect(on.now.view).toBe('step');
  });

  it('gets the images of the first items while reading, and no other', async () => {
    await using at = await recruiting();
    const { connection, window, id } = await at.admitted('a');
    const { now } = await window.studySessions.look({ id });
    if (now.view !== 'instructions') throw new Error(now.view);
    expect(now.preload).toHaveLength(2);
    const { studySessions } = at.core.services();
    const mine = present(connection.personId);
    const shown = at.items
      .flatMap(({ images }) => images)
      .filter((image) => studySessions.shown(image, mine) !== null);
    expect(new Set(shown)).toEqual(new Set(now.preload));
  });

  it('is told how many are left only where the study shows it', async () => {
    await using at = await recruiting({}, { showsProgress: false });
    const { window, id } = await at.admitted('a');
    for (const page of await completeStudySession(window, id)) expect(page.progress).toBeNull();
  });

  it('is in no export or report by the panel’s id, which is deleted for good by one command', async () => {
    await using at = await recruiting();
    const { window, id } = await at.admitted('a');
    await completeStudySession(window, id);
    await finished(
      await at.ana.studies.report({
        id: at.study,
        target: at.folder.join('report'),
        force: false,
        unfinished: false,
      }),
    );
    const report = filesIn(at.folder.join('report')).map((file) =>
      readFileSync(join(at.folder.join('report'), file), 'utf8'),
    );
    expect(report.join('\n')).toContain('| finished and not excluded | 1 |');
    const everything = JSON.stringify([
      report,
      await at.ana.studies.participants({ id: at.study }),
      await at.ana.history.list({ limit: 100 }),
      await at.ana.people.list(),
      await at.board(),
    ]);
    expect(everything).not.toContain('panel-a');
    expect((await at.ana.recruitment.get({ id: at.study }))?.panelIds).toBe(1);
    expect(await at.ana.recruitment.forgetIds({ id: at.study })).toEqual({ forgotten: 1 });
    expect((await at.ana.recruitment.get({ id: at.study }))?.panelIds).toBe(0);
    for (const name of readdirSync(at.folder.join('a.casebook')).filter((each) =>
      each.startsWith('casebook.sqlite'),
    ))
      expect(readFileSync(`${at.folder.join('a.casebook')}/${name}`).includes('panel-a')).toBe(false);
  });
});

describe('casebook study, for people elsewhere', () => {
  it('makes the study link, links of a list, and shows how the study goes', async () => {
    await using at = await recruiting();
    const [dir, title] = [at.folder.join('a.casebook'), 'Baseline'];
    const { window, id } = await at.admitted('a');
    await window.studySessions.withdraw({ id });
    await at.core.close();
    const shown = await command('study', dir, 'board', title);
    expect(shown.stdout).toMatch(/withdrew\s+1/u);
    expect(shown.stdout).toContain('places left');
    const csv = put(
      at.folder.join('panel.csv'),
      'Participant id,Status\npanel-a,RETURNED\npanel-x,RETURNED\n',
    );
    const status = await command('study', dir, 'panel-status', title, csv);
    expect(status).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('line 3: Nobody came with this id.'),
    });
    const settings = put(at.folder.join('s.json'), JSON.stringify({ places: 9 }));
    const url = 'https://lab.example.org';
    const recruit = await command(
      'study',
      dir,
      'recruit',
      title,
      '--settings',
      settings,
      '--public-url',
      url,
    );
    expect(recruit.stdout).toContain('9 places; the link is open.');
    expect(recruit.stdout).toContain(`${url}/s/${at.token}?PROLIFIC_PID={{%PROLIFIC_PID%}}`);
    const ids = put(at.folder.join('ids.txt'), 'x\n\ny\n');
    const refused = await command('study', dir, 'links', title, ids, '--public-url', url);
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('does not use links made for a list'),
    });
    const forgotten = await command('study', dir, 'forget-ids', title);
    expect(forgotten.stdout).toBe('1 id of the panel deleted.\n');
  });
});

/** Waits for a stream to end. */
async function finished(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const each of stream) void each;
}
