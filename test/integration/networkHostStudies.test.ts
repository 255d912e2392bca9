import { describe, expect, it } from 'vitest';
import { createCore } from '../../electron/core/app/createCore.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { startTestHost } from '../helpers/networkHost.ts';
import { present } from '../helpers/present.ts';
import { numbersOf } from '../helpers/study.ts';
import { DAY, home, hosted, pathOf, rows, tls } from '../helpers/hostedCasebook.ts';

const DESK = { width: 1440, height: 900, touch: false };

describe('a personal link', () => {
  it('is for taking part alone, whatever other roles somebody has', async () => {
    await using book = await hosted();
    const bo = await book.person('bo');
    await book.ana.studies.open({ id: book.study });
    const enrolled = present((await book.ana.studies.enrol({ id: book.study, people: [bo.id] }))[0]);
    const { url } = await book.ana.studies.link({ studySessionId: enrolled.studySessionId });
    const client = book.at.client(await book.at.follow(url ?? ''));
    expect((await client.application.state()).casebook?.person?.roles).toEqual(['participant']);
  });

  it('opens as often as its participant likes, until there is a newer one', async () => {
    await using book = await hosted();
    const one = present((await book.participants(1))[0]);
    const url = present((await book.ana.studies.link({ studySessionId: one.studySessionId })).url);
    expect(url.startsWith(`${book.at.host.url}/p/`)).toBe(true);
    const [first, second] = [await book.at.follow(url), await book.at.follow(url)];
    for (const cookie of [first, second])
      expect(await book.at.client(cookie).studySessions.mine()).toMatchObject([{ id: one.studySessionId }]);
    // In the same browser the former session goes.
    const third = await book.at.follow(url, { cookie: first });
    expect([(await home(book.at, first)).status, (await home(book.at, third)).status]).toEqual([401, 200]);
    const newer = await book.ana.studies.link({ studySessionId: one.studySessionId });
    expect((await book.at.ask(pathOf(url))).status).toBe(404);
    for (const cookie of [second, third]) expect((await home(book.at, cookie)).status).toBe(401);
    expect((await home(book.at, await book.at.follow(newer.url ?? ''))).status).toBe(200);
  });
});

describe('a study link', () => {
  it('leads somebody to a place, and the same browser back to it', async () => {
    await using book = await hosted();
    const link = await book.studyLink();
    const cookie = await book.at.follow(link);
    const client = book.at.client(cookie);
    expect((await client.application.state()).arriving).toBe(true);
    await expect(client.studySessions.mine()).rejects.toMatchObject({
      data: { code: 'forbidden' },
      message: 'You have no place in this study yet.',
    });
    // Until the first answer, all that is known of it is in its cookie.
    expect([rows(book.core, 'arrival'), rows(book.core, 'web_session')]).toEqual([0, 0]);
    const begun = await book.at.begin(cookie);
    const { studySession } = await book.at.client(begun.cookie).studySessions.look({ id: begun.id });
    expect(studySession.id).toBe(begun.id);
    // Nobody is known by an id: the same browser is the same person.
    const again = await book.at.ask(pathOf(link), { cookie: begun.cookie });
    expect([again.status, again.headers['set-cookie']]).toEqual([200, undefined]);
    expect(rows(book.core, 'arrival')).toBe(1);
    await book.at.begin(await book.at.follow(link));
    expect(rows(book.core, 'arrival')).toBe(2);
  });

  it('lets nobody in by an opening that it did not make, or made a day ago', async () => {
    await using book = await hosted();
    const cookie = await book.at.follow(await book.studyLink());
    expect((await home(book.at, cookie)).status).toBe(200);
    const [name = '', value = ''] = cookie.split('=');
    const parts = value.split('.');
    const forged = [
      [...parts.slice(0, 4), 'x'.repeat(43)],
      [...parts.slice(0, 2), String(Number(parts[2]) + 1), ...parts.slice(3)],
      [...parts.slice(0, 3), 'another', ...parts.slice(4)],
      parts.slice(0, 4),
      ['opening'],
    ];
    for (const each of forged) expect((await home(book.at, `${name}=${each.join('.')}`)).status).toBe(401);
    book.wait(DAY + 1);
    expect((await home(book.at, cookie)).status).toBe(401);
  });

  it('takes half of the places in a minute from one network, and a class waits for the rest', async () => {
    await using book = await hosted({ limits: { placesAtLeast: 2 } });
    const link = await book.studyLink('none', 6);
    for (let place = 0; place < 3; place += 1) await book.at.begin(await book.at.follow(link));
    const fourth = book.at.client(await book.at.agree(await book.at.follow(link)));
    await expect(fourth.arrivals.begin({ device: DESK })).rejects.toMatchObject({
      data: { code: 'busy' },
      message: 'Many people from your network are starting right now.',
    });
    expect((await fourth.arrivals.look({ device: DESK })).now.view).toBe('ready');
    const board = await numbersOf(book.ana, book.study);
    expect(board).toMatchObject({ arrived: 4, deciding: 1, underWay: 3, left: 3 });
  });

  it('brings few new ids that nothing vouches for at once, while those who come again enter', async () => {
    await using book = await hosted();
    const link = await book.studyLink('prolific');
    const path = (name: string) => `${pathOf(link)}?PROLIFIC_PID=${name}&STUDY_ID=s&SESSION_ID=${name}`;
    for (let count = 0; count < 500; count += 1)
      expect((await book.at.ask(path(`p${String(count)}`))).status).toBe(200);
    const refused = await book.at.ask(path('one-more'));
    expect(refused.status).toBe(503);
    expect(refused.body).toContain('Too many people came to this study from your network.');
    expect((await book.at.ask(path('p0'))).status).toBe(200);
    expect(rows(book.core, 'arrival')).toBe(500);
  });

  it('knows the same id again on another device, and leaves its cookie to a browser that has one', async () => {
    await using book = await hosted();
    const link = `${await book.studyLink('prolific')}?PROLIFIC_PID=p&STUDY_ID=s&SESSION_ID=x`;
    const first = await book.at.follow(link);
    const again = await book.at.ask(pathOf(link), { cookie: first });
    expect([again.status, again.headers['set-cookie']]).toEqual([200, undefined]);
    await book.at.client(first).arrivals.consent({ device: DESK, agree: true });
    const { now } = await book.at.client(first).arrivals.begin({ device: DESK });
    const other = await book.at.follow(link);
    expect((await book.at.client(other).arrivals.look({ device: DESK })).now).toEqual(now);
    expect(rows(book.core, 'arrival')).toBe(1);
    const swapped = await book.at.ask(pathOf(link.replace('SESSION_ID=x', 'SESSION_ID=y')), {
      cookie: first,
    });
    expect(swapped.status).toBe(403);
    expect(swapped.body).toContain('Somebody with this id came by another link before.');
    expect((await home(book.at, first)).status).toBe(200);
  });

  it('goes on with a participant whose host was started again', async () => {
    await using book = await hosted();
    const link = await book.studyLink();
    const { cookie } = await book.at.begin(await book.at.follow(link));
    const mine = await book.at.client(cookie).studySessions.mine();
    const path = book.core.services().casebook.path;
    await book.at.host.close();
    await book.core.close();
    using folder = temporaryFolder();
    const core = createCore(testPorts(folder.path, { now: () => Date.UTC(2026, 0, 5, 10) }));
    await core.keeper.open(path);
    await using at = await startTestHost(core, book.anaId, { tls });
    expect(await at.client(cookie).studySessions.mine()).toEqual(mine);
    await core.close();
  });

  it('shows a preview that leaves nothing behind', async () => {
    await using book = await hosted();
    const link = await book.studyLink();
    const cookie = await book.at.follow(`${link}?preview=1`);
    const client = book.at.client(cookie);
    const page = await client.arrivals.consent({ device: DESK, agree: true });
    expect(page).toMatchObject({ preview: true, now: { view: 'preview' } });
    expect([rows(book.core, 'arrival'), rows(book.core, 'web_session')]).toEqual([0, 0]);
    book.wait(DAY);
    expect((await home(book.at, cookie)).status).toBe(401);
  });

  it.each(['study', 'preview', 'personal'])(
    'signs nobody out who does other work here: a %s link',
    async (kind) => {
      await using book = await hosted();
      const study = await book.studyLink();
      const one = present((await book.participants(1))[0]);
      const personal = await book.ana.studies.link({ studySessionId: one.studySessionId });
      const link =
        kind === 'study' ? study : kind === 'preview' ? `${study}?preview=1` : (personal.url ?? '');
      const bo = await book.ana.people.add({ handle: 'bo', name: '<b>Bo</b>', roles: ['annotator'] });
      const cookie = await book.at.invited(bo.id);
      const sessions = rows(book.core, 'web_session');
      const answer = await book.at.ask(pathOf(link), { cookie });
      expect([answer.status, answer.headers['set-cookie']]).toEqual([409, undefined]);
      expect(answer.body).toContain('You are signed in as &lt;b&gt;Bo&lt;/b&gt;');
      expect(answer.body).toContain('private window');
      expect([rows(book.core, 'arrival'), rows(book.core, 'web_session')]).toEqual([0, sessions]);
      expect((await home(book.at, cookie)).status).toBe(200);
    },
  );

  it('changes nothing by a look at it', async () => {
    await using book = await hosted();
    const link = await book.studyLink();
    expect((await book.at.ask(pathOf(link), { method: 'HEAD' })).headers['set-cookie']).toBeUndefined();
    const image = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
    expect((await book.at.ask(pathOf(link), { headers: image })).status).toBe(403);
    expect(rows(book.core, 'arrival')).toBe(0);
    expect((await book.at.ask('/s/nowhere')).status).toBe(404);
  });
});
