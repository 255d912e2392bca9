import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { ArrivingService } from '../../electron/core/features/studies/arrivals/arriving.ts';
import { filesIn } from '../helpers/casebooks.ts';
import { firsts, present } from '../helpers/present.ts';
import { completeStudySession, goOn } from '../helpers/study.ts';
import { DESK, finished, recruiting } from '../helpers/recruitingStudy.ts';

const nobodyWaits = async (): Promise<number> => Promise.resolve(0);

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
