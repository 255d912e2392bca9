import { describe, expect, it } from 'vitest';
import { createCore } from '../../electron/core/app/createCore.ts';
import { startNetworkHost } from '../../electron/hosts/network/networkHost.ts';
import { WebSessionId } from '../../shared/base/ids.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { type Asked, startTestHost, withEndlessCheck } from '../helpers/networkHost.ts';
import { present } from '../helpers/present.ts';
import { studyCasebook } from '../helpers/study.ts';
import { DAY, home, hosted, pathOf, rows, tls } from '../helpers/hostedCasebook.ts';

describe('starting on a network', () => {
  it.each([
    [{ listener: { host: '0.0.0.0', port: 0, tls: null } }, 'forbidden', /Without TLS/u],
    [{ publicUrl: 'http://study.example.org' }, 'invalid_input', /not encrypted/u],
    [{ publicUrl: 'https://study.example.org/path' }, 'invalid_input', /is not an address like/u],
    [{ publicUrl: 'study.example.org' }, 'invalid_input', /is not an address like/u],
    [{ behindProxy: ['the proxy'] }, 'invalid_input', /is not an IP address/u],
    [{ listener: { host: '127.0.0.1', port: 0, tls: { cert: '/no', key: '/no' } } }, 'not_readable', /cert/u],
  ] as const)('refuses %j in words', async (options, code, words) => {
    await using book = await studyCasebook();
    const started = startNetworkHost({
      core: book.core,
      owner: book.anaId,
      listener: { host: '127.0.0.1', port: 0, tls: null },
      publicUrl: 'http://localhost:0',
      pages: async () => Promise.resolve(new Response('')),
      ...options,
    });
    await expect(started).rejects.toMatchObject({ code, message: expect.stringMatching(words) });
    expect(book.core.state.network).toBeNull();
  });

  it('goes beyond this machine behind a named proxy, and says to nobody where it is after it stopped', async () => {
    await using book = await studyCasebook();
    const host = await startNetworkHost({
      core: book.core,
      owner: book.anaId,
      listener: { host: '0.0.0.0', port: 0, tls: null },
      behindProxy: ['10.0.0.0/8'],
      publicUrl: 'https://study.example.org',
      pages: async () => Promise.resolve(new Response('')),
    });
    expect(host.url).toBe('https://study.example.org');
    expect(await book.ana.webAccess.address()).toEqual({ url: 'https://study.example.org' });
    await host.close();
    expect(await book.ana.webAccess.address()).toBeNull();
    await expect(book.ana.webAccess.invite({ personId: book.anaId })).rejects.toMatchObject({
      data: { code: 'conflict' },
    });
  });

  it('says that it is there, and nothing else, to anybody who asks for its health', async () => {
    await using book = await hosted();
    const answer = await book.at.ask('/health', { headers: { host: 'elsewhere' } });
    expect([answer.status, answer.body]).toEqual([200, '{"status":"ok"}']);
  });
});

describe('a request to the network host', () => {
  it('is refused under another name, from another site, and without a cookie', async () => {
    await using book = await hosted();
    const { at } = book;
    const cookie = await at.follow(at.host.newOpenUrl());
    for (const host of ['evil.example', `127.0.0.1:${at.url.port}`, 'localhost', `${at.url.host}.`, ''])
      expect((await at.ask('/', { cookie, headers: { host } })).status, host).toBeGreaterThanOrEqual(400);
    const state = { method: 'POST', cookie, body: '{}' } as const;
    for (const origin of ['https://evil.example', 'null', `http://${at.url.host}`, 'https://localhost'])
      expect((await at.ask('/rpc/application/state', { ...state, headers: { origin } })).status).toBe(403);
    expect((await at.ask('/rpc/application/state', state)).status).toBe(200);
    expect((await at.ask('/rpc/application/state', { ...state, namesNoOrigin: true })).status).toBe(403);
    for (const site of ['cross-site', 'same-site'])
      expect((await at.ask('/', { cookie, headers: { 'sec-fetch-site': site } })).status, site).toBe(403);
    const page = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' };
    expect((await at.ask('/', { cookie, headers: page })).status).toBe(403);
    const followed = { ...page, 'sec-fetch-dest': 'document' };
    expect((await at.ask('/', { cookie, headers: followed })).status).toBe(200);
    expect((await at.ask('/assets/x.js', { cookie, headers: followed })).status).toBe(403);
    for (const path of ['/', '/assets/x.js', '/image/x/full'])
      expect((await at.ask(path)).status, path).toBe(401);
    expect((await at.ask('/rpc/application/state', { method: 'POST', body: '{}' })).status).toBe(401);
  });

  it('is answered with the headers that keep it on an encrypted way, and its pages apart', async () => {
    await using book = await hosted();
    const link = await book.ana.webAccess.invite({ personId: book.anaId });
    const answer = await book.at.ask(pathOf(link.url));
    expect(answer.headers['strict-transport-security']).toContain('max-age=31536000');
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toContain('content="0;url=/"');
    expect(answer.body).not.toContain(pathOf(link.url).slice(3));
    const [cookie] = answer.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/^__Host-casebook=[\w-]{43}; /u);
    for (const part of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/', 'Max-Age=2592000'])
      expect(cookie).toContain(part);
    expect(cookie).not.toMatch(/domain/iu);
  });

  it.each([
    ['de-AT,en;q=0.5', 'de', 'Dieser Link funktioniert nicht'],
    ['fr, zh-CN;q=0.8, en;q=0.7', 'zh', '此链接无效'],
    ['fr', 'en', 'This link does not work'],
    ['en;q=0.3, de;q=0.9', 'de', 'Dieser Link funktioniert nicht'],
  ])('is refused in the visitor’s language: %s', async (wanted, language, words) => {
    await using book = await hosted();
    const answer = await book.at.ask('/i/guess', { headers: { 'accept-language': wanted } });
    expect(answer.status).toBe(404);
    expect(answer.body).toContain(`<html lang="${language}">`);
    expect(answer.body).toContain(words);
  });
});

describe('an invitation', () => {
  it('signs one browser in, once, and not by a look at it', async () => {
    await using book = await hosted();
    const { at } = book;
    const bo = await book.person('bo');
    const { url } = await book.ana.webAccess.invite({ personId: bo.id });
    // A program that shows what a link leads to, and a browser that fetches ahead.
    const looks: Asked[] = [
      { method: 'HEAD' },
      { headers: { 'sec-purpose': 'prefetch;prerender' } },
      { headers: { purpose: 'prefetch' } },
    ];
    for (const look of looks) {
      const looked = await at.ask(pathOf(url), look);
      expect([looked.headers['set-cookie'], looked.body]).toEqual([undefined, '']);
    }
    const cookie = await at.follow(url, {
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' },
    });
    expect((await at.client(cookie).application.state()).casebook?.person?.handle).toBe('bo');
    const again = await at.ask(pathOf(url));
    expect([again.status, again.headers['set-cookie']]).toEqual([404, undefined]);
    expect((await home(at, cookie)).status).toBe(200);
    expect(await book.ana.webAccess.sessions()).toMatchObject([
      { name: 'BO', kind: 'invited', device: 'Firefox on Linux', current: false, personId: bo.id },
    ]);
  });

  it('lets one of two in that open it at once', async () => {
    await using book = await hosted();
    const { url } = await book.ana.webAccess.invite({ personId: (await book.person('bo')).id });
    const answers = await Promise.all([1, 2, 3, 4].map(() => book.at.ask(pathOf(url))));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 404, 404, 404]);
    expect(rows(book.core, 'web_session')).toBe(1);
  });

  it('waits while an import is written, and signed-in browsers read meanwhile', async () => {
    await using book = await hosted();
    const cookie = await book.at.invited(book.anaId);
    const { url } = await book.ana.webAccess.invite({ personId: book.anaId });
    book.wait(2 * 60_000);
    const { gate } = book.core.services().casebook;
    const open = gate.close('Items are being imported.');
    let isIn = false;
    const second = book.at.follow(url).finally(() => (isIn = true));
    expect((await book.at.client(cookie).people.list()).length).toBeGreaterThan(0);
    expect(isIn).toBe(false);
    open();
    expect((await home(book.at, await second)).status).toBe(200);
  });

  it('works for seven days, for active people of the team', async () => {
    await using book = await hosted();
    const [bo, cy] = [await book.person('bo'), await book.person('cy')];
    const ofCy = await book.ana.webAccess.invite({ personId: cy.id });
    const one = present((await book.participants(1))[0]);
    await expect(book.ana.webAccess.invite({ personId: one.personId })).rejects.toThrow(/only takes part/u);
    const [late, early] = [
      await book.ana.webAccess.invite({ personId: bo.id }),
      await book.ana.webAccess.invite({ personId: bo.id }),
    ];
    const away = await book.ana.people.setAside({ id: bo.id, setAside: true });
    expect(away.ended).toEqual({ browsers: 0, links: 2, hub: false });
    expect((await book.at.ask(pathOf(early.url))).status).toBe(404);
    expect((await book.at.ask(pathOf(ofCy.url))).status).toBe(200);
    await expect(book.ana.webAccess.invite({ personId: bo.id })).rejects.toThrow(/only active people/u);
    await book.ana.people.setAside({ id: bo.id, setAside: false });
    // Links of before stay void: they are invited anew.
    expect((await book.at.ask(pathOf(late.url))).status).toBe(404);
    const anew = await book.ana.webAccess.invite({ personId: bo.id });
    book.wait(7 * DAY);
    expect((await book.at.ask(pathOf(anew.url))).status).toBe(404);
  });

  it('is made by curators alone', async () => {
    await using book = await hosted();
    const bo = await book.person('bo', ['reviewer']);
    const client = book.at.client(await book.at.invited(bo.id));
    for (const call of [
      client.webAccess.address(),
      client.webAccess.sessions(),
      client.webAccess.invite({ personId: book.anaId }),
      client.webAccess.revoke({ id: WebSessionId.parse('019308a4-91a5-7000-8000-000000000000') }),
    ])
      await expect(call).rejects.toMatchObject({ data: { code: 'forbidden' } });
  });
});

describe('a signed-in browser', () => {
  it('is signed out at once where it is revoked, with what is streamed to it', async () => {
    await using book = await studyCasebook();
    const { core, left } = withEndlessCheck(book.core);
    await using at = await startTestHost(core, book.anaId, { tls });
    const cookie = await at.invited(book.anaId);
    const stream = (await at.client(cookie).casebooks.check())[Symbol.asyncIterator]();
    expect((await stream.next()).value).toMatchObject({ phase: 'Endless' });
    const session = present((await book.ana.webAccess.sessions())[0]);
    const { id } = session;
    const other = await at.invited(book.anaId);
    await book.ana.webAccess.revoke({ id });
    await expect(stream.next()).rejects.toThrow();
    await left;
    expect((await home(at, cookie)).status).toBe(401);
    expect((await at.ask('/rpc/application/state', { method: 'POST', body: '{}', cookie })).status).toBe(401);
    expect((await home(at, other)).status).toBe(200);
    await expect(book.ana.webAccess.revoke({ id })).rejects.toMatchObject({ data: { code: 'not_found' } });
  });

  it('signs itself out', async () => {
    await using book = await hosted();
    const cookie = await book.at.invited((await book.person('bo')).id);
    await book.at.client(cookie).webAccess.signOut();
    expect((await home(book.at, cookie)).status).toBe(401);
    await expect(book.ana.webAccess.signOut()).rejects.toMatchObject({ data: { code: 'conflict' } });
  });

  it('is signed out with its person’s leaving, and stays so when they come back', async () => {
    await using book = await hosted();
    const bo = await book.person('bo');
    const cookie = await book.at.invited(bo.id);
    const curator = book.at.client(await book.at.follow(book.at.host.newOpenUrl()));
    expect((await home(book.at, cookie)).status).toBe(200);
    const away = await curator.people.setAside({ id: bo.id, setAside: true });
    expect(away.ended.browsers).toBe(1);
    const told = await home(book.at, cookie);
    expect([told.status, told.body]).toEqual([
      401,
      expect.stringContaining('A curator deactivated you in this casebook'),
    ]);
    await curator.people.setAside({ id: bo.id, setAside: false });
    expect((await home(book.at, cookie)).status).toBe(401);
  });

  it('stays signed in for thirty days, over restarts, and is noted as seen once a minute', async () => {
    await using book = await studyCasebook();
    const bo = await book.ana.people.add({ handle: 'bo', name: '', roles: ['annotator'] });
    let cookie: string;
    {
      await using at = await startTestHost(book.core, book.anaId, { tls });
      cookie = await at.invited(bo.id);
    }
    const path = book.core.services().casebook.path;
    await book.core.close();
    using folder = temporaryFolder();
    const clock = { now: Date.UTC(2026, 0, 6) };
    const core = createCore(testPorts(folder.path, { now: () => clock.now }));
    await core.keeper.open(path);
    await using at = await startTestHost(core, book.anaId, { tls });
    const seen = () =>
      core.services().casebook.database.prepare('SELECT last_seen_at FROM web_session').pluck().get();
    expect((await at.client(cookie).application.state()).casebook?.person?.handle).toBe('bo');
    expect(seen()).toBe(clock.now);
    clock.now += 59_000;
    await home(at, cookie);
    expect(seen()).toBe(clock.now - 59_000);
    clock.now += 1_000;
    await home(at, cookie);
    expect(seen()).toBe(clock.now);
    clock.now += 30 * DAY;
    expect((await home(at, cookie)).status).toBe(401);
    await core.close();
  });

  it('is nobody else, and learns nothing of the host’s machine', async () => {
    await using book = await hosted();
    const bo = await book.person('bo', ['curator']);
    for (const cookie of [await book.at.invited(bo.id), await book.at.follow(book.at.host.newOpenUrl())]) {
      const client = book.at.client(cookie);
      const state = await client.application.state();
      expect(state).toMatchObject({ recent: [], documents: '', casebook: { path: '', title: 'A' } });
      expect(JSON.stringify(state)).not.toContain(book.folder.path);
      const own = state.casebook?.person?.id;
      const other = own === bo.id ? book.anaId : bo.id;
      await expect(client.people.workAs({ id: other })).rejects.toMatchObject({
        data: { code: 'forbidden' },
      });
      if (own !== undefined) expect((await client.people.workAs({ id: own })).id).toBe(own);
    }
  });

  it('has a theme of its own', async () => {
    await using book = await hosted();
    const one = book.at.client(await book.at.invited(book.anaId));
    const other = book.at.client(await book.at.invited(book.anaId));
    await one.application.saveSettings({ theme: 'dark' });
    expect((await one.application.state()).settings.theme).toBe('dark');
    expect((await other.application.state()).settings.theme).toBe('system');
    expect((await book.ana.application.state()).settings.theme).toBe('system');
  });
});

describe('the link that the host prints', () => {
  it('signs the owner in, once', async () => {
    await using book = await hosted();
    const link = book.at.host.newOpenUrl();
    const cookie = await book.at.follow(link);
    expect((await book.at.client(cookie).application.state()).casebook?.person?.id).toBe(book.anaId);
    expect((await book.at.ask(pathOf(link))).status).toBe(404);
    const [session] = await book.at.client(cookie).webAccess.sessions();
    expect(session).toMatchObject({ kind: 'owner', current: true });
  });
});
